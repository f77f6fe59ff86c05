//! The items that macros refer to. Not for users: they may change at any time.

pub use core::ops::RangeFull;

use crate::algebra::outer_function::Outer;
pub use crate::algebra::swizzle::Swizzle;
use crate::construct::{ColMajor, RowMajor};
pub use crate::construct::{col_major, row_major};
use crate::integer::Integer;
use crate::layout::{ComposedLayout, Layout, Strided, bounds};
use crate::number::number_literal::{Before, Digit, Digits};
pub use crate::number::number_literal::{
    Number, difference, digit, hex, not_zero, product, quotient, remainder, sum,
};
use crate::number::{B0, B1, N1, Nat, Positive, UInt, UTerm};
use crate::profile::ProfileOfRefused;
use crate::ranks::for_tuples;
use crate::refusal::Message;
use crate::stride::{Negative, ScaledBasis};
use crate::tuple::IntTuple;

/// The macros, which take the path of this crate before their input.
pub mod literal {
    pub use zellige_macros::{assert_layout, coord, find_layout, int, layout, shape};
}

/// Returns the number of elements that memory must have for a tensor of this layout, if there can
/// be such a tensor: with offsets from 0 on, and no more elements than its integers can count. Used
/// by `zellige-launch`.
pub fn elements_in_memory<L: Layout>(layout: L) -> Option<usize> {
    let extent = L::IN_MEMORY.then(|| bounds::extent(layout))?;
    extent.map(|extent| extent.cosize)
}

/// A static integer, `..`, or a tuple of these: `<N as IntLiteral>::Int` is the type and its only
/// value.
pub trait IntLiteral {
    /// The type.
    type Int;
    /// The value.
    #[allow(non_upper_case_globals)]
    const Int: Self::Int;
}

macro_rules! static_literal {
    ([$($g:tt)*] $t:ty = $value:expr) => {
        impl<$($g)*> IntLiteral for $t {
            type Int = $t;
            #[allow(non_upper_case_globals)]
            const Int: $t = $value;
        }
    };
}
static_literal!([] UTerm = UTerm);
static_literal!([] N1 = Nat::UNIT);
static_literal!([U: Positive] UInt<U, B0> = Nat::UNIT);
static_literal!([U: Positive] UInt<U, B1> = Nat::UNIT);
static_literal!([N: Nat] Negative<N> = Negative::UNIT);
static_literal!([V: Integer, P: IntTuple] ScaledBasis<V, P> = <Self as IntTuple>::UNCHECKED);
static_literal!([] RangeFull = ..);
static_literal!([]() = ());

macro_rules! node {
    ($($t:ident)*) => {
        impl<$($t: IntLiteral),*> IntLiteral for ($($t,)*) {
            type Int = ($($t::Int,)*);
            #[allow(non_upper_case_globals)]
            const Int: Self::Int = ($($t::Int,)*);
        }
    };
}
for_tuples!(node);

/// The digits of a constant expression.
macro_rules! number {
    ($($D:ident)*) => {
        impl<$(const $D: u8),*> IntLiteral for Number<$($D),*>
        where
            $(Digit<$D>: Digits,)*
        {
            type Int = number!(@ UTerm; $($D)*);
            #[allow(non_upper_case_globals)]
            const Int: Self::Int = Nat::UNIT;
        }
    };
    (@ $N:ty;) => { $N };
    (@ $N:ty; $D:ident $($rest:ident)*) => { number!(@ <$N as Before>::Then<Digit<$D>>; $($rest)*) };
}
number!(D6 D5 D4 D3 D2 D1 D0);

/// Returns an integer of a literal that is known only at run time.
#[inline(always)]
pub const fn leaf<N: Integer>(n: N) -> <N as LiteralLeaf>::Leaf {
    n
}
/// The type of an integer of a literal in later computations. For a type that is passed by mistake,
/// it is another type, so that the mistake is the only error.
pub trait LiteralLeaf {
    /// Itself, or `u32`.
    type Leaf;
}
impl<N: Integer> LiteralLeaf for N {
    type Leaf = N;
}
impl LiteralLeaf for &u32 {
    type Leaf = u32;
}
impl LiteralLeaf for &usize {
    type Leaf = usize;
}
macro_rules! taken_for_one {
    ($($t:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl LiteralLeaf for $t {
            type Leaf = u32;
        }
    )* };
}
crate::layout::wrong_arguments::for_mistaken!(taken_for_one);

/// Returns the layout of a literal with run-time integers, with shape and stride of the same
/// nesting.
#[inline(always)]
pub const fn strided<S: Copy, D: Copy>(shape: S, stride: D) -> Strided<S, D> {
    Strided::of(shape, stride)
}

/// A layout of static integers, `<(S, D) as Literal>::Layout` or, composed, `<(F, O, L) as
/// Literal>::Layout`: the type and its only value.
pub trait Literal {
    /// The type.
    type Layout;
    /// The value.
    #[allow(non_upper_case_globals)]
    const Layout: Self::Layout;
}
impl<S: IntTuple, D: IntTuple> Literal for (S, D) {
    type Layout = Strided<S, D>;
    #[allow(non_upper_case_globals)]
    const Layout: Strided<S, D> = <Strided<S, D> as Layout>::UNCHECKED;
}

impl<F: Outer, O: Integer, L: Layout> Literal for (F, O, L) {
    type Layout = ComposedLayout<F, O, L>;
    #[allow(non_upper_case_globals)]
    const Layout: ComposedLayout<F, O, L> = <ComposedLayout<F, O, L> as Layout>::UNCHECKED;
}

/// Returns the composed layout of a literal with run-time integers.
#[inline(always)]
pub const fn composed<F: Outer, O: Integer, L: Layout>(
    outer: F,
    start: O,
    inner: L,
) -> ComposedLayout<F, O, L> {
    ComposedLayout::new(outer, start, inner)
}

/// The compact layouts of a static shape, type and value.
pub trait Compact {
    /// First mode fastest.
    type ColMajor;
    /// Last mode fastest.
    type RowMajor;
    /// First mode fastest.
    #[allow(non_upper_case_globals)]
    const ColMajor: Self::ColMajor;
    /// Last mode fastest.
    #[allow(non_upper_case_globals)]
    const RowMajor: Self::RowMajor;
}
impl<S: IntTuple> Compact for S {
    type ColMajor = ColMajor<S>;
    type RowMajor = RowMajor<S>;
    #[allow(non_upper_case_globals)]
    const ColMajor: ColMajor<S> = <ColMajor<S> as Layout>::UNCHECKED;
    #[allow(non_upper_case_globals)]
    const RowMajor: RowMajor<S> = <RowMajor<S> as Layout>::UNCHECKED;
}

/// `assert_layout!(L)` and `assert_layout!(L == R)`.
pub struct Check;

impl Check {
    /// Panics with the refusal of L.
    #[track_caller]
    pub const fn accepted<L: Layout>() {
        crate::layout::check::<L>()
    }

    /// Panics with the refusal of L or of R, or with how they differ. They are compared by their
    /// texts, which must be complete.
    #[track_caller]
    pub const fn same<L: Layout, R: Layout>() {
        Self::accepted::<L>();
        Self::accepted::<R>();
        if !L::TEXT.same(&R::TEXT) {
            Message::new()
                .s("layouts differ: ")
                .cat(&L::TEXT)
                .s(" is not the expected ")
                .cat(&R::TEXT)
                .raise()
        }
        if !L::TEXT.is_exact() {
            Message::new()
                .s("these layouts are compared by their text, which is not complete: ")
                .cat(&L::TEXT)
                .raise()
        }
    }
}
