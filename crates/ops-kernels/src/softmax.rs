//! Softmax of each row of a matrix: e to the power of an element, over the sum of these of the row.
//!
//! ```text
//! y[i] = e^(a x[i] - m) / s       a = scale      m = max of a x[i]      s = sum of e^(a x[i] - m)
//! ```
//!
//! | kernel | who computes a row | rows |
//! |---|---|---|
//! | `softmax_T_warp` | a warp | up to [`WARP_COLUMNS`] elements |
//! | `softmax_T_block_2`, `_4` | a block, 2 or 4 vectors per thread | up to [`block_columns`] elements |
//! | `softmax_T_wide` | a block of twice as many threads | up to 16384 elements of 16 bits |
//! | `softmax_T_cluster_2` to `_16` | 2 to 16 such blocks, on Hopper | up to 2^15 to 2^18 elements of 16 bits |
//! | `softmax_T_any` | a block | any length |
//!
//! T is `f32`, `bf16` or `f16`. All but the last keep a row in registers and move 16 bytes at a
//! time, but for the ends of rows that are not whole vectors. The last one moves single elements
//! and reads a row twice: it finds m and s in one pass, and where a larger element appears, it
//! scales the sum before it. Elements are rounded once, when they are written; all arithmetic is in
//! `f32`.
//!
//! An element of -inf becomes 0. Where an element is NaN or +inf, or all are -inf, the whole row
//! becomes NaN.
//!
//! `rows` rows of `columns` elements begin `ld_x` and `ld_y` elements apart. x and y may be the
//! same matrix.
//!
//! Source: M. Milakov and N. Gimelshein, "Online normalizer calculation for softmax" (2018).
//!
//! [`WARP_COLUMNS`]: crate::row::WARP_COLUMNS
//! [`block_columns`]: crate::row::block_columns

use crate::row::{
    Block, Cluster2, Cluster4, Cluster8, Cluster16, Combine, Element, Piece, Row, THREADS, Threads,
    Warp, Wide, blocks_of_words, map,
};
use crate::turn::take_turn;
use core::f32::consts::LOG2_E;
use zellige_gpu::number::Rounded;
use zellige_gpu::{Bf16, F16, Gpu, Store, kernel, unroll};

/// The m of no elements: with -inf, -inf - m would be NaN.
pub(crate) const LEAST: f32 = f32::MIN;

/// Computes the softmax of rows that stay in registers: V vectors of N elements per thread.
///
/// # Safety
///
/// The grid has at least `rows / 8` blocks for warps, and `rows` for blocks.
#[kernel(threads = R::THREADS, shared = R::SHARED, min_blocks = blocks_of_words::<R>(V), cluster = R::CLUSTER, instances(
    softmax_f32_warp = <f32, Warp, 4, 8>,
    softmax_f32_block_2 = <f32, Block, 4, 2>,
    softmax_f32_block_4 = <f32, Block, 4, 4>,
    softmax_f32_wide = <f32, Wide, 4, 4>,
    softmax_f32_cluster_2: Sm90 = <f32, Cluster2, 4, 4>,
    softmax_f32_cluster_4: Sm90 = <f32, Cluster4, 4, 4>,
    softmax_f32_cluster_8: Sm90 = <f32, Cluster8, 4, 4>,
    softmax_f32_cluster_16: Sm90 = <f32, Cluster16, 4, 4>,
    softmax_bf16_warp = <Bf16, Warp, 8, 4>,
    softmax_bf16_block_2 = <Bf16, Block, 8, 2>,
    softmax_bf16_block_4 = <Bf16, Block, 8, 4>,
    softmax_bf16_wide = <Bf16, Wide, 8, 4>,
    softmax_bf16_cluster_2: Sm90 = <Bf16, Cluster2, 8, 4>,
    softmax_bf16_cluster_4: Sm90 = <Bf16, Cluster4, 8, 4>,
    softmax_bf16_cluster_8: Sm90 = <Bf16, Cluster8, 8, 4>,
    softmax_bf16_cluster_16: Sm90 = <Bf16, Cluster16, 8, 4>,
    softmax_f16_warp = <F16, Warp, 8, 4>,
    softmax_f16_block_2 = <F16, Block, 8, 2>,
    softmax_f16_block_4 = <F16, Block, 8, 4>,
    softmax_f16_wide = <F16, Wide, 8, 4>,
    softmax_f16_cluster_2: Sm90 = <F16, Cluster2, 8, 4>,
    softmax_f16_cluster_4: Sm90 = <F16, Cluster4, 8, 4>,
    softmax_f16_cluster_8: Sm90 = <F16, Cluster8, 8, 4>,
    softmax_f16_cluster_16: Sm90 = <F16, Cluster16, 8, 4>,
))]
pub unsafe fn softmax<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    G: Store,
>(
    gpu: G,
    rows: u32,
    columns: u32,
    x: *const T,
    ld_x: u32,
    y: *mut T,
    ld_y: u32,
    scale: f32,
) {
    take_turn(gpu);
    let Some(row) = <Row<R, T, true>>::of(gpu, rows, columns, x, ld_x) else { return };
    let words = row.read::<N, V>(x, ld_x); // before blocks wait for each other
    let [m, sum] = of_registers(gpu, &row, &words, scale);
    let (power, factor) = (power_of(gpu, scale, m), gpu.reciprocal(sum));
    row.write::<N, V>(gpu, y, ld_y, |v| {
        map(T::unpack(words[v as usize]), |_, x| power(x) * factor)
    });
}

