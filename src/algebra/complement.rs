//! Complement: the layout of the offsets at which copies of a layout tile `[0, M)`.
//!
//! ```text
//! complement(4:2, 24) = (2,3):(1,8)       4:2 reaches 0 2 4 6; copies at 0 1, 8 9, 16 17
//! ```
//!
//! Without stride 0 and extent 1, with the modes sorted by stride, `s_1:d_1, s_2:d_2, ..`, the
//! first i modes span `cur_i = s_i * d_i` elements, and the complement fills what is between:
//! `(d_1, d_2/cur_1, .., ceil(M/cur_r)) : (1, cur_1, .., cur_r)`. It exists if no mode begins inside
//! the span of those before it and, for the *covering* one, if each span divides the next stride
//! (or the hole that this leaves lies past M).

use super::coalesce::{Coalesce, ConsUnlessRefused, cons_unless_refused};
use super::modes::*;
use super::tree::*;
use crate::cases::cases;
use crate::integer::total::{ceil_div, div, mul};
use crate::integer::*;
use crate::number::*;
use crate::refusal::{DynamicStrides, Gap, Interleaved};
use crate::run_time::complement::Fills;
use crate::run_time::{self, Faults, ModeList};
use crate::tuple::IntTuple;

/// What a complement may leave out.
pub trait Rule: 'static {
    /// How its sentences name the operation and the layout.
    const NAMES: (&'static str, &'static str);
    /// May it leave holes between the copies?
    type Gaps: Bool;
    /// The extent of the last mode, from ceil(M / cur).
    type Last<N: Integer>: Integer;
    /// The extent of the last mode.
    fn last<N: Integer>(n: N) -> Self::Last<N>;
    /// The rule for numbers.
    const FILLS: Fills = Fills {
        names: Self::NAMES,
        gaps: <Self::Gaps as Bool>::VALUE,
        last: <Self::Last<UTerm> as Integer>::KNOWN,
    };
}
macro_rules! rules {
    ($($(#[$m:meta])* $K:ident in $operation:literal of $layout:literal: $Gaps:ty, |$n:ident| $Last:ty = $last:expr;)*) => { $(
        $(#[$m])*
        pub struct $K;
        impl Rule for $K {
            const NAMES: (&'static str, &'static str) = ($operation, $layout);
            type Gaps = $Gaps;
            type Last<N: Integer> = $Last;
            #[inline(always)]
            fn last<N: Integer>($n: N) -> $Last {
                $last
            }
        }
    )* };
}
rules! {
    /// No hole: with the layout it is a bijection onto `[0, M)`, if its size divides M.
    Covering in "complement(L, M)" of "L": B0, |n| N = n;
    /// CuTe's: holes are allowed, as padded blocks need them.
    Sparse in "complement_sparse(L, M)" of "L": B1, |n| N = n;
    /// [`Covering`], for the rest of a division.
    OfRest in "logical_divide(A, B)" of "B": B0, |n| N = n;
    /// [`Sparse`], for the copies of a product.
    OfCopies in "logical_product(A, B)" of "A": B1, |n| N = n;
    /// [`OfCopies`] whose last mode stays even if its extent is 1, so that its extension goes on
    /// past M.
    OfCopiesPast in "logical_product(A, B)" of "A": B1, |n| Max<N, N2> = max(n, N2::UNIT);
}

/// The complement of a list of modes, sorted by stride.
pub trait Complement: Sized {
    /// The list with the mode S:D in its place.
    type Insert<S: Integer, D: Integer>: Modes;
    /// The complement in `[0, M)`, of which the first Cur offsets are covered.
    type Rest<K: Rule, Cur: Integer, N: Integer>: Modes;
    /// The list with the mode `s:d` in its place.
    fn insert<S: Integer, D: Integer>(self, s: S, d: D) -> Self::Insert<S, D>;
    /// The complement.
    fn rest<K: Rule, Cur: Integer, N: Integer>(self, cur: Cur, m: N) -> Self::Rest<K, Cur, N>;
}

impl Complement for HNil {
    type Insert<S: Integer, D: Integer> = M<S, D, HNil>;
    type Rest<K: Rule, Cur: Integer, N: Integer> =
        <HNil as Coalesce>::PushFront<K::Last<CeilDiv<N, Cur>>, Cur>;
    #[inline(always)]
    fn insert<S: Integer, D: Integer>(self, s: S, d: D) -> M<S, D, HNil> {
        cons(s, d, HNil)
    }
    #[inline(always)]
    fn rest<K: Rule, Cur: Integer, N: Integer>(self, cur: Cur, m: N) -> Self::Rest<K, Cur, N> {
        HNil.push_front(K::last(ceil_div(m, cur)), cur)
    }
}

impl<S: Integer, D: Integer, T: Modes> Complement for M<S, D, T> {
    type Insert<S2: Integer, D2: Integer> = <BothStatic<D, D2> as Sortable>::Out<S2, D2, S, D, T>;
    type Rest<K: Rule, Cur: Integer, N: Integer> =
        <Eq<D, Cur> as BeginsHere>::Out<S, D, T, K, Cur, N>;
    #[inline(always)]
    fn insert<S2: Integer, D2: Integer>(self, s: S2, d: D2) -> Self::Insert<S2, D2> {
        <BothStatic<D, D2> as Sortable>::go(s, d, self.head.shape, self.head.stride, self.tail)
    }
    #[inline(always)]
    fn rest<K: Rule, Cur: Integer, N: Integer>(self, cur: Cur, m: N) -> Self::Rest<K, Cur, N> {
        <Eq<D, Cur> as BeginsHere>::go::<S, D, T, K, Cur, N>(
            self.head.shape,
            self.head.stride,
            self.tail,
            cur,
            m,
        )
    }
}
cases! {
    /// The mode S:D into a sorted list L: is its stride 0?
    SortUnlessConstant[S: Integer, D: Integer, L: Modes](s: S, d: D, l: L) -> Modes {
        B1 => L = l;
        B0 => <S::IsOne as SortUnlessSingle>::Out<S, D, L> = <S::IsOne as SortUnlessSingle>::go(s, d, l);
    }
}
cases! {
    /// The mode S:D into a sorted list L: is its extent 1?
    SortUnlessSingle[S: Integer, D: Integer, L: Modes](s: S, d: D, l: L) -> Modes {
        B1 => L = l;
        B0 => L::Insert<S, D> = l.insert(s, d);
    }
}
cases! {
    /// The mode S:D into the sorted list of S2:D2 and T: are both strides static?
    Sortable[S: Integer, D: Integer, S2: Integer, D2: Integer, T: Modes](s: S, d: D, s2: S2, d2: D2, t: T) -> Modes {
        B1 => <D2::Ask<IsGe, D> as InsertHere>::Out<S, D, S2, D2, T> = <D2::Ask<IsGe, D> as InsertHere>::go(s, d, s2, d2, t);
        B0 => RefusedModes<DynamicStrides<M<S, D, M<S2, D2, T>>>> = refused_modes();
    }
}
cases! {
    /// The mode S:D into the sorted list of S2:D2 and T: is D2 at least D?
    InsertHere[S: Integer, D: Integer, S2: Integer, D2: Integer, T: Modes](s: S, d: D, s2: S2, d2: D2, t: T) -> Modes {
        B1 => M<S, D, M<S2, D2, T>> = cons(s, d, cons(s2, d2, t));
        B0 => M<S2, D2, T::Insert<S, D>> = cons(s2, d2, t.insert(s, d));
    }
}
cases! {
    /// Does the mode S:D begin where the span Cur ends? Then there is nothing to fill, and no division to make.
    BeginsHere[S: Integer, D: Integer, T: Modes, K: Rule, Cur: Integer, N: Integer](s: S, d: D, t: T, cur: Cur, m: N) -> Modes {
        B1 => T::Rest<K, Mul<S, D>, N> = t.rest::<K, _, _>(mul(s, d), m);
        B0 => <D::Ask<IsMultiple, Cur> as Divides>::Out<S, D, T, K, Cur, N> = <D::Ask<IsMultiple, Cur> as Divides>::go::<S, D, T, K, Cur, N>(s, d, t, cur, m);
    }
}
cases! {
    /// Does the span Cur divide the stride D, which then begins no earlier than the span ends?
    Divides[S: Integer, D: Integer, T: Modes, K: Rule, Cur: Integer, N: Integer](s: S, d: D, t: T, cur: Cur, m: N) -> Modes {
        B1 => Filled<S, D, T, K, Cur, N> = filled::<S, D, T, K, Cur, N>(s, d, t, cur, m);
        B0 => <D::Ask<IsGe, Cur> as NotInterleaved>::Out<S, D, T, K, Cur, N> = <D::Ask<IsGe, Cur> as NotInterleaved>::go::<S, D, T, K, Cur, N>(s, d, t, cur, m);
    }
}
cases! {
    /// Does the mode S:D not begin inside the span Cur?
    NotInterleaved[S: Integer, D: Integer, T: Modes, K: Rule, Cur: Integer, N: Integer](s: S, d: D, t: T, cur: Cur, m: N) -> Modes {
        B1 => <MayLeaveGap<D, K, Cur, N> as GapAllowed>::Out<S, D, T, K, Cur, N> = <MayLeaveGap<D, K, Cur, N> as GapAllowed>::go::<S, D, T, K, Cur, N>(s, d, t, cur, m);
        B0 => RefusedModes<Interleaved<K, M<S, D, T>, S, D, Cur>> = refused_modes();
    }
}
/// Holes are allowed, or the first one lies past M.
type MayLeaveGap<D, K, Cur, N> =
    <<K as Rule>::Gaps as Bool>::Or<<Mul<Cur, Div<D, Cur>> as Integer>::Ask<IsGe, N>>;
cases! {
    /// May there be a hole?
    GapAllowed[S: Integer, D: Integer, T: Modes, K: Rule, Cur: Integer, N: Integer](s: S, d: D, t: T, cur: Cur, m: N) -> Modes {
        B1 => <<Div<D, Cur> as Integer>::IsOne as NothingToFill>::Out<S, D, T, K, Cur, N>
            = <<Div<D, Cur> as Integer>::IsOne as NothingToFill>::go::<S, D, T, K, Cur, N>(s, d, t, cur, m);
        B0 => RefusedModes<Gap<K, M<S, D, T>, D, Cur, N>> = refused_modes();
    }
}
/// The mode that fills from Cur up to the stride D, then the rest: D/Cur of them, and as the next
/// one begins at S*D, past these, the two never merge.
type Filled<S, D, T, K, Cur, N> =
    ConsUnlessRefused<Div<D, Cur>, Cur, <T as Complement>::Rest<K, Mul<S, D>, N>>;
#[inline(always)]
fn filled<S: Integer, D: Integer, T: Modes, K: Rule, Cur: Integer, N: Integer>(
    s: S,
    d: D,
    t: T,
    cur: Cur,
    m: N,
) -> Filled<S, D, T, K, Cur, N> {
    cons_unless_refused(div(d, cur), cur, t.rest::<K, _, _>(mul(s, d), m))
}
cases! {
    /// Is the hole before the mode S:D shorter than the span Cur?
    NothingToFill[S: Integer, D: Integer, T: Modes, K: Rule, Cur: Integer, N: Integer](s: S, d: D, t: T, cur: Cur, m: N) -> Modes {
        B1 => T::Rest<K, Mul<S, D>, N> = t.rest::<K, _, _>(mul(s, d), m);
        B0 => Filled<S, D, T, K, Cur, N> = filled::<S, D, T, K, Cur, N>(s, d, t, cur, m);
    }
}

/// The complement of the layout S:D in `[0, N)`.
pub type ComplementOf<S, D, K, N> =
    <<<TreeOf<S, D> as Tree>::Sort<HNil> as Complement>::Rest<K, N1, N> as ToLayout>::ToLayout;
/// The complement of the layout `s:d` in `[0, m)`.
#[inline(always)]
pub fn complement_of<K: Rule, S: IntTuple, D: IntTuple, N: Integer>(
    s: S,
    d: D,
    m: N,
    faults: impl Faults,
) -> ComplementOf<S, D, K, N> {
    let sorted = s.tree(d).sort_onto(HNil);
    let rest = sorted.rest::<K, _, _>(N1::UNIT, m);
    if const { needs_check::<Sorted<S, D>, N, <Sorted<S, D> as Complement>::Rest<K, N1, N>>() } {
        faults.find(|| {
            if Sorted::<S, D>::LEN == 1 && is_run(sorted) {
                return None;
            }
            let (layout, rest) = (ModeList::of(s, d), ModeList::of_modes(rest));
            run_time::complement::fault(K::FILLS, &layout, m.projected() as u64, &rest)
        });
    }
    rest.to_layout()
}
/// Is the mode n:1, and n not 0? Then every n-th offset begins a copy, whatever the integers are.
#[inline(always)]
fn is_run<L: Modes>(mode: L) -> bool {
    let (extent, stride, _) = mode.parts();
    stride.projected() == 1 && extent.projected() > 0
}
/// The modes of the layout S:D, sorted by stride.
type Sorted<S, D> = <TreeOf<S, D> as Tree>::Sort<HNil>;
/// Can run-time integers make R a wrong complement of the sorted modes L in `[0, N)`? What one static mode leaves out is known.
const fn needs_check<L: Modes, N: Integer, R: Modes>() -> bool {
    let accepted = !<<R::S as IntTuple>::IsRefused as Bool>::VALUE;
    accepted && L::LEN > 0 && !(L::IS_STATIC && (L::LEN == 1 || N::IS_STATIC))
}
