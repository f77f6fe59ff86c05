//! Fragments: tensors that own as many elements as their static layout addresses. Stable Rust does
//! not have an array `[T; L::COSIZE]` for a layout L that is a type parameter. [`Registers`] has
//! the size and alignment of such an array.

use core::ptr::NonNull;

use super::memory::{Engine, EngineMut, Whole};
use super::{Plain, Tensor, too_short};
use crate::construct::{FragmentLike, make_fragment_like};
use crate::integer::Integer;
use crate::layout::bounds;
use crate::layout::{Layout, check};
use crate::number::*;
use crate::refusal::Message;

/// A static number that can be the length of an array: any number that is not too large for memory.
///
/// Generic code that makes fragments of a layout has the bound `L: Layout<Cosize: ArrayLength>`.
///
/// ```
/// use zellige::{prelude::*, tensor::fragment};
/// fn bytes<L: Layout<Cosize: ArrayLength>>(layout: L) -> usize {
///     size_of_val(&fragment(0u8, layout))
/// }
/// assert_eq!(bytes(layout!((2, 4) : (4, 1))), 8);
/// ```
#[diagnostic::on_unimplemented(
    message = "a fragment's layout must be static, but its cosize is `{Self}`",
    label = "has run-time integers",
    note = "in generic code, add the bound `L: Layout<Cosize: ArrayLength>`, or make `registers(layout)`"
)]
pub trait ArrayLength: Nat {
    /// The type of this number of elements in a row.
    #[doc(hidden)]
    type Row<T: Copy>: Copy;
    #[doc(hidden)]
    fn row<T: Copy>(value: T) -> Self::Row<T>;
}
#[diagnostic::do_not_recommend]
impl<N: Nat> ArrayLength for N {
    type Row<T: Copy> = N::Array<T>;
    #[inline(always)]
    fn row<T: Copy>(value: T) -> N::Array<T> {
        N::filled(value)
    }
}

/// N elements of type T in a row, where N is a type: the engine of a [`Fragment`].
///
/// ```
/// use zellige::prelude::*;
/// assert_eq!(size_of::<Registers<f32, int!(6)>>(), size_of::<[f32; 6]>());
/// ```
#[derive(Copy, Clone)]
#[repr(transparent)]
pub struct Registers<T: Copy, N: ArrayLength>(N::Row<T>);

impl<T: Copy, N: ArrayLength> Registers<T, N> {
    /// The number of elements.
    pub const LENGTH: usize = N::N as usize;
    /// Returns registers that are all `value`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(size_of_val(&Registers::<f32, int!(32)>::filled(1.0)), 32 * 4);
    /// ```
    #[inline(always)]
    pub fn filled(value: T) -> Self {
        Registers(N::row(value))
    }
    /// Returns registers with all bits zero.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// /// The accumulators of a thread, laid out by a parameter.
    /// fn sums<L: Layout<Cosize: ArrayLength>>() -> Registers<f32, L::Cosize> {
    ///     Registers::zeroed()
    /// }
    /// assert_eq!(size_of_val(&sums::<layout!((4, 8))>()), 32 * 4);
    /// ```
    #[inline(always)]
    pub fn zeroed() -> Self
    where
        T: Plain,
    {
        // SAFETY: every bit pattern is a value of T, and of any number of them in a row.
        unsafe { core::mem::zeroed() }
    }
    /// Returns all elements, in their order.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(Registers::<u8, int!(3)>::filled(7).as_slice(), [7, 7, 7]);
    /// ```
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: LENGTH elements lie in a row from there on, as `IS_ARRAY` asserts, and are
        // borrowed as `self` is.
        unsafe { core::slice::from_raw_parts(self.base().as_ptr(), Self::LENGTH) }
    }
    /// The count and the positions of the elements are those of an array.
    const IS_ARRAY: () = assert!(
        size_of::<N::Row<T>>() as u128 == N::N.saturating_mul(size_of::<T>() as u128)
            && align_of::<N::Row<T>>() == align_of::<T>()
    );
}

// SAFETY: N elements in a row, as `IS_ARRAY` asserts: each level is `repr(C)`, with parts of a size
// that is a multiple of their common alignment, so nothing lies between them.
#[diagnostic::do_not_recommend]
unsafe impl<T: Copy, N: ArrayLength> Engine for Registers<T, N> {
    type Element = T;
    type Claim = Whole;
    #[inline(always)]
    fn base(&self) -> NonNull<T> {
        const { Self::IS_ARRAY }
        NonNull::from(&self.0).cast()
    }
}
// SAFETY: the same pointer, of a mutable borrow.
#[diagnostic::do_not_recommend]
unsafe impl<T: Copy, N: ArrayLength> EngineMut for Registers<T, N> {
    #[inline(always)]
    fn base_mut(&mut self) -> NonNull<T> {
        const { Self::IS_ARRAY }
        NonNull::from(&mut self.0).cast()
    }
}

