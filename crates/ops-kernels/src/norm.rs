//! RMSNorm and LayerNorm of each row of a matrix, with a residual.
//!
//! ```text
//! h[i] = x[i] + residual[i]
//!
//! rms_norm      y[i] = h[i] / sqrt(mean of h[j]^2 + epsilon) weight[i] + bias[i]
//! layer_norm    y[i] = d[i] / sqrt(mean of d[j]^2 + epsilon) weight[i] + bias[i]
//!               d[i] = h[i] - mean of h[j]
//! ```
//!
//! | kernels | who computes a row | rows |
//! |---|---|---|
//! | `rms_norm_T_warp`, `layer_norm_T_warp` | a warp | up to [`WARP_COLUMNS`] elements |
//! | the same with `_warp_512` | a warp | up to 512 elements |
//! | the same with `_narrow_2`, `_3` | a block of 128 threads, 2 or 3 vectors per thread | up to 3072 elements of 16 bits |
//! | the same with `_block_2` to `_4` | a block, 2 to 4 vectors per thread | up to [`block_columns`] elements |
//! | the same with `_wide` | a block of twice as many threads | up to 16384 elements of 16 bits |
//! | the same with `_cluster_1` to `_16` | 1 to 16 blocks, 8 vectors per thread, on Hopper, row after row | up to 2^18 elements of 16 bits |
//! | `rms_norm_T_any`, `layer_norm_T_any` | a block | any length and alignment |
//!
//! T is `f32`, `bf16` or `f16`. All but the last keep a row in registers and move 16 bytes at a
//! time; those with `_ends` behind the name are for rows that begin or end in the middle of these.
//! Clusters have several rows: each block keeps its part of the weight and of the bias in shared
//! memory. Those without `_ends` draw the numbers of their rows from a counter, if there is one.
//! The last one moves single elements, and reads a row twice for RMSNorm and three times for
//! LayerNorm.
//!
//! Where `residual` is null, h is x. A null `weight` means 1, and a null `bias` 0. Where `sum` is
//! not null, the kernel writes h there. Elements are rounded once, when they are written; all
//! arithmetic is in `f32`, and y does not depend on the rounded h.
//!
//! `rows` rows of `columns` elements begin `ld_x`, `ld_residual`, `ld_sum` and `ld_y` elements
//! apart. x, residual, sum and y may be the same memory; an element of y is written last.
//!
//! [`WARP_COLUMNS`]: crate::row::WARP_COLUMNS
//! [`block_columns`]: crate::row::block_columns

use crate::row::{
    Block, Cluster1, Cluster2, Cluster4, Cluster8, Cluster16, Combine, Element, Merge, Narrow,
    Numbers, Piece, Reduce, Row, THREADS, Threads, Warp, Wide, blocks, map, shared,
};
use crate::turn::{take_turn, take_turn_of};
use core::ptr;
use zellige::prelude::*;
use zellige_gpu::number::Rounded;
use zellige_gpu::{Bf16, F16, Gpu, Store, kernel, unroll, warp};

