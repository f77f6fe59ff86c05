//! Coordinates: from coordinates to offsets, and slices. From an index to a coordinate: module
//! `index`.
//!
//! ```text
//! ((2,4),(3,5)):((3,6),(1,24))  at (11,12):   11 -> (1,5), 12 -> (0,4):  1*3 + 5*6 + 0*1 + 4*24 = 129
//! ```
//!
//! A coordinate of a shape is an integer for any of its modes, or a tuple with a coordinate for
//! each mode. An integer represents a tuple in colexicographic order, the first mode fastest. The
//! last mode takes all that is left, so a coordinate past the end also has an offset.

pub(crate) mod index;

use core::fmt;
use core::ops::RangeFull;

use super::coordinate_bounds::{self, Place};
use super::width::{OfOffset, Offsets, Ranged, Sum, Within, Zero, check_width};
use crate::algebra::algebra_reasons::NoSuchCoordinate;
use crate::integer::*;
use crate::layout::Strided;
use crate::number::*;
use crate::profile::{Fits, Profile, SameProfile, SliceProfile};
use crate::ranks::for_tuples;
use crate::refusal::{Reason, Refused, keep_call, refused};
use crate::sealed::Sealed;
use crate::stride::{ArithmeticTuple, Negative, ScaledBasis, Signed};
use crate::tuple::*;
pub use index::*;
use zellige_macros::total;

/// The offset of the index `c` in the layout `s:d`.
#[total]
fn offset_of(c: Integer, s: IntTuple, d: IntTuple) -> Integer {
    match s.kind() {
        Leaf => mul(d.leaf(), c),
        Empty => 0,
        Node => {
            if is_last(s) {
                offset_of(c, s.head(), d.head()) // the last mode takes all of the index
            } else {
                let n: Integer = IntTuple::elements(s.head());
                add(
                    offset_of(rem(c, n), s.head(), d.head()),
                    offset_of(div(c, n), s.tail(), d.tail()),
                )
            }
        }
    }
}
/// True if the first mode of `s` is the last.
#[total(types)]
pub(super) fn is_last(s: IntTuple) -> Bool {
    IntTuple::is_empty(s.tail())
}
/// The offset of the coordinate `()` in a layout of the shape `s`.
#[total]
fn offset_of_none(s: IntTuple) -> Integer {
    if s.is_empty() { 0 } else { refused::<NoSuchCoordinate, usize>() }
}

