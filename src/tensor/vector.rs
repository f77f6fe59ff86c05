//! Elements of another width: recast views, and copies of several elements at once.

use super::Tensor;
use super::algorithm::{assert_sizes, check_sizes, pairs};
use super::memory::{Claim, Engine, EngineMut, Viewing};
use crate::algebra::algebra_reasons::Composition;
use crate::integer::*;
use crate::layout::bounds;
use crate::layout::{Algebra, Steps};
use crate::layout::{Divides, Layout, Recast, Strided, check};
use crate::number::*;
use crate::refusal::Message;
use crate::run_time::demand;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// Elements that are only bits: every bit pattern of their size is a value. Numbers are plain, and
/// so are arrays of 2, 4, 8 or 16 plain elements.
///
/// ```
/// use zellige::prelude::*;
/// #[derive(Copy, Clone)]
/// #[repr(transparent)]
/// struct Half(u16);
/// # #[allow(unsafe_code)]
/// // SAFETY: 16 bits, and every bit pattern is a value.
/// unsafe impl Plain for Half {
///     type Bits = int!(16);
/// }
/// ```
///
/// # Safety
///
/// `Bits` must be eight times the size of the type; it must have no padding, and every pattern of
/// its bits must be a value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be plain bits",
    label = "must be an integer or a floating-point number",
    note = "for a type of your own, implement `Plain`"
)]
pub unsafe trait Plain: Copy + 'static {
    /// The number of bits of the type.
    type Bits: Nat;
}
macro_rules! plain {
    ($($t:ty)* = $bits:ty;) => { $(
        // SAFETY: a number of that many bits; every pattern is a value.
        #[diagnostic::do_not_recommend]
        unsafe impl Plain for $t {
            type Bits = $bits;
        }
    )* };
    ($($t:ty)* = $bits:ty; $($rest:tt)+) => {
        plain!($($t)* = $bits;);
        plain!($($rest)+);
    };
}
type N8 = UInt<UInt<UInt<N1, B0>, B0>, B0>;
type N16 = UInt<N8, B0>;
type N32 = UInt<N16, B0>;
type N64 = UInt<N32, B0>;
type N128 = UInt<N64, B0>;
#[cfg(feature = "half")]
plain!(half::f16 half::bf16 = N16;);
plain! {
    u8 i8 = N8;
    u16 i16 = N16;
    u32 i32 f32 = N32;
    u64 i64 f64 = N64;
    u128 i128 = N128;
}

macro_rules! plain_vectors {
    ($($n:literal: $($shift:ident)+;)+) => { $(
        // SAFETY: plain elements side by side, without padding.
        #[diagnostic::do_not_recommend]
        unsafe impl<T: Plain> Plain for [T; $n] {
            type Bits = plain_vectors!(@ T::Bits, $($shift)+);
        }
    )+ };
    (@ $bits:ty, $first:ident $($shift:ident)*) => {
        plain_vectors!(@ <$bits as Nat>::$first, $($shift)*)
    };
    (@ $bits:ty,) => { $bits };
}
plain_vectors! {
    2: Shift1;
    4: Shift2;
    8: Shift3;
    16: Shift3 Shift1;
}

/// The layout of a tensor of T as elements of type U. See [`Tensor::recast`].
///
/// ```
/// use zellige::{prelude::*, tensor::Recasted};
/// assert_layout!(Recasted<layout!((8, 32) : (1, 8)), u16, u32> == (4, 32) : (1, 4));
/// ```
pub type Recasted<L, T, U> = <L as Recast>::RecastLayout<<T as Plain>::Bits, <U as Plain>::Bits>;

