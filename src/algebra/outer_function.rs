//! Outer functions: functions that are applied to the offsets of a layout, as in
//! `F(offset + L(c))`.
//!
//! | F | what it is | where |
//! |---|---|---|
//! | [`Sw`](super::swizzle::Sw) | a bijection of the offsets that moves bits onto bits | `swizzle` |
//! | [`Strided`] | a layout, applied to the offset as an index | here |
//! | [`NoFunction`] | the result of a refused operation | here |

use core::fmt;
use core::marker::PhantomData;

use super::swizzle::{IfNotRecast, if_not_recast};
use super::walk::{Extension, ExtensionOf, extension_of};
use super::width::{Offsets, Range, Ranged};
use crate::algebra::algebra_reasons::NotThrough;
use crate::integer::total::{add, mul};
use crate::integer::*;
use crate::layout::{ComposedLayout, Conversion, Layout, Strided};
use crate::number::*;
use crate::refusal::{Message, Reason, Refusal, Refused};
use crate::run_time::{ModeList, check_sizes};
use crate::sealed::Sealed;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// The outer function of a [`ComposedLayout`]: a [`Sw`](super::swizzle::Sw) (see
/// [`Swizzle`](crate::Swizzle)), or a layout, as the function of its index.
///
/// ```
/// use zellige::{prelude::*, Outer};
/// /// The image of the offset 64.
/// fn moved<F: Outer>(layout: ComposedLayout<F, int!(0), layout!((8, 64) : (64, 1))>) -> usize {
///     layout.crd2idx((1u32, 0u32)).usize()
/// }
/// assert_eq!(moved(layout!(Sw<3, 3, 3> o 0 o (8, 64) : (64, 1))), 64 ^ 8);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function of offsets",
    label = "must be a swizzle or a layout",
    note = "a swizzle is `Swizzle::<3, 4, 3>::new()`"
)]
pub trait Outer: Copy + PartialEq + Send + Sync + 'static {
    #[doc(hidden)]
    const SEALED: Sealed;
    /// True if it is a swizzle, and so a bijection of the offsets.
    #[doc(hidden)]
    const IS_SWIZZLE: bool;
    /// Its B, Y and Z, if it is a [`Sw`].
    #[doc(hidden)]
    const MOVES: Option<[u64; 3]> = None;
    /// L, if it is a swizzle; otherwise a layout about which nothing is known.
    #[doc(hidden)]
    type Unswizzled<L: Layout>: Layout;
    /// Its value at X.
    type Apply<X: Integer>: Integer;
    /// An upper bound of 1 + its largest value below N, minus the smallest.
    #[doc(hidden)]
    type Bound<N: Integer>: Integer;
    /// The layout `self(offset + L(c))`; L itself if that is the same.
    type Around<O: Integer, L: Layout>: Layout<Profile = L::Profile>;
    /// The function G with `A(self(x)) = G(A(x))` for all x below N.
    #[doc(hidden)]
    type Through<A: Extension, N: Integer>: Outer;
    /// The function on elements N times as wide: `self(N x) / N`.
    #[doc(hidden)]
    type Wider<N: Integer>: Outer;
    /// The same for the memory of such elements; refused if parts of one element move.
    #[doc(hidden)]
    type WiderElements<N: Integer>: Outer;
    /// The function on elements that are narrower by the factor N.
    #[doc(hidden)]
    type Narrower<N: Integer>: Outer;
    /// The possible values of its offsets, if it is not a swizzle.
    #[doc(hidden)]
    const RANGE: Range = Range::ZERO;
    /// The number of adjacent elements, from a multiple of that number on, that stay adjacent.
    #[doc(hidden)]
    type Run: Integer;
    /// The value, if every integer is static; any value otherwise.
    #[doc(hidden)]
    const VALUE: Self;
    /// True if every integer is static.
    const IS_STATIC_FUNCTION: bool;
    /// The reason why it is not a function, if an operation was refused.
    const FAULT: Option<Refusal>;
    /// In CuTe's notation.
    #[doc(hidden)]
    const NAME: Message;
    #[doc(hidden)]
    fn unswizzled<L: Layout>(self, l: L) -> Self::Unswizzled<L>;
    #[doc(hidden)]
    fn value_at<X: Integer>(self, x: X) -> Self::Apply<X>;
    #[doc(hidden)]
    fn bound<N: Integer>(self, n: N) -> Self::Bound<N>;
    #[doc(hidden)]
    fn around<O: Integer, L: Layout>(self, o: O, l: L) -> Self::Around<O, L>;
    #[doc(hidden)]
    fn upcast_by<N: Integer>(self, n: N) -> Self::WiderElements<N>;
    #[doc(hidden)]
    fn downcast_by<N: Integer>(self, n: N) -> Self::Narrower<N>;
    /// The same for a run-time `n`, without overflow.
    #[doc(hidden)]
    fn exact_bound(self, n: i128) -> i128;
    /// In CuTe's notation, with the run-time integers.
    #[doc(hidden)]
    fn text(self) -> Message {
        Self::NAME
    }
    #[doc(hidden)]
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// The value of this type that is the same function as `g`, if there is one.
    #[doc(hidden)]
    #[inline(always)]
    fn of_equal<G: Outer>(_: G) -> Option<Self> {
        const { same_moves(Self::MOVES, G::MOVES) }.then_some(Self::VALUE)
    }
    /// This function as a layout, if it is one.
    #[doc(hidden)]
    #[inline(always)]
    fn to_layout<S: IntTuple, D: IntTuple>(self) -> Option<Strided<S, D>> {
        None
    }
}

/// True if two swizzles move the same bits.
const fn same_moves(a: Option<[u64; 3]>, b: Option<[u64; 3]>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a[0] == b[0] && a[1] == b[1] && a[2] == b[2],
        _ => false,
    }
}