/// The registers for the elements of a layout L. Generic code needs no bound for them: a layout
/// with a run-time cosize has no registers, and [`registers`] refuses it.
///
/// ```
/// use zellige::prelude::*;
/// assert_eq!(size_of::<RegistersOf<f32, layout!((4, 8))>>(), 32 * 4);
/// ```
pub type RegistersOf<T, L> = Registers<T, <<L as Layout>::Cosize as Integer>::Known>;
/// Returns the registers of a layout, with all bits zero. The layout may be a type parameter or
/// come from a tiled MMA.
///
/// ```
/// use zellige::{atom::{MmaTiling, OperandC}, prelude::*, tensor::registers};
/// /// Returns the accumulators of a thread for a tile of 64 by 64.
/// fn accumulators<M: MmaTiling>(mma: M) -> usize {
///     let c = mma.partition_fragment::<OperandC, _>(layout!((64, 64)));
///     size_of_val(&registers::<f32, _>(c))
/// }
/// ```
///
/// A run-time cosize does not compile: `registers: the layout (?,_4):(_4,_1) has a run-time
/// cosize`.
#[inline(always)]
pub fn registers<T: Plain, L: Layout>(_: L) -> RegistersOf<T, L> {
    const {
        check::<L>();
        if <L::Cosize as Integer>::IS_RUN_TIME {
            let message = Message::new().s("registers: the layout ").cat(&L::TEXT);
            message.s(" has a run-time cosize").raise()
        }
    }
    Registers::zeroed()
}

/// A tensor that owns the elements of a static layout L: an accumulator, the registers of a thread.
///
/// ```
/// use zellige::prelude::*;
/// type Accumulator = Fragment<f32, layout!((4, 8) : (1, 4))>;
/// assert_eq!(size_of::<Accumulator>(), 32 * 4);
/// ```
///
/// For a single layout, an array works as well: `Tensor::new([0f32; L::COSIZE], layout)`.
pub type Fragment<T, L> = Tensor<Registers<T, <L as Layout>::Cosize>, L>;

/// Creates a fragment with every element equal to `value`. The layout may be a type parameter.
/// CuTe: `make_tensor<T>(layout)`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige::tensor::fragment;
/// fn sum<E: Engine<Element = f32>, L: Layout<Cosize: ArrayLength>>(a: &Tensor<E, L>) -> f32 {
///     let mut copy = fragment(0.0, a.layout());
///     copy.copy_from(a);
///     copy.iter().sum()
/// }
/// assert_eq!(sum(&Tensor::new([1.0, 2.0, 4.0, 8.0], layout!((2, 2) : (2, 1)))), 15.0);
/// ```
///
/// A layout with run-time integers does not compile: ``a fragment's layout must be static, but its
/// cosize is `u32` ``. Neither does one with offsets below 0: `a tensor's layout must have unsigned
/// strides, or be a swizzle of a layout that has, but this is _4:_-1`.
#[doc(alias("make_tensor_like", "make_fragment", "make_rmem_tensor_like", "make_tensor"))]
#[inline(always)]
#[track_caller]
pub fn fragment<T: Copy, L: Layout<Cosize: ArrayLength>>(value: T, layout: L) -> Fragment<T, L> {
    const {
        check::<L>();
        bounds::check_in_memory::<L>()
    }
    // An extent may be known only at run time, if its stride is 0.
    let cosize = bounds::cosize(layout);
    let length = <L::Cosize as Integer>::KNOWN as usize;
    if cosize > length {
        too_short(layout, cosize, length)
    }
    // SAFETY: it has as many elements as the static cosize says, and by the check above the offsets
    // of all coordinates inside the layout are below that; it has the whole of them.
    unsafe { Tensor::of(Registers::filled(value), layout) }
}

impl<E: Engine, L: Layout> Tensor<E, L> {
    /// Creates a fragment for the elements of this tensor, with every element equal to `value`. It
    /// has the same shape, with the first mode contiguous and the others in the order of the
    /// strides. CuTe: `make_fragment_like`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let data = [1.0f32; 64];
    /// let a = Tensor::new(&data, layout!((8, 2, 4) : (1, 32, 8)));
    /// let mut registers = a.slice((.., .., ..)).make_fragment_like(0.0f64);
    /// assert_eq!(registers.layout(), layout!((8, 2, 4) : (1, 32, 8)));
    /// registers[(7u32, 1u32, 3u32)] = 2.0;
    /// ```
    ///
    /// A tensor of two modes has the profile `(m,(n,))`, as in CuTe.
    #[inline(always)]
    pub fn make_fragment_like<T: Copy>(&self, value: T) -> Fragment<T, FragmentLike<L>>
    where
        FragmentLike<L>: Layout<Cosize: ArrayLength>,
    {
        fragment(value, make_fragment_like(self.layout))
    }
}
