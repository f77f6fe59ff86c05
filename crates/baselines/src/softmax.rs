//! The baselines of [`softmax`](mod@zellige_kernels::softmax).

use core::hint::assert_unchecked;
use zellige_gpu::{Gpu, unroll};
use zellige_kernels::softmax::{GROUP, LEAST, SHARED, THREADS, power};

/// [`softmax_warp()`](zellige_kernels::softmax::softmax_warp()) with hand-written indices.
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
    let share = Share { from, ld_from, to, ld_to, row, first: lane, columns, tile: 1024, step: 32 };
    softmax::<G, 4>(gpu, share, |m, s| put_together::<G, 32>(gpu, m, s));
}

/// [`softmax_block_8()`](zellige_kernels::softmax::softmax_block_8()) with hand-written indices.
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
    block::<G, 1>(gpu, (rows, columns), (from, ld_from), (to, ld_to))
}
/// [`softmax_block_32()`](zellige_kernels::softmax::softmax_block_32()) with hand-written indices.
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
    block::<G, 4>(gpu, (rows, columns), (from, ld_from), (to, ld_to))
}

/// Computes one row per block; each thread has the given number of groups of it.
#[inline(always)]
unsafe fn block<G: Gpu, const GROUPS: usize>(
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
    let share = Share {
        from,
        ld_from,
        to,
        ld_to,
        row,
        first: thread,
        columns,
        tile: 2048 * GROUPS as u32,
        step: 256,
    };
    let shared = gpu.shared().cast::<(f32, f32)>();
    softmax::<G, GROUPS>(gpu, share, |m, s| {
        let pair = put_together::<G, 32>(gpu, m, s);
        let (lane, warp) = (gpu.thread() % 32, gpu.thread() / 32);
        if lane == 0 {
            shared.wrapping_add(warp as usize).write(pair);
        }
        gpu.sync_threads();
        let (m, s) = shared.wrapping_add((lane % 8) as usize).read();
        put_together::<G, 8>(gpu, m, s)
    });
}

/// A thread's share of a row.
struct Share {
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
    /// Its row.
    row: u32,
    /// The index of its first element in the row.
    first: u32,
    /// The number of elements in the row.
    columns: u32,
    /// The number of elements that the threads process at a time.
    tile: u32,
    /// The distance of two elements of the thread.
    step: u32,
}

/// Computes the softmax of a row: `join` combines the m and the s of all threads.
#[inline(always)]
unsafe fn softmax<G: Gpu, const GROUPS: usize>(
    gpu: G,
    share: Share,
    join: impl FnOnce(f32, f32) -> (f32, f32),
) {
    let Share { from, ld_from, to, ld_to, row, first, columns, tile, step } = share;
    // Each value of a thread, by groups, where this many elements are left; skips groups in which
    // no thread has a value.
    macro_rules! each {
        (($group:ident, $i:ident, $value:ident) of $array:ident, $left:expr => $body:block) => {
            unroll!(for $group in 0..{ GROUPS as u32 } {
                if $group * (tile / GROUPS as u32) < $left {
                    unroll!(for $i in 0..{ GROUP as u32 } {
                        let $value = (&raw mut $array[$group as usize]).cast::<f32>().add($i as usize);
                        $body
                    });
                }
            });
        };
        ($value:ident of $array:ident, $left:expr => $body:block) => {
            each!((group, i, $value) of $array, $left => $body)
        };
    }
    let row_from = place(row, ld_from, first);
    let read = |number: u32| {
        let start = tile * number;
        let from = from.add((row_from + start) as usize);
        let (left, mine) = (columns - start, columns.saturating_sub(start + first));
        let mut array = [[f32::NEG_INFINITY; GROUP]; GROUPS];
        each!((group, i, value) of array, left => {
            let (at, mine) = from_group(mine, step, group);
            let from = from.wrapping_add((at + step * i) as usize);
            *value = if is_left(step * i, mine) { *from } else { f32::NEG_INFINITY };
        });
        array
    };
    let (mut m, mut s) = (LEAST, 0.0);
    let mut array = [[0.0; GROUP]; GROUPS];
    if columns <= tile {
        array = read(0);
        each!(x of array, columns => { m = m.max(*x); });
        each!(x of array, columns => {
            *x = power(gpu, *x - m);
            s += *x;
        });
    } else {
        let mut number = 0;
        while tile * number < columns {
            let (mut array, left, before) = (read(number), columns - tile * number, m);
            each!(x of array, left => { m = m.max(*x); });
            s *= power(gpu, before - m);
            each!(x of array, left => { s += power(gpu, *x - m); });
            number += 1;
        }
    }
    let (all, sum) = join(m, s);
    let scale = gpu.reciprocal(sum);
    let row_to = place(row, ld_to, first);
    if columns <= tile {
        let scale = power(gpu, m - all) * scale;
        let (to, mine) = (to.add(row_to as usize), columns.saturating_sub(first));
        each!((group, i, x) of array, columns => {
            let (at, mine) = from_group(mine, step, group);
            let to = to.wrapping_add((at + step * i) as usize);
            // As `transform_if` does, test both tensors; in registers every element is inside.
            if is_left(step * i, mine) & is_left(0, 1) {
                *to = *x * scale;
            }
        });
    } else {
        let mut number = 0;
        while tile * number < columns {
            let (mut array, start) = (read(number), tile * number);
            let to = to.add((row_to + start) as usize);
            let (left, mine) = (columns - start, columns.saturating_sub(start + first));
            each!((group, i, x) of array, left => {
                let (at, mine) = from_group(mine, step, group);
                let to = to.wrapping_add((at + step * i) as usize);
                if is_left(step * i, mine) & is_left(0, 1) {
                    *to = power(gpu, *x - all) * scale;
                }
            });
            number += 1;
        }
    }
}

/// Returns the offset of an element in a matrix with rows of this many elements.
#[inline(always)]
fn place(row: u32, ld: u32, column: u32) -> u32 {
    row * ld + column
}

/// Returns the start of this group of a thread's elements, and the number of elements of the row
/// from there on.
#[inline(always)]
fn from_group(left: u32, step: u32, group: u32) -> (u32, u32) {
    let at = step * GROUP as u32 * group;
    (at, left.saturating_sub(at))
}

/// Whether this index is less than the count.
#[inline(always)]
fn is_left(place: u32, elements: u32) -> bool {
    place < elements
}

/// Returns the combined m and s of groups of N threads.
#[inline(always)]
unsafe fn put_together<G: Gpu, const N: u32>(gpu: G, m: f32, s: f32) -> (f32, f32) {
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
