//! What a tuple is, as types to branch on.

use super::Kind;
use crate::number::{B0, B1};

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