/// Returns m and s of a row in registers.
///
/// # Safety
///
/// All threads of the row execute this, once.
#[inline(always)]
pub(crate) unsafe fn of_registers<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    G: Gpu,
>(
    gpu: G,
    row: &Row<R, T, true>,
    words: &[[u32; 4]; V],
    scale: f32,
) -> [f32; 2] {
    let ([first, second], blocks) = R::memory(gpu);
    let (mut m, mut s) = (LEAST, 0.0);
    let vectors = |v: u32| T::unpack(words[v as usize]);
    row.each::<N, V>(vectors, |x| m = m.max(scale * x));
    let m = R::reduce(gpu, first, m, f32::max);
    let power_of_x = power_of(gpu, scale, m);
    row.each::<N, V>(vectors, |x| s += power_of_x(x));
    let of_block = [m, R::sum(gpu, second, s)];
    R::merge(gpu, blocks, of_block, |[m, s], [n, t]| {
        let most = m.max(n);
        [most, s * power(gpu, m - most) + t * power(gpu, n - most)]
    })
}

/// Computes the softmax of rows of any length, piece by piece.
///
/// # Safety
///
/// The grid has at least `rows` blocks.
#[kernel(threads = THREADS, shared = Block::SHARED, instances(
    softmax_f32_any = <f32>, softmax_bf16_any = <Bf16>, softmax_f16_any = <F16>,
))]
pub unsafe fn softmax_any<T: Rounded<G, f32>, G: Store>(
    gpu: G,
    rows: u32,
    columns: u32,
    x: *const T,
    ld_x: u32,
    y: *mut T,
    ld_y: u32,
    scale: f32,
) {
    take_turn(gpu);
    if gpu.block_x() >= rows {
        return;
    }
    let (all, sum) = statistics(gpu, Piece::all(gpu, columns), x, ld_x, scale);
    let (power, factor) = (power_of(gpu, scale, all), gpu.reciprocal(sum));
    for piece in Piece::all(gpu, columns) {
        let mut x = piece.read(gpu, x, ld_x);
        unroll!(for i in 0..8 {
            x[i as usize] = power(x[i as usize]) * factor;
        });
        piece.write(gpu, y, ld_y, x);
    }
}

/// Returns m and s of the row of this block, piece by piece.
///
/// # Safety
///
/// The matrix has the row, and all threads of the block execute this, once.
#[inline(always)]
pub(crate) unsafe fn statistics<T: Rounded<G, f32>, G: Store>(
    gpu: G,
    pieces: impl Iterator<Item = Piece>,
    x: *const T,
    ld_x: u32,
    scale: f32,
) -> (f32, f32) {
    let ([first, second], ()) = Block::memory::<f32>(gpu);
    let (mut largest, mut sum) = (LEAST, 0.0);
    for piece in pieces {
        let (x, before) = (piece.read(gpu, x, ld_x), largest);
        unroll!(for i in 0..8 {
            if piece.has(i) {
                largest = largest.max(scale * x[i as usize])
            }
        });
        sum *= power(gpu, before - largest);
        let power_of_x = power_of(gpu, scale, largest);
        unroll!(for i in 0..8 {
            if piece.has(i) {
                sum += power_of_x(x[i as usize])
            }
        });
    }
    let all = Block::reduce(gpu, first, largest, f32::max);
    (all, Block::sum(gpu, second, sum * power(gpu, largest - all)))
}
/// Returns the function e^(a x - m).
#[inline(always)]
pub(crate) fn power_of<G: Gpu>(gpu: G, a: f32, m: f32) -> impl Fn(f32) -> f32 {
    move |x| power(gpu, gpu.fma(x, a, -m))
}
/// Returns e to the power of x.
#[inline(always)]
pub(crate) fn power<G: Gpu>(gpu: G, x: f32) -> f32 {
    gpu.exp2(x * LOG2_E)
}
