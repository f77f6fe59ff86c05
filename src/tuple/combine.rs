//! What [`combine`](IntTuple::combine) takes of a tuple that stands beside another.

use super::{Empty, IntTuple, Leaf, Node};
use zellige_macros::total;

/// What [`combine`](IntTuple::combine) takes first: a number stands for all entries, and `()` for zeros.
#[total]
pub(crate) fn first(t: IntTuple) -> IntTuple {
    match t.kind() {
        Leaf => t,
        Empty => 0,
        Node => t.head(),
    }
}
/// What [`combine`](IntTuple::combine) takes after the first.
#[total]
pub(crate) fn rest(t: IntTuple) -> IntTuple {
    match t.kind() {
        Leaf => t,
        Empty => (),
        Node => t.tail(),
    }
}
