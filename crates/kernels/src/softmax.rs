//! Softmax of each row: exp(x) over the sum of exp(x) of the row.
//!
//! ```text
//! y[i] = 2^((x[i] - m) log2 e) / s      m = max x[i]      s = sum of 2^((x[i] - m) log2 e)
//! ```
//!
//! Subtracting the largest element m first prevents overflow. A row is a tensor that is cut into
//! tiles, and the threads partition a tile: each has every 32nd or every 256th element, 8 or 32 of
//! a tile.
//!
//! | kernel | who computes a row | tile | for rows of |
//! |---|---|---|---|
//! | [`softmax_warp()`] | a warp | [`WARP_ROW`] elements | up to 1024 elements |
//! | [`softmax_block_8()`] | a block | [`BLOCK_ROW_8`] | up to 2048 |
//! | [`softmax_block_32()`] | a block | [`BLOCK_ROW_32`] | up to 8192, and longer ones |
//!
//! ```text
//! element   0    1    ..   31  | 32   33   ..   63  | 64   ..  | ..        1023       local_partition by 32 threads
//! thread    0    1    ..   31  | 0    1    ..   31  | 0    ..  | ..        31
//! value     0                  | 1                  | 2        | ..        31
//! ```
//!
//! Each thread finds the m and s of its own elements. Then threads combine their (m, s): of two
//! pairs, m is the larger one, and s the sum after each s is rescaled from its own m to that m.
//! Within a warp, shuffles exchange the registers ([`zellige_gpu::warp`]); the warps of a block
//! exchange theirs in shared memory ([`zellige_gpu::block`]).
//!
//! A row of the lengths above stays in registers: it is read once and written once, 8 bytes per
//! element, and takes the time of a copy. Every kernel accepts every length, though: the threads
//! process a longer row in tiles of that size, one after the other, and read it twice, the second
//! time mostly from the cache.
//!
//! Where an element is NaN or +inf, or all are -inf, the whole row becomes NaN.
//!
//! Source: M. Milakov and N. Gimelshein, "Online normalizer calculation for softmax" (2018).

use core::hint::assert_unchecked;
use zellige::prelude::*;
use zellige_gpu::block::Scratch;
use zellige_gpu::engine::{Matrix, Narrow};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{GpuTensor, gmem, rmem};
use zellige_gpu::transform::{fold, transform, transform_if, transform_or};
use zellige_gpu::{Gpu, unroll, warp};

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The thread of the block as (thread of the warp, warp).
pub type Warps = layout!((32, 8) : (1, 32));
/// The number of elements of a row that a warp keeps in its registers.
pub const WARP_ROW: u32 = 1024;
/// The number of elements of a row that a block of [`softmax_block_8()`] keeps in its registers.
pub const BLOCK_ROW_8: u32 = 2048;
/// The number of elements of a row that a block of [`softmax_block_32()`] keeps in its registers.
pub const BLOCK_ROW_32: u32 = 8192;
/// The lanes of a warp.
type Warp = layout!(32);
/// The warps of a block: the positions of their (m, s) in shared memory, and the lanes that then
/// combine these.
pub type BlockWarps = layout!(8);
/// The number of bytes of shared memory of a block that computes one row.
pub const SHARED: u32 = WarpValues::BYTES;
/// A pair of numbers for each warp.
type WarpValues = SmemTensor<(f32, f32), BlockWarps>;

/// The number of values that are skipped together where the row is shorter than the tile.
pub const GROUP: usize = 8;

/// A matrix with contiguous rows.
type Rows<P> = Matrix<Narrow<P>, Strided<(u32, u32), (u32, int!(1))>>;

/// Computes the softmax of the rows of a matrix, one warp per row. `rows` rows of `columns`
/// elements begin `ld_from` and `ld_to` elements apart; offsets are `u32`s. The grid has at least
/// `rows / 8` blocks.
#[zellige_gpu::kernel(threads = THREADS, min_blocks = 5)]
pub unsafe fn softmax_warp<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    let thread = gpu.thread();
    assert_unchecked(thread < THREADS);
    let (lane, warp) = Warps::STATIC.idx2crd(thread);
    let row = layout!((8, (gpu.grid_x())) : (1, 8)).crd2idx((warp, gpu.block_x()));
    if row >= rows {
        return;
    }
    let x = gmem(Narrow(from), layout!((rows, columns) : (ld_from, 1)));
    let y = gmem(Narrow(to), layout!((rows, columns) : (ld_to, 1)));
    let (tiler, threads) = (shape!((1, { WARP_ROW as usize })), layout!((1, 32)));
    softmax::<G, _, _, 4>(
        gpu,
        columns,
        WARP_ROW,
        |tile| x.local_tile(tiler, (row, tile)).local_partition(threads, lane),
        |tile| y.local_tile(tiler, (row, tile)).local_partition(threads, lane),
        |m, s| put_together(gpu, (m, s), Warp::STATIC),
    );
}

/// Computes the softmax of the rows of a matrix, one block per row; a thread keeps up to 8
/// elements. `rows` rows of `columns` elements begin `ld_from` and `ld_to` elements apart; offsets
/// are `u32`s. The grid has at least `rows` blocks.
#[zellige_gpu::kernel(threads = THREADS, shared = SHARED, min_blocks = 8)]
pub unsafe fn softmax_block_8<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    block::<G, int!({ BLOCK_ROW_8 as usize }), 1>(
        gpu,
        (rows, columns),
        (from, ld_from),
        (to, ld_to),
    )
}
/// Does the same as [`softmax_block_8()`], but a thread keeps up to 32 elements of a row.
#[zellige_gpu::kernel(threads = THREADS, shared = SHARED, min_blocks = 4)]
pub unsafe fn softmax_block_32<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    block::<G, int!({ BLOCK_ROW_32 as usize }), 4>(
        gpu,
        (rows, columns),
        (from, ld_from),
        (to, ld_to),
    )
}

