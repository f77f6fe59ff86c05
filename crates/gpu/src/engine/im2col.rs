//! An engine for the pixels under a filter as the tensor memory accelerator sees them.

use super::{Engine, check_axes};
use crate::TensorMap;
use zellige::prelude::*;
use zellige::stride::steps_along;

/// A tensor of D modes that a map of im2col mode describes, from some pixel on, and an offset from
/// each pixel in the S = D - 2 modes of an image.
///
/// It is moved by points of D + S axes: those of the pixel, such as (image, row, column, channel),
/// and those of the offset, such as (row, column). [`im2col`](crate::tensor::im2col) creates the
/// tensor of a convolution. CuTe: the `ArithmeticTupleIterator` of an im2col tensor.
#[derive(Copy, Clone)]
pub struct Im2col<const D: usize, const S: usize> {
    map: *const TensorMap,
    at: [i32; D],
    offset: [u32; S],
}
impl<const D: usize, const S: usize> Im2col<D, S> {
    /// Returns the tensor of the map, from this pixel of image 0 on: where the filter begins, which
    /// is before the image if that is padded.
    #[inline(always)]
    pub fn new(map: *const TensorMap, first: [i32; S]) -> Self {
        const { assert!(3 <= D && D <= 5 && S + 2 == D, "an image has D - 2 of D modes") }
        let mut at = [0; D];
        let mut i = 0;
        while i < S {
            at[1 + i] = first[i];
            i += 1;
        }
        Im2col { map, at, offset: [0; S] }
    }
    /// Returns the map.
    #[inline(always)]
    pub fn map(self) -> *const TensorMap {
        self.map
    }
    /// Returns the coordinate of the first pixel, mode by mode, and the offset.
    #[inline(always)]
    pub fn coordinate(self) -> ([i32; D], [u32; S]) {
        (self.at, self.offset)
    }
    /// Returns both as the instruction takes them: the contiguous mode first.
    #[inline(always)]
    pub(crate) fn innermost_first(self) -> ([i32; D], [u16; S]) {
        let (mut at, mut offset) = ([0; D], [0; S]);
        let mut i = 0;
        while i < D {
            at[i] = self.at[D - 1 - i];
            i += 1;
        }
        i = 0;
        while i < S {
            offset[i] = self.offset[S - 1 - i] as u16;
            i += 1;
        }
        (at, offset)
    }
}
/// How a filter moves along one mode of an image.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The elements of padding before the image.
    pub padding: u32,
    /// The elements from one pixel of the result to the next.
    pub step: u32,
    /// The elements from one element of the filter to the next.
    pub dilation: u32,
}
impl<const D: usize, const S: usize> Engine for Im2col<D, S> {
    type Element = ();
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        const { check_axes::<O>((D + S) as u64) }
        let Im2col { map, mut at, mut offset } = self;
        let mut axis = 0;
        while axis < D {
            at[axis] += steps_along(by, axis) as i32;
            axis += 1;
        }
        axis = 0;
        while axis < S {
            offset[axis] += steps_along(by, D + axis);
            axis += 1;
        }
        Im2col { map, at, offset }
    }
}
