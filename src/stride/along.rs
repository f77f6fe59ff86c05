//! Steps along the modes of a shape, as steps of its index: the meaning of a stride `v@p` on the
//! right of a composition for the layout on the left.

use super::*;
use crate::refusal::{Code, Message, Refusal, refused};
use crate::run_time::Faults;
use crate::stride::stride_reasons::LeavesItsMode;
use crate::tuple::access::{Get, Take, get, take};
use crate::tuple::measure::Rank;
use zellige_macros::total;

/// The stride of `v` steps along mode `p` of the shape `s`, for a walk of `n` of them.
#[total]
pub(super) fn stride_along(v: Integer, p: IntTuple, n: Integer, s: IntTuple) -> Integer {
    if stays_on_axis(v, p, n, s) {
        total::mul(v, elements_before(s, p))
    } else {
        refused::<LeavesItsMode<V, P, S>, usize>()
    }
}
/// True if `n` times `v` steps along the axis `p` stay in mode `p` of the shape `s`, or if that is
/// the last mode.
#[total(types)]
fn stays_on_axis(v: Integer, p: IntTuple, n: Integer, s: IntTuple) -> Bool {
    let extent: Integer = IntTuple::elements(get(s, p));
    extent.ask::<IsGt>(mul(v, sub(n, 1))) || is_last(s, p)
}
/// True if the mode `p` of the shape `s` is the last, on all levels.
#[total(types)]
fn is_last(s: IntTuple, p: IntTuple) -> Bool {
    match p.kind() {
        Leaf => B1,
        Empty => B1,
        Node => Nat::eq(rank(s), succ(first_axis(p))) && is_last(get(s, p.head()), p.tail()),
    }
}
/// The elements of the shape `s` before its mode `p`.
#[total]
fn elements_before(s: IntTuple, p: IntTuple) -> Integer {
    match p.kind() {
        Leaf => 1,
        Empty => 1,
        Node => total::mul(
            IntTuple::elements(take(s, first_axis(p))),
            elements_before(get(s, p.head()), p.tail()),
        ),
    }
}
/// The first number of `p`.
#[total]
pub(super) fn first_axis(p: IntTuple) -> Nat {
    known(p.head().leaf())
}
/// The run-time half of [`stride_along`]: why N times `v` steps leave mode P of `s`.
pub(super) fn in_mode_fault<V: Integer, P: IntTuple, N: Integer, S: IntTuple>(
    v: V,
    n: N,
    s: S,
) -> Option<Refusal> {
    if <IsLast<S, P> as Bool>::VALUE {
        return None;
    }
    let extent = get(s, P::UNCHECKED).elements().projected();
    let (n, v) = (n.projected(), v.projected());
    if n < 2 || v.saturating_mul(n - 1) < extent {
        return None;
    }
    let m = Message::new().s("composition(A, B): ").u(n as u64).s(" times ").u(v as u64);
    let m = m.s(" steps leave their mode of A, of extent ").u(extent as u64);
    Some(Refusal::new(Code::Carry, m))
}

/// The strides `d` of the shape `s`, with steps along the modes of the shape `a` as steps of its
/// index.
#[doc(hidden)]
#[total]
pub fn along_modes(d: IntTuple, s: IntTuple, a: IntTuple, faults: impl Faults) -> IntTuple {
    match d.kind() {
        Leaf => Linear::along(d.leaf(), s.leaf(), a, faults),
        Empty => (),
        Node => prepended(
            along_modes(d.tail(), s.tail(), a, faults),
            along_modes(d.head(), s.head(), a, faults),
        ),
    }
}
