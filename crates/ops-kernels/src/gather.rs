//! Gathers rows of a table: an embedding.
//!
//! ```text
//! y[i, j] = table[indices[i], j]      i < n, j < columns
//! ```
//!
//! Rows are contiguous in the table and in y. An index that is not below `rows` gives a row of NaN.
//!
//! A thread moves a vector of 16 bytes, or an element in the `any` instances. The threads of the
//! grid are numbered along the rows of y.

use crate::words::{Element, vector};
use core::hint::assert_unchecked;
use zellige::prelude::*;
use zellige_gpu::tensor::gmem;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, F16, Store, kernel};

/// The number of threads of a block.
pub const THREADS: u32 = 256;

/// Gathers rows in vectors. The grid has `(n * columns / N).div_ceil(256)` blocks, with N = 8
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
    let (table, y) = (table.cast::<Vector16>(), y.cast::<Vector16>());
    let vectors = columns / const { T::IN_VECTOR as u32 };
    gather(gpu, (n, vectors), indices, table, rows, y, vector([T::NAN; 4]))
}

/// Gathers rows of every length and alignment. The grid has `(n * columns).div_ceil(256)` blocks.
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
    gather(gpu, (n, columns), indices, table, rows, y, T::narrow(gpu, f32::NAN))
}

/// Moves one element V of y, which has this shape; `outside` stands for rows that are not there.
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
    let all = layout!((columns, n));
    let thread = layout!((256, (gpu.grid_x()))).crd2idx((gpu.thread(), gpu.block_x()));
    if thread >= all.size() {
        return;
    }
    assert_unchecked(columns != 0 && n != 0); // factors of the size
    let (j, i) = all.idx2crd(thread);
    let index = gmem(indices, layout!(n : 1)).read(i);
    let table = gmem(table, layout!((rows, columns) : (columns, 1)));
    let y = gmem(y, layout!((n, columns) : (columns, 1)));
    y.write((i, j), table.read_or((index, j), outside));
}
