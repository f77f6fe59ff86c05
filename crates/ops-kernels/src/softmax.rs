//! Softmax of each row of a matrix: e to the power of an element, over the sum of these of the row.
//!
//! ```text
//! y[i] = e^(a x[i] - m) / s       a = scale      m = max of a x[i]      s = sum of e^(a x[i] - m)
//! ```
//!
//! | kernel | who computes a row | rows |
//! |---|---|---|
//! | `softmax_T_warp` | a warp | up to [`WARP_COLUMNS`] elements |
//! | `softmax_T_narrow_2`, `_3` | a block of 128 threads, 2 or 3 vectors per thread | up to 3072 elements of 16 bits |
//! | `softmax_T_block_2`, `_4` | a block, 2 or 4 vectors per thread | up to [`block_columns`] elements |
//! | `softmax_T_wide` | a block of twice as many threads | up to 16384 elements of 16 bits |
//! | `softmax_T_cluster_1` to `_8` | 1 to 8 such blocks, on Hopper, row after row | up to 2^18 elements of 16 bits |
//! | `softmax_T_vectors_2` to `_16` | 2 to 16 blocks, 8 vectors per thread, on Hopper, row after row | the same, of whole vectors |
//! | `softmax_T_any` | a block | any length, and rows of x and y at different bytes of 16 |
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
//! same matrix. Clusters draw the numbers of their rows from a counter if there is one.
//!
//! Source: M. Milakov and N. Gimelshein, "Online normalizer calculation for softmax" (2018).
//!
//! [`WARP_COLUMNS`]: crate::row::WARP_COLUMNS
//! [`block_columns`]: crate::row::block_columns

use crate::row::{
    self, Block, Cluster2, Cluster4, Cluster8, Cluster16, Combine, Element, Merge, Narrow, Piece,
    Reduce, Row, THREADS, Threads, Warp, Wide, WideCluster1, WideCluster2, WideCluster4,
    WideCluster8, Words, map,
};
use crate::turn::{take_turn, take_turn_of};
use core::f32::consts::LOG2_E;
use zellige::prelude::*;
use zellige_gpu::number::Rounded;
use zellige_gpu::{Bf16, F16, Gpu, Store, kernel, unroll, warp};

/// The m of no elements: with -inf, -inf - m would be NaN.
pub(crate) const LEAST: f32 = f32::MIN;

