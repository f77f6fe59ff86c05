//! Inverses: from offsets back to coordinates.
//!
//! ```text
//! right inverse   L(R(i)) = i     for all i < size(R), the longest run 0, 1, 2, .. in the image
//! left inverse    R(L(i)) = i     for all i, if L has no stride 0
//!
//! L = (8,4):(4,1),  R = (4,8):(8,1):   L(R(5)) = L(9) = 5,  R(L(9)) = R(5) = 9
//! ```
//!
//! Both coalesce L and pair each mode `s:d` with the product `p` of the extents before it: d steps
//! of the offset are one step of the mode and p steps of the coordinate.

use super::alignment::Align;
use super::coalesce::{Coalesce, PushUnlessRefused, push_unless_refused};
use super::distribute::Distribute;
use super::modes::*;
use super::nullspace::Null;
use super::property::Heap;
use super::tree::*;
use crate::cases::cases;
use crate::integer::total::{div, mul};
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::{NotInjective, NotUnsigned, Refused, StridesDoNotDivide, UnsortedStrides};
use crate::run_time::{self, Faults, ModeList};
use crate::tuple::IntTuple;

/// A mode S:D with the product P of the extents before it, then the modes T.
#[derive(Copy, Clone)]
pub struct Placed<S, D, P, T>(pub S, pub D, pub P, pub T);

/// A list of modes, to be inverted.
pub trait Inverse: Sized {
    /// The modes, each with the product of the extents before it, from P.
    type Place<P: Integer>: PlacedModes;
    /// The modes, each with its product.
    fn place<P: Integer>(self, p: P) -> Self::Place<P>;
}
impl Inverse for HNil {
    type Place<P: Integer> = HNil;
    #[inline(always)]
    fn place<P: Integer>(self, _: P) -> HNil {
        HNil
    }
}
impl<S: Integer, D: Integer, T: Modes> Inverse for M<S, D, T> {
    type Place<P: Integer> = Placed<S, D, P, T::Place<Mul<S, P>>>;
    #[inline(always)]
    fn place<P: Integer>(self, p: P) -> Self::Place<P> {
        Placed(
            self.head.shape,
            self.head.stride,
            p,
            self.tail.place(mul(self.head.shape, p)),
        )
    }
}

/// Modes with their products.
pub trait PlacedModes: Copy + 'static + Null + Distribute + Align + Heap {
    /// The first mode of stride Cur.
    type Find<Cur: Integer>: Found;
    /// The right inverse from the offset Cur on.
    type RightFrom<Cur: Integer>: Modes;
    /// The modes of stride other than 0, sorted by stride.
    type SortByStride: PlacedModes;
    /// Sorted modes with S:D in its place.
    type InsertMode<S: Integer, D: Integer, P: Integer>: PlacedModes;
    /// The left inverse of sorted modes; `All` if there is none.
    type Left<All: Modes>: Modes;
    /// The left inverse after the mode S:Before with the product P.
    type LeftAfter<S: Integer, Before: Integer, P: Integer>: Modes;
    /// The first mode of stride `cur`.
    fn find<Cur: Integer>(self, cur: Cur) -> Self::Find<Cur>;
    /// The right inverse from the offset `cur` on.
    fn right_from<Cur: Integer>(self, cur: Cur) -> Self::RightFrom<Cur>;
    /// The modes of stride other than 0, sorted by stride.
    fn sort_by_stride(self) -> Self::SortByStride;
    /// Sorted modes with `s:d` in its place.
    fn insert_mode<S: Integer, D: Integer, P: Integer>(
        self,
        s: S,
        d: D,
        p: P,
    ) -> Self::InsertMode<S, D, P>;
    /// The left inverse of sorted modes; `all` if there is none.
    fn left<All: Modes>(self, all: All) -> Self::Left<All>;
    /// The left inverse after the mode `s:before` with the product `p`.
    fn left_after<S: Integer, Before: Integer, P: Integer>(
        self,
        s: S,
        before: Before,
        p: P,
    ) -> Self::LeftAfter<S, Before, P>;
}

