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
//! | the same with `_block_2`, `_block_4` | a block, 2 or 4 vectors per thread | up to [`block_columns`] elements |
//! | the same with `_wide` | a block of twice as many threads | up to 16384 elements of 16 bits |
//! | the same with `_cluster_2` to `_16` | 2 to 16 such blocks, on Hopper | up to 2^15 to 2^18 elements of 16 bits |
//! | `rms_norm_T_any`, `layer_norm_T_any` | a block | any length and alignment |
//!
//! T is `f32`, `bf16` or `f16`. All but the last keep a row in registers and move 16 bytes at a
//! time. The last one moves single elements,
//! and reads a row twice for RMSNorm and three times for LayerNorm.
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
    Block, Cluster2, Cluster4, Cluster8, Cluster16, Combine, Element, Piece, Row, THREADS, Threads,
    Warp, Wide, blocks, map,
};
use crate::turn::take_turn;
use zellige_gpu::number::Rounded;
use zellige_gpu::{Bf16, F16, Store, kernel, unroll};

/// Computes the norm of rows that stay in registers: V vectors of N elements per thread. LayerNorm
/// is `CENTRED`: it subtracts the mean.
///
/// # Safety
///
/// The grid has at least `rows / 8` blocks for warps, and `rows` for blocks. All pointers are
/// multiples of 16 bytes; rows begin and end at such multiples.
#[kernel(threads = R::THREADS, shared = R::SHARED, min_blocks = blocks::<R>(V), cluster = R::CLUSTER, instances(
    rms_norm_f32_warp = <f32, Warp, 4, 8, false>,
    rms_norm_f32_block_2 = <f32, Block, 4, 2, false>,
    rms_norm_f32_block_4 = <f32, Block, 4, 4, false>,
    rms_norm_f32_wide = <f32, Wide, 4, 4, false>,
    rms_norm_f32_cluster_2: Sm90 = <f32, Cluster2, 4, 4, false>,
    rms_norm_f32_cluster_4: Sm90 = <f32, Cluster4, 4, 4, false>,
    rms_norm_f32_cluster_8: Sm90 = <f32, Cluster8, 4, 4, false>,
    rms_norm_f32_cluster_16: Sm90 = <f32, Cluster16, 4, 4, false>,
    rms_norm_bf16_warp = <Bf16, Warp, 8, 4, false>,
    rms_norm_bf16_block_2 = <Bf16, Block, 8, 2, false>,
    rms_norm_bf16_block_4 = <Bf16, Block, 8, 4, false>,
    rms_norm_bf16_wide = <Bf16, Wide, 8, 4, false>,
    rms_norm_bf16_cluster_2: Sm90 = <Bf16, Cluster2, 8, 4, false>,
    rms_norm_bf16_cluster_4: Sm90 = <Bf16, Cluster4, 8, 4, false>,
    rms_norm_bf16_cluster_8: Sm90 = <Bf16, Cluster8, 8, 4, false>,
    rms_norm_bf16_cluster_16: Sm90 = <Bf16, Cluster16, 8, 4, false>,
    rms_norm_f16_warp = <F16, Warp, 8, 4, false>,
    rms_norm_f16_block_2 = <F16, Block, 8, 2, false>,
    rms_norm_f16_block_4 = <F16, Block, 8, 4, false>,
    rms_norm_f16_wide = <F16, Wide, 8, 4, false>,
    rms_norm_f16_cluster_2: Sm90 = <F16, Cluster2, 8, 4, false>,
    rms_norm_f16_cluster_4: Sm90 = <F16, Cluster4, 8, 4, false>,
    rms_norm_f16_cluster_8: Sm90 = <F16, Cluster8, 8, 4, false>,
    rms_norm_f16_cluster_16: Sm90 = <F16, Cluster16, 8, 4, false>,
    layer_norm_f32_warp = <f32, Warp, 4, 8, true>,
    layer_norm_f32_block_2 = <f32, Block, 4, 2, true>,
    layer_norm_f32_block_4 = <f32, Block, 4, 4, true>,
    layer_norm_f32_wide = <f32, Wide, 4, 4, true>,
    layer_norm_f32_cluster_2: Sm90 = <f32, Cluster2, 4, 4, true>,
    layer_norm_f32_cluster_4: Sm90 = <f32, Cluster4, 4, 4, true>,
    layer_norm_f32_cluster_8: Sm90 = <f32, Cluster8, 4, 4, true>,
    layer_norm_f32_cluster_16: Sm90 = <f32, Cluster16, 4, 4, true>,
    layer_norm_bf16_warp = <Bf16, Warp, 8, 4, true>,
    layer_norm_bf16_block_2 = <Bf16, Block, 8, 2, true>,
    layer_norm_bf16_block_4 = <Bf16, Block, 8, 4, true>,
    layer_norm_bf16_wide = <Bf16, Wide, 8, 4, true>,
    layer_norm_bf16_cluster_2: Sm90 = <Bf16, Cluster2, 8, 4, true>,
    layer_norm_bf16_cluster_4: Sm90 = <Bf16, Cluster4, 8, 4, true>,
    layer_norm_bf16_cluster_8: Sm90 = <Bf16, Cluster8, 8, 4, true>,
    layer_norm_bf16_cluster_16: Sm90 = <Bf16, Cluster16, 8, 4, true>,
    layer_norm_f16_warp = <F16, Warp, 8, 4, true>,
    layer_norm_f16_block_2 = <F16, Block, 8, 2, true>,
    layer_norm_f16_block_4 = <F16, Block, 8, 4, true>,
    layer_norm_f16_wide = <F16, Wide, 8, 4, true>,
    layer_norm_f16_cluster_2: Sm90 = <F16, Cluster2, 8, 4, true>,
    layer_norm_f16_cluster_4: Sm90 = <F16, Cluster4, 8, 4, true>,
    layer_norm_f16_cluster_8: Sm90 = <F16, Cluster8, 8, 4, true>,
    layer_norm_f16_cluster_16: Sm90 = <F16, Cluster16, 8, 4, true>,
))]
pub unsafe fn norm<
    T: Element<N>,
    R: Threads + Combine<G>,
    const N: usize,
    const V: usize,
    const CENTRED: bool,
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
) {
    take_turn(gpu);
    let Some(row) = <Row<R, T, false>>::of(gpu, rows, columns, x, ld_x) else { return };
    let residual = row.read_some::<N, V>(residual, ld_residual);
    let words = row.read::<N, V>(x, ld_x); // before blocks wait for each other
    let mut memory = R::memory::<T>(gpu);
    let mut h = [[0.0; N]; V];
    combine::<T, N, V>(&mut h, Some(words), |_, x| x);
    combine::<T, N, V>(&mut h, residual, |x, residual| x + residual);
    if !sum.is_null() {
        row.write::<N, V>(gpu, sum, ld_sum, |v| h[v as usize]);
    }
    let weight = row.read_some::<N, V>(weight, 0); // before the threads wait for each other
    let (mut total, mut squares) = (0.0, 0.0);
    let vectors = |v: u32| h[v as usize];
    // Blocks merge their numbers of elements, means and sums of squares, or these sums alone.
    let (mean, squares) = if CENTRED {
        let elements = row.elements::<V>() as f32;
        row.each::<N, V>(vectors, |h| total += h);
        let mean = R::sum(gpu, &mut memory, total) * gpu.reciprocal(elements.max(1.0));
        row.each::<N, V>(vectors, |h| squares = gpu.fma(h - mean, h - mean, squares));
        let of_block = [elements, mean, R::sum(gpu, &mut memory, squares)];
        let [_, mean, squares] = R::merge(gpu, &mut memory, of_block, |[n, mean, s], [k, m, t]| {
            let (all, apart) = (n + k, m - mean);
            let part = k * gpu.reciprocal(all.max(1.0));
            [all, gpu.fma(apart, part, mean), gpu.fma(apart * apart, n * part, s + t)]
        });
        (mean, squares)
    } else {
        row.each::<N, V>(vectors, |h| squares = gpu.fma(h, h, squares));
        let of_block = [R::sum(gpu, &mut memory, squares)];
        let [squares] = R::merge(gpu, &mut memory, of_block, |[s], [t]| [s + t]);
        (0.0, squares)
    };
    let factor = gpu.rsqrt(gpu.fma(squares, gpu.reciprocal(columns as f32), epsilon));
    unroll!(for v in 0..{ V as u32 } {
        h[v as usize] = map(h[v as usize], |_, h| (h - mean) * factor);
    });
    combine::<T, N, V>(&mut h, weight, |h, weight| h * weight);
    combine::<T, N, V>(&mut h, row.read_some::<N, V>(bias, 0), |h, bias| h + bias);
    row.write::<N, V>(gpu, y, ld_y, |v| h[v as usize]);
}
/// Replaces each number h by f(h, x), where there are numbers x.
#[inline(always)]
fn combine<T: Element<N>, const N: usize, const V: usize>(
    h: &mut [[f32; N]; V],
    words: Option<[[u32; 4]; V]>,
    f: impl Fn(f32, f32) -> f32,
) {
    let Some(words) = words else { return };
    unroll!(for v in 0..{ V as u32 } {
        let x = T::unpack(words[v as usize]);
        h[v as usize] = map(h[v as usize], |i, h| f(h, x[i as usize]));
    });
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
) {
    take_turn(gpu);
    if gpu.block_x() >= rows {
        return;
    }
    let mut memory = Block::memory::<f32>(gpu);
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
        mean = Block::sum::<f32>(gpu, &mut memory, total) / columns as f32;
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
    let squares = Block::sum::<f32>(gpu, &mut memory, squares) * gpu.reciprocal(columns as f32);
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