/// A coordinate: an integer, `..` (a whole mode, in slices), or a tuple with a coordinate for each
/// mode.
///
/// Integers are static (`int!(3)`), `u32` or `usize`. The offset is computed in the widest width in
/// the coordinate and the layout, so `u32` coordinates of a static layout stay in 32 bits.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((3, (2, 3)) : (3, (12, 1)));
/// assert_eq!(a.crd2idx(16u32), 17);                // (1,(1,2)): 1*3 + 1*12 + 2*1
/// assert_eq!(a.crd2idx((1u32, 5u32)), 17);
/// assert_eq!(a.crd2idx((int!(1), (1u32, 2usize))), 17);
/// ```
#[doc(alias("is_underscore", "_", "Underscore", "has_underscore"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate",
    label = "must be an unsigned integer (`3u32`, not `3`), `..` or a tuple of these",
    note = "integers are `u32`, `usize` or static (`int!(3)`)"
)]
pub trait Coord: Copy + 'static {
    /// Its profile: `usize` for an integer, tuples for tuples.
    #[doc(hidden)]
    type CoordProfile: SliceProfile;
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
    /// The coordinate of self, as an index, in the shape S.
    #[doc(hidden)]
    type Digits<S: IntTuple>: IntTuple;
    /// The coordinate of self, as an offset, in the compact layout S:D.
    #[doc(hidden)]
    type DigitsBy<S: IntTuple, D: IntTuple>: IntTuple;
    #[doc(hidden)]
    fn digits_by<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> Self::DigitsBy<S, D>;
    /// The widest of its run-time integers; 0 if it has none.
    #[doc(hidden)]
    type Width: Integer;
    /// The coordinate with its run-time integers converted to the width W.
    #[doc(hidden)]
    type As<W: Dynamic>: Coord<CoordProfile = Self::CoordProfile>;
    #[doc(hidden)]
    fn with_width<W: Dynamic>(self) -> Self::As<W>;
    #[doc(hidden)]
    const SEALED: Sealed;
    /// True if all its integers are unsigned numbers.
    #[doc(hidden)]
    const IS_COUNT: bool;
    /// The position of the coordinate in the shape S.
    #[doc(hidden)]
    type Place<S: IntTuple>: Place;
    /// Returns whether it is inside the shape `s`. `..` always is.
    #[doc(hidden)]
    fn inside<S: IntTuple>(self, s: S) -> bool;
    /// Returns whether it has an offset in a layout of the shape `s`. An index that a run-time
    /// extent of 0 divides has no offset.
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
            type CoordProfile = usize;
            type Width = $Width;
            type At<S: IntTuple, D: IntTuple> = OffsetOf<<$t as IntTuple>::Leaf, S, D>;
            type Range<$S: IntTuple, $D: IntTuple> = $Range;
            type Slice<S: IntTuple, R: IntTuple> = Either<S::IsRefused, S, R>;
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
            type Place<S: IntTuple> = coordinate_bounds::At<<$t as IntTuple>::Leaf, S>;
            #[inline(always)]
            fn inside<S: IntTuple>(self, s: S) -> bool {
                self.leaf().usize() < count(s.elements())
            }
            #[inline(always)]
            fn has_offset<S: IntTuple>(self, s: S) -> bool {
                !S::HAS_RUN_TIME || S::COUNT < 2 || count(s.elements()) != 0
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
                either::<S::IsRefused, _, _>(s, r)
            }
            type Dice<S: IntTuple, R: IntTuple> = R::Stack<S>;
            type Diced<S: IntTuple> = S;
            #[inline(always)]
            fn diced<S: IntTuple>(self, s: S) -> S {
                s
            }
            #[inline(always)]
            fn dice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Dice<S, R> {
                r.stack_mode(s)
            }
        }
    };
}
leaf!([] UTerm, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
leaf!([] N1, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
leaf!([U: Positive] UInt<U, B0>, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
leaf!([U: Positive] UInt<U, B1>, UTerm, [S, D] OfOffset<OffsetOf<Self, S, D>>, [W] Self, |c| c);
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
    type CoordProfile = RangeFull;
    type Width = UTerm;
    type At<S: IntTuple, D: IntTuple> = UTerm;
    type Range<S: IntTuple, D: IntTuple> = Zero;
    type Slice<S: IntTuple, R: IntTuple> = R::Stack<S>;
    type Sliced<S: IntTuple> = S;
    type As<W: Dynamic> = Self;
    #[inline(always)]
    fn with_width<W: Dynamic>(self) -> Self {
        self
    }
    const SEALED: Sealed = Sealed;
    const IS_COUNT: bool = true;
    type Place<S: IntTuple> = coordinate_bounds::WholeMode;
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
        r.stack_mode(s)
    }
    type Dice<S: IntTuple, R: IntTuple> = Either<S::IsRefused, S, R>;
    type Diced<S: IntTuple> = ();
    #[inline(always)]
    fn diced<S: IntTuple>(self, _: S) {}
    #[inline(always)]
    fn dice_of<S: IntTuple, R: IntTuple>(self, s: S, r: R) -> Self::Dice<S, R> {
        either::<S::IsRefused, _, _>(s, r)
    }
}

#[diagnostic::do_not_recommend]
impl Coord for () {
    type CoordProfile = ();
    type Width = UTerm;
    type At<S: IntTuple, D: IntTuple> = OffsetOfNone<S>;
    type Range<S: IntTuple, D: IntTuple> = Zero;
    type DigitsBy<S: IntTuple, D: IntTuple> = ();
    fn digits_by<S: IntTuple, D: IntTuple>(self, _: S, _: D) {}
    type As<W: Dynamic> = Self;
    #[inline(always)]
    fn with_width<W: Dynamic>(self) {}
    const SEALED: Sealed = Sealed;
    const IS_COUNT: bool = true;
    type Place<S: IntTuple> = coordinate_bounds::NoModeLeft;
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
    type Slice<S: IntTuple, R: IntTuple> = Either<S::IsEmpty, R, Refused<NoSuchCoordinate>>;
    type Sliced<S: IntTuple> = ();
    #[inline(always)]
    fn sliced<S: IntTuple>(self, _: S) {}
    #[inline(always)]
    fn at<S: IntTuple, D: IntTuple>(self, s: S, _: D) -> Self::At<S, D> {
        offset_of_none(s)
    }
    #[inline(always)]
    fn slice_of<S: IntTuple, R: IntTuple>(self, _: S, r: R) -> Self::Slice<S, R> {
        either::<S::IsEmpty, _, _>(r, Refused::UNIT)
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
macro_rules! node {
    ($H:ident $($t:ident)*) => {
        #[allow(non_snake_case)]
        impl<$H: Coord $(, $t: Coord)*> Coord for ($H, $($t,)*) {
            type CoordProfile = ($H::CoordProfile, $($t::CoordProfile,)*);
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
            type Place<S: IntTuple> = coordinate_bounds::In<$H::Place<S::Head>, <($($t,)*) as Coord>::Place<S::Tail>>;
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
    C: Coord<CoordProfile: Fits<S::Profile>>,
    S: IntTuple,
    D: IntTuple<Profile: SameProfile<S::Profile>>,
{
    keep_call!(S);
    const { check_width::<Strided<S, D>, C>("") }
    c.at(s, d)
}

/// The offset of C in S:D; refused if C has another profile.
pub type Crd2Idx<C, S, D> = <C as Coord>::At<S, D>;
