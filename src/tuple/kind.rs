//! The kinds of tuples, as types to branch on.

use crate::branches::{BranchesOfKind, OnKind};
use crate::number::{B0, B1, Bool};

/// The kind of an [`IntTuple`](super::IntTuple). Every branch on it is among [`BranchesOfKind`].
#[doc(hidden)]
pub trait Kind: BranchesOfKind + OnKind {
    /// True if it is an integer.
    type IsLeaf: Bool;
    /// True if it is a tuple with a first mode.
    type IsNode: Bool;
}
/// An integer.
#[doc(hidden)]
pub struct Leaf;
/// `()`
#[doc(hidden)]
pub struct Empty;
/// A tuple with a first mode.
#[doc(hidden)]
pub struct Node;
impl Kind for Leaf {
    type IsLeaf = B1;
    type IsNode = B0;
}
impl Kind for Empty {
    type IsLeaf = B0;
    type IsNode = B0;
}
impl Kind for Node {
    type IsLeaf = B0;
    type IsNode = B1;
}
