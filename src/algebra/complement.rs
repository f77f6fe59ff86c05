//! Complement: the layout of the offsets at which copies of a layout tile `[0, M)`.
//!
//! ```text
//! complement(4:2, 24) = (2,3):(1,8)       4:2 reaches 0 2 4 6; copies at 0 1, 8 9, 16 17
//! ```
//!
//! Without stride 0 and extent 1, with the modes sorted by stride, `s_1:d_1, s_2:d_2, ...`, the
//! first i modes span `cur_i = s_i * d_i` elements, and the complement fills the space between:
//! `(d_1, d_2/cur_1, ..., ceil(M/cur_r)) : (1, cur_1, ..., cur_r)`. It exists if no mode starts
//! inside the span of the modes before it and, for the *covering* complement, if each span divides
//! the next stride (or the hole that this leaves lies past M).

use super::coalesce::{Coalesce, ConsUnlessRefused, cons_unless_refused};
use super::compose::{RefusedLayout, refused_layout};
use super::flat_modes::*;
use super::tree::*;
use crate::algebra::algebra_reasons::{DynamicStrides, Gap, Interleaved, NoElements};
use crate::integer::total::{ceil_div, div, mul};
use crate::integer::*;
use crate::layout::{Layout, Strided, strided};
use crate::number::*;
use crate::refusal::names;
use crate::run_time::check_complement::Fills;
use crate::run_time::{self, Faults, ModeList};
use crate::tuple::{Empty, IntTuple, Leaf, Node};
use zellige_macros::total;

