//! An engine for global memory as the tensor memory accelerator sees it.

use super::{Engine, check_axes};
use crate::TensorMap;
use zellige::prelude::*;
use zellige::stride::steps_along;

/// A tensor of D modes as a map describes it to the tensor memory accelerator, from some element
/// on. It is moved by points, and consists of coordinates without an address.
///
/// The last mode is the contiguous one: a matrix is (row, column). The accelerator sets the
/// elements of a box outside the tensor to zero on a load, and does not write them on a store.
/// CuTe: the `ArithmeticTupleIterator` of a TMA tensor.
#[derive(Copy, Clone)]
pub struct Tma<const D: usize> {
    map: *const TensorMap,
    at: [u32; D],
}
impl<const D: usize> Tma<D> {
    /// Returns the tensor of the map, from its first element on.
    #[inline(always)]
    pub fn new(map: *const TensorMap) -> Self {
        const { assert!(1 <= D && D <= 5, "a tensor map has 1 to 5 modes") }
        Tma { map, at: [0; D] }
    }
    /// Returns the map.
    #[inline(always)]
    pub fn map(self) -> *const TensorMap {
        self.map
    }
    /// Returns the coordinate of the element, mode by mode.
    #[inline(always)]
    pub fn coordinate(self) -> [u32; D] {
        self.at
    }
    /// Returns the coordinate as instructions take it: the contiguous mode first.
    #[inline(always)]
    pub(crate) fn innermost_first(self) -> [i32; D] {
        let mut at = [0; D];
        let mut i = 0;
        while i < D {
            at[i] = self.at[D - 1 - i] as i32;
            i += 1;
        }
        at
    }
}
impl<const D: usize> Engine for Tma<D> {
    type Element = ();
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        const { check_axes::<O>(D as u64) }
        let mut at = self.at;
        let mut axis = 0;
        while axis < D {
            at[axis] += steps_along(by, axis);
            axis += 1;
        }
        Tma { at, ..self }
    }
}

/// The extents of a tensor that a map describes: 1 to 5 of them, D.
pub trait MapShape<const D: usize>: IntTuple {}
impl<A: Integer> MapShape<1> for (A,) {}
impl<A: Integer, B: Integer> MapShape<2> for (A, B) {}
impl<A: Integer, B: Integer, C: Integer> MapShape<3> for (A, B, C) {}
impl<A: Integer, B: Integer, C: Integer, E: Integer> MapShape<4> for (A, B, C, E) {}
impl<A: Integer, B: Integer, C: Integer, E: Integer, F: Integer> MapShape<5> for (A, B, C, E, F) {}
