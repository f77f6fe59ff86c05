//! Coalescing: the fewest modes for the same function of an integer.
//!
//! ```text
//! coalesce (2,(1,6)):(1,(7,2))  =  12:1        a mode of extent 1 is dropped,
//!                                              s0:d0, s1:d1 merge where s0 * d0 = d1
//! ```
//!
//! The modes are pushed in front of a list, one by one from the last to the first.

use super::modes::*;
use super::tree::*;
use crate::cases::cases;
use crate::integer::total::mul;
use crate::integer::*;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::profile::AnyForm;
use crate::refusal::Refused;
use crate::tuple::access::{Fill, fill};
use crate::tuple::*;

/// A coalesced list, to which modes are pushed.
pub trait Coalesce: Sized {
    /// The list with a mode S:D in front, merged if possible.
    type PushFront<S: Integer, D: Integer>: Modes;
    /// The list with a mode `s:d` in front, merged if possible.
    fn push_front<S: Integer, D: Integer>(self, s: S, d: D) -> Self::PushFront<S, D>;
}

impl Coalesce for HNil {
    type PushFront<S: Integer, D: Integer> = <S::IsOne as PushOrDrop>::Out<S, D, HNil>;
    #[inline(always)]
    fn push_front<S: Integer, D: Integer>(self, s: S, d: D) -> Self::PushFront<S, D> {
        <S::IsOne as PushOrDrop>::go(s, d, HNil)
    }
}

impl<S: Integer, D: Integer, T: Modes> Coalesce for M<S, D, T> {
    type PushFront<S2: Integer, D2: Integer> = <S2::IsOne as PushOrMerge>::Out<S2, D2, S, D, T>;
    #[inline(always)]
    fn push_front<S2: Integer, D2: Integer>(self, s: S2, d: D2) -> Self::PushFront<S2, D2> {
        <S2::IsOne as PushOrMerge>::go(s, d, self.head.shape, self.head.stride, self.tail)
    }
}

cases! {
    /// In front of no mode: is the extent 1?
    PushOrDrop[S: Integer, D: Integer, L: Modes](s: S, d: D, l: L) -> Modes {
        B1 => L = l;
        B0 => M<S, D, L> = cons(s, d, l);
    }
}
cases! {
    /// S:D in front of S2:D2 and the modes T: is the extent 1?
    PushOrMerge[S: Integer, D: Integer, S2: Integer, D2: Integer, T: Modes](s: S, d: D, s2: S2, d2: D2, t: T) -> Modes {
        B1 => M<S2, D2, T> = cons(s2, d2, t);
        B0 => <Mergeable<S, D, S2, D2> as MergeOrPush>::Out<S, D, S2, D2, T> = <Mergeable<S, D, S2, D2> as MergeOrPush>::go(s, d, s2, d2, t);
    }
}
/// Is S * D *known* to be D2, and S2 static? (CuTe merges into no other.)
pub type Mergeable<S, D, S2, D2> =
    <<S2 as Integer>::IsStatic as Bool>::And<<D2 as Integer>::IsProduct<S, D>>;
cases! {
    /// Does S:D continue in S2:D2?
    MergeOrPush[S: Integer, D: Integer, S2: Integer, D2: Integer, T: Modes](s: S, d: D, s2: S2, d2: D2, t: T) -> Modes {
        B1 => M<Mul<S, S2>, D, T> = cons(mul(s, s2), d, t);
        B0 => M<S, D, M<S2, D2, T>> = cons(s, d, cons(s2, d2, t));
    }
}
cases! {
    /// Is the stride 0?
    FilterZero[S: Integer, D: Integer, L: Modes](s: S, d: D, l: L) -> Modes {
        B1 => L = l;
        B0 => L::PushFront<S, D> = l.push_front(s, d);
    }
}

/// `L::PushFront<S, D>`, unless L is the list of a refused operation, which refuses everything.
pub type PushUnlessRefused<L, S, D> =
    <<<L as Modes>::S as IntTuple>::IsRefused as KeepRefusal>::Out<L, S, D>;
/// `l.push_front(s, d)`, unless `l` is the list of a refused operation.
#[inline(always)]
pub fn push_unless_refused<L: Modes, S: Integer, D: Integer>(
    l: L,
    s: S,
    d: D,
) -> PushUnlessRefused<L, S, D> {
    <<L::S as IntTuple>::IsRefused as KeepRefusal>::go(l, s, d)
}
cases! {
    /// Is the list that of a refused operation?
    KeepRefusal[L: Modes, S: Integer, D: Integer](l: L, s: S, d: D) -> Modes {
        B1 => L = l;
        B0 => L::PushFront<S, D> = l.push_front(s, d);
    }
}

/// The list L with the mode S:D in front, which does not merge, unless L is the list of a refused
/// operation.
pub type ConsUnlessRefused<S, D, L> =
    <<<L as Modes>::S as IntTuple>::IsRefused as OnlyRefusal>::Out<S, D, L>;
/// The list `l` with the mode `s:d` in front, unless `l` is the list of a refused operation.
#[inline(always)]
pub fn cons_unless_refused<S: Integer, D: Integer, L: Modes>(
    s: S,
    d: D,
    l: L,
) -> ConsUnlessRefused<S, D, L> {
    <<L::S as IntTuple>::IsRefused as OnlyRefusal>::go(s, d, l)
}
cases! {
    /// Is the list that of a refused operation?
    OnlyRefusal[S: Integer, D: Integer, L: Modes](s: S, d: D, l: L) -> Modes {
        B1 => L = l;
        B0 => M<S, D, L> = cons(s, d, l);
    }
}

