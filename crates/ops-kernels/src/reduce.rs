//! Reduces the middle mode of a row-major, contiguous tensor of the shape (outer, reduced, inner).
//!
//! ```text
//! y[o, i] = op of x[o, r, i] over r < reduced
//! ```
//!
//! | op | y | if reduced = 0 |
//! |---|---|---|
//! | [`SUM`] | the sum | 0 |
//! | [`MAX`] | the largest element | -inf |
//! | [`MIN`] | the smallest element | +inf |
//! | [`MEAN`] | the sum divided by `reduced` | NaN |
//!
//! If an element is NaN, so is the result. Numbers are accumulated in f32, in an order that depends
//! only on the sizes and on the address of x modulo 16 bytes: the result is the same in every run.
//!
//! [`reduce_rows`](fn@reduce_rows) is for inner = 1: a warp or a block has a row. The vectors of 16
//! bytes of a row begin at multiples of 16 bytes, wherever the row does; the first threads
//! have one element each of those before the first vector and behind the last one.
//!
//! [`reduce_columns`](fn@reduce_columns) is for inner > 1: the 256 threads of a block are 4 side by
//! side, with a vector each, and 64 below each other. Shuffles combine the 8 rows of a warp. The
//! warps exchange their results in shared memory.
//!
//! ```text
//!                 columns 0 to N-1   N to 2N-1   3N to 4N-1
//! r = 0 mod 64    thread 0           thread 1    thread 3
//! r = 1 mod 64    thread 4           thread 5    thread 7        warp 0: r = 0 to 7 mod 64
//! r = 63 mod 64   thread 252         thread 253  thread 255
//! ```

use crate::words::{Element, pack, unpack};
use core::hint::assert_unchecked;
use zellige::prelude::*;
use zellige_gpu::block::Scratch;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::gmem;
use zellige_gpu::vector::Vector16;
use zellige_gpu::{Bf16, F16, Store, kernel, unroll, warp};

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The sum.
pub const SUM: u32 = 0;
/// The largest element.
pub const MAX: u32 = 1;
/// The smallest element.
pub const MIN: u32 = 2;
/// The mean.
pub const MEAN: u32 = 3;

/// The number of rows of a block of [`reduce_rows`](fn@reduce_rows): 8, one for each warp, if they
/// are short.
pub const fn rows_of_block(reduced: u32) -> u32 {
    if reduced <= 1024 { 8 } else { 1 }
}
/// The number of columns of a block of [`reduce_columns`](fn@reduce_columns): 64 bytes.
pub const fn columns_of_block<T>() -> u32 {
    64 / size_of::<T>() as u32
}

/// A number for each warp.
type Sums = SmemTensor<f32, layout!(8)>;
/// Numbers of (column, warp).
type Columns = SmemTensor<f32, layout!((32, 8))>;

