//! Coordinates: from coordinate to offset, from index to coordinate, slices.
//!
//! ```text
//! ((2,4),(3,5)):((3,6),(1,24))  at (11,12):   11 -> (1,5), 12 -> (0,4):  1*3 + 5*6 + 0*1 + 4*24 = 129
//! ```
//!
//! A coordinate of a shape is an integer for any of its modes, or a tuple with a coordinate for
//! each. An integer stands for a tuple in colexicographic order, the first mode fastest; the last
//! mode takes all that is left, so a coordinate past the end has an offset, too.

use core::fmt;
use core::ops::RangeFull;

use super::width::{OfOffset, Offsets, Ranged, Sum, Within, Zero, check_width};
use crate::cases::{cases, for_tuples};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::{AnyForm, Fits, Profile, SameForm, SliceProfile};
use crate::refusal::{NoSuchCoordinate, NotCompact, NotCongruent, Reason, Refusal, Refused};
use crate::run_time::{self, ModeList};
use crate::sealed::Sealed;
use crate::stride::{ArithmeticTuple, Negative, ScaledBasis, Signed};
use crate::tuple::compact::{CompactColMajor, col_major_from};
use crate::tuple::compare::WeaklyCongruent;
use crate::tuple::measure::{Product, ProductEach, product_each};
use crate::tuple::*;

cases! {
    /// The offset of the index C in the layout S:D.
    OffsetOfIndex[C: Integer, S: IntTuple, D: IntTuple](c: C, s: S, d: D) -> Integer {
        Leaf => Mul<D::Leaf, C> = mul(d.leaf(), c);
        Empty => UTerm = UTerm;
        Node => <IsLast<S> as LastModeOffset>::Out<C, S, D> = <IsLast<S> as LastModeOffset>::go(c, s, d);
    }
}
/// Is the first mode the last?
type IsLast<S> = <<S as IntTuple>::Tail as IntTuple>::IsEmpty;
cases! {
    /// Is it the last mode? It takes all of the index.
    LastModeOffset[C: Integer, S: IntTuple, D: IntTuple](c: C, s: S, d: D) -> Integer {
        B1 => OffsetOf<C, S::Head, D::Head> = offset_of(c, s.head(), d.head());
        B0 => Add<OffsetOf<Rem<C, Product<S::Head>>, S::Head, D::Head>, OffsetOf<Div<C, Product<S::Head>>, S::Tail, D::Tail>> = {
            let n = s.head().elements();
            add(offset_of(rem(c, n), s.head(), d.head()), offset_of(div(c, n), s.tail(), d.tail()))
        };
    }
}
type OffsetOf<C, S, D> = <<S as IntTuple>::Kind as OffsetOfIndex>::Out<C, S, D>;
#[inline(always)]
fn offset_of<C: Integer, S: IntTuple, D: IntTuple>(c: C, s: S, d: D) -> OffsetOf<C, S, D> {
    <S::Kind as OffsetOfIndex>::go(c, s, d)
}

