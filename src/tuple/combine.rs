//! The parts of a tuple that [`combine`](IntTuple::combine) pairs with those of another tuple.

use super::{Empty, IntTuple, Leaf, Node};
use zellige_macros::total;

/// The first part for [`combine`](IntTuple::combine): a number represents all entries, and `()`
/// represents zeros.
#[total]
pub(crate) fn first(t: IntTuple) -> IntTuple {
    match t.kind() {
        Leaf => t,
        Empty => 0,
        Node => t.head(),
    }
}
/// The parts for [`combine`](IntTuple::combine) after the first.
#[total]
pub(crate) fn rest(t: IntTuple) -> IntTuple {
    match t.kind() {
        Leaf => t,
        Empty => (),
        Node => t.tail(),
    }
}