/// Reduces rows. The grid has `outer.div_ceil(rows_of_block(reduced))` blocks.
///
/// # Safety
///
/// x has `outer` rows of `reduced` elements, fewer than 2^32 - 8192, and y has `outer` elements.
#[kernel(threads = THREADS, shared = Sums::BYTES, instances(
    reduce_rows_f32 = <f32, 4>,
    reduce_rows_bf16 = <Bf16, 8>,
    reduce_rows_f16 = <F16, 8>,
))]
pub unsafe fn reduce_rows<T: Element<Number = f32>, const N: usize, G: Store>(
    gpu: G,
    outer: u32,
    reduced: u32,
    x: *const T,
    y: *mut T,
    op: u32,
) {
    let shape = (outer, reduced);
    match op {
        MAX => rows::<T, N, G>(gpu, shape, x, y, MAX, f32::NEG_INFINITY, larger),
        MIN => rows::<T, N, G>(gpu, shape, x, y, MIN, f32::INFINITY, smaller),
        _ => rows::<T, N, G>(gpu, shape, x, y, op, 0.0, |a, b| a + b),
    }
}
/// Combines the elements of each row by `f`, beginning with `first`; for the mean, divides.
#[inline(always)]
unsafe fn rows<T: Element<Number = f32>, const N: usize, G: Store>(
    gpu: G,
    (outer, reduced): (u32, u32),
    x: *const T,
    y: *mut T,
    op: u32,
    first: f32,
    f: impl Fn(f32, f32) -> f32,
) {
    let (thread, block, n) = (gpu.thread(), gpu.block_x(), N as u32);
    let (lane, warp) = layout!((32, 8)).idx2crd(thread);
    let short = rows_of_block(reduced) == 8;
    let (place, threads, row) = if short {
        (lane, 32, layout!((8, (gpu.grid_x()))).crd2idx((warp, block)))
    } else {
        (thread, 256, block)
    };
    let all = gmem(x, layout!((outer, reduced) : (reduced, 1)));
    let begin = all.domain_offset((row, 0u32)).settled();
    // The elements before the first vector, those of vectors, and the others.
    let from = begin.engine().pointer();
    let head = ((n - from.addr() as u32 / size_of::<T>() as u32 % n) % n).min(reduced);
    let vectors = if row < outer { (reduced - head) / n } else { 0 };
    let body = from.wrapping_add(head as usize).cast::<Vector16>();
    let body = gmem(body, layout!(vectors : 1));

    let (mut sums, filler) = ([first; N], pack::<T, N>(gpu, &[first; N], 0));
    let tiles = layout!((threads, 4, (vectors.div_ceil(4 * threads))));
    for tile in 0..tiles.shape().2 {
        let mut four = [filler; 4];
        unroll!(for i in 0..4 {
            four[i as usize] = body.read_or(tiles.crd2idx((place, i, tile)), filler);
        });
        unroll!(for i in 0..4 {
            combine::<T, N>(&mut sums, four[i as usize], &f)
        });
    }
    let others = if place < head { place } else { place + n * vectors };
    if others < reduced {
        sums[0] = f(sums[0], all.read_or((row, others), T::default()).widen());
    }
    let sum = warp::reduce(gpu, of_all(&sums, &f), layout!(32), &f);
    let sum = if short {
        sum
    } else {
        let (sum, _) = Scratch::new(Sums::allocate(gpu)).exchange(gpu, sum);
        warp::reduce(gpu, sum, layout!(8), &f)
    };
    if place == 0 {
        gmem(y, layout!(outer : 1)).write_if(row, T::narrow(gpu, divided(op, sum, reduced)));
    }
}