impl PlacedModes for HNil {
    type Find<Cur: Integer> = HNil;
    type RightFrom<Cur: Integer> = HNil;
    type SortByStride = HNil;
    type InsertMode<S: Integer, D: Integer, P: Integer> = Placed<S, D, P, HNil>;
    type Left<All: Modes> = All;
    type LeftAfter<S: Integer, Before: Integer, P: Integer> = <HNil as Coalesce>::PushFront<S, P>;
    #[inline(always)]
    fn find<Cur: Integer>(self, _: Cur) -> HNil {
        HNil
    }
    #[inline(always)]
    fn right_from<Cur: Integer>(self, _: Cur) -> HNil {
        HNil
    }
    #[inline(always)]
    fn sort_by_stride(self) -> HNil {
        HNil
    }
    #[inline(always)]
    fn insert_mode<S: Integer, D: Integer, P: Integer>(
        self,
        s: S,
        d: D,
        p: P,
    ) -> Self::InsertMode<S, D, P> {
        Placed(s, d, p, HNil)
    }
    #[inline(always)]
    fn left<All: Modes>(self, all: All) -> All {
        all
    }
    #[inline(always)]
    fn left_after<S: Integer, Before: Integer, P: Integer>(
        self,
        s: S,
        _: Before,
        p: P,
    ) -> Self::LeftAfter<S, Before, P> {
        HNil.push_front(s, p)
    }
}

impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> PlacedModes for Placed<S, D, P, T> {
    type Find<Cur: Integer> = <Eq<D, Cur> as FindHere>::Out<S, D, P, T, Cur>;
    type RightFrom<Cur: Integer> = <Self::Find<Cur> as Found>::Onward;
    type SortByStride = <D::IsZero as DropConstant>::Out<S, D, P, T::SortByStride>;
    type InsertMode<S2: Integer, D2: Integer, P2: Integer> =
        <BothStatic<D, D2> as SortableHere>::Out<S2, D2, P2, S, D, P, T>;
    type Left<All: Modes> = <D::Ask<IsGe, UTerm> as UnsignedStride>::Out<S, D, P, T>;
    type LeftAfter<S1: Integer, D1: Integer, P1: Integer> =
        <D::Ask<IsMultiple, D1> as StridesDivide>::Out<S1, D1, P1, S, D, P, T>;
    #[inline(always)]
    fn find<Cur: Integer>(self, cur: Cur) -> Self::Find<Cur> {
        <Eq<D, Cur> as FindHere>::go(self.0, self.1, self.2, self.3, cur)
    }
    #[inline(always)]
    fn right_from<Cur: Integer>(self, cur: Cur) -> Self::RightFrom<Cur> {
        self.find(cur).onward()
    }
    #[inline(always)]
    fn sort_by_stride(self) -> Self::SortByStride {
        <D::IsZero as DropConstant>::go(self.0, self.1, self.2, self.3.sort_by_stride())
    }
    #[inline(always)]
    fn insert_mode<S2: Integer, D2: Integer, P2: Integer>(
        self,
        s: S2,
        d: D2,
        p: P2,
    ) -> Self::InsertMode<S2, D2, P2> {
        <BothStatic<D, D2> as SortableHere>::go(s, d, p, self.0, self.1, self.2, self.3)
    }
    #[inline(always)]
    fn left<All: Modes>(self, _: All) -> Self::Left<All> {
        <D::Ask<IsGe, UTerm> as UnsignedStride>::go(self.0, self.1, self.2, self.3)
    }
    #[inline(always)]
    fn left_after<S1: Integer, D1: Integer, P1: Integer>(
        self,
        s: S1,
        before: D1,
        p: P1,
    ) -> Self::LeftAfter<S1, D1, P1> {
        <D::Ask<IsMultiple, D1> as StridesDivide>::go(s, before, p, self.0, self.1, self.2, self.3)
    }
}

