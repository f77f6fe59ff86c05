//! An engine with coordinates as elements.

use super::{Engine, Get, check_axes};
use zellige::prelude::*;
use zellige::stride::steps_along;

/// The coordinates of a tensor of D modes, from some coordinate on: the element at (i, j) is
/// `[i, j]`.
///
/// It is moved by points, and takes no memory. If it is partitioned like a tensor of data, it gives
/// the coordinate of each of a thread's elements: for instance, to find the sums of a tile that lie
/// beyond the diagonal. [`identity`](crate::tensor::identity) creates it. CuTe: the iterator of
/// `make_identity_tensor`.
#[derive(Copy, Clone, Debug)]
pub struct Identity<const D: usize> {
    at: [u32; D],
}
impl<const D: usize> Identity<D> {
    /// Returns the coordinates that begin at the first one, `[0, ...]`.
    #[inline(always)]
    pub fn new() -> Self {
        Identity { at: [0; D] }
    }
}
impl<const D: usize> Default for Identity<D> {
    #[inline(always)]
    fn default() -> Self {
        Self::new()
    }
}
impl<const D: usize> Engine for Identity<D> {
    type Element = [u32; D];
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        const { check_axes::<O>(D as u64) }
        let mut at = self.at;
        let mut axis = 0;
        while axis < D {
            at[axis] += steps_along(by, axis);
            axis += 1;
        }
        Identity { at }
    }
}
impl<const D: usize> Get for Identity<D> {
    #[inline(always)]
    unsafe fn get(self) -> [u32; D] {
        self.at
    }
}