/// Panics if the size of `T` is not the size that its `Bits` specify.
#[track_caller]
const fn check_bits<T: Plain>() {
    assert!(
        size_of::<T>() as u128 * 8 == T::Bits::N,
        "the bits of an element are not eight times its size"
    );
}
/// Returns whether an element of T consists of a whole number of elements of U. Then each element
/// of U lies in one element of T; otherwise it may reach into others.
const fn splits<T: Plain, U: Plain>() -> bool {
    T::Bits::N % U::Bits::N == 0
}
/// Panics if the new elements would have bytes that do not belong to the tensor.
#[track_caller]
const fn check_recast<L: Layout, R: Layout, T: Plain, U: Plain, K: Claim>() {
    check::<R>();
    bounds::check_in_memory_or::<L>(
        "; negative strides are not recast to elements of another width",
    );
    bounds::check_in_memory_or::<R>(
        "; negative strides are not recast to elements of another width",
    );
    check_bits::<T>();
    check_bits::<U>();
    if !K::WHOLE && !splits::<T, U>() {
        Message::new()
            .s("a part of a split tensor cannot be recast to wider elements, which may reach into other parts")
            .raise()
    }
    if !K::WHOLE && !L::IS_STATIC {
        Message::new()
            .s("a part of a split tensor can only be recast if its layout is static, but it is ")
            .cat(&L::TEXT)
            .raise()
    }
    let (have, need) = (
        <L::Cosize as Integer>::KNOWN as u128 * T::Bits::N,
        <R::Cosize as Integer>::KNOWN as u128 * U::Bits::N,
    );
    if L::IS_STATIC && R::IS_STATIC && need > have {
        Message::new()
            .cat(&R::TEXT)
            .s(" addresses ")
            .u((need / 8) as u64)
            .s(" bytes, but the tensor has ")
            .u((have / 8) as u64)
            .raise()
    }
}
#[cold]
#[inline(never)]
#[track_caller]
fn more_bytes<R: Layout>(new: R, have: u128, need: u128) -> ! {
    panic!("{new} addresses {need} bytes, but the tensor has {have}")
}
#[cold]
#[inline(never)]
#[track_caller]
fn not_aligned(address: usize, bytes: usize) -> ! {
    panic!(
        "elements of {bytes} bytes cannot lie at the address {address:#x}, which is not a multiple of {bytes}"
    )
}

impl<V: Engine, L: Layout> Tensor<V, L> {
    /// Returns the same memory as elements of another type. CuTe: `recast<U>(tensor)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let words = [0x0403_0201u32, 0x0807_0605, 0x0c0b_0a09, 0x100f_0e0d];
    /// let a = Tensor::new(&words, layout!((2, 2) : (1, 2)));
    /// let bytes = a.recast::<u8>();
    /// assert_eq!(bytes.layout(), layout!((8, 2) : (1, 8)));
    /// # #[cfg(target_endian = "little")]
    /// assert_eq!(bytes[(2u32, 1u32)], 11);
    /// assert_eq!(bytes.recast::<u16>().layout(), layout!((4, 2) : (1, 4)));
    /// ```
    ///
    /// A layout that cannot be recast is an error as in
    /// [`recast_layout`](crate::Recast::recast_layout). So are elements that would reach past the
    /// end: three elements of 6 bytes are not elements of 4 bytes, `_6:_1 addresses 24 bytes, but
    /// the tensor has 18`. A part of a split tensor can be recast only if its layout is static, and
    /// only to elements that divide its own.
    ///
    /// # Panics
    ///
    /// Panics if the memory is not aligned for the elements; with run-time integers, also if the
    /// elements would reach past the end.
    #[doc(alias("recast_tensor", "recast_ptr"))]
    #[inline(always)]
    #[track_caller]
    pub fn recast<U: Plain>(self) -> Tensor<V::Of<U>, Recasted<L, V::Element, U>>
    where
        V: Viewing<Element: Plain>,
    {
        const { check_recast::<L, Recasted<L, V::Element, U>, V::Element, U, V::Claim>() }
        let (old, new) = (Nat::UNIT, Nat::UNIT);
        let layout = demand!(|faults| self
            .layout
            .recast_layout_noting::<<V::Element as Plain>::Bits, U::Bits>(old, new, faults));
        let have = bounds::cosize(self.layout) as u128 * size_of::<V::Element>() as u128;
        let need = bounds::cosize(layout) as u128 * size_of::<U>() as u128;
        if need > have {
            more_bytes(layout, have, need)
        }
        let address = self.engine.base().as_ptr().addr();
        if address % align_of::<U>() != 0 {
            not_aligned(address, align_of::<U>())
        }
        // SAFETY: the memory is aligned, and so is every element of U in it, since its size is a
        // multiple of its alignment. If the whole is claimed, all bytes that the new layout
        // addresses belong to the tensor, since they are no more than the old one addresses. If
        // only the elements are claimed, the layouts are static and each element is cut into
        // several, which are at the same coordinate. Any bits are elements of either type.
        unsafe { Tensor::of(self.engine.cast::<U>(), layout) }
    }
}