/// Computes the softmax of rows that stay in registers: V vectors of N elements per thread.
///
/// # Safety
///
/// The grid has at least `rows / 8` blocks for warps, and `rows` for blocks; for clusters, a whole
/// number of them. The rows of x and y begin at the same bytes of 16; without `ENDS`, they are
/// whole vectors. Only clusters use the counter, which is null or 0 when the grid begins, and when
/// it ends; nothing else uses it meanwhile.
#[kernel(
    threads = R::THREADS, shared = row::shared::<R>(V, 1), min_blocks = blocks::<R>(V),
    cluster = R::CLUSTER, instances(
    softmax_f32_warp = <f32, Warp, 4, 8, true>,
    softmax_f32_narrow_3 = <f32, Narrow, 4, 3, true>,
    softmax_f32_block_2 = <f32, Block, 4, 2, true>,
    softmax_f32_block_4 = <f32, Block, 4, 4, true>,
    softmax_f32_wide = <f32, Wide, 4, 4, true>,
    softmax_f32_cluster_1: Sm90 = <f32, WideCluster1, 4, 8, true>,
    softmax_f32_cluster_2: Sm90 = <f32, WideCluster2, 4, 8, true>,
    softmax_f32_cluster_4: Sm90 = <f32, WideCluster4, 4, 8, true>,
    softmax_f32_cluster_8: Sm90 = <f32, WideCluster8, 4, 8, true>,
    softmax_f32_vectors_2: Sm90 = <f32, Cluster2, 4, 8, false>,
    softmax_f32_vectors_4: Sm90 = <f32, Cluster4, 4, 8, false>,
    softmax_f32_vectors_8: Sm90 = <f32, Cluster8, 4, 8, false>,
    softmax_f32_vectors_16: Sm90 = <f32, Cluster16, 4, 8, false>,
    softmax_bf16_warp = <Bf16, Warp, 8, 4, true>,
    softmax_bf16_narrow_2 = <Bf16, Narrow, 8, 2, true>,
    softmax_bf16_narrow_3 = <Bf16, Narrow, 8, 3, true>,
    softmax_bf16_block_2 = <Bf16, Block, 8, 2, true>,
    softmax_bf16_block_4 = <Bf16, Block, 8, 4, true>,
    softmax_bf16_wide = <Bf16, Wide, 8, 4, true>,
    softmax_bf16_cluster_1: Sm90 = <Bf16, WideCluster1, 8, 8, true>,
    softmax_bf16_cluster_2: Sm90 = <Bf16, WideCluster2, 8, 8, true>,
    softmax_bf16_cluster_4: Sm90 = <Bf16, WideCluster4, 8, 8, true>,
    softmax_bf16_cluster_8: Sm90 = <Bf16, WideCluster8, 8, 8, true>,
    softmax_bf16_vectors_2: Sm90 = <Bf16, Cluster2, 8, 8, false>,
    softmax_bf16_vectors_4: Sm90 = <Bf16, Cluster4, 8, 8, false>,
    softmax_bf16_vectors_8: Sm90 = <Bf16, Cluster8, 8, 8, false>,
    softmax_bf16_vectors_16: Sm90 = <Bf16, Cluster16, 8, 8, false>,
    softmax_f16_warp = <F16, Warp, 8, 4, true>,
    softmax_f16_narrow_2 = <F16, Narrow, 8, 2, true>,
    softmax_f16_narrow_3 = <F16, Narrow, 8, 3, true>,
    softmax_f16_block_2 = <F16, Block, 8, 2, true>,
    softmax_f16_block_4 = <F16, Block, 8, 4, true>,
    softmax_f16_wide = <F16, Wide, 8, 4, true>,
    softmax_f16_cluster_1: Sm90 = <F16, WideCluster1, 8, 8, true>,
    softmax_f16_cluster_2: Sm90 = <F16, WideCluster2, 8, 8, true>,
    softmax_f16_cluster_4: Sm90 = <F16, WideCluster4, 8, 8, true>,
    softmax_f16_cluster_8: Sm90 = <F16, WideCluster8, 8, 8, true>,
    softmax_f16_vectors_2: Sm90 = <F16, Cluster2, 8, 8, false>,
    softmax_f16_vectors_4: Sm90 = <F16, Cluster4, 8, 8, false>,
    softmax_f16_vectors_8: Sm90 = <F16, Cluster8, 8, 8, false>,
    softmax_f16_vectors_16: Sm90 = <F16, Cluster16, 8, 8, false>,
))]
pub unsafe fn softmax<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    const ENDS: bool,
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
    counter: *mut u32,
) {
    take_turn_of(gpu, R::CLUSTER == 0);
    let Some(mut row) = <Row<R, T, N, V, ENDS>>::of(gpu, rows, columns, x, ld_x) else { return };
    let mut stage = R::stage(gpu, &row, counter);
    let mut memory = R::memory(gpu);
    loop {
        let (words, next) = R::read(gpu, &mut stage, &row);
        let most = most(gpu, &row, &words, scale);
        let powers = powers(gpu, &mut memory, &row, words, scale, most);
        let Powers { vector, edge, part, s, .. } = powers;
        let factor = part * gpu.reciprocal(s);
        let vector = |v, _| map(vector(v), |_, power| power * factor);
        row.write(gpu, y, ld_y, vector, |_| edge * factor);
        let Some(next) = row.next(next) else { return };
        row = next;
    }
}

