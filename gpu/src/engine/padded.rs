//! A matrix in global memory with rows and columns before its first ones.

use super::gmem::{far_step, pair, step};
use super::{Engine, Get, Pointer, PointerMut, Set};
use crate::access;
use zellige::prelude::*;

/// A matrix in global memory, laid out by L, that begins some rows and columns before its first element: those do not exist, and
/// so they are outside.
///
/// ```text
/// padded((2, 1)) of a matrix of 3 by 4        coordinate (i, j) is the element (i - 2, j - 1)
///
///         j = 0  1  2  3  4
/// i = 0       .  .  .  .  .
///     1       .  .  .  .  .                   . is outside, as are all i from 5 on and all j from 5 on
///     2       .  a00 a01 a02 a03
///     3       .  a10 a11 a12 a13
///     4       .  a20 a21 a22 a23
/// ```
///
/// As a [`Matrix`](super::Matrix) it is moved by points; but it knows its coordinate, modulo 2^32, and not what is left. Where its pointer is
/// [`Narrow`](super::Narrow), there are less than 2^32 elements with those of the rows and columns before the first ones.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::tensor::gmem;
/// let memory = [0f32; 3 * 4];
/// let matrix = gmem(memory.as_ptr(), layout!((3u32, 4u32) : (4u32, 1))).padded((2, 1));
/// let element = |i: u32, j: u32| matrix.domain_offset((i, j)).settled().engine();
/// assert_eq!(element(3, 1).coordinate(), (1, 0));
/// assert_eq!(element(3, 1).pointer(), &memory[4]);
/// let inside = [(1, 1), (2, 0), (2, 1), (4, 4), (4, 5), (5, 4)].map(|(i, j)| element(i, j).is_inside());
/// assert_eq!(inside, [false, false, true, true, false, false]);
/// ```
///
/// CuTe: `domain_offset` by a coordinate below 0, and a predicate of the coordinates.
#[derive(Copy, Clone)]
pub struct Padded<P, L> {
    pointer: P,
    layout: L,
    /// The row and the column in the matrix, modulo 2^32.
    at: (u32, u32),
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>> Padded<P, L> {
    /// Returns the matrix at the pointer, from so many rows and columns before its first element on.
    #[inline(always)]
    pub(crate) fn new(pointer: P, layout: L, (rows, columns): (u32, u32)) -> Self {
        let back = |by: u32| -(by as isize);
        let down = layout.offset_at((rows, 0u32)).u32();
        let right = layout.offset_at((0u32, columns)).u32();
        Padded {
            pointer: pointer.offset(back(down)).offset(back(right)),
            layout,
            at: (0u32.wrapping_sub(rows), 0u32.wrapping_sub(columns)),
        }
    }
    /// Returns true if the element is inside of the matrix.
    #[inline(always)]
    pub fn is_inside(self) -> bool {
        let (rows, columns) = self.layout.shape();
        self.at.0 < rows && self.at.1 < columns
    }
    /// Returns the row and the column in the matrix, modulo 2^32: below 0 they are large.
    #[inline(always)]
    pub fn coordinate(self) -> (u32, u32) {
        self.at
    }
    /// Returns the pointer to the element.
    #[inline(always)]
    pub fn pointer(self) -> P {
        self.pointer
    }
    /// Returns the engine moved far, as [`Matrix::far`](super::Matrix) is.
    #[inline(always)]
    pub(crate) fn far<O: Integer>(self, to: O) -> Self {
        Padded {
            pointer: far_step(self.pointer, self.layout, to),
            ..self.at(to)
        }
    }
    /// Returns the engine at the coordinate that is a point further on; the pointer stays.
    #[inline(always)]
    fn at<O: Integer>(self, point: O) -> Self {
        let (row, column) = pair(point);
        let at = (self.at.0.wrapping_add(row), self.at.1.wrapping_add(column));
        Padded { at, ..self }
    }
}
impl<P: Pointer, L: Layout<Shape = (u32, u32)>> Engine for Padded<P, L> {
    type Element = P::Element;
    #[inline(always)]
    fn moved<O: Integer>(self, by: O) -> Self {
        Padded {
            pointer: step(self.pointer, self.layout, by),
            ..self.at(by)
        }
    }
    #[inline(always)]
    fn has_element(self) -> bool {
        self.is_inside()
    }
}
impl<P: Pointer<Element: Copy>, L: Layout<Shape = (u32, u32)>> Get for Padded<P, L> {
    #[inline(always)]
    unsafe fn get(self) -> P::Element {
        access::read(self.pointer.constant())
    }
}
impl<P: PointerMut<Element: Copy>, L: Layout<Shape = (u32, u32)>> Set for Padded<P, L> {
    #[inline(always)]
    unsafe fn set(self, element: P::Element) {
        access::write(self.pointer.mutable(), element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{gmem, rmem};
    use crate::transform::{transform_if, transform_or};

    #[test]
    fn a_padded_matrix_without_elements_has_none_inside() {
        let memory = [1u32; 4];
        for (m, n) in [(0u32, 3u32), (2, 0), (0, 0)] {
            let matrix = gmem(memory.as_ptr(), layout!((m, n) : (n, 1)));
            for corner in [(0, 0), (1, 2), (0, 4), (3, 0)] {
                let tile = matrix
                    .padded(corner)
                    .local_tile(shape!((4, 4)), (0u32, 0u32));
                let mut values = [7; 16];
                let to = rmem(&mut values, layout!((4, 4)));
                // SAFETY: there is no element inside to be read.
                unsafe { transform_or(tile.settled(), 0, to, |x| x) }
                assert_eq!(values, [0; 16]);
            }
        }
    }

    #[test]
    fn tiles_of_a_padded_matrix_begin_anywhere() {
        let mut memory: [u32; 15] = core::array::from_fn(|i| i as u32 + 1);
        let matrix = gmem(memory.as_mut_ptr(), layout!((5u32, 3u32) : (3u32, 1)));
        for (rows, columns) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
            for (x, y) in [(0u32, 0u32), (0, 1), (1, 0), (1, 1)] {
                let tile = matrix.padded((rows, columns));
                let tile = tile.local_tile(shape!((4, 4)), (x, y)).settled();
                let mut values = [0; 16];
                // SAFETY: the memory has the elements that are inside.
                unsafe {
                    let values = rmem(&mut values, layout!((4, 4)));
                    transform_or(tile, 0, values, |x| x);
                    transform_if(values, tile, |x| x);
                }
                for (i, value) in values.into_iter().enumerate() {
                    let row = (4 * x + i as u32 % 4).checked_sub(rows);
                    let column = (4 * y + i as u32 / 4).checked_sub(columns);
                    let expected = match (row, column) {
                        (Some(row @ 0..5), Some(column @ 0..3)) => 3 * row + column + 1,
                        _ => 0,
                    };
                    assert_eq!(value, expected);
                }
            }
        }
        assert!(memory.iter().enumerate().all(|(i, x)| *x == i as u32 + 1));
    }
}
