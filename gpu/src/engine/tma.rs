//! Global memory as the tensor memory accelerator sees it.

use super::{Engine, Moved, Point};
use crate::TensorMap;

/// A matrix as the accelerator knows it by a map, from some element on: moved by points, it is coordinates and no address.
///
/// What a box has outside of the matrix the accelerator sets to zero. CuTe: the `ArithmeticTupleIterator` of a TMA tensor.
#[derive(Copy, Clone)]
pub struct Tma {
    map: *const TensorMap,
    at: (u32, u32),
}
impl Tma {
    /// The matrix of the map, from its first element on.
    #[inline(always)]
    pub fn new(map: *const TensorMap) -> Self {
        Tma { map, at: (0, 0) }
    }
    /// The map.
    #[inline(always)]
    pub fn map(self) -> *const TensorMap {
        self.map
    }
    /// The row and the column of the element.
    #[inline(always)]
    pub fn coordinate(self) -> (u32, u32) {
        self.at
    }
}
impl Engine for Tma {
    type Element = ();
}
impl<O: Point> Moved<O> for Tma {
    #[inline(always)]
    fn moved(self, by: O) -> Self {
        let (row, column) = by.pair();
        Tma {
            at: (self.at.0 + row, self.at.1 + column),
            ..self
        }
    }
}