/// Returns whether threads keep the powers of V vectors, as numbers, where they have the registers:
/// otherwise they compute them twice.
const fn keeps_powers<R: Threads>(v: usize) -> bool {
    R::CLUSTER > 0 && R::THREADS == THREADS || R::THREADS <= THREADS && v <= 2
}
/// Returns the number of blocks that a multiprocessor must hold for V vectors.
pub(crate) const fn blocks<R: Threads>(v: usize) -> u32 {
    if keeps_powers::<R>(v) { row::blocks::<R>(v, false) } else { row::blocks_of_words::<R>(v) }
}
/// The powers of a row: `e^(a x[i] - m)` is `part` times this thread's number for it.
pub(crate) struct Powers<F> {
    pub(crate) vector: F,
    pub(crate) edge: f32,
    pub(crate) part: f32,
    pub(crate) m: f32,
    pub(crate) s: f32,
}
/// Returns the numbers of vector `v`: computed anew each time, unless threads keep powers.
#[inline(always)]
fn vector<T: Element<N>, R: Threads, const N: usize, const V: usize>(
    gpu: impl Gpu,
    words: &Words<V>,
    v: u32,
) -> [f32; N] {
    if keeps_powers::<R>(V) { words.kept::<T, N>(v) } else { words.vector::<T, N>(gpu, v) }
}
/// Returns the largest number a x that this thread has of a row, or [`LEAST`].
#[inline(always)]
pub(crate) fn most<T: Element<N>, R: Threads, const N: usize, const V: usize, const ENDS: bool>(
    gpu: impl Gpu,
    row: &Row<R, T, N, V, ENDS>,
    words: &Words<V>,
    scale: f32,
) -> f32 {
    let mut most = LEAST;
    let x = |v| vector::<T, R, N, V>(gpu, words, v);
    row.each(x, words.edge::<T, N>(), |x| most = most.max(scale * x));
    most
}
/// Returns the powers of a row.
///
/// # Safety
///
/// All threads of the row execute this, once for each row.
#[inline(always)]
pub(crate) unsafe fn powers<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    const ENDS: bool,
    G: Gpu,
>(
    gpu: G,
    memory: &mut R::Memory,
    row: &Row<R, T, N, V, ENDS>,
    words: Words<V>,
    scale: f32,
    most: f32, // of this thread
) -> Powers<impl Fn(u32) -> [f32; N] + use<T, R, N, V, ENDS, G>> {
    let most = if R::CLUSTER == 0 {
        let [most] = R::merge(gpu, memory, [most], &Reduce(f32::max));
        most
    } else {
        most // of this thread: the blocks wait for each other once
    };
    let (mut sum, edge) = (0.0, words.edge::<T, N>());
    let x = move |v: u32| vector::<T, R, N, V>(gpu, &words, v);
    let (mut kept, power_of_x) = ([[0.0; N]; V], power_of(gpu, scale, most));
    let now = move |v: u32| map(x(v), |_, x| power_of_x(x));
    if keeps_powers::<R>(V) {
        unroll!(for v in 0..{ V as u32 } { kept[v as usize] = now(v) });
    }
    let vector = move |v: u32| if keeps_powers::<R>(V) { kept[v as usize] } else { now(v) };
    let edge = power_of(gpu, scale, most)(edge);
    row.each(&vector, edge, |power| sum += power);
    if R::CLUSTER == 0 {
        let [s] = R::merge(gpu, memory, [sum], &Reduce(|a, b| a + b));
        return Powers { vector, edge, part: 1.0, m: most, s };
    }
    let [m, s] = R::merge(gpu, memory, [most, sum], &Largest);
    Powers { vector, edge, part: power(gpu, most - m), m, s }
}
/// The largest number of each member, and the sum of the powers e^(x - m) of its numbers x.
struct Largest;
impl Merge<2> for Largest {
    #[inline(always)]
    unsafe fn merge<L: Layout>(
        &self,
        gpu: impl Gpu,
        [most, sum]: [f32; 2],
        lanes: L,
        _: usize,
    ) -> [f32; 2] {
        let m = warp::reduce(gpu, most, lanes, f32::max);
        [m, warp::sum(gpu, sum * power(gpu, most - m), lanes)]
    }
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
    _counter: *mut u32,
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
    let mut memory = Block::memory(gpu);
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
    let [m, s] = Block::merge(gpu, &mut memory, [largest, sum], &Largest);
    (m, s)
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