/// The largest number of bits that is copied at once.
type MostBits = N128;
/// The longest common vector of A and B.
type Common<A, B> = <A as Recast>::MaxCommonLayout<B>;
/// The alignment of L.
type Alignment<L> = <L as Recast>::MaxAlignment;
/// Whether elements of this many bits are copied one by one between the layouts `a` and `b`:
/// elements of 24 bits do not form one access, 256 bits are too many, and there may be no common
/// vector, or no known alignment.
#[total(types)]
fn one_by_one(a: Layout, b: Layout, bits: Nat) -> Bool {
    let vector: IntTuple = Layout::shape(common(a, b));
    !(bits.is_power() && gt(MostBits, bits))
        || (vector.is_refused() || !both_static(alignment(a), alignment(b)))
}
/// The layout of the other elements of L, from vector C to vector.
type Besides<L, C> = <<<L as Divides>::ZippedDivide<C> as Steps>::Tail as Steps>::Head;
/// The layout C, cut to its first W elements.
type FirstOf<C, W> = <C as Algebra>::ComposeAs<Composition, Strided<W, N1>>;

/// The number of elements of `Bits` bits that one access can copy between the layouts A and B: the
/// greatest common divisor of the length of their longest common vector, the number of elements in
/// 128 bits, and the alignments of both layouts, since every access must be aligned. It is 1 if
/// there is no common vector, and for elements with a number of bits that is not a power of two, or
/// more than 64.
///
/// ```
/// use zellige::prelude::*;
/// use zellige::tensor::VectorWidth;
/// type Rows = layout!((8, 32) : (32, 1));
/// type Padded = layout!((8, 32) : (36, 1));
/// assert_type_eq_all!(VectorWidth<Rows, Rows, int!(32)>, int!(4));          // 128 bits
/// assert_type_eq_all!(VectorWidth<Rows, Padded, int!(16)>, int!(4));        // rows begin at multiples of 36
/// assert_type_eq_all!(VectorWidth<Rows, layout!((8, 32) : (1, 8)), int!(32)>, int!(1));
/// ```
///
/// CuTe: the width that `copy` computes from `max_common_vector` and `max_alignment`.
#[total(types)]
pub fn vector_width(a: Layout, b: Layout, bits: Nat) -> Nat {
    if one_by_one(a, b, bits) {
        1
    } else {
        let longest: Nat = known(Layout::size(common(a, b)));
        let most: Nat = longest.gcd(quotient(MostBits, bits));
        most.gcd(Nat::gcd(known(alignment(a)), known(alignment(b))))
    }
}
/// The vector of this many elements: a layout of their indices in `a`, and in `b`.
#[total(types)]
fn vector(a: Layout, b: Layout, bits: Nat) -> Layout {
    if one_by_one(a, b, bits) {
        strided(1, 0)
    } else {
        first_of(common(a, b), vector_width(a, b, bits))
    }
}