/// Computes the norm of rows that stay in registers: V vectors of N elements per thread. LayerNorm
/// is `CENTRED`: it subtracts the mean.
///
/// # Safety
///
/// The grid has at least `rows / 8` blocks, rounded up, for warps, and `rows` for blocks; for
/// clusters, a whole number of them. The weight and the bias begin at multiples of 16 bytes.
/// Without `ENDS`, rows begin and end at such multiples; otherwise, the rows of all matrices begin
/// at the same bytes of 16. Only clusters without `ENDS` use the counter, which is null or 0 when
/// the grid begins, and when it ends; nothing else uses it meanwhile.
#[kernel(
    threads = R::THREADS, shared = shared::<R>(V, 3), min_blocks = blocks::<R>(V, ENDS),
    cluster = R::CLUSTER, instances(
    rms_norm_f32_warp_512 = <f32, Warp, 4, 4, false, false>,
    rms_norm_f32_warp = <f32, Warp, 4, 8, false, false>,
    rms_norm_f32_warp_512_ends = <f32, Warp, 4, 4, false, true>,
    rms_norm_f32_warp_ends = <f32, Warp, 4, 8, false, true>,
    rms_norm_f32_narrow_3 = <f32, Narrow, 4, 3, false, false>,
    rms_norm_f32_narrow_3_ends = <f32, Narrow, 4, 3, false, true>,
    rms_norm_f32_block_2 = <f32, Block, 4, 2, false, false>,
    rms_norm_f32_block_2_ends = <f32, Block, 4, 2, false, true>,
    rms_norm_f32_block_3 = <f32, Block, 4, 3, false, false>,
    rms_norm_f32_block_3_ends = <f32, Block, 4, 3, false, true>,
    rms_norm_f32_block_4 = <f32, Block, 4, 4, false, false>,
    rms_norm_f32_block_4_ends = <f32, Block, 4, 4, false, true>,
    rms_norm_f32_wide = <f32, Wide, 4, 4, false, false>,
    rms_norm_f32_wide_ends = <f32, Wide, 4, 4, false, true>,
    rms_norm_f32_cluster_1: Sm90 = <f32, Cluster1, 4, 8, false, false>,
    rms_norm_f32_cluster_1_ends: Sm90 = <f32, Cluster1, 4, 8, false, true>,
    rms_norm_f32_cluster_2: Sm90 = <f32, Cluster2, 4, 8, false, false>,
    rms_norm_f32_cluster_2_ends: Sm90 = <f32, Cluster2, 4, 8, false, true>,
    rms_norm_f32_cluster_4: Sm90 = <f32, Cluster4, 4, 8, false, false>,
    rms_norm_f32_cluster_4_ends: Sm90 = <f32, Cluster4, 4, 8, false, true>,
    rms_norm_f32_cluster_8: Sm90 = <f32, Cluster8, 4, 8, false, false>,
    rms_norm_f32_cluster_8_ends: Sm90 = <f32, Cluster8, 4, 8, false, true>,
    rms_norm_f32_cluster_16: Sm90 = <f32, Cluster16, 4, 8, false, false>,
    rms_norm_f32_cluster_16_ends: Sm90 = <f32, Cluster16, 4, 8, false, true>,
    rms_norm_bf16_warp_512 = <Bf16, Warp, 8, 2, false, false>,
    rms_norm_bf16_warp = <Bf16, Warp, 8, 4, false, false>,
    rms_norm_bf16_warp_512_ends = <Bf16, Warp, 8, 2, false, true>,
    rms_norm_bf16_warp_ends = <Bf16, Warp, 8, 4, false, true>,
    rms_norm_bf16_narrow_2 = <Bf16, Narrow, 8, 2, false, false>,
    rms_norm_bf16_narrow_2_ends = <Bf16, Narrow, 8, 2, false, true>,
    rms_norm_bf16_narrow_3 = <Bf16, Narrow, 8, 3, false, false>,
    rms_norm_bf16_narrow_3_ends = <Bf16, Narrow, 8, 3, false, true>,
    rms_norm_bf16_block_2 = <Bf16, Block, 8, 2, false, false>,
    rms_norm_bf16_block_2_ends = <Bf16, Block, 8, 2, false, true>,
    rms_norm_bf16_block_3 = <Bf16, Block, 8, 3, false, false>,
    rms_norm_bf16_block_3_ends = <Bf16, Block, 8, 3, false, true>,
    rms_norm_bf16_block_4 = <Bf16, Block, 8, 4, false, false>,
    rms_norm_bf16_block_4_ends = <Bf16, Block, 8, 4, false, true>,
    rms_norm_bf16_wide = <Bf16, Wide, 8, 4, false, false>,
    rms_norm_bf16_wide_ends = <Bf16, Wide, 8, 4, false, true>,
    rms_norm_bf16_cluster_1: Sm90 = <Bf16, Cluster1, 8, 8, false, false>,
    rms_norm_bf16_cluster_1_ends: Sm90 = <Bf16, Cluster1, 8, 8, false, true>,
    rms_norm_bf16_cluster_2: Sm90 = <Bf16, Cluster2, 8, 8, false, false>,
    rms_norm_bf16_cluster_2_ends: Sm90 = <Bf16, Cluster2, 8, 8, false, true>,
    rms_norm_bf16_cluster_4: Sm90 = <Bf16, Cluster4, 8, 8, false, false>,
    rms_norm_bf16_cluster_4_ends: Sm90 = <Bf16, Cluster4, 8, 8, false, true>,
    rms_norm_bf16_cluster_8: Sm90 = <Bf16, Cluster8, 8, 8, false, false>,
    rms_norm_bf16_cluster_8_ends: Sm90 = <Bf16, Cluster8, 8, 8, false, true>,
    rms_norm_bf16_cluster_16: Sm90 = <Bf16, Cluster16, 8, 8, false, false>,
    rms_norm_bf16_cluster_16_ends: Sm90 = <Bf16, Cluster16, 8, 8, false, true>,
    rms_norm_f16_warp_512 = <F16, Warp, 8, 2, false, false>,
    rms_norm_f16_warp = <F16, Warp, 8, 4, false, false>,
    rms_norm_f16_warp_512_ends = <F16, Warp, 8, 2, false, true>,
    rms_norm_f16_warp_ends = <F16, Warp, 8, 4, false, true>,
    rms_norm_f16_narrow_2 = <F16, Narrow, 8, 2, false, false>,
    rms_norm_f16_narrow_2_ends = <F16, Narrow, 8, 2, false, true>,
    rms_norm_f16_narrow_3 = <F16, Narrow, 8, 3, false, false>,
    rms_norm_f16_narrow_3_ends = <F16, Narrow, 8, 3, false, true>,
    rms_norm_f16_block_2 = <F16, Block, 8, 2, false, false>,
    rms_norm_f16_block_2_ends = <F16, Block, 8, 2, false, true>,
    rms_norm_f16_block_3 = <F16, Block, 8, 3, false, false>,
    rms_norm_f16_block_3_ends = <F16, Block, 8, 3, false, true>,
    rms_norm_f16_block_4 = <F16, Block, 8, 4, false, false>,
    rms_norm_f16_block_4_ends = <F16, Block, 8, 4, false, true>,
    rms_norm_f16_wide = <F16, Wide, 8, 4, false, false>,
    rms_norm_f16_wide_ends = <F16, Wide, 8, 4, false, true>,
    rms_norm_f16_cluster_1: Sm90 = <F16, Cluster1, 8, 8, false, false>,
    rms_norm_f16_cluster_1_ends: Sm90 = <F16, Cluster1, 8, 8, false, true>,
    rms_norm_f16_cluster_2: Sm90 = <F16, Cluster2, 8, 8, false, false>,
    rms_norm_f16_cluster_2_ends: Sm90 = <F16, Cluster2, 8, 8, false, true>,
    rms_norm_f16_cluster_4: Sm90 = <F16, Cluster4, 8, 8, false, false>,
    rms_norm_f16_cluster_4_ends: Sm90 = <F16, Cluster4, 8, 8, false, true>,
    rms_norm_f16_cluster_8: Sm90 = <F16, Cluster8, 8, 8, false, false>,
    rms_norm_f16_cluster_8_ends: Sm90 = <F16, Cluster8, 8, 8, false, true>,
    rms_norm_f16_cluster_16: Sm90 = <F16, Cluster16, 8, 8, false, false>,
    rms_norm_f16_cluster_16_ends: Sm90 = <F16, Cluster16, 8, 8, false, true>,
    layer_norm_f32_warp_512 = <f32, Warp, 4, 4, true, false>,
    layer_norm_f32_warp = <f32, Warp, 4, 8, true, false>,
    layer_norm_f32_warp_512_ends = <f32, Warp, 4, 4, true, true>,
    layer_norm_f32_warp_ends = <f32, Warp, 4, 8, true, true>,
    layer_norm_f32_narrow_3 = <f32, Narrow, 4, 3, true, false>,
    layer_norm_f32_narrow_3_ends = <f32, Narrow, 4, 3, true, true>,
    layer_norm_f32_block_2 = <f32, Block, 4, 2, true, false>,
    layer_norm_f32_block_2_ends = <f32, Block, 4, 2, true, true>,
    layer_norm_f32_block_3 = <f32, Block, 4, 3, true, false>,
    layer_norm_f32_block_3_ends = <f32, Block, 4, 3, true, true>,
    layer_norm_f32_block_4 = <f32, Block, 4, 4, true, false>,
    layer_norm_f32_block_4_ends = <f32, Block, 4, 4, true, true>,
    layer_norm_f32_wide = <f32, Wide, 4, 4, true, false>,
    layer_norm_f32_wide_ends = <f32, Wide, 4, 4, true, true>,
    layer_norm_f32_cluster_1: Sm90 = <f32, Cluster1, 4, 8, true, false>,
    layer_norm_f32_cluster_1_ends: Sm90 = <f32, Cluster1, 4, 8, true, true>,
    layer_norm_f32_cluster_2: Sm90 = <f32, Cluster2, 4, 8, true, false>,
    layer_norm_f32_cluster_2_ends: Sm90 = <f32, Cluster2, 4, 8, true, true>,
    layer_norm_f32_cluster_4: Sm90 = <f32, Cluster4, 4, 8, true, false>,
    layer_norm_f32_cluster_4_ends: Sm90 = <f32, Cluster4, 4, 8, true, true>,
    layer_norm_f32_cluster_8: Sm90 = <f32, Cluster8, 4, 8, true, false>,
    layer_norm_f32_cluster_8_ends: Sm90 = <f32, Cluster8, 4, 8, true, true>,
    layer_norm_f32_cluster_16: Sm90 = <f32, Cluster16, 4, 8, true, false>,
    layer_norm_f32_cluster_16_ends: Sm90 = <f32, Cluster16, 4, 8, true, true>,
    layer_norm_bf16_warp_512 = <Bf16, Warp, 8, 2, true, false>,
    layer_norm_bf16_warp = <Bf16, Warp, 8, 4, true, false>,
    layer_norm_bf16_warp_512_ends = <Bf16, Warp, 8, 2, true, true>,
    layer_norm_bf16_warp_ends = <Bf16, Warp, 8, 4, true, true>,
    layer_norm_bf16_narrow_2 = <Bf16, Narrow, 8, 2, true, false>,
    layer_norm_bf16_narrow_2_ends = <Bf16, Narrow, 8, 2, true, true>,
    layer_norm_bf16_narrow_3 = <Bf16, Narrow, 8, 3, true, false>,
    layer_norm_bf16_narrow_3_ends = <Bf16, Narrow, 8, 3, true, true>,
    layer_norm_bf16_block_2 = <Bf16, Block, 8, 2, true, false>,
    layer_norm_bf16_block_2_ends = <Bf16, Block, 8, 2, true, true>,
    layer_norm_bf16_block_3 = <Bf16, Block, 8, 3, true, false>,
    layer_norm_bf16_block_3_ends = <Bf16, Block, 8, 3, true, true>,
    layer_norm_bf16_block_4 = <Bf16, Block, 8, 4, true, false>,
    layer_norm_bf16_block_4_ends = <Bf16, Block, 8, 4, true, true>,
    layer_norm_bf16_wide = <Bf16, Wide, 8, 4, true, false>,
    layer_norm_bf16_wide_ends = <Bf16, Wide, 8, 4, true, true>,
    layer_norm_bf16_cluster_1: Sm90 = <Bf16, Cluster1, 8, 8, true, false>,
    layer_norm_bf16_cluster_1_ends: Sm90 = <Bf16, Cluster1, 8, 8, true, true>,
    layer_norm_bf16_cluster_2: Sm90 = <Bf16, Cluster2, 8, 8, true, false>,
    layer_norm_bf16_cluster_2_ends: Sm90 = <Bf16, Cluster2, 8, 8, true, true>,
    layer_norm_bf16_cluster_4: Sm90 = <Bf16, Cluster4, 8, 8, true, false>,
    layer_norm_bf16_cluster_4_ends: Sm90 = <Bf16, Cluster4, 8, 8, true, true>,
    layer_norm_bf16_cluster_8: Sm90 = <Bf16, Cluster8, 8, 8, true, false>,
    layer_norm_bf16_cluster_8_ends: Sm90 = <Bf16, Cluster8, 8, 8, true, true>,
    layer_norm_bf16_cluster_16: Sm90 = <Bf16, Cluster16, 8, 8, true, false>,
    layer_norm_bf16_cluster_16_ends: Sm90 = <Bf16, Cluster16, 8, 8, true, true>,
    layer_norm_f16_warp_512 = <F16, Warp, 8, 2, true, false>,
    layer_norm_f16_warp = <F16, Warp, 8, 4, true, false>,
    layer_norm_f16_warp_512_ends = <F16, Warp, 8, 2, true, true>,
    layer_norm_f16_warp_ends = <F16, Warp, 8, 4, true, true>,
    layer_norm_f16_narrow_2 = <F16, Narrow, 8, 2, true, false>,
    layer_norm_f16_narrow_2_ends = <F16, Narrow, 8, 2, true, true>,
    layer_norm_f16_narrow_3 = <F16, Narrow, 8, 3, true, false>,
    layer_norm_f16_narrow_3_ends = <F16, Narrow, 8, 3, true, true>,
    layer_norm_f16_block_2 = <F16, Block, 8, 2, true, false>,
    layer_norm_f16_block_2_ends = <F16, Block, 8, 2, true, true>,
    layer_norm_f16_block_3 = <F16, Block, 8, 3, true, false>,
    layer_norm_f16_block_3_ends = <F16, Block, 8, 3, true, true>,
    layer_norm_f16_block_4 = <F16, Block, 8, 4, true, false>,
    layer_norm_f16_block_4_ends = <F16, Block, 8, 4, true, true>,
    layer_norm_f16_wide = <F16, Wide, 8, 4, true, false>,
    layer_norm_f16_wide_ends = <F16, Wide, 8, 4, true, true>,
    layer_norm_f16_cluster_1: Sm90 = <F16, Cluster1, 8, 8, true, false>,
    layer_norm_f16_cluster_1_ends: Sm90 = <F16, Cluster1, 8, 8, true, true>,
    layer_norm_f16_cluster_2: Sm90 = <F16, Cluster2, 8, 8, true, false>,
    layer_norm_f16_cluster_2_ends: Sm90 = <F16, Cluster2, 8, 8, true, true>,
    layer_norm_f16_cluster_4: Sm90 = <F16, Cluster4, 8, 8, true, false>,
    layer_norm_f16_cluster_4_ends: Sm90 = <F16, Cluster4, 8, 8, true, true>,
    layer_norm_f16_cluster_8: Sm90 = <F16, Cluster8, 8, 8, true, false>,
    layer_norm_f16_cluster_8_ends: Sm90 = <F16, Cluster8, 8, 8, true, true>,
    layer_norm_f16_cluster_16: Sm90 = <F16, Cluster16, 8, 8, true, false>,
    layer_norm_f16_cluster_16_ends: Sm90 = <F16, Cluster16, 8, 8, true, true>,
))]
pub unsafe fn norm<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    const CENTRED: bool,
    const ENDS: bool,
    G: Store,
