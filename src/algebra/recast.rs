//! Recasting: the same memory seen as elements of another width.
//!
//! ```text
//! upcast<2>   of (8,4):(1,8)  =  (4,4):(1,4)      two elements are one now
//! downcast<2> of (4,4):(1,4)  =  (8,4):(1,8)      one element is two now
//! ```
//!
//! *Upcast*: a stride that N divides is divided by N. A stride d that divides N, d < N, steps
//! inside a group of N: each N/d steps become one step, of stride 1. The other strides cut groups
//! apart and are refused, and so are negative strides that N does not divide. Inside one group the
//! small strides must not add up to more than N - 1, or a sum of them would carry into the next
//! group.
//!
//! *Downcast*: the only mode of stride 1 becomes N times as long, the other strides N times as
//! large.

use super::compose::{RefusedLayout, refused_layout};
use super::tree::{Tree, TreeOf, tree_of};
use crate::algebra::algebra_reasons::{
    NoBits, NoFactor, UnitStrides, UpcastBackwards, UpcastCarries, UpcastStride,
};
use crate::integer::total::{ceil_div, div, mul};
use crate::integer::*;
use crate::layout::{Layout, StrideOf, Strided, stride_of, strided};
use crate::number::*;
use crate::refusal::{Refused, refused};
use crate::run_time::{self, Faults, ModeList};
use crate::stride::Negative;
use crate::tuple::*;
use zellige_macros::total;

/// Recasting of one mode.
#[total]
pub trait RecastMode: 'static {
    /// The mode `s:d` in elements n times as wide, or one n-th.
    fn recast(s: Integer, d: Integer, n: Nat) -> Layout;
}

/// To wider elements: every mode separately.
pub struct Up;
#[total]
impl RecastMode for Up {
    fn recast(s: Integer, d: Integer, n: Nat) -> Layout {
        if is_negative(d) {
            // It may step from group to group, but not inside a group: the group of an offset is
            // the one at or below it.
            let back: Integer = d.abs();
            if back.ask::<IsMultiple>(n) {
                strided(s, mul(div(back, n), minus_one()))
            } else {
                refused_layout::<UpcastBackwards<S, D, N>>()
            }
        } else if d.ask::<IsMultiple>(n) {
            strided(s, div(d, n))
        } else if n.ask::<IsMultiple>(d) {
            strided(ceil_div(s, div(n, d)), 1)
        } else {
            refused_layout::<UpcastStride<S, D, N>>()
        }
    }
}
/// True if `d` is a static number below 0.
#[total(types)]
fn is_negative(d: Integer) -> Bool {
    let back: Integer = d.abs();
    d.is_minus(back.known())
}
type MinusOne = Negative<N1>;
const fn minus_one() -> MinusOne {
    Negative::UNIT
}

/// To narrower elements: the modes of stride 1 get longer, the others wider.
pub struct Down;
#[total]
impl RecastMode for Down {
    fn recast(s: Integer, d: Integer, n: Nat) -> Layout {
        if d.is_one() { strided(mul(s, n), d) } else { strided(s, mul(d, n)) }
    }
}

/// Every mode of `s:d`, recast by K.
#[total]
fn each<K: RecastMode>(s: IntTuple, d: IntTuple, n: Nat) -> Layout {
    Tree::recast::<K>(tree_of(s, d), n)
}
/// The largest offset that the mode `s:d` reaches inside one group of n; 0 unless its stride is
/// below n.
#[total(types)]
pub fn largest_in_group(s: Integer, d: Integer, n: Nat) -> Integer {
    if !n.ask::<IsGtKnown>(d) {
        0
    } else if d.is_zero() {
        0
    } else {
        mul(d, sub(min(s, div(n, d)), 1))
    }
}
/// The number of strides that are 1.
#[total(types)]
fn units(d: IntTuple) -> Integer {
    match d.kind() {
        Leaf => {
            let leaf: Integer = d.leaf();
            Bool::number(leaf.is_one())
        }
        Empty => 0,
        Node => add(units(d.head()), units(d.tail())),
    }
}