/// Panics if vectors do not tile the layout L evenly.
#[track_caller]
const fn check_vectors<L: Layout, V: Layout>() {
    check::<Besides<L, V>>();
    let size = <<Besides<L, V> as Layout>::Size as Integer>::KNOWN
        .saturating_mul(<V::Size as Integer>::KNOWN);
    assert!(
        !L::IS_STATIC || size == <L::Size as Integer>::KNOWN,
        "zellige: a common vector that does not divide its layout; this is a bug"
    );
}

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Copies the elements of `source`, several at once: as many as [`VectorWidth`] says, in one
    /// access of up to 128 bits. If the memory is not aligned for that, or a layout has run-time
    /// integers, it copies the elements one by one. CuTe: `copy(AutoVectorizingCopy{}, source,
    /// destination)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let rows: [f32; 64] = core::array::from_fn(|i| i as f32);
    /// let rows = Tensor::new(&rows, layout!((4, 16) : (16, 1)));
    /// let mut padded = Tensor::new([0.0; 80], layout!((4, 16) : (20, 1)));
    /// padded.copy_vectors_from(&rows);                     // 4 at once
    /// assert_eq!(padded[(3u32, 15u32)], 63.0);
    /// ```
    ///
    /// Different sizes are errors as in [`copy_from`](Tensor::copy_from).
    #[doc(alias(
        "AutoVectorizingCopyWithAssumedAlignment",
        "autovec_copy",
        "copy",
        "copy_aligned",
        "AutoVectorizingCopy"
    ))]
    #[inline(always)]
    #[track_caller]
    pub fn copy_vectors_from<S, R>(&mut self, source: &Tensor<S, R>)
    where
        E: EngineMut<Element: Plain>,
        S: Engine<Element = E::Element>,
        R: Layout,
    {
        const {
            check_sizes::<L, R>();
            check_bits::<E::Element>();
            check_vectors::<L, Vector<L, R, Bits<E>>>();
            check_vectors::<R, Vector<L, R, Bits<E>>>();
        }
        assert_sizes(self.layout, source.layout);
        let bytes = const { VectorWidth::<L, R, Bits<E>>::N as usize * size_of::<E::Element>() };
        let (to, from) = (self.engine.base_mut().as_ptr(), source.engine.base().as_ptr());
        let known = L::IS_STATIC
            && R::IS_STATIC
            && L::IN_MEMORY
            && R::IN_MEMORY
            && bytes > size_of::<E::Element>();
        if !known || (to.addr() | from.addr()) % bytes != 0 {
            return self.copy_each(source);
        }
        let vector = <Vector<L, R, Bits<E>>>::STATIC;
        let starts = (
            self.layout.zipped_divide(vector).tail().head(),
            source.layout.zipped_divide(vector).tail().head(),
        );
        pairs(starts.0, starts.1, |i, j| {
            // SAFETY: i and j are offsets of coordinates inside the static shapes, at which a
            // vector starts: the elements of one vector have the offsets from there on in either
            // layout, so all of them are elements of their tensor, and as many bytes are written as
            // they have. These offsets are multiples of the width, and the first elements lie at
            // multiples of its bytes, which the alignment of an integer of that many bytes never
            // exceeds. `self` is mutably borrowed, so `source`, which is borrowed too, has none of
            // its elements. Any bits are elements, and none of them is uninitialized.
            unsafe {
                let (to, from) = (to.add(i), from.add(j));
                match bytes {
                    2 => *to.cast::<u16>() = *from.cast::<u16>(),
                    4 => *to.cast::<u32>() = *from.cast::<u32>(),
                    8 => *to.cast::<u64>() = *from.cast::<u64>(),
                    16 => *to.cast::<u128>() = *from.cast::<u128>(),
                    _ => unreachable!("a vector has 2, 4, 8 or 16 bytes"),
                }
            }
        })
    }
}
type Bits<E> = <<E as Engine>::Element as Plain>::Bits;
