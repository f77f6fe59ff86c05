//! Softmax of each row: exp(x) over the sum of exp(x) of the row.
//!
//! ```text
//! y[i] = 2^((x[i] - m) log2 e) / s      m = max x[i]      s = sum of 2^((x[i] - m) log2 e)
//! ```
//!
//! The largest element m is taken off first, so that no power overflows. A thread has every 32nd or every 256th
//! element of a row, up to 8 or 32 of them at a time, as a layout says:
//!
//! | kernel | a row is of | layout | for rows of |
//! |---|---|---|---|
//! | [`softmax_warp()`] | a warp | [`WarpRow`] | up to 1024 elements |
//! | [`softmax_block_8()`] | a block | [`BlockRow8`] | up to 2048 |
//! | [`softmax_block_32()`] | a block | [`BlockRow32`] | up to 8192, and longer ones |
//!
//! ```text
//! element   0    1    ..   31  | 32   33   ..   63  | 64   ..  | ..        1023       WarpRow  (32, 32) : (1, 32)
//! thread    0    1    ..   31  | 0    1    ..   31  | 0    ..  | ..        31
//! value     0                  | 1                  | 2        | ..        31
//! ```
//!
//! Each thread finds the m and s of its own elements. Then threads put their (m, s) together: of two, m is the larger
//! one, and s the sum after each is scaled from its own m to that. Within a warp the registers are exchanged by
//! shuffles ([`zellige_gpu::warp`]); the warps of a block exchange theirs in shared memory ([`zellige_gpu::block`]).
//!
//! A row of the lengths above stays in registers: it is read once and written once, 8 bytes an element, and the time
//! is that of a copy. Every kernel takes every length, though: of a longer row the threads have tiles of that size,
//! one after the other, and read them twice, the second time mostly from the cache.
//!
//! Where an element is NaN or +inf, or all are -inf, the whole row becomes NaN.
//!
//! Source: M. Milakov and N. Gimelshein, "Online normalizer calculation for softmax" (2018).

use core::hint::assert_unchecked;
use zellige::prelude::*;
use zellige_gpu::block::Scratch;
use zellige_gpu::tensor::smem;
use zellige_gpu::{Gpu, unroll, warp};

/// The threads of a block.
pub const THREADS: u32 = 256;
/// The thread of a block as (thread of the warp, warp).
pub type Warps = layout!((32, 8) : (1, 32));
/// (thread of the warp, value) to the element of a tile of a row.
pub type WarpRow = layout!((32, 32) : (1, 32));
/// (thread of the block, value) to the element of a tile of a row.
pub type BlockRow8 = layout!((256, 8) : (1, 256));
/// (thread of the block, value) to the element of a tile of a row.
pub type BlockRow32 = layout!((256, 32) : (1, 256));
/// How many elements of a row a warp keeps in its registers.
pub const WARP_ROW: u32 = WarpRow::SIZE as u32;
/// How many elements of a row a block of [`softmax_block_8()`] keeps in its registers.
pub const BLOCK_ROW_8: u32 = BlockRow8::SIZE as u32;
/// How many elements of a row a block of [`softmax_block_32()`] keeps in its registers.
pub const BLOCK_ROW_32: u32 = BlockRow32::SIZE as u32;
/// The lanes of a warp.
type Warp = layout!(32);
/// The warps of a block: the places of their (m, s) in shared memory, and the lanes that then put these together.
pub type BlockWarps = layout!(8);
/// How many bytes of shared memory a block needs that has one row.
pub const SHARED: u32 = 8 * BlockWarps::COSIZE as u32;

/// Values are left out by so many, where the row is shorter than the tile.
const GROUP: usize = 8;

/// Softmax of the rows of a matrix, a warp for each. `rows` rows of `columns` elements begin `ld_from` and `ld_to`
/// elements apart; offsets are `u32`s. The grid has at least `rows / 8` blocks.
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
    let (mine, first) = WarpRow::STATIC.slice((lane, ..));
    let from = from.add(layout!((rows, columns) : (ld_from, 1)).crd2idx((row, first)) as usize);
    let to = to.add(layout!((rows, columns) : (ld_to, 1)).crd2idx((row, first)) as usize);
    let share = Share {
        from,
        to,
        first,
        columns,
        tile: WARP_ROW,
    };
    softmax::<G, 32>(
        gpu,
        share,
        |value| mine.crd2idx(value),
        |m, s| put_together(gpu, (m, s), Warp::STATIC),
    );
}