>(
    gpu: G,
    rows: u32,
    columns: u32,
    x: *const T,
    ld_x: u32,
    residual: *const T,
    ld_residual: u32,
    sum: *mut T,
    ld_sum: u32,
    weight: *const T,
    bias: *const T,
    y: *mut T,
    ld_y: u32,
    epsilon: f32,
    counter: *mut u32,
) {
    take_turn_of(gpu, R::CLUSTER == 0);
    let Some(mut row) = <Row<R, T, N, V, ENDS>>::of(gpu, rows, columns, x, ld_x) else { return };
    // The ends of a row depend on its number. If it was drawn, the compiler takes it for one that
    // differs from thread to thread.
    let counter = if ENDS { ptr::null_mut() } else { counter };
    let mut stage = R::stage(gpu, &row, counter);
    let mut memory = R::memory(gpu);
    let shared = R::share(gpu, &row, [weight, bias]);
    loop {
        let residual =
            if residual.is_null() { None } else { Some(row.read(residual, ld_residual)) };
        let (x, next) = R::read(gpu, &mut stage, &row);
        let mut h = x.numbers::<T, N>();
        h.combine::<T>(residual, |h, residual| h + residual);
        if !sum.is_null() {
            row.write(gpu, sum, ld_sum, |v, _| h.vectors[v as usize], |_| h.edge);
        }
        // Before the threads of a warp wait for each other. Blocks have no registers for it: fewer
        // of them would have a row on its way.
        let early = R::OF_BLOCK == 32 && (V <= 2 || ENDS);
        let early = if early { row.read_shared(weight) } else { None };
        let [apart, squares] =
            moments::<_, _, N, V, CENTRED, ENDS, _>(gpu, &mut memory, &row, &mut h);
        let factor = gpu.rsqrt(gpu.fma(squares, gpu.reciprocal(columns as f32), epsilon));
        match CENTRED && R::CLUSTER > 0 {
            false => h.update(|h| h * factor),
            true => h.update(|h| gpu.fma(h, factor, apart * factor)),
        }
        R::affine(gpu, &shared, &row, [weight, bias], early, &mut h);
        row.write(gpu, y, ld_y, |v, _| h.vectors[v as usize], |_| h.edge);
        let Some(next) = row.next(next) else { return };
        row = next.anew(gpu);
    }
}
/// If the row is `CENTRED`, subtracts a mean from each number of this thread: that of the row, or
/// in clusters that of the thread. Returns what is left to add, so that the mean of the row is 0,
/// and the sum of the squared results in the row.
///
/// # Safety
///
/// All threads of the row execute this, once for each row.
#[inline(always)]
unsafe fn moments<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    const CENTRED: bool,
    const ENDS: bool,
    G: Store,
