//! Transposes element by element: matrices of any size, whose rows begin anywhere.
//!
//! Memory is written in sectors of 32 bytes, and a sector of which only a part is written costs as much as a whole
//! one, or more. Rows of the destination begin anywhere in a sector, so tiles that are rectangles write parts of
//! sectors on both sides of each row. Here a tile is skewed: in each column of the source, which is a row of the
//! destination, it begins up to a sector earlier, where a sector begins.
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
//! So a block reads some rows more than it writes of a column: a tile of 64 by 64 f32 reads the rows from 8 before
//! its first on. What two blocks read they read soon after each other, and so from the cache.
//!
//! In the source the threads of a warp read along a row, in the destination they write along a column. Between lies
//! [`SharedF32`], swizzled so that a warp's 32 elements of a row lie in 32 banks, and those of a column too, from
//! whichever row on: the number of the row flips the place in the row. [`LoadsF32`] and [`StoresF32`] are the
//! thread-value layouts; they give points, (row, column).
//!
//! Source: NVIDIA's "An Efficient Matrix Transpose in CUDA C/C++" has the tile in shared memory; the skew is ours.

use super::THREADS;
use core::hint::assert_unchecked;
use zellige::construct::make_identity_layout;
use zellige::{contract, ops::Compose, prelude::*};
use zellige_gpu::Gpu;

/// The rows and columns of a tile of f32.
pub const TILE_F32: (u32, u32) = (64, 64);
/// How many f32 are a sector.
pub const SECTOR_F32: u32 = 8;
/// (row, column) to the place in shared memory: a tile of f32, and a sector before it.
pub type SharedF32 = layout!(Sw<5, 0, 6> o 0 o (72, 64) : (64, 1));
/// (thread, value) to (row, column): what is read of a tile of f32, and of a sector before it.
pub type LoadsF32 = layout!(((32, 8), (2, 9)) : ((1@1, 1@0), (32@1, 8@0)));
/// (thread, value) to (row, column): what is written of a tile of f32.
pub type StoresF32 = layout!(((32, 8), (2, 8)) : ((1@0, 1@1), (32@0, 8@1)));
/// How many bytes of shared memory f32 take.
pub const SHARED_F32: u32 = 4 * SharedF32::COSIZE as u32;

const _: () = {
    // 32 elements of a row, and 32 of a column.
    contract::bank_conflict_free::<Compose<SharedF32, layout!((32, 1) : (72, 1))>, f32>();
    contract::bank_conflict_free::<Compose<SharedF32, layout!((32, 1) : (1, 1))>, f32>();
};

/// Transposes any matrix of f32. The grid has at least `(rows + 7) / 64` by `columns / 64` blocks, each rounded up.
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
    const LOADS: usize = (TILE_F32.0 + SECTOR_F32) as usize / 8;
    let source = layout!((rows, columns) : (ld_from, 1));
    let destination = layout!((rows, columns) : (1, ld_to));
    let (thread, tile) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    assert_unchecked(thread < THREADS);
    let (loads, stores, places) = (LoadsF32::STATIC, StoresF32::STATIC, SharedF32::STATIC);
    let shared = gpu.shared().cast::<f32>();
    let tiles = make_identity_layout((rows, columns))
        .zipped_divide((int!({ TILE_F32.0 as usize }), int!({ TILE_F32.1 as usize })));
    let (row0, column0) = tiles.crd2idx((int!(0), tile)).coordinate();
    // The row of the first place. Before the first row of the matrix it is negative, so a large number.
    let row0 = row0.wrapping_sub(SECTOR_F32);

    let mut values = [[0.0; LOADS]; 2];
    for i in 0..LOADS {
        let (r, c) = loads.crd2idx((thread, (int!(0), i as u32))).coordinate();
        let (row, column) = (row0.wrapping_add(r), column0 + c);
        if row < rows {
            let from = from.add(source.crd2idx((row, column)) as usize);
            for j in 0..2 {
                let across = 32 * j as u32;
                if column + across < columns {
                    values[j][i] = *from.add(source.crd2idx((int!(0), across)) as usize);
                }
            }
        }
    }
    // A thread's place and a value's have no bit in common, and a swizzle moves each bit by itself.
    let first = places.crd2idx(loads.crd2idx((thread, int!(0))).coordinate());
    for i in 0..LOADS {
        for j in 0..2 {
            let (r, c) = loads.crd2idx((0u32, (j as u32, i as u32))).coordinate();
            *shared.add((first ^ places.crd2idx((r, c))) as usize) = values[j][i];
        }
    }
    gpu.sync_threads();
    for i in 0u32..8 {
        let (r, c) = stores.crd2idx((thread, (int!(0), i))).coordinate();
        let column = column0 + c;
        let r = r + (SECTOR_F32 - destination.crd2idx((int!(0), column)) % SECTOR_F32);
        let row = row0.wrapping_add(r);
        if column < columns {
            let shared = shared.add(places.crd2idx((r, c)) as usize);
            let to = to.add(destination.crd2idx((int!(0), column)) as usize);
            let to = to.wrapping_offset(row as i32 as isize);
            for j in 0..2 {
                // The swizzle looks at the row's number mod 32 only.
                let down = 32 * j;
                if row.wrapping_add(down) < rows {
                    let value = *shared.add(places.inner().crd2idx((down, int!(0))) as usize);
                    *to.wrapping_add(destination.crd2idx((down, int!(0))) as usize) = value;
                }
            }
        }
    }
}

/// [`transpose_f32_any()`] with its indices by hand.
#[zellige_gpu::kernel(threads = super::THREADS, shared = SHARED_F32)]
pub unsafe fn transpose_f32_any_by_hand<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    assert_unchecked(t < THREADS);
    let swizzled = |x: u32| x ^ (x / 64 % 32);
    let shared = gpu.shared().cast::<f32>();
    let (row0, column0) = (x * 64, y * 64);
    let row0 = row0.wrapping_sub(8);

    let mut values = [[0.0; 9]; 2];
    for i in 0..9 {
        let (c, r) = (t % 32, t / 32 + i as u32 * 8);
        let (row, column) = (row0.wrapping_add(r), column0 + c);
        if row < rows {
            let from = from.add((row * ld_from + column) as usize);
            for j in 0..2 {
                if column + 32 * (j as u32) < columns {
                    values[j][i] = *from.add(32 * j);
                }
            }
        }
    }
    let first = swizzled(t / 32 * 64 + t % 32);
    for i in 0..9 {
        for j in 0..2 {
            let at = i as u32 * 8 * 64 + j as u32 * 32;
            *shared.add((first ^ swizzled(at)) as usize) = values[j][i];
        }
    }
    gpu.sync_threads();
    for i in 0..8 {
        let (r, c) = (t % 32, t / 32 + i * 8);
        let column = column0 + c;
        let r = r + (8 - column * ld_to % 8);
        let row = row0.wrapping_add(r);
        if column < columns {
            let shared = shared.add(swizzled(r * 64 + c) as usize);
            let to = to.add((column * ld_to) as usize);
            let to = to.wrapping_offset(row as i32 as isize);
            for j in 0..2 {
                let down = 32 * j;
                if row.wrapping_add(down) < rows {
                    *to.wrapping_add(down as usize) = *shared.add(down as usize * 64);
                }
            }
        }
    }
}
