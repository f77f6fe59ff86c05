//! Gathers rows of a table: an embedding.
//!
//! ```text
//! y[i, j] = table[indices[i], j]      i < n, j < columns
//! ```
//!
//! Rows are contiguous in the table and in y. An index that is not below `rows` gives a row of NaN.
//!
//! A thread moves two vectors of 16 bytes, or two elements in the `any` instances: both are in
//! flight at once. A block has [`BLOCK`] of them, numbered along the rows of y.

use crate::turn::take_turn;
use crate::words::{Element, vector};
use core::hint::assert_unchecked;
use zellige::prelude::*;
use zellige_gpu::tensor::gmem;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, F16, Store, kernel, unroll};

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The number of vectors, or elements, of a block.
pub const BLOCK: u32 = 2 * THREADS;

/// Gathers rows in vectors. The grid has `(n * columns / N).div_ceil(BLOCK)` blocks, with N = 8
/// elements of a vector, or 4 of f32.
///
/// # Safety
///
/// There are n indices; `columns` is a multiple of N; the table and y begin at multiples of 16
/// bytes. `n * columns / N` is less than 2^32 - 256.
#[kernel(threads = THREADS, instances(
    gather_rows_f32 = <f32>,
    gather_rows_bf16 = <Bf16>,
    gather_rows_f16 = <F16>,
))]
pub unsafe fn gather_rows<T: Element, G: Store>(
    gpu: G,
    n: u32,
    columns: u32,
    indices: *const u32,
    table: *const T,
    rows: u32,
    y: *mut T,
) {
    take_turn(gpu);
    let (table, y) = (table.cast::<Vector16>(), y.cast::<Vector16>());
    let vectors = columns / const { T::IN_VECTOR as u32 };
    gather(gpu, (n, vectors), indices, table, rows, y, vector([T::NAN; 4]))
}

/// Gathers rows of every length and alignment. The grid has `(n * columns).div_ceil(BLOCK)` blocks.
///
/// # Safety
///
/// There are n indices; `n * columns` is less than 2^32 - 256.
#[kernel(threads = THREADS, instances(
    gather_rows_f32_any = <f32>,
    gather_rows_bf16_any = <Bf16>,
    gather_rows_f16_any = <F16>,
))]
pub unsafe fn gather_rows_any<T: Element<Number = f32>, G: Store>(
    gpu: G,
    n: u32,
    columns: u32,
    indices: *const u32,
    table: *const T,
    rows: u32,
    y: *mut T,
) {
    take_turn(gpu);
    gather(gpu, (n, columns), indices, table, rows, y, T::narrow(gpu, f32::NAN))
}

/// Moves two elements V of y, which has this shape; `outside` stands for rows that are not there.
#[inline(always)]
unsafe fn gather<V: Copy, G: Store>(
    gpu: G,
    (n, columns): (u32, u32),
    indices: *const u32,
    table: *const V,
    rows: u32,
    y: *mut V,
    outside: V,
) {
    assert_unchecked(columns != 0 && n != 0); // factors of the size
    let all = layout!((columns, n));
    let indices = gmem(indices, layout!(n : 1));
    let table = gmem(table, layout!((rows, columns) : (columns, 1)));
    let y = gmem(y, layout!((n, columns) : (columns, 1)));
    let place =
        |v: u32| layout!((256, 2, (gpu.grid_x()))).crd2idx((gpu.thread(), v, gpu.block_x()));
    let mut moved = [outside; 2];
    unroll!(for v in 0..2 {
        if place(v) < all.size() {
            let (j, i) = all.idx2crd(place(v));
            moved[v as usize] = table.read_or((indices.read(i), j), outside);
        }
    });
    unroll!(for v in 0..2 {
        if place(v) < all.size() {
            let (j, i) = all.idx2crd(place(v));
            y.write((i, j), moved[v as usize]);
        }
    });
}