>(
    gpu: G,
    memory: &mut R::Memory,
    row: &Row<R, T, N, V, ENDS>,
    h: &mut Numbers<N, V>,
) -> [f32; 2] {
    let (squared, plus) = (|h, sum| gpu.fma(h, h, sum), |a, b| a + b);
    if !CENTRED {
        let [squares] = R::merge(gpu, memory, [h.sum(squared)], &Reduce(plus));
        return [0.0, squares];
    }
    let sum = h.sum(plus);
    let (all, elements) = match R::CLUSTER {
        0 => (R::merge(gpu, memory, [sum], &Reduce(plus))[0], row.columns()),
        _ => (sum, row.elements()), // the blocks wait for each other once
    };
    let mean = all * gpu.reciprocal(elements.max(1) as f32);
    row.update(h, |_, h| map(h, |_, h| h - mean));
    h.edge -= if row.has_edge() { mean } else { 0.0 };
    let squares = h.sum(squared);
    if R::CLUSTER == 0 {
        let [squares] = R::merge(gpu, memory, [squares], &Reduce(plus));
        return [0.0, squares];
    }
    let of_thread = [elements as f32, mean, squares];
    let [_, of_row, squares] = R::merge(gpu, memory, of_thread, &Moments(row.elements_of_groups()));
    [mean - of_row, squares]
}
/// The number n of elements of each member, their mean m, and the sum q of their squared distances
/// from it. With the mean k of the first member,
///
/// ```text
/// m of the group = k + s / n      s = sum of n (m - k)
/// q of the group = sum of (q + n (m - k)^2) - s^2 / n
/// ```
///
/// No member has more elements than the first one, so the difference cancels few digits: of a group
/// of 32, five bits at most.
struct Moments([u32; 3]);
impl Merge<3> for Moments {
    #[inline(always)]
    unsafe fn merge<L: Layout>(
        &self,
        gpu: impl Gpu,
        [n, m, q]: [f32; 3],
        lanes: L,
        level: usize,
    ) -> [f32; 3] {
        let k = gpu.shuffle(m, 0);
        let (s, plus) = (n * (m - k), |[a, b]: [f32; 2], [c, d]: [f32; 2]| [a + c, b + d]);
        let [s, q] = warp::reduce(gpu, [s, gpu.fma(s, m - k, q)], lanes, plus);
        let n = self.0[level] as f32;
        let apart = s * gpu.reciprocal(n.max(1.0));
        [n, k + apart, gpu.fma(-s, apart, q)]
    }
}