/// The coalesced layout S:D.
pub type Coalesced<S, D> = <CoalescedModes<S, D> as ToLayout>::ToLayout;
/// The coalesced layout `s:d`.
#[inline(always)]
pub fn coalesced<S: IntTuple, D: IntTuple>(s: S, d: D) -> Coalesced<S, D> {
    coalesced_modes(s, d).to_layout()
}

/// The filtered layout S:D.
pub type Filtered<S, D> = <FilteredModes<S, D> as ToLayout>::ToLayout;
/// The filtered layout `s:d`.
#[inline(always)]
pub fn filtered<S: IntTuple, D: IntTuple>(s: S, d: D) -> Filtered<S, D> {
    filtered_modes(s, d).to_layout()
}

/// What is done with the modes for which a profile has one integer.
pub trait Simplify: 'static {
    /// The simplified layout S:D.
    type Out<S: IntTuple, D: IntTuple>: Layout;
    /// The simplified layout `s:d`.
    fn go<S: IntTuple, D: IntTuple>(s: S, d: D) -> Self::Out<S, D>;
}
/// They are coalesced.
pub struct Coalescing;
impl Simplify for Coalescing {
    type Out<S: IntTuple, D: IntTuple> = Coalesced<S, D>;
    #[inline(always)]
    fn go<S: IntTuple, D: IntTuple>(s: S, d: D) -> Coalesced<S, D> {
        coalesced(s, d)
    }
}
/// They are filtered.
pub struct Filtering;
impl Simplify for Filtering {
    type Out<S: IntTuple, D: IntTuple> = Filtered<S, D>;
    #[inline(always)]
    fn go<S: IntTuple, D: IntTuple>(s: S, d: D) -> Filtered<S, D> {
        filtered(s, d)
    }
}

cases! {
    /// S:D, simplified where the profile P has integers; modes beyond the profile stay.
    SimplifyBy[F: Simplify, S: IntTuple, D: IntTuple, P: IntTuple](s: S, d: D, p: P) -> Layout {
        Leaf => F::Out<S, D> = F::go(s, d);
        Empty => Strided<S, D> = Strided::of(s, d);
        Node => <ByProfile<F, S::Tail, D::Tail, P::Tail> as Layout>::PrependMode<ByProfile<F, S::Head, D::Head, P::Head>>
            = by_profile::<F, _, _, _>(s.tail(), d.tail(), p.tail()).prepend_mode(by_profile::<F, _, _, _>(s.head(), d.head(), p.head()));
    }
}
/// S:D, simplified by F where the profile P has integers.
pub type ByProfile<F, S, D, P> = <<P as IntTuple>::Kind as SimplifyBy>::Out<F, S, D, P>;
/// `s:d`, simplified by F where the profile has integers.
#[inline(always)]
pub fn by_profile<F: Simplify, S: IntTuple, D: IntTuple, P: IntTuple>(
    s: S,
    d: D,
    p: P,
) -> ByProfile<F, S, D, P> {
    <P::Kind as SimplifyBy>::go::<F, S, D, P>(s, d, p)
}

cases! {
    /// The shape S with 1 where the stride D is 0.
    FilterModes[S: IntTuple, D: IntTuple](s: S, d: D) -> IntTuple {
        Leaf => <<D::Leaf as Integer>::IsZero as Ternary>::Out<N1, S> = <<D::Leaf as Integer>::IsZero as Ternary>::go(N1::UNIT, s);
        Empty => () = ();
        Node => <FilteredShape<S::Tail, D::Tail> as IntTuple>::Prepend<FilteredShape<S::Head, D::Head>>
            = filtered_shape(s.tail(), d.tail()).prepend_mode(filtered_shape(s.head(), d.head()));
    }
}
/// The shape S with 1 where the stride D is 0.
pub type FilteredShape<S, D> = <<S as IntTuple>::Kind as FilterModes>::Out<S, D>;
/// The shape `s` with 1 where the stride `d` is 0.
#[inline(always)]
pub fn filtered_shape<S: IntTuple, D: IntTuple>(s: S, d: D) -> FilteredShape<S, D> {
    <S::Kind as FilterModes>::go(s, d)
}

cases! {
    /// The shape S with all of it 1 where the profile P is 0.
    FilterByProfile[S: IntTuple, P: IntTuple](s: S, p: P) -> IntTuple {
        Leaf => <<P::Leaf as Integer>::IsZero as Ternary>::Out<Fill<S, N1>, S> = <<P::Leaf as Integer>::IsZero as Ternary>::go(fill(s, N1::UNIT), s);
        Empty => <S::IsEmpty as Ternary>::Out<(), Refused<crate::refusal::NotCongruent<S, P>, AnyForm>> = <S::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <FilteredBy<S::Tail, P::Tail> as IntTuple>::Prepend<FilteredBy<S::Head, P::Head>>
            = filtered_by(s.tail(), p.tail()).prepend_mode(filtered_by(s.head(), p.head()));
    }
}
/// The shape S with all of it 1 where the profile P is 0.
pub type FilteredBy<S, P> = <<P as IntTuple>::Kind as FilterByProfile>::Out<S, P>;
/// The shape `s` with all of it 1 where the profile `p` is 0.
#[inline(always)]
pub fn filtered_by<S: IntTuple, P: IntTuple>(s: S, p: P) -> FilteredBy<S, P> {
    <P::Kind as FilterByProfile>::go(s, p)
}