cases! {
    /// Is this the mode of stride Cur?
    FindHere[S: Integer, D: Integer, P: Integer, T: PlacedModes, Cur: Integer](s: S, d: D, p: P, t: T, cur: Cur) -> Found {
        B1 => FoundMode<S, D, P, T> = FoundMode(s, d, p, t);
        B0 => <T::Find<Cur> as Found>::Keep<S, D, P> = t.find(cur).keep(s, d, p);
    }
}
/// The mode that was found, if one was, and the others.
pub trait Found: Copy {
    /// The same, with a mode S:D among the others.
    type Keep<S: Integer, D: Integer, P: Integer>: Found;
    /// The right inverse from this mode on.
    type Onward: Modes;
    /// The alignment of a run that has got to Cur, from the modes Rest; the mode found goes on.
    type Align<Cur: Integer, Rest: PlacedModes>: Integer;
    /// The same, with a mode `s:d` among the others.
    fn keep<S: Integer, D: Integer, P: Integer>(self, s: S, d: D, p: P) -> Self::Keep<S, D, P>;
    /// The right inverse from this mode on.
    fn onward(self) -> Self::Onward;
    /// The alignment of a run that has got to `cur`.
    fn align<Cur: Integer, Rest: PlacedModes>(self, cur: Cur, rest: Rest)
    -> Self::Align<Cur, Rest>;
}
/// The mode S:D was found; T are the others.
#[derive(Copy, Clone)]
pub struct FoundMode<S, D, P, T>(S, D, P, T);
impl Found for HNil {
    type Keep<S: Integer, D: Integer, P: Integer> = HNil;
    type Onward = HNil;
    type Align<Cur: Integer, Rest: PlacedModes> = Gcd<Cur, Rest::Strides>;
    #[inline(always)]
    fn keep<S: Integer, D: Integer, P: Integer>(self, _: S, _: D, _: P) -> HNil {
        HNil
    }
    #[inline(always)]
    fn onward(self) -> HNil {
        HNil
    }
    #[inline(always)]
    fn align<Cur: Integer, Rest: PlacedModes>(
        self,
        cur: Cur,
        rest: Rest,
    ) -> Self::Align<Cur, Rest> {
        gcd(cur, rest.strides_gcd())
    }
}
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Found for FoundMode<S, D, P, T> {
    type Keep<S2: Integer, D2: Integer, P2: Integer> = FoundMode<S, D, P, Placed<S2, D2, P2, T>>;
    type Onward = <T::RightFrom<Mul<S, D>> as Coalesce>::PushFront<S, P>;
    type Align<Cur: Integer, Rest: PlacedModes> = T::AlignFrom<Mul<S, D>>;
    #[inline(always)]
    fn keep<S2: Integer, D2: Integer, P2: Integer>(
        self,
        s: S2,
        d: D2,
        p: P2,
    ) -> Self::Keep<S2, D2, P2> {
        FoundMode(self.0, self.1, self.2, Placed(s, d, p, self.3))
    }
    #[inline(always)]
    fn onward(self) -> Self::Onward {
        self.3
            .right_from(mul(self.0, self.1))
            .push_front(self.0, self.2)
    }
    #[inline(always)]
    fn align<Cur: Integer, Rest: PlacedModes>(self, _: Cur, _: Rest) -> Self::Align<Cur, Rest> {
        self.3.align_from(mul(self.0, self.1))
    }
}

