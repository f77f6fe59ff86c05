//! A piece of a row of any length, which a block reads element by element.

use super::{Block, Combine};
use core::ptr;
use zellige::prelude::*;
use zellige_gpu::number::Rounded;
use zellige_gpu::tensor::{rmem, sequence};
use zellige_gpu::transform::{Elements, transform, transform_if, transform_or};
use zellige_gpu::{Gpu, Store};

/// A piece of a long row that a block has: its element `256 i + thread` for i from 0 to 7, as one
/// thread sees it.
pub struct Piece {
    /// The number of the row in its matrix.
    row: u32,
    thread: u32,
    columns: u32,
    /// The number of the piece in the row.
    number: u32,
}
/// The elements of the row that begins at the pointer that this thread has of the piece.
macro_rules! elements {
    ($piece:expr, $matrix:expr, $ld:expr) => {
        sequence(
            $matrix.wrapping_add($piece.row as usize * $ld as usize),
            layout!(($piece.columns) : 1),
            $piece.columns,
        )
        .local_tile(shape!((2048,)), ($piece.number,))
        .local_partition(layout!((256,)), $piece.thread)
    };
}
impl Piece {
    /// Returns the pieces of this block's row of `columns` elements.
    #[inline(always)]
    pub fn all(gpu: impl Gpu, columns: u32) -> impl Iterator<Item = Piece> + Clone {
        let (row, thread) = Block::place(gpu);
        (0..columns.div_ceil(2048)).map(move |number| Piece { row, thread, columns, number })
    }
    /// Returns the column of this thread's element i.
    #[inline(always)]
    pub fn column(&self, i: u32) -> u32 {
        layout!((256, 8, (self.number + 1))).crd2idx((self.thread, i, self.number))
    }
    /// Returns whether the row has this thread's element i.
    #[inline(always)]
    pub fn has(&self, i: u32) -> bool {
        elements!(self, ptr::null::<u8>(), 0).is_inside(i)
    }
    /// Reads this thread's elements of the matrix; past the end of the row it returns zeros.
    ///
    /// # Safety
    ///
    /// The matrix has the row.
    #[inline(always)]
    pub unsafe fn read<G: Store, T: Rounded<G, f32>>(
        &self,
        gpu: G,
        matrix: *const T,
        ld: u32,
    ) -> [f32; 8] {
        let zero = T::rounded(gpu, 0.0);
        let (mut elements, mut numbers) = ([zero; 8], [0.0; 8]);
        let loaded = rmem(&mut elements, layout!(8));
        transform_or(elements!(self, matrix, ld), zero, loaded, |x| x); // all loads first
        transform(loaded, rmem(&mut numbers, layout!(8)), |x| x.widened());
        numbers
    }
    /// Writes this thread's elements to the matrix, rounded.
    ///
    /// # Safety
    ///
    /// The matrix has the row, and nobody else uses it.
    #[inline(always)]
    pub unsafe fn write<G: Store, T: Rounded<G, f32>>(
        &self,
        gpu: G,
        matrix: *mut T,
        ld: u32,
        mut numbers: [f32; 8],
    ) {
        let numbers = rmem(&mut numbers, layout!(8));
        transform_if(numbers, elements!(self, matrix, ld), |x| T::rounded(gpu, x));
    }
}