/// Softmax of the rows of a matrix, a block for each, up to 8 elements of which a thread keeps. `rows` rows of
/// `columns` elements begin `ld_from` and `ld_to` elements apart; offsets are `u32`s. The grid has at least `rows`
/// blocks.
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
    block::<G, BlockRow8, 8>(gpu, (rows, columns), (from, ld_from), (to, ld_to))
}
/// [`softmax_block_8()`] with up to 32 elements of a row that a thread keeps.
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
    block::<G, BlockRow32, 32>(gpu, (rows, columns), (from, ld_from), (to, ld_to))
}

/// A block for each row: R says which elements of a tile a thread has, N of them.
#[inline(always)]
unsafe fn block<G: Gpu, R: Layout<Profile = (usize, usize)>, const N: usize>(
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
    let (mine, first) = R::STATIC.slice((thread, ..));
    let first = first.u32();
    let from = from.add(layout!((rows, columns) : (ld_from, 1)).crd2idx((row, first)) as usize);
    let to = to.add(layout!((rows, columns) : (ld_to, 1)).crd2idx((row, first)) as usize);
    let share = Share {
        from,
        to,
        first,
        columns,
        tile: R::SIZE as u32,
    };
    let scratch = Scratch::new(smem::<(f32, f32), _>(gpu, 0, BlockWarps::STATIC));
    softmax::<G, N>(
        gpu,
        share,
        |value| mine.offset_as::<u32>(value),
        |m, s| {
            let warp = put_together(gpu, (m, s), Warp::STATIC);
            let (other, _) = scratch.exchange(gpu, warp);
            put_together(gpu, other, BlockWarps::STATIC)
        },
    );
}

/// [`softmax_warp()`] with its indices by hand.
#[zellige_gpu::kernel(threads = THREADS, min_blocks = 5)]
pub unsafe fn softmax_warp_by_hand<G: Gpu>(
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
    let (warp, lane) = (thread / 32, thread % 32);
    let row = gpu.block_x() * 8 + warp;
    if row >= rows {
        return;
    }
    let from = from.add((row * ld_from + lane) as usize);
    let to = to.add((row * ld_to + lane) as usize);
    let share = Share {
        from,
        to,
        first: lane,
        columns,
        tile: 1024,
    };
    softmax::<G, 32>(
        gpu,
        share,
        |value| value * 32,
        |m, s| put_together_by_hand::<G, 32>(gpu, m, s),
    );
}

/// [`softmax_block_8()`] with its indices by hand.
#[zellige_gpu::kernel(threads = THREADS, shared = SHARED, min_blocks = 8)]
pub unsafe fn softmax_block_8_by_hand<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    block_by_hand::<G, 8>(gpu, (rows, columns), (from, ld_from), (to, ld_to))
}
/// [`softmax_block_32()`] with its indices by hand.
#[zellige_gpu::kernel(threads = THREADS, shared = SHARED, min_blocks = 4)]
pub unsafe fn softmax_block_32_by_hand<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    block_by_hand::<G, 32>(gpu, (rows, columns), (from, ld_from), (to, ld_to))
}

/// A block for each row, of which a thread has N elements.
#[inline(always)]
unsafe fn block_by_hand<G: Gpu, const N: usize>(
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
    let from = from.add((row * ld_from + thread) as usize);
    let to = to.add((row * ld_to + thread) as usize);
    let share = Share {
        from,
        to,
        first: thread,
        columns,
        tile: 256 * N as u32,
    };
    let shared = gpu.shared().cast::<(f32, f32)>();
    softmax::<G, N>(
        gpu,
        share,
        |value| value * 256,
        |m, s| {
            let pair = put_together_by_hand::<G, 32>(gpu, m, s);
            let (lane, warp) = (gpu.thread() % 32, gpu.thread() / 32);
            if lane == 0 {
                shared.wrapping_add(warp as usize).write(pair);
            }
            gpu.sync_threads();
            let (m, s) = shared.wrapping_add((lane % 8) as usize).read();
            put_together_by_hand::<G, 8>(gpu, m, s)
        },
    );
}