/// Computes the norm of rows of any length and alignment, piece by piece.
///
/// # Safety
///
/// The grid has at least `rows` blocks.
#[kernel(threads = THREADS, shared = Block::SHARED, instances(
    rms_norm_f32_any = <f32, false>, layer_norm_f32_any = <f32, true>,
    rms_norm_bf16_any = <Bf16, false>, layer_norm_bf16_any = <Bf16, true>,
    rms_norm_f16_any = <F16, false>, layer_norm_f16_any = <F16, true>,
))]
pub unsafe fn norm_any<T: Rounded<G, f32>, const CENTRED: bool, G: Store>(
    gpu: G,
    rows: u32,
    columns: u32,
    x: *const T,
    ld_x: u32,
    residual: *const T,
    ld_residual: u32,
    sum: *mut T,
    ld_sum: u32,
    weight: *const T,
    bias: *const T,
    y: *mut T,
    ld_y: u32,
    epsilon: f32,
    _counter: *mut u32,
) {
    take_turn(gpu);
    if gpu.block_x() >= rows {
        return;
    }
    let mut memory = Block::memory(gpu);
    let mut of_row = |x| {
        let [sum] = Block::merge(gpu, &mut memory, [x], &Reduce(|a, b| a + b));
        sum
    };
    let pieces = Piece::all(gpu, columns);
    let h = |piece: &Piece| {
        let other = (!residual.is_null()).then(|| piece.read(gpu, residual, ld_residual));
        let mut h = piece.read(gpu, x, ld_x);
        if let Some(other) = other {
            unroll!(for i in 0..8 {
                h[i as usize] += other[i as usize]
            });
        }
        h
    };
    let (mut mean, mut squares) = (0.0, 0.0);
    if CENTRED {
        let mut total = 0.0;
        for piece in pieces.clone() {
            let (h, mut eight) = (h(&piece), 0.0);
            unroll!(for i in 0..8 {
                eight += h[i as usize]
            });
            total += eight;
        }
        mean = of_row(total) / columns as f32;
    }
    for piece in pieces.clone() {
        let (h, mut eight) = (h(&piece), 0.0);
        unroll!(for i in 0..8 {
            let d = h[i as usize] - mean;
            if piece.has(i) {
                eight = gpu.fma(d, d, eight)
            }
        });
        squares += eight;
    }
    let squares = of_row(squares) * gpu.reciprocal(columns as f32);
    let factor = gpu.rsqrt(squares + epsilon);
    for piece in pieces {
        let mut h = h(&piece);
        if !sum.is_null() {
            piece.write(gpu, sum, ld_sum, h); // h is not read again
        }
        unroll!(for i in 0..8 {
            h[i as usize] = (h[i as usize] - mean) * factor
        });
        if !weight.is_null() {
            let weight = piece.read(gpu, weight, 0);
            unroll!(for i in 0..8 {
                h[i as usize] *= weight[i as usize]
            });
        }
        if !bias.is_null() {
            let bias = piece.read(gpu, bias, 0);
            unroll!(for i in 0..8 {
                h[i as usize] += bias[i as usize]
            });
        }
        piece.write(gpu, y, ld_y, h);
    }
}