/// The rule for what a complement may leave out.
pub trait Rule: 'static {
    /// The names of the operation and the layout in its messages.
    const NAMES: names::OfComplement;
    /// Whether it may leave holes between the copies.
    type Gaps: Bool;
    /// True if a layout without elements has a complement: `1:0`.
    type OfNoElements: Bool;
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
    ($($(#[$m:meta])* $K:ident of $names:ident: $Gaps:ty, $OfNoElements:ty, |$n:ident| $Last:ty = $last:expr;)*) => { $(
        $(#[$m])*
        pub struct $K;
        impl Rule for $K {
            const NAMES: names::OfComplement = names::$names;
            type Gaps = $Gaps;
            type OfNoElements = $OfNoElements;
            type Last<N: Integer> = $Last;
            #[inline(always)]
            fn last<N: Integer>($n: N) -> $Last {
                $last
            }
        }
    )* };
}
rules! {
    /// No holes: together with the layout it is a bijection onto `[0, M)`, if its size divides M.
    Covering of COMPLEMENT: B0, B0, |n| N = n;
    /// CuTe's rule: holes are allowed, as padded blocks need them.
    Sparse of COMPLEMENT_SPARSE: B1, B0, |n| N = n;
    /// [`Covering`], for the rest of a division.
    OfRest of OF_REST: B0, B0, |n| N = n;
    /// [`Sparse`], for the copies of a product.
    OfCopies of OF_COPIES: B1, B1, |n| N = n;
    /// [`OfCopies`], except that the last mode stays even if its extent is 1, so that its extension
    /// continues past M.
    OfCopiesPast of OF_COPIES: B1, B1, |n| Max<N, N2> = max(n, N2::UNIT);
}

/// The complement of a list of modes, sorted by stride.
#[total]
pub trait Complement: Sized {
    /// The sorted list with the mode `s:d` inserted.
    fn insert(self, s: Integer, d: Integer) -> Modes;
    /// The complement in `[0, n)`, of which the first `cur` offsets are covered.
    fn rest<K: Rule>(self, cur: Integer, n: Integer) -> Modes;
}
#[total]
impl Complement for HNil {
    fn insert(self, s: Integer, d: Integer) -> Modes {
        cons(s, d, HNil)
    }
    fn rest<K: Rule>(self, cur: Integer, n: Integer) -> Modes {
        Coalesce::push_front(HNil, K::last(ceil_div(n, cur)), cur)
    }
}
#[total]
impl<S: Integer, D: Integer, T: Modes> Complement for M<S, D, T> {
    fn insert(self, s0: Integer, d0: Integer) -> Modes {
        let (s, d, t) = self.parts();
        if !both_static(d, d0) {
            refused_modes::<DynamicStrides<M<S0, D0, M<S, D, T>>>>()
        } else if d.ask::<IsGe>(d0) {
            cons(s0, d0, cons(s, d, t))
        } else {
            cons(s, d, t.insert(s0, d0))
        }
    }
    fn rest<K: Rule>(self, cur: Integer, n: Integer) -> Modes {
        let (s, d, t) = self.parts();
        if eq(d, cur) {
            // The mode starts where the span ends: there is nothing to fill, and nothing to divide.
            past::<K>(s, d, t, n)
        } else if d.ask::<IsMultiple>(cur) {
            filled::<K>(s, d, t, cur, n)
        } else if !d.ask::<IsGe>(cur) {
            refused_modes::<Interleaved<K, M<S, D, T>, S, D, Cur>>()
        } else if !may_leave_gap::<K>(d, cur, n) {
            refused_modes::<Gap<K, M<S, D, T>, D, Cur, N>>()
        } else if holds_no_copy(d, cur) {
            past::<K>(s, d, t, n)
        } else {
            filled::<K>(s, d, t, cur, n)
        }
    }
}
/// True if holes are allowed, or if the first hole lies past `n`.
#[total(types)]
fn may_leave_gap<K: Rule>(d: Integer, cur: Integer, n: Integer) -> Bool {
    let hole: Integer = mul(cur, div(d, cur));
    K::gaps() || hole.ask::<IsGe>(n)
}
/// True if the hole before the stride `d` is shorter than the span `cur`.
#[total(types)]
fn holds_no_copy(d: Integer, cur: Integer) -> Bool {
    let copies: Integer = div(d, cur);
    copies.is_one()
}
/// The mode that fills from `cur` up to the stride `d`, then the rest. The mode has extent d/cur.
/// The next mode starts at s*d, past these, so the two never merge.
#[total]
fn filled<K: Rule>(s: Integer, d: Integer, t: Modes, cur: Integer, n: Integer) -> Modes {
    cons_unless_refused(div(d, cur), cur, past::<K>(s, d, t, n))
}

/// The rest after the mode `s:d`.
#[total]
fn past<K: Rule>(s: Integer, d: Integer, t: Modes, n: Integer) -> Modes {
    t.rest::<K>(mul(s, d), n)
}

/// The sorted list `l` with the mode `s:d` inserted, unless its stride is 0 or its extent 1.
#[total]
pub fn sorted(s: Integer, d: Integer, l: Modes) -> Modes {
    if d.is_zero() {
        l
    } else if s.is_one() {
        l
    } else {
        l.insert(s, d)
    }
}

/// The complement of the layout `s:d` in `[0, m)`.
#[total]
pub fn complement_of<K: Rule>(s: IntTuple, d: IntTuple, m: Integer, faults: impl Faults) -> Layout {
    if s.has_elements() {
        let sorted: Complement = Tree::sort_onto(tree_of(s, d), HNil);
        let rest: ToLayout = sorted.rest::<K>(1, m);
        if const { needs_check::<Sorted, M, Rest>() } {
            faults.find(|| {
                if is_run(sorted) {
                    return None;
                }
                let (layout, rest) = (ModeList::of(s, d), ModeList::of_modes(rest));
                run_time::check_complement::fault(K::FILLS, &layout, m.projected() as u64, &rest)
            });
        }
        rest.to_layout()
    } else {
        complement_of_none::<K>(s, d)
    }
}
/// The complement of a layout without elements; a refused layout stays the same.
#[total]
fn complement_of_none<K: Rule>(s: IntTuple, d: IntTuple) -> Layout {
    if s.is_refused() {
        strided(s, d)
    } else if K::of_no_elements() {
        // Each copy starts 0 elements after the one before.
        strided(1, 0)
    } else {
        refused_layout::<NoElements<K, StrideOfZero<S, D>>>()
    }
}
/// The stride of the first extent 0 in `s:d`.
#[total]
fn stride_of_zero(s: IntTuple, d: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => d,
        Empty => d,
        Node => stride_of_zero_in(s, d, s.head()),
    }
}
/// The same, if the first mode of `s` is `first`.
#[total]
fn stride_of_zero_in(s: IntTuple, d: IntTuple, first: IntTuple) -> IntTuple {
    if first.has_elements() {
        stride_of_zero(s.tail(), d.tail())
    } else {
        stride_of_zero(first, d.head())
    }
}
/// True if there is a single mode n:1, and n is not 0. Then every n-th offset starts a copy,
/// whatever the integers are.
#[inline(always)]
fn is_run<L: Modes>(modes: L) -> bool {
    let (extent, stride, _) = modes.parts();
    L::LEN == 1 && stride.projected() == 1 && extent.projected() > 0
}
/// True if run-time integers can make R a wrong complement of the sorted modes L in `[0, N)`. What
/// a single static mode leaves out is known.
const fn needs_check<L: Modes, N: Integer, R: Modes>() -> bool {
    let accepted = !<<R::S as IntTuple>::IsRefused as Bool>::VALUE;
    accepted && L::LEN > 0 && (L::HAS_RUN_TIME || (L::LEN > 1 && N::HAS_RUN_TIME))
}