/// Reduces columns. The grid has `inner.div_ceil(columns_of_block::<T>()) * outer` blocks.
///
/// # Safety
///
/// x has outer * reduced * inner elements, and y has outer * inner; reduced and inner are less than
/// 2^32 - 256.
#[kernel(threads = THREADS, shared = Columns::BYTES, instances(
    reduce_columns_f32 = <f32, 4>,
    reduce_columns_bf16 = <Bf16, 8>,
    reduce_columns_f16 = <F16, 8>,
))]
pub unsafe fn reduce_columns<T: Element<Number = f32>, const N: usize, G: Store>(
    gpu: G,
    outer: u32,
    reduced: u32,
    inner: u32,
    x: *const T,
    y: *mut T,
    op: u32,
) {
    let shape = (outer, reduced, inner);
    match op {
        MAX => columns::<T, N, G>(gpu, shape, x, y, MAX, f32::NEG_INFINITY, larger),
        MIN => columns::<T, N, G>(gpu, shape, x, y, MIN, f32::INFINITY, smaller),
        _ => columns::<T, N, G>(gpu, shape, x, y, op, 0.0, |a, b| a + b),
    }
}
/// Combines the elements of each column by `f`, beginning with `first`; for the mean, divides.
#[inline(always)]
unsafe fn columns<T: Element<Number = f32>, const N: usize, G: Store>(
    gpu: G,
    (outer, reduced, inner): (u32, u32, u32),
    x: *const T,
    y: *mut T,
    op: u32,
    first: f32,
    f: impl Fn(f32, f32) -> f32,
) {
    let (thread, n) = (gpu.thread(), N as u32);
    let (v, r) = layout!((4, 64)).idx2crd(thread);
    let tiles = inner.div_ceil(4 * n);
    let blocks = layout!((tiles, outer));
    if gpu.block_x() >= blocks.size() {
        return;
    }
    assert_unchecked(tiles != 0 && outer != 0); // factors of the size
    let (tile, o) = blocks.idx2crd(gpu.block_x());
    let mut sums = [first; N];
    let aligned = inner % n == 0 && x.addr() % 16 == 0;
    if aligned {
        let (row, filler) = (inner / n, pack::<T, N>(gpu, &[first; N], 0));
        let all = layout!((outer, reduced, row) : ((reduced as usize * row as usize), row, 1));
        let x = gmem(x.cast::<Vector16>(), all);
        let steps = layout!((64, 8, (reduced.div_ceil(8 * 64))));
        for step in 0..steps.shape().2 {
            let mut vectors = [filler; 8];
            unroll!(for i in 0..8 {
                let r = steps.crd2idx((r, i, step));
                vectors[i as usize] = x.read_or((o, r, 4 * tile + v), filler);
            });
            unroll!(for i in 0..8 {
                combine::<T, N>(&mut sums, vectors[i as usize], &f)
            });
        }
    } else {
        let all =
            layout!((outer, reduced, inner) : ((reduced as usize * inner as usize), inner, 1));
        let x = gmem(x, all);
        let mut r = r;
        while r < reduced {
            unroll!(for i in 0..{ N as u32 } {
                let column = layout!((4, n, tiles)).crd2idx((v, i, tile));
                if column < inner {
                    sums[i as usize] = f(sums[i as usize], x.read((o, r, column)).widen());
                }
            });
            r += 64;
        }
    }
    // The columns of a thread lie side by side in a vector, and 4 apart without vectors.
    let (step, other) = if aligned { (1u32, n) } else { (4, 1) };
    let (lane, warp) = layout!((32, 8)).idx2crd(thread);
    let shared = Columns::allocate(gpu);
    unroll!(for i in 0..{ N as u32 } {
        let sum = warp::reduce(gpu, sums[i as usize], layout!(8 : 4), &f);
        if lane < 4 {
            shared.write((layout!((n, 4) : (step, other)).crd2idx((i, v)), warp), sum);
        }
    });
    gpu.sync_threads();
    if thread < 4 * n {
        let mut sum = shared.read((thread, 0u32));
        unroll!(for warp in 0..{ 7 } { sum = f(sum, shared.read((thread, warp + 1))) });
        let y = gmem(y, layout!((outer, inner) : (inner, 1)));
        y.write_if((o, 4 * n * tile + thread), T::narrow(gpu, divided(op, sum, reduced)));
    }
}

/// Combines each number of a vector with that of `sums`.
#[inline(always)]
fn combine<T: Element<Number = f32>, const N: usize>(
    sums: &mut [f32; N],
    vector: Vector16,
    f: impl Fn(f32, f32) -> f32,
) {
    let mut numbers = [0.0; N];
    unpack::<T, N>(vector, &mut numbers, 0);
    unroll!(for i in 0..{ N as u32 } {
        sums[i as usize] = f(sums[i as usize], numbers[i as usize]);
    });
}
/// Combines all numbers.
#[inline(always)]
fn of_all<const N: usize>(numbers: &[f32; N], f: impl Fn(f32, f32) -> f32) -> f32 {
    let mut sum = numbers[0];
    unroll!(for i in 0..{ N as u32 - 1 } { sum = f(sum, numbers[i as usize + 1]) });
    sum
}
/// Returns the result of the operation: the mean, for [`MEAN`], of so many numbers.
#[inline(always)]
fn divided(op: u32, sum: f32, reduced: u32) -> f32 {
    if op == MEAN { sum / reduced as f32 } else { sum }
}
/// Returns the larger number, or NaN if one is NaN.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a >= b || a.is_nan() { a } else { b }
}
/// Returns the smaller number, or NaN if one is NaN.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a <= b || a.is_nan() { a } else { b }
}