/// A coordinate: an integer, `..` (a whole mode, in slices), or a tuple with a coordinate for each
/// mode.
///
/// Integers are static (`int!(3)`), `u32` or `usize`; the offset is computed in the widest width
/// among coordinate and layout, so `u32` coordinates of a static layout stay in 32 bits.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((3, (2, 3)) : (3, (12, 1)));
/// assert_eq!(a.crd2idx(16u32), 17);                // (1,(1,2)): 1*3 + 1*12 + 2*1
/// assert_eq!(a.crd2idx((1u32, 5u32)), 17);
/// assert_eq!(a.crd2idx((int!(1), (1u32, 2usize))), 17);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate",
    label = "must be an unsigned integer (`3u32`, not `3`), `..` or a tuple of these",
    note = "integers are `u32`, `usize` or static (`int!(3)`)"
)]
pub trait Coord: Copy + 'static {
    /// Its form without numbers: `usize` for an integer, tuples for tuples.
    #[doc(hidden)]
    type Form: SliceProfile;
    /// Its offset in the layout S:D.
    #[doc(hidden)]
    type At<S: IntTuple, D: IntTuple>: Integer;
    /// The offsets of all coordinates of this type in the layout S:D.
    #[doc(hidden)]
    type Range<S: IntTuple, D: IntTuple>: Ranged;
    /// The parts of the shape (or stride) S under `..`, in front of R.
    #[doc(hidden)]
    type Slice<S: IntTuple, R: IntTuple>: IntTuple;
    /// The parts of the whole shape (or stride) S under `..`; `..` alone is all of it.
    #[doc(hidden)]
    type Sliced<S: IntTuple>: IntTuple;
    /// The parts of the shape (or stride) S under integers, in front of R.
    #[doc(hidden)]
    type Dice<S: IntTuple, R: IntTuple>: IntTuple;
    /// The parts of the whole shape (or stride) S under integers; an integer alone takes all of it.
    #[doc(hidden)]
    type Diced<S: IntTuple>: IntTuple;
    /// As an index, its coordinate in the shape S.
    #[doc(hidden)]
    type Digits<S: IntTuple>: IntTuple;
    /// As an offset, its coordinate in the compact layout S:D.
    #[doc(hidden)]
    type DigitsBy<S: IntTuple, D: IntTuple>: IntTuple;
    #[doc(hidden)]
    fn digits_by<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> Self::DigitsBy<S, D>;
    /// The widest of its run-time integers; 0 if it has none.
    #[doc(hidden)]
    type Width: Integer;
    /// With its run-time integers of the width W.
    #[doc(hidden)]
    type As<W: Dynamic>: Coord<Form = Self::Form>;
    #[doc(hidden)]
    fn with_width<W: Dynamic>(self) -> Self::As<W>;
    #[doc(hidden)]
    const SEALED: Sealed;
    /// Are all its integers unsigned numbers?
    #[doc(hidden)]
    const IS_COUNT: bool;
    /// Is it inside the shape `s`? `..` always is.
    #[doc(hidden)]
    fn inside<S: IntTuple>(self, s: S) -> bool;
    /// Has it an offset in a layout of the shape `s`? An index that a run-time extent of 0 divides has none.
    #[doc(hidden)]
    fn has_offset<S: IntTuple>(self, s: S) -> bool;
    /// Writes it in CuTe's notation: `(3,_)`, where `_` is `..`.
    #[doc(hidden)]
    fn show(self, f: &mut dyn fmt::Write) -> fmt::Result;
    #[doc(hidden)]
    fn digits<S: IntTuple>(self, s: S) -> Self::Digits<S>;
    #[doc(hidden)]
    fn at<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> Self::At<S, D>;
    #[doc(hidden)]
    fn sliced<S: IntTuple>(self, s: S) -> Self::Sliced<S>;
    #[doc(hidden)]
    fn slice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Slice<S, R>;
    #[doc(hidden)]
    fn diced<S: IntTuple>(self, s: S) -> Self::Diced<S>;
    #[doc(hidden)]
    fn dice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Dice<S, R>;
}

