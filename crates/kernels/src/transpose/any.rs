//! Transposes element by element: matrices of any size, with rows that begin anywhere.
//!
//! Memory is written in sectors of 32 bytes, and a partial write of a sector costs as much as a
//! whole one, or more. Rows of the destination begin anywhere in a sector, so rectangular tiles
//! write parts of sectors on both sides of each row. Here a tile is skewed: in each column of the
//! source, which is a row of the destination, it begins up to a sector earlier, at a sector
//! boundary.
//!
//! ```text
//! destination, a row each for columns 0 .. 3 of the source; | is where a sector of 8 f32 begins
//!
//! column 0   |A A A A A A A A|B B B B B B B B|B B ..              ld_to = 8205 = 5 mod 8
//! column 1    A A A|B B B B B B B B|B B B B B B ..                A  is written by one block,
//! column 2    A A A A A A|B B B B B B B B|B B B ..                B  by the next
//! column 3    A|A A A A A A A A|B B B B B B B B| ..
//! ```
//!
//! So a block reads some more rows than it writes of a column: a tile of 64 by 64 f32 reads from
//! the 8th row before its first row on. Rows that two blocks read are read at nearly the same time,
//! so the second read hits the cache.
//!
//! Both are tiles of a [`padded`](zellige_gpu::tensor::GpuTensor::padded) matrix: the source by a
//! sector of rows, for all threads, and the destination by the skew of a thread's columns. These
//! columns are 8 apart, the elements of a sector, so wherever the rows of the destination begin,
//! all columns of a thread begin at the same offset in a sector.
//!
//! The threads of a warp read along a row of the source, and write along a column of the
//! destination, as [`LoadsF32`] and [`StoresF32`] describe. Between them is [`SharedF32`], swizzled
//! so that a warp's 32 elements of a row lie in 32 banks, and so do those of a column, from any row
//! on: the row index flips the position in the row.
//!
//! Source: NVIDIA's "An Efficient Matrix Transpose in CUDA C/C++" has the tile in shared memory;
//! the skew is ours.

use super::THREADS;
use core::hint::assert_unchecked;
use zellige::{contract, ops::Compose, prelude::*};
use zellige_gpu::engine::Narrow;
use zellige_gpu::tensor::{gmem, rmem, smem};
use zellige_gpu::transform::{transform, transform_if, transform_or};
use zellige_gpu::{Gpu, unroll};

/// The number of rows and columns of a tile of f32.
pub const TILE_F32: (u32, u32) = (64, 64);
/// The number of f32 in a sector.
pub const SECTOR_F32: u32 = 8;
/// The layout from (row, column) to the offset in shared memory: a tile of f32, and a sector before
/// it.
pub type SharedF32 = layout!(Sw<5, 0, 6> o 0 o (72, 64) : (64, 1));
/// The same layout for a tile that begins anywhere in these rows.
type SkewedF32 = layout!(Sw<5, 0, 6> o 0 o (64, 64) : (64, 1));
/// The layout from (row, column) to the thread that reads it: a warp has 32 elements of a row.
pub type LoadsF32 = layout!((8, 32) : (32, 1));
/// The layout from (row, column) to the thread that writes it: a warp has 32 elements of a column.
pub type StoresF32 = layout!((32, 8));
/// The number of bytes of shared memory for f32.
pub const SHARED_F32: u32 = 4 * SharedF32::COSIZE as u32;

const _: () = {
    // A warp accesses 32 elements of a row, and 32 of a column.
    contract::bank_conflict_free::<Compose<SharedF32, layout!((32, 1) : (72, 1))>, f32>();
    contract::bank_conflict_free::<Compose<SharedF32, layout!((32, 1) : (1, 1))>, f32>();
};

/// Transposes any matrix of f32. The grid has at least `(rows + 7) / 64` by `columns / 64` blocks,
/// each rounded up.
#[zellige_gpu::kernel(threads = super::THREADS, shared = SHARED_F32)]
pub unsafe fn transpose_f32_any<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    let (thread, (x, y)) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    assert_unchecked(thread < THREADS);
    let source = layout!((rows, columns) : (ld_from, 1));
    let destination = layout!((rows, columns) : (1, ld_to));
    let (loads, stores) = (LoadsF32::STATIC, StoresF32::STATIC);

    // Copy the tile and a sector before it from the source to shared memory.
    let first = (TILE_F32.0 * x, TILE_F32.1 * y);
    let m_s = gmem(Narrow(from), source).padded((SECTOR_F32, 0)).domain_offset(first); //   (M, N) from there on
    let g_s = m_s.local_tile(shape!((72, 64)), (0u32, 0u32)); //                            (BLK_M, BLK_N)
    let s = smem::<f32, _>(gpu, 0, SharedF32::STATIC); //                                   (BLK_M, BLK_N)
    let mut values = [0.0; 18];
    let r = rmem(&mut values, layout!((9, 2))); //                                          (THR_M, THR_N)
    let tg_s = g_s.local_partition(loads, thread); //                                       (THR_M, THR_N)
    // The loop goes row by row: elements that are adjacent in memory are read together.
    unroll!(for i in 0..{ 9 } {
        transform_or(tg_s.at((i, ..)), 0.0, r.at((i, ..)), |x| x);
    });
    transform(r, s.local_partition(loads, thread), |x| x);
    gpu.sync_threads();

    // The tile is written from the start of a sector: the number of elements before the tile's
    // first row, in this thread's columns.
    let (_, column) = stores.idx2crd(thread);
    let skew = destination.crd2idx((int!(0), first.1 + column)) % SECTOR_F32;
    let m_d = gmem(Narrow(to), destination).padded((skew, 0)); //                           (M, N)
    let g_d = m_d.local_tile(shape!((64, 64)), (x, y)).local_partition(stores, thread); //  (THR_M, THR_N)
    let s = smem::<f32, _>(gpu, 0, SkewedF32::STATIC).domain_offset((SECTOR_F32 - skew, 0u32));
    transform_if(s.local_partition(stores, thread), g_d, |x| x);
}