/// The layout `s:d` in elements `n` times as wide. CuTe: `upcast<N>`.
#[total]
pub fn upcast(s: IntTuple, d: IntTuple, n: Integer, faults: impl Faults) -> Layout {
    let wider: Layout =
        if is_factor(n) { upcast_by(s, d, known(n)) } else { refused_layout::<NoFactor<N>>() };
    if const { needs_check::<S, D, Wider>() } {
        faults.find(|| {
            let recast = ModeList::of(wider.mode_shape(), wider.mode_stride());
            run_time::check_recast::upcast_fault(&ModeList::of(s, d), N::KNOWN, &recast)
        });
    }
    wider
}
/// The layout `s:d` in elements `n` times as wide, unless its small strides carry into the next
/// group.
#[total]
fn upcast_by(s: IntTuple, d: IntTuple, n: Nat) -> Layout {
    let wider: Layout = each::<Up>(s, d, n);
    let shape: IntTuple = wider.shape();
    let largest: Integer = Tree::largest_in_group(tree_of(s, d), n);
    if !shape.is_refused() && largest.ask::<IsGeKnown>(n) {
        refused_layout::<UpcastCarries<S, D, N, Largest>>()
    } else {
        wider
    }
}

/// The layout `s:d` in elements one n-th as wide. CuTe: `downcast<N>`.
#[total]
pub fn downcast(s: IntTuple, d: IntTuple, n: Integer, faults: impl Faults) -> Layout {
    let narrower: Layout =
        if is_factor(n) { downcast_by(s, d, known(n)) } else { refused_layout::<NoFactor<N>>() };
    if const { needs_check::<S, D, Narrower>() } {
        faults.find(|| {
            let recast = ModeList::of(narrower.mode_shape(), narrower.mode_stride());
            run_time::check_recast::downcast_fault(&ModeList::of(s, d), N::KNOWN, &recast)
        });
    }
    narrower
}
/// The layout `s:d` in elements one n-th as wide, if one mode has stride 1, or nothing changes.
#[total]
fn downcast_by(s: IntTuple, d: IntTuple, n: Nat) -> Layout {
    let units: Integer = units(d);
    if eq(units, 1) || units.ask::<IsGeKnown>(1) && n.is_one() {
        each::<Down>(s, d, n)
    } else {
        refused_layout::<UnitStrides<S, D, N, Units>>()
    }
}

/// True if `n` is static, and not 0.
#[total(types)]
fn is_factor(n: Integer) -> Bool {
    n.is_static() && !n.is_zero()
}
/// True if run-time integers can make R a wrong layout of other elements.
const fn needs_check<S: IntTuple, D: IntTuple, R: Layout>() -> bool {
    (S::HAS_RUN_TIME || D::HAS_RUN_TIME) && R::REFUSAL.is_none()
}

/// The layout `s:d` of elements of `old` bits in elements of `new` bits: wider by new / gcd, then
/// narrower by old / gcd. CuTe: `recast_layout`.
#[total]
pub fn recast_layout(
    s: IntTuple,
    d: IntTuple,
    old: Integer,
    new: Integer,
    faults: impl Faults,
) -> Layout {
    let wider: Integer = ratio(new, old);
    let narrower: Integer = ratio(old, new);
    if narrower.is_one() {
        upcast(s, d, wider, faults)
    } else if wider.is_one() {
        downcast(s, d, narrower, faults)
    } else {
        let wide: Layout = upcast(s, d, wider, faults);
        downcast(wide.shape(), stride_of(wide), narrower, faults)
    }
}
/// a / gcd(a, b); refused if one of them is 0.
#[total]
pub fn ratio(a: Integer, b: Integer) -> Integer {
    if a.is_zero() || b.is_zero() { refused::<NoBits<A, B>, usize>() } else { div(a, gcd(a, b)) }
}