macro_rules! leaf {
    ([$($g:tt)*] $t:ty, $Width:ty, [$S:ident, $D:ident] $Range:ty, [$W:ident] $As:ty, |$c:ident| $as:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Coord for $t {
            type Form = usize;
            type Width = $Width;
            type At<S: IntTuple, D: IntTuple> = OffsetOf<<$t as IntTuple>::Leaf, S, D>;
            type Range<$S: IntTuple, $D: IntTuple> = $Range;
            type Slice<S: IntTuple, R: IntTuple> = <S::IsRefused as Ternary>::Out<S, R>;
            type Sliced<S: IntTuple> = ();
            #[inline(always)]
            fn sliced<S: IntTuple>(self, _: S) {}
            type DigitsBy<S: IntTuple, D: IntTuple> = ByIndex<<$t as IntTuple>::Leaf, S, D>;
            #[inline(always)]
            fn digits_by<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> Self::DigitsBy<S, D> {
                by_index(self.leaf(), s, d)
            }
            type Digits<S: IntTuple> = OfIndex<<$t as IntTuple>::Leaf, S>;
            type As<$W: Dynamic> = $As;
            #[inline(always)]
            fn with_width<$W: Dynamic>(self) -> $As {
                let $c = self;
                $as
            }
            const SEALED: Sealed = Sealed;
            const IS_COUNT: bool = <$t as IntTuple>::IS_UNSIGNED;
            #[inline(always)]
            fn inside<S: IntTuple>(self, s: S) -> bool {
                self.leaf().usize() < s.elements().usize()
            }
            #[inline(always)]
            fn has_offset<S: IntTuple>(self, s: S) -> bool {
                S::IS_STATIC || S::COUNT < 2 || s.elements().usize() != 0
            }
            fn show(self, f: &mut dyn fmt::Write) -> fmt::Result {
                IntTuple::write(self, f)
            }
            #[inline(always)]
            fn digits<S: IntTuple>(self, s: S) -> Self::Digits<S> {
                of_index(self.leaf(), s)
            }
            #[inline(always)]
            fn at<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> Self::At<S, D> {
                offset_of(self.leaf(), s, d)
            }
            #[inline(always)]
            fn slice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Slice<S, R> {
                <S::IsRefused as Ternary>::go(s, r)
            }
            type Dice<S: IntTuple, R: IntTuple> = R::Prepend<S>;
            type Diced<S: IntTuple> = S;
            #[inline(always)]
            fn diced<S: IntTuple>(self, s: S) -> S {
                s
            }
            #[inline(always)]
            fn dice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Dice<S, R> {
                r.prepend_mode(s)
            }
        }
    };
}
leaf!([] UTerm, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
leaf!([U: Positive] UInt<U, B0>, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
leaf!([U: Nat] UInt<U, B1>, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
leaf!([] u32, u32, [S, D] Within<Self, Offsets<S, D>>, [W] W, |c| W::of(c));
leaf!([] usize, usize, [S, D] Within<Self, Offsets<S, D>>, [W] W, |c| W::of(c));
leaf!([E: Reason, P: Profile] Refused<E, P>, UTerm, [S, D] Zero, [W] Self, |c| c);
leaf!([N: Nat] Negative<N>, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
leaf!([] Signed<i32>, UTerm, [S, D] Within<Self, Offsets<S, D>>, [W] Self, |c| c);
leaf!([] Signed<isize>, UTerm, [S, D] Within<Self, Offsets<S, D>>, [W] Self, |c| c);
leaf!([V: Integer, P: IntTuple] ScaledBasis<V, P>, UTerm, [S, D] Zero, [W] Self, |c| c);
leaf!([T: IntTuple] ArithmeticTuple<T>, UTerm, [S, D] Zero, [W] Self, |c| c);

#[diagnostic::do_not_recommend]
impl Coord for RangeFull {
    type Form = RangeFull;
    type Width = UTerm;
    type At<S: IntTuple, D: IntTuple> = UTerm;
    type Range<S: IntTuple, D: IntTuple> = Zero;
    type Slice<S: IntTuple, R: IntTuple> = R::Prepend<S>;
    type Sliced<S: IntTuple> = S;
    type As<W: Dynamic> = Self;
    #[inline(always)]
    fn with_width<W: Dynamic>(self) -> Self {
        self
    }
    const SEALED: Sealed = Sealed;
    const IS_COUNT: bool = true;
    #[inline(always)]
    fn inside<S: IntTuple>(self, _: S) -> bool {
        true
    }
    #[inline(always)]
    fn has_offset<S: IntTuple>(self, _: S) -> bool {
        true
    }
    fn show(self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("_")
    }
    #[inline(always)]
    fn sliced<S: IntTuple>(self, s: S) -> S {
        s
    }
    type DigitsBy<S: IntTuple, D: IntTuple> = ();
    fn digits_by<S: IntTuple, D: IntTuple>(self, _: S, _: D) {}
    type Digits<S: IntTuple> = ();
    fn digits<S: IntTuple>(self, _: S) {}
    #[inline(always)]
    fn at<S: IntTuple, D: IntTuple>(self, _: S, _: D) -> UTerm {
        UTerm
    }
    #[inline(always)]
    fn slice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Slice<S, R> {
        r.prepend_mode(s)
    }
    type Dice<S: IntTuple, R: IntTuple> = <S::IsRefused as Ternary>::Out<S, R>;
    type Diced<S: IntTuple> = ();
    #[inline(always)]
    fn diced<S: IntTuple>(self, _: S) {}
    #[inline(always)]
    fn dice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Dice<S, R> {
        <S::IsRefused as Ternary>::go(s, r)
    }
}

#[diagnostic::do_not_recommend]
impl Coord for () {
    type Form = ();
    type Width = UTerm;
    type At<S: IntTuple, D: IntTuple> = <S::IsEmpty as NoModeLeft>::Out<S>;
    type Range<S: IntTuple, D: IntTuple> = Zero;
    type DigitsBy<S: IntTuple, D: IntTuple> = ();
    fn digits_by<S: IntTuple, D: IntTuple>(self, _: S, _: D) {}
    type As<W: Dynamic> = Self;
    #[inline(always)]
    fn with_width<W: Dynamic>(self) {}
    const SEALED: Sealed = Sealed;
    const IS_COUNT: bool = true;
    #[inline(always)]
    fn inside<S: IntTuple>(self, _: S) -> bool {
        true
    }
    #[inline(always)]
    fn has_offset<S: IntTuple>(self, _: S) -> bool {
        true
    }
    fn show(self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("()")
    }
    type Digits<S: IntTuple> = ();
    fn digits<S: IntTuple>(self, _: S) {}
    type Slice<S: IntTuple, R: IntTuple> =
        <S::IsEmpty as Ternary>::Out<R, Refused<NoSuchCoordinate>>;
    type Sliced<S: IntTuple> = ();
    #[inline(always)]
    fn sliced<S: IntTuple>(self, _: S) {}
    #[inline(always)]
    fn at<S: IntTuple, D: IntTuple>(self, s: S, _: D) -> Self::At<S, D> {
        <S::IsEmpty as NoModeLeft>::go(s)
    }
    #[inline(always)]
    fn slice_of<S: IntTuple, R: IntTuple>(self, _: S, r: R) -> Self::Slice<S, R> {
        <S::IsEmpty as Ternary>::go(r, Refused::UNIT)
    }
    type Dice<S: IntTuple, R: IntTuple> = Self::Slice<S, R>;
    type Diced<S: IntTuple> = ();
    #[inline(always)]
    fn diced<S: IntTuple>(self, _: S) {}
    #[inline(always)]
    fn dice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Dice<S, R> {
        self.slice_of(s, r)
    }
}
cases! {
    /// The coordinate ends: does the shape?
    NoModeLeft[S: IntTuple](s: S) -> Integer {
        B1 => UTerm = UTerm;
        B0 => Refused<NoSuchCoordinate> = Refused::UNIT;
    }
}

macro_rules! node {
    ($H:ident $($t:ident)*) => {
        #[allow(non_snake_case)]
        impl<$H: Coord $(, $t: Coord)*> Coord for ($H, $($t,)*) {
            type Form = ($H::Form, $($t::Form,)*);
            type Width = Add<$H::Width, <($($t,)*) as Coord>::Width>;
            type DigitsBy<S: IntTuple, D: IntTuple> = ();
            fn digits_by<S: IntTuple, D: IntTuple>(self, _: S, _: D) {}
            type Digits<S: IntTuple> = ();
            fn digits<S: IntTuple>(self, _: S) {}
            type At<S: IntTuple, D: IntTuple> = Add<$H::At<S::Head, D::Head>, <($($t,)*) as Coord>::At<S::Tail, D::Tail>>;
            type Range<S: IntTuple, D: IntTuple> = Sum<$H::Range<S::Head, D::Head>, <($($t,)*) as Coord>::Range<S::Tail, D::Tail>>;
            type Sliced<S: IntTuple> = Self::Slice<S, ()>;
            type As<W: Dynamic> = ($H::As<W>, $($t::As<W>,)*);
            #[inline(always)]
            fn with_width<W: Dynamic>(self) -> Self::As<W> {
                let ($H, $($t,)*) = self;
                ($H.with_width(), $($t.with_width(),)*)
            }
            const SEALED: Sealed = Sealed;
            const IS_COUNT: bool = $H::IS_COUNT $(&& $t::IS_COUNT)*;
            #[inline(always)]
            fn inside<S: IntTuple>(self, s: S) -> bool {
                let ($H, $($t,)*) = self;
                $H.inside(s.head()) && ($($t,)*).inside(s.tail())
            }
            #[inline(always)]
            fn has_offset<S: IntTuple>(self, s: S) -> bool {
                let ($H, $($t,)*) = self;
                $H.has_offset(s.head()) && ($($t,)*).has_offset(s.tail())
            }
            fn show(self, f: &mut dyn fmt::Write) -> fmt::Result {
                let ($H, $($t,)*) = self;
                f.write_str("(")?;
                $H.show(f)?;
                $(f.write_str(",")?; $t.show(f)?;)*
                f.write_str(")")
            }
            #[inline(always)]
            fn sliced<S: IntTuple>(self, s: S) -> Self::Sliced<S> {
                self.slice_of(s, ())
            }
            type Slice<S: IntTuple, R: IntTuple> = $H::Slice<S::Head, <($($t,)*) as Coord>::Slice<S::Tail, R>>;
            #[inline(always)]
            fn at<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> Self::At<S, D> {
                let ($H, $($t,)*) = self;
                add($H.at(s.head(), d.head()), ($($t,)*).at(s.tail(), d.tail()))
            }
            #[inline(always)]
            fn slice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Slice<S, R> {
                let ($H, $($t,)*) = self;
                $H.slice_of(s.head(), ($($t,)*).slice_of(s.tail(), r))
            }
            type Dice<S: IntTuple, R: IntTuple> = $H::Dice<S::Head, <($($t,)*) as Coord>::Dice<S::Tail, R>>;
            type Diced<S: IntTuple> = Self::Dice<S, ()>;
            #[inline(always)]
            fn diced<S: IntTuple>(self, s: S) -> Self::Diced<S> {
                self.dice_of(s, ())
            }
            #[inline(always)]
            fn dice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Dice<S, R> {
                let ($H, $($t,)*) = self;
                $H.dice_of(s.head(), ($($t,)*).dice_of(s.tail(), r))
            }
        }
    };
}
for_tuples!(node);

/// The offset of the coordinate `c` in the layout `s:d`. CuTe: `crd2idx(coord, shape, stride)`.
///
/// ```
/// use zellige::{prelude::*, coordinate::crd2idx};
/// assert_eq!(crd2idx((11u32, 12u32), shape!(((2, 4), (3, 5))), shape!(((3, 6), (1, 24)))), 129);
/// ```
#[inline(always)]
pub fn crd2idx<C, S, D>(c: C, s: S, d: D) -> C::At<S, D>
where
    C: Coord<Form: Fits<S::Profile>>,
    S: IntTuple,
    D: IntTuple<Profile: SameForm<S::Profile>>,
{
    const { check_width::<Strided<S, D>, C>("") }
    c.at(s, d)
}

/// The offset I of the coordinate C, as the code sees it: a refused one is as wide as C. So what uses it as a number
/// has no error of its own, and the reason why it is refused is the only one.
pub type OffsetOrElse<I, C> = <I as Integer>::OrElse<C>;

/// The offset of C in S:D; refused if C has another form.
pub type Crd2Idx<C, S, D> = <C as Coord>::At<S, D>;

cases! {
    /// The coordinate of the index I in the shape S.
    CoordinateOfIndex[I: Integer, S: IntTuple](i: I, s: S) -> IntTuple {
        Leaf => I = i;
        Empty => () = ();
        Node => <IsLast<S> as LastModeCoordinate>::Out<I, S> = <IsLast<S> as LastModeCoordinate>::go(i, s);
    }
}
cases! {
    /// Is it the last mode? It takes all of the index.
    LastModeCoordinate[I: Integer, S: IntTuple](i: I, s: S) -> IntTuple {
        B1 => (OfIndex<I, S::Head>,) = (of_index(i, s.head()),);
        B0 => <OfIndex<Div<I, Product<S::Head>>, S::Tail> as IntTuple>::Prepend<OfIndex<Rem<I, Product<S::Head>>, S::Head>> = {
            let n = s.head().elements();
            of_index(div(i, n), s.tail()).prepend_mode(of_index(rem(i, n), s.head()))
        };
    }
}
type OfIndex<I, S> = <<S as IntTuple>::Kind as CoordinateOfIndex>::Out<I, S>;
#[inline(always)]
fn of_index<I: Integer, S: IntTuple>(i: I, s: S) -> OfIndex<I, S> {
    <S::Kind as CoordinateOfIndex>::go(i, s)
}
cases! {
    /// An index, or an index for each mode of S.
    CoordinateEach[I: IntTuple, S: IntTuple](i: I, s: S) -> IntTuple {
        Leaf => OfIndex<I::Leaf, S> = of_index(i.leaf(), s);
        Empty => <S::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<I, S>, AnyForm>> = <S::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <IsNode<S> as CoordinateByMode>::Out<I, S> = <IsNode<S> as CoordinateByMode>::go(i, s);
    }
}
cases! {
    /// An index for each mode: does the shape have modes?
    CoordinateByMode[I: IntTuple, S: IntTuple](i: I, s: S) -> IntTuple {
        B1 => <Idx2Crd<I::Tail, S::Tail> as IntTuple>::Prepend<Idx2Crd<I::Head, S::Head>>
            = idx2crd(i.tail(), s.tail()).prepend_mode(idx2crd(i.head(), s.head()));
        B0 => Refused<NotCongruent<I, S>, AnyForm> = Refused::UNIT;
    }
}
type IsNode<S> = <<S as IntTuple>::Kind as Kind>::IsNode;
/// The coordinate of the index I in the shape S: (1,(1,2)) for 16 in (3,(2,3)). CuTe: `idx2crd`.
pub type Idx2Crd<I, S> = <<I as IntTuple>::Kind as CoordinateEach>::Out<I, S>;

/// The coordinate of the index `i` in the shape `s`, first mode fastest: `i mod s0`, `i / s0 mod
/// s1`, .. and for the last mode all that is left. CuTe: `idx2crd(idx, shape)`.
///
/// ```
/// use zellige::{prelude::*, coordinate::idx2crd};
/// assert_eq!(idx2crd(16u32, shape!((3, (2, 3)))), (1, (1, 2)));
/// let c: coord!((1, (1, 2))) = idx2crd(int!(16), shape!((3, (2, 3))));
/// # let _ = c;
/// ```
#[inline(always)]
pub fn idx2crd<I: IntTuple, S: IntTuple>(i: I, s: S) -> Idx2Crd<I, S> {
    <I::Kind as CoordinateEach>::go(i, s)
}

cases! {
    /// The coordinate of the index I in the compact layout S:D: i / d mod s, mode by mode.
    CoordinateBy[I: Integer, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        Leaf => <<S::Leaf as Integer>::IsOne as ExtentOne>::Out<I, S::Leaf, D::Leaf>
            = <<S::Leaf as Integer>::IsOne as ExtentOne>::go(i, s.leaf(), d.leaf());
        Empty => () = ();
        Node => <D::Kind as CoordinateByModes>::Out<I, S, D> = <D::Kind as CoordinateByModes>::go(i, s, d);
    }
}
cases! {
    /// Is the extent 1? Its coordinate is 0 whatever its stride, which may be 0.
    ExtentOne[I: Integer, S: Integer, D: Integer](i: I, s: S, d: D) -> Integer {
        B1 => UTerm = UTerm;
        B0 => Rem<Div<I, D>, S> = rem(div(i, d), s);
    }
}
cases! {
    /// The shape is a tuple: by what the stride is. One integer starts column-major strides.
    CoordinateByModes[I: Integer, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        Leaf => ByIndex<I, S, CompactColMajor<S, D>> = by_index(i, s, col_major_from(s, d));
        Empty => Refused<NotCongruent<S, D>, AnyForm> = Refused::UNIT;
        Node => <ByIndex<I, S::Tail, D::Tail> as IntTuple>::Prepend<ByIndex<I, S::Head, D::Head>>
            = by_index(i, s.tail(), d.tail()).prepend_mode(by_index(i, s.head(), d.head()));
    }
}
type ByIndex<I, S, D> = <<S as IntTuple>::Kind as CoordinateBy>::Out<I, S, D>;
#[inline(always)]
fn by_index<I: Integer, S: IntTuple, D: IntTuple>(i: I, s: S, d: D) -> ByIndex<I, S, D> {
    <S::Kind as CoordinateBy>::go(i, s, d)
}
cases! {
    /// An index for the whole layout, or an index for each mode of S:D.
    CoordinateByEach[I: IntTuple, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        Leaf => ByIndex<I::Leaf, S, D> = by_index(i.leaf(), s, d);
        Empty => <S::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<I, S>, AnyForm>> = <S::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <IsNode<S> as CoordinateByEachMode>::Out<I, S, D> = <IsNode<S> as CoordinateByEachMode>::go(i, s, d);
    }
}
cases! {
    /// An index for each mode: does the shape have modes?
    CoordinateByEachMode[I: IntTuple, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        B1 => <Idx2CrdBy<I::Tail, S::Tail, D::Tail> as IntTuple>::Prepend<Idx2CrdBy<I::Head, S::Head, D::Head>>
            = idx2crd_by(i.tail(), s.tail(), d.tail()).prepend_mode(idx2crd_by(i.head(), s.head(), d.head()));
        B0 => Refused<NotCongruent<I, S>, AnyForm> = Refused::UNIT;
    }
}
/// The coordinate of the index I in the compact layout S:D. CuTe: `idx2crd(idx, shape, stride)`.
pub type Idx2CrdBy<I, S, D> = <<I as IntTuple>::Kind as CoordinateByEach>::Out<I, S, D>;

/// The coordinate of the index `i` in the compact layout `s:d`: `i / d mod s`, mode by mode, and 0
/// where the extent is 1. It is the inverse of the layout; no sort is needed, because the strides
/// of a compact layout already are the products of the extents before them. CuTe: `idx2crd(idx,
/// shape, stride)`.
///
/// ```
/// use zellige::{prelude::*, coordinate::idx2crd_by};
/// assert_eq!(idx2crd_by(33u32, shape!((3, 4, 5)), shape!((20, 5, 1))), (1, 2, 3));
/// ```
#[inline(always)]
pub fn idx2crd_by<I: IntTuple, S: IntTuple, D: IntTuple>(i: I, s: S, d: D) -> Idx2CrdBy<I, S, D> {
    <I::Kind as CoordinateByEach>::go(i, s, d)
}

cases! {
    /// A coordinate of the shape A as a coordinate of the shape B: mode by mode if all are tuples.
    Convert[C: IntTuple, A: IntTuple, B: IntTuple](c: C, a: A, b: B) -> IntTuple {
        Leaf => Direct<C, A, B> = direct(c, a, b);
        Empty => <<A::IsEmpty as Bool>::And<B::IsEmpty> as Ternary>::Out<(), Refused<NotCongruent<A, B>, AnyForm>>
            = <<A::IsEmpty as Bool>::And<B::IsEmpty> as Ternary>::go((), Refused::UNIT);
        Node => <A::Kind as ConvertFrom>::Out<C, A, B> = <A::Kind as ConvertFrom>::go(c, a, b);
    }
}
cases! {
    /// The coordinate is a tuple: by what A is.
    ConvertFrom[C: IntTuple, A: IntTuple, B: IntTuple](c: C, a: A, b: B) -> IntTuple {
        Leaf => Refused<NotCongruent<C, A>, AnyForm> = Refused::UNIT;
        Empty => Refused<NotCongruent<C, A>, AnyForm> = Refused::UNIT;
        Node => <B::Kind as ConvertTo>::Out<C, A, B> = <B::Kind as ConvertTo>::go(c, a, b);
    }
}
cases! {
    /// The coordinate and A are tuples: by what B is.
    ConvertTo[C: IntTuple, A: IntTuple, B: IntTuple](c: C, a: A, b: B) -> IntTuple {
        Leaf => Direct<C, A, B> = direct(c, a, b);
        Empty => Refused<NotCongruent<A, B>, AnyForm> = Refused::UNIT;
        Node => <Crd2Crd<C::Tail, A::Tail, B::Tail> as IntTuple>::Prepend<Crd2Crd<C::Head, A::Head, B::Head>>
            = crd2crd(c.tail(), a.tail(), b.tail()).prepend_mode(crd2crd(c.head(), a.head(), b.head()));
    }
}
/// Through the index of the coordinate C in the shape A.
type Direct<C, A, B> = <WeaklyCongruent<C, A> as Ternary>::Out<
    Idx2Crd<<C as Coord>::At<A, CompactColMajor<A>>, B>,
    Refused<NotCongruent<C, A>, AnyForm>,
>;
#[inline(always)]
fn direct<C: IntTuple, A: IntTuple, B: IntTuple>(c: C, a: A, b: B) -> Direct<C, A, B> {
    <WeaklyCongruent<C, A> as Ternary>::go(
        idx2crd(c.at(a, col_major_from(a, N1::UNIT)), b),
        Refused::UNIT,
    )
}
/// The coordinate C of the shape A as a coordinate of the shape B. CuTe: `crd2crd`.
pub type Crd2Crd<C, A, B> = <<C as IntTuple>::Kind as Convert>::Out<C, A, B>;

/// The coordinate `c` of the shape `a` as a coordinate of the shape `b`, with the same index.
/// CuTe: `crd2crd`.
///
/// ```
/// use zellige::{prelude::*, coordinate::crd2crd};
/// assert_eq!(crd2crd((1u32, 5u32), shape!((3, 6)), shape!((3, (2, 3)))), (1, (1, 2)));
/// assert_eq!(crd2crd(16u32, shape!(18), shape!((3, (2, 3)))), (1, (1, 2)));
/// ```
#[inline(always)]
pub fn crd2crd<C: IntTuple, A: IntTuple, B: IntTuple>(c: C, a: A, b: B) -> Crd2Crd<C, A, B> {
    <C::Kind as Convert>::go(c, a, b)
}

/// The coordinate of the offset I in the compact layout L, nested as its shape is. CuTe:
/// `get_hier_coord`.
pub type HierCoord<I, L> = <IsCompact<L> as Ternary>::Out<
    <I as Coord>::DigitsBy<<L as Layout>::Shape, <L as Layout>::Stride>,
    Refused<NotCompact<<L as Layout>::Shape, <L as Layout>::Stride>, AnyForm>,
>;
/// The coordinate of the offset I in the compact layout L, one integer for each mode. CuTe:
/// `get_flat_coord`.
pub type FlatCoord<I, L> =
    Crd2Crd<HierCoord<I, L>, <L as Layout>::Shape, ProductEach<<L as Layout>::Shape>>;
/// The index of the offset I in the compact layout L. CuTe: `get_1d_coord`.
pub type Coord1d<I, L> =
    <HierCoord<I, L> as Coord>::At<<L as Layout>::Shape, CompactColMajor<<L as Layout>::Shape>>;
/// Is L a bijection onto `[0, size)`, as far as known? Then its right inverse has its size.
type IsCompact<L> = <<<<L as Layout>::Cosize as Integer>::IsStatic as Bool>::Not as Bool>::Or<
    <SizeOf<<L as Layout>::RightInverse> as Integer>::Ask<IsGe, SizeOf<L>>,
>;
type SizeOf<L> = <L as Layout>::Size;

/// The coordinate of the offset `i` in the compact layout `l`.
#[inline(always)]
pub(crate) fn hier_coord<I: Coord, L: Layout>(i: I, l: L) -> HierCoord<I, L> {
    <IsCompact<L> as Ternary>::go(i.digits_by(l.shape(), l.stride()), Refused::UNIT)
}
/// Why no coordinate of `l` has the offset `i`, which is below its size: the strides of `l` are not those of a compact
/// layout.
pub(crate) fn offset_fault<I: Coord, L: Layout>(i: I, l: L) -> Option<Refusal> {
    let offset = i.at(N1::UNIT, N1::UNIT).projected() as u64;
    run_time::inverse::coordinate_fault(&ModeList::of(l.shape(), l.stride()), offset)
}
/// The coordinate of the offset `i` in the compact layout `l`, one integer for each mode.
#[inline(always)]
pub(crate) fn flat_coord<I: Coord, L: Layout>(i: I, l: L) -> FlatCoord<I, L> {
    crd2crd(hier_coord(i, l), l.shape(), product_each(l.shape()))
}
/// The index of the offset `i` in the compact layout `l`.
#[inline(always)]
pub(crate) fn coord_1d<I: Coord, L: Layout>(i: I, l: L) -> Coord1d<I, L> {
    hier_coord(i, l).at(l.shape(), col_major_from(l.shape(), N1::UNIT))
}