/// What a thread has of a row.
struct Share {
    /// Its first element.
    from: *const f32,
    /// Its first result.
    to: *mut f32,
    /// The number of its first element in the row.
    first: u32,
    /// How many elements the row has.
    columns: u32,
    /// How many elements the threads have at a time.
    tile: u32,
}

/// Softmax of a row: `place` says where a value of the thread lies from its first on, and `join` puts the m and the
/// s of all threads together.
#[inline(always)]
unsafe fn softmax<G: Gpu, const VALUES: usize>(
    gpu: G,
    share: Share,
    place: impl Fn(u32) -> u32,
    join: impl FnOnce(f32, f32) -> (f32, f32),
) {
    let Share {
        from,
        to,
        first,
        columns,
        tile,
    } = share;
    // The values of a thread, by groups: those of which no thread has any, in a tile that has so many, are left out.
    macro_rules! each {
        ($value:ident of $have:expr => $body:block) => {
            for group in 0..VALUES / GROUP {
                if place((GROUP * group) as u32) < $have {
                    for $value in GROUP * group..GROUP * (group + 1) $body
                }
            }
        };
    }
    // The elements of the tile that begins so far on.
    let read = |start: u32| {
        let left = columns.saturating_sub(start + first);
        let mut values = [f32::NEG_INFINITY; VALUES];
        each!(i of columns - start => {
            if place(i as u32) < left {
                values[i] = *from.add(start as usize).add(place(i as u32) as usize);
            }
        });
        values
    };
    let write = |start: u32, values: [f32; VALUES]| {
        let left = columns.saturating_sub(start + first);
        each!(i of columns - start => {
            if place(i as u32) < left {
                *to.add(start as usize).add(place(i as u32) as usize) = values[i];
            }
        });
    };
    let (mut m, mut s) = (LEAST, 0.0);
    let mut values = [0.0; VALUES];
    if columns <= tile {
        values = read(0);
        each!(i of columns => { m = m.max(values[i]); });
        each!(i of columns => {
            values[i] = power(gpu, values[i] - m);
            s += values[i];
        });
    } else {
        let mut start = 0;
        while start < columns {
            let values = read(start);
            let before = m;
            each!(i of columns - start => { m = m.max(values[i]); });
            s *= power(gpu, before - m);
            each!(i of columns - start => { s += power(gpu, values[i] - m); });
            start += tile;
        }
    }
    let (all, sum) = join(m, s);
    let scale = gpu.reciprocal(sum);
    if columns <= tile {
        let scale = power(gpu, m - all) * scale;
        each!(i of columns => { values[i] *= scale; });
        write(0, values);
    } else {
        let mut start = 0;
        while start < columns {
            let mut values = read(start);
            each!(i of columns - start => { values[i] = power(gpu, values[i] - all) * scale; });
            write(start, values);
            start += tile;
        }
    }
}

/// What m is of no elements: no number is smaller. (Of -inf, -inf - m would be NaN.)
const LEAST: f32 = f32::MIN;

/// e to the power of x.
#[inline(always)]
fn power<G: Gpu>(gpu: G, x: f32) -> f32 {
    gpu.exp2(x * core::f32::consts::LOG2_E)
}

/// The m and s of these lanes, given those of each.
#[inline(always)]
unsafe fn put_together<G: Gpu, L: Layout>(gpu: G, (m, s): (f32, f32), lanes: L) -> (f32, f32) {
    let all = warp::max(gpu, m, lanes);
    (all, warp::sum(gpu, s * power(gpu, m - all), lanes))
}

/// [`put_together`] of groups of N threads, by hand.
#[inline(always)]
unsafe fn put_together_by_hand<G: Gpu, const N: u32>(gpu: G, m: f32, s: f32) -> (f32, f32) {
    let mut all = m;
    unroll!(for i in 0..{ N.trailing_zeros() } {
        all = all.max(gpu.shuffle_xor(all, N >> (i + 1)));
    });
    let mut sum = s * power(gpu, m - all);
    unroll!(for i in 0..{ N.trailing_zeros() } {
        sum += gpu.shuffle_xor(sum, N >> (i + 1));
    });
    (all, sum)
}