/// The cosize of `f(o + l(c))`, where l has the cosize `n`: no offset exceeds it, and it is 0 if
/// there are no offsets.
#[total]
pub fn cosize_under(f: Outer, o: Integer, n: Integer) -> Integer {
    if n.is_zero() {
        0
    } else if n.is_static() {
        f.bound(add(o.abs(), n))
    } else {
        mul(min(n, 1), f.bound(add(o.abs(), n)))
    }
}
/// The layout that represents one about which nothing is known: it reaches an element twice.
const UNKNOWN: Strided<usize, usize> = Strided::of(2, 0);

/// A layout as the function of an index, with an unbounded last mode.
#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Outer for Strided<S, D> {
    const SEALED: Sealed = Sealed;
    const IS_SWIZZLE: bool = false;
    type Unswizzled<L: Layout> = Strided<usize, usize>;
    type Apply<X: Integer> = <Self as Layout>::Crd2Idx<X>;
    type Bound<N: Integer> = Add<<ExtensionOf<S, D> as Extension>::Largest<N>, N1>;
    type Around<O: Integer, L: Layout> = ComposedLayout<Self, O, L>;
    type Through<A: Extension, N: Integer> = NoFunction<NotThrough<A, Self>>;
    type Wider<N: Integer> = IfNotRecast<Self, N>;
    type WiderElements<N: Integer> = IfNotRecast<Self, N>;
    type Narrower<N: Integer> = IfNotRecast<Self, N>;
    const RANGE: Range = <Offsets<S, D> as Ranged>::RANGE;
    type Run = N1;
    const VALUE: Self = <Self as Layout>::UNCHECKED;
    const IS_STATIC_FUNCTION: bool = <Self as Layout>::IS_STATIC;
    const FAULT: Option<Refusal> = <Self as Layout>::REFUSAL;
    #[inline(always)]
    fn of_equal<G: Outer>(g: G) -> Option<Self> {
        g.to_layout()
    }
    #[inline(always)]
    fn to_layout<S2: IntTuple, D2: IntTuple>(self) -> Option<Strided<S2, D2>> {
        self.to_strided()
    }
    const NAME: Message = <Self as Layout>::TEXT;
    fn unswizzled<L: Layout>(self, _: L) -> Self::Unswizzled<L> {
        UNKNOWN
    }
    #[inline(always)]
    fn value_at<X: Integer>(self, x: X) -> Self::Apply<X> {
        self.offset_at(x)
    }
    #[inline(always)]
    fn bound<N: Integer>(self, n: N) -> Self::Bound<N> {
        add(extension_of(self.shape(), self.mode_stride()).largest(n), N1::UNIT)
    }
    #[inline(always)]
    fn around<O: Integer, L: Layout>(self, o: O, l: L) -> Self::Around<O, L> {
        ComposedLayout::of(self, o, l)
    }
    #[inline(always)]
    fn upcast_by<N: Integer>(self, n: N) -> Self::WiderElements<N> {
        if_not_recast(self, n)
    }
    #[inline(always)]
    fn downcast_by<N: Integer>(self, n: N) -> Self::Narrower<N> {
        if_not_recast(self, n)
    }
    fn exact_bound(self, n: i128) -> i128 {
        let mut modes = ModeList::NONE;
        extension_of(self.shape(), self.mode_stride()).list(&mut modes);
        1 + check_sizes::largest_below(n, &modes)
    }
    fn text(self) -> Message {
        self.value_text()
    }
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self, f)
    }
}

/// The function that a refused operation returns.
pub struct NoFunction<E>(PhantomData<fn() -> E>);
/// The function that an operation refused for E returns: [`NoFunction`], for functions on types and
/// values.
pub(super) const fn no_function<E>() -> NoFunction<E> {
    NoFunction(PhantomData)
}
impl<E> Copy for NoFunction<E> {}
/// A refused function equals no function.
impl<E> PartialEq for NoFunction<E> {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}
impl<E> Clone for NoFunction<E> {
    fn clone(&self) -> Self {
        *self
    }
}
#[diagnostic::do_not_recommend]
impl<E: Reason> Outer for NoFunction<E> {
    const SEALED: Sealed = Sealed;
    const IS_SWIZZLE: bool = false;
    type Unswizzled<L: Layout> = Strided<usize, usize>;
    type Apply<X: Integer> = Refused<E>;
    type Bound<N: Integer> = Refused<E>;
    type Around<O: Integer, L: Layout> = ComposedLayout<Self, O, L>;
    type Through<A: Extension, N: Integer> = Self;
    type Wider<N: Integer> = Self;
    type WiderElements<N: Integer> = Self;
    type Narrower<N: Integer> = Self;
    type Run = N1;
    const VALUE: Self = NoFunction(PhantomData);
    const IS_STATIC_FUNCTION: bool = false;
    const FAULT: Option<Refusal> = Some(E::REFUSAL);
    const NAME: Message = Message::new().s("(refused)");
    fn unswizzled<L: Layout>(self, _: L) -> Self::Unswizzled<L> {
        UNKNOWN
    }
    fn value_at<X: Integer>(self, _: X) -> Refused<E> {
        Refused::UNIT
    }
    fn bound<N: Integer>(self, _: N) -> Refused<E> {
        Refused::UNIT
    }
    fn around<O: Integer, L: Layout>(self, o: O, l: L) -> Self::Around<O, L> {
        ComposedLayout::of(self, o, l)
    }
    fn upcast_by<N: Integer>(self, _: N) -> Self {
        self
    }
    fn downcast_by<N: Integer>(self, _: N) -> Self {
        self
    }
    fn exact_bound(self, n: i128) -> i128 {
        n
    }
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(refused)")
    }
}
