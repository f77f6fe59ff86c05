//! Products of e4m3 with scales and an epilogue, on Hopper, with accumulators in f32:
//!
//! ```text
//! D = f(alpha (scaled A) (scaled B) + bias)        f: nothing, relu, gelu or silu
//! ```
//!
//! A is (m, k), B is (k, n), both with k contiguous, and D is (m, n) with n contiguous, of bf16,
//! f16 or f32. The bias is a row of n numbers of D's type, or null: zeros. A scale applies to a
//! tensor, or in `matmul_fp8_T_blocks` to 1 x 128 elements of A and 128 x 128 of B. The algorithm
//! is that of [`fp8_gemm`](mod@zellige_kernels::fp8_gemm), and [`epilogue`](crate::epilogue) has
//! the activations f by their numbers.

use crate::epilogue::Linear;
use crate::turn::take_turn;
use core::ptr::null;
use zellige::atom::{MmaTiling, OperandC};
use zellige::prelude::*;
use zellige_gpu::engine::Rmem;
use zellige_gpu::epilogue::{RowStore, store_tile};
use zellige_gpu::registers::Roles;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::{GpuTensor, gmem};
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap};
use zellige_kernels::fp8_gemm::{
    self, Mma, N, OfRows, OfSquares, OfTensor, Scales, Tall, Tile, Warps, scaled_matrices,
};

/// Computes D = f(alpha (scaled A) (scaled B) + bias). The grid has
/// [`blocks`](zellige_kernels::fp8_gemm::blocks), or fewer.
///
/// The maps, the scales, and what is asked of addresses and leading dimensions, are those of
/// [`fp8_gemm()`](zellige_kernels::fp8_gemm::fp8_gemm()).
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <fp8_gemm::Ring<Tall, A, B>>::BYTES,
    min_blocks = 1,
    instances(
        matmul_fp8_bf16 = <Bf16, OfTensor, OfTensor>,
        matmul_fp8_f16 = <F16, OfTensor, OfTensor>,
        matmul_fp8_f32 = <f32, OfTensor, OfTensor>,
        matmul_fp8_bf16_blocks = <Bf16, OfRows, OfSquares>,
        matmul_fp8_f16_blocks = <F16, OfRows, OfSquares>,
        matmul_fp8_f32_blocks = <f32, OfRows, OfSquares>,
    )
)]
pub unsafe fn matmul_fp8<
    D: RowStore + Into<f32>,
    A: Scales<Tall>,
    B: Scales<Tall>,
    G: Sm90 + Store,
>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    scale_a: *const A::Source,
    scale_b: *const B::Source,
    d: *mut D,
    ldd: u32,
    bias: *const D,
    alpha: f32,
    activation: u32,
) where
    fp8_gemm::Ring<Tall, A, B>: Allocate<G>,
{
    take_turn(gpu);
    let linear = Linear { alpha, beta: 0.0, bias, c: null(), ldc: 0, activation };
    let (maps, scales) = ((a, b), (scale_a, scale_b));
    scaled_matrices::<A, B, G>(gpu, (m, n, k), maps, scales, |acc, tile, thread| {
        finish::<Tall, _, _>(gpu, acc, linear, (d, ldd), (m, n), tile, thread)
    })
}
/// Writes what the epilogue makes of a thread's accumulators to the tile of D, of (m, n) elements.
#[inline(always)]
pub(crate) unsafe fn finish<T: Tile, D: RowStore + Into<f32>, G: Sm90 + Store>(
    gpu: G,
    acc: GpuTensor<Rmem<f32>, T::Acc>,
    linear: Linear<D>,
    (d, ldd): (*mut D, u32),
    (m, n): (u32, u32),
    tile: (u32, u32),
    thread: u32,
) {
    let of_tile = (T::M::STATIC, N::STATIC);
    linear.apply(gpu, acc, |first, ld| {
        let tile = gmem(first, Strided::new((m, n), (ld, int!(1)))).local_tile(of_tile, tile);
        tile.narrow().partition::<OperandC, _>(Mma::STATIC, thread) // (MMA, MMA_M, MMA_N)
    });
    let g_d = gmem(d, layout!((m, n) : (ldd, 1))).local_tile(of_tile, tile); // (BLK_M, BLK_N)
    store_tile(gpu, Mma::STATIC, acc, g_d.inside().narrow(), thread);
}