cases! {
    /// Is the stride 0? Such a mode has no say in the left inverse.
    DropConstant[S: Integer, D: Integer, P: Integer, T: PlacedModes](s: S, d: D, p: P, t: T) -> PlacedModes {
        B1 => T = t;
        B0 => T::InsertMode<S, D, P> = t.insert_mode(s, d, p);
    }
}
cases! {
    /// Inserting S2:D2 before or after S:D: are both strides static?
    SortableHere[S2: Integer, D2: Integer, P2: Integer, S: Integer, D: Integer, P: Integer, T: PlacedModes](s2: S2, d2: D2, p2: P2, s: S, d: D, p: P, t: T) -> PlacedModes {
        B1 => <D::Ask<IsGe, D2> as InsertByStride>::Out<S2, D2, P2, S, D, P, T> = <D::Ask<IsGe, D2> as InsertByStride>::go(s2, d2, p2, s, d, p, t);
        B0 => Placed<NoOrder<D, D2>, NoOrder<D, D2>, NoOrder<D, D2>, HNil> = Placed(Refused::UNIT, Refused::UNIT, Refused::UNIT, HNil);
    }
}
type NoOrder<A, B> = Refused<UnsortedStrides<A, B>>;
cases! {
    /// Inserting S2:D2 before or after S:D: is D at least D2?
    InsertByStride[S2: Integer, D2: Integer, P2: Integer, S: Integer, D: Integer, P: Integer, T: PlacedModes](s2: S2, d2: D2, p2: P2, s: S, d: D, p: P, t: T) -> PlacedModes {
        B1 => Placed<S2, D2, P2, Placed<S, D, P, T>> = Placed(s2, d2, p2, Placed(s, d, p, t));
        B0 => Placed<S, D, P, T::InsertMode<S2, D2, P2>> = Placed(s, d, p, t.insert_mode(s2, d2, p2));
    }
}
cases! {
    /// The first of the sorted modes: is its stride at least 0? Before it all offsets are at 0.
    UnsignedStride[S: Integer, D: Integer, P: Integer, T: PlacedModes](s: S, d: D, p: P, t: T) -> Modes {
        B1 => PushUnlessRefused<T::LeftAfter<S, D, P>, D, UTerm> = push_unless_refused(t.left_after(s, d, p), d, UTerm);
        B0 => RefusedModes<NotUnsigned<D>> = refused_modes();
    }
}
cases! {
    /// The mode S:D after S1:D1: does the stride D1 divide D?
    StridesDivide[S1: Integer, D1: Integer, P1: Integer, S: Integer, D: Integer, P: Integer, T: PlacedModes](s1: S1, d1: D1, p1: P1, s: S, d: D, p: P, t: T) -> Modes {
        B1 => <D::Ask<IsGe, Mul<S1, D1>> as ModesApart>::Out<S1, D1, P1, S, D, P, T> = <D::Ask<IsGe, Mul<S1, D1>> as ModesApart>::go(s1, d1, p1, s, d, p, t);
        B0 => RefusedModes<StridesDoNotDivide<D1, D>> = refused_modes();
    }
}
cases! {
    /// The mode S:D after S1:D1: do the modes not overlap?
    ModesApart[S1: Integer, D1: Integer, P1: Integer, S: Integer, D: Integer, P: Integer, T: PlacedModes](s1: S1, d1: D1, p1: P1, s: S, d: D, p: P, t: T) -> Modes {
        B1 => PushUnlessRefused<T::LeftAfter<S, D, P>, Div<D, D1>, P1> = push_unless_refused(t.left_after(s, d, p), div(d, d1), p1);
        B0 => RefusedModes<NotInjective<S1, D1, D>> = refused_modes();
    }
}

cases! {
    /// The right inverse of S:D: is S:D itself refused?
    RightInverseOf[S: IntTuple, D: IntTuple](s: S, d: D, faults: impl Faults) -> Layout {
        B1 => Strided<S, D> = Strided::of(s, d);
        B0 => <<<CoalescedModes<S, D> as Inverse>::Place<N1> as PlacedModes>::RightFrom<N1> as ToLayout>::ToLayout
            = {
                let inverse = coalesced_modes(s, d).place(N1::UNIT).right_from(N1::UNIT);
                if const { !(S::IS_STATIC && D::IS_STATIC) } {
                    faults.find(|| run_time::inverse::right_fault(&ModeList::of(s, d), &ModeList::of_modes(inverse)));
                }
                inverse.to_layout()
            };
    }
}
/// The right inverse of S:D.
pub type RightInverse<S, D> = <<S as IntTuple>::IsRefused as RightInverseOf>::Out<S, D>;
/// The right inverse of `s:d`.
#[inline(always)]
pub fn right_inverse<S: IntTuple, D: IntTuple>(
    s: S,
    d: D,
    faults: impl Faults,
) -> RightInverse<S, D> {
    <S::IsRefused as RightInverseOf>::go(s, d, faults)
}

/// The left inverse of S:D.
pub type LeftInverse<S, D> =
    <<<<CoalescedModes<S, D> as Inverse>::Place<N1> as PlacedModes>::SortByStride as PlacedModes>::Left<
        CoalescedModes<S, D>,
    > as ToLayout>::ToLayout;
/// The left inverse of `s:d`.
#[inline(always)]
pub fn left_inverse<S: IntTuple, D: IntTuple>(
    s: S,
    d: D,
    faults: impl Faults,
) -> LeftInverse<S, D> {
    let modes = coalesced_modes(s, d);
    let inverse = modes.place(N1::UNIT).sort_by_stride().left(modes);
    if const { !(S::IS_STATIC && D::IS_STATIC) && <LeftInverse<S, D> as Layout>::REFUSAL.is_none() }
    {
        faults.find(|| {
            run_time::inverse::left_fault(&ModeList::of(s, d), &ModeList::of_modes(inverse))
        });
    }
    inverse.to_layout()
}
