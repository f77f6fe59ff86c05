//! What [`combine`](IntTuple::combine) takes of a tuple that stands beside another.

use super::{Empty, IntTuple, Leaf, Node};
use crate::cases::cases;
use crate::number::UTerm;

cases! {
    /// What [`combine`](IntTuple::combine) takes first: a number stands for all entries, and `()` for
    /// zeros.
    FirstOf[T: IntTuple](t: T) -> IntTuple {
        Leaf => T = t;
        Empty => UTerm = UTerm;
        Node => T::Head = t.head();
    }
}
cases! {
    /// What [`combine`](IntTuple::combine) takes after the first.
    RestOf[T: IntTuple](t: T) -> IntTuple {
        Leaf => T = t;
        Empty => () = ();
        Node => T::Tail = t.tail();
    }
}
/// The first entry of T.
pub(crate) type First<T> = <<T as IntTuple>::Kind as FirstOf>::Out<T>;
/// The entries of T after the first.
pub(crate) type Rest<T> = <<T as IntTuple>::Kind as RestOf>::Out<T>;
#[inline(always)]
pub(crate) fn first<T: IntTuple>(t: T) -> First<T> {
    <T::Kind as FirstOf>::go(t)
}
#[inline(always)]
pub(crate) fn rest<T: IntTuple>(t: T) -> Rest<T> {
    <T::Kind as RestOf>::go(t)
}