/// Computes the softmax, one block per row, in tiles of R elements; a thread has the given number
/// of groups of a tile.
#[inline(always)]
unsafe fn block<G: Gpu, R: Integer + Default, const GROUPS: usize>(
    gpu: G,
    (rows, columns): (u32, u32),
    (from, ld_from): (*const f32, u32),
    (to, ld_to): (*mut f32, u32),
) {
    let (thread, row) = (gpu.thread(), gpu.block_x());
    assert_unchecked(thread < THREADS);
    if row >= rows {
        return;
    }
    let x = gmem(Narrow(from), layout!((rows, columns) : (ld_from, 1)));
    let y = gmem(Narrow(to), layout!((rows, columns) : (ld_to, 1)));
    let (tiler, threads) = ((int!(1), R::default()), layout!((1, 256)));
    let scratch = Scratch::new(WarpValues::allocate(gpu));
    softmax::<G, _, _, GROUPS>(
        gpu,
        columns,
        R::KNOWN as u32,
        |tile| x.local_tile(tiler, (row, tile)).local_partition(threads, thread),
        |tile| y.local_tile(tiler, (row, tile)).local_partition(threads, thread),
        |m, s| {
            let warp = put_together(gpu, (m, s), Warp::STATIC);
            let (other, _) = scratch.exchange(gpu, warp);
            put_together(gpu, other, BlockWarps::STATIC)
        },
    );
}

/// Computes the softmax of a row in tiles of `tile` elements: `x` and `y` are this thread's parts
/// of one of them, in groups of [`GROUP`], and `join` combines the m and the s of all threads.
#[inline(always)]
unsafe fn softmax<G, X, Y, const GROUPS: usize>(
    gpu: G,
    columns: u32,
    tile: u32,
    x: impl Fn(u32) -> GpuTensor<Rows<*const f32>, X>,
    y: impl Fn(u32) -> GpuTensor<Rows<*mut f32>, Y>,
    join: impl FnOnce(f32, f32) -> (f32, f32),
) where
    G: Gpu,
    X: Layout<Profile = (usize, usize)>,
    Y: Layout<Profile = (usize, usize)>,
{
    const { assert!(X::SIZE == GROUP * GROUPS && Y::SIZE == GROUP * GROUPS) }
    let group = (int!(1), int!({ GROUP }));
    let values_of = layout!({ GROUP });
    // The groups in which some thread has values, where this many elements are left; `$values` are
    // those in registers.
    macro_rules! each {
        ($i:ident of $left:expr, $values:ident of $array:ident => $body:block) => {
            unroll!(for $i in 0..{ GROUPS as u32 } {
                if $i * (tile / GROUPS as u32) < $left {
                    let $values = rmem(&mut $array[$i as usize], values_of);
                    $body
                }
            });
        };
    }
    // The elements of a tile; elements past the end of the row are minus infinity.
    let read = |number: u32| {
        let (x, left) = (x(number), columns - tile * number);
        let mut array = [[f32::NEG_INFINITY; GROUP]; GROUPS];
        each!(i of left, values of array => {
            let x = x.local_tile(group, (0u32, i));
            transform_or(x, f32::NEG_INFINITY, values, |x| x);
        });
        array
    };
    let (mut m, mut s) = (LEAST, 0.0);
    let mut array = [[0.0; GROUP]; GROUPS];
    if columns <= tile {
        array = read(0);
        each!(i of columns, values of array => { m = fold(values, m, f32::max); });
        each!(i of columns, values of array => {
            transform(values, values, |x| power(gpu, x - m));
            s = fold(values, s, |s, x| s + x);
        });
    } else {
        let mut number = 0;
        while tile * number < columns {
            let (mut array, left, before) = (read(number), columns - tile * number, m);
            each!(i of left, values of array => { m = fold(values, m, f32::max); });
            s *= power(gpu, before - m);
            each!(i of left, values of array => { s = fold(values, s, |s, x| s + power(gpu, x - m)); });
            number += 1;
        }
    }
    let (all, sum) = join(m, s);
    let scale = gpu.reciprocal(sum);
    if columns <= tile {
        let (scale, y) = (power(gpu, m - all) * scale, y(0));
        each!(i of columns, values of array => {
            transform_if(values, y.local_tile(group, (0u32, i)), |x| x * scale);
        });
    } else {
        let mut number = 0;
        while tile * number < columns {
            let (mut array, left, y) = (read(number), columns - tile * number, y(number));
            each!(i of left, values of array => {
                transform_if(values, y.local_tile(group, (0u32, i)), |x| power(gpu, x - all) * scale);
            });
            number += 1;
        }
    }
}

/// The m of no elements: no number is smaller. (With -inf, -inf - m would be NaN.)
pub const LEAST: f32 = f32::MIN;

/// Returns e to the power of x.
#[inline(always)]
pub fn power<G: Gpu>(gpu: G, x: f32) -> f32 {
    gpu.exp2(x * core::f32::consts::LOG2_E)
}

/// Returns the combined m and s of these lanes.
#[inline(always)]
unsafe fn put_together<G: Gpu, L: Layout>(gpu: G, (m, s): (f32, f32), lanes: L) -> (f32, f32) {
    let all = warp::max(gpu, m, lanes);
    (all, warp::sum(gpu, s * power(gpu, m - all), lanes))
}
