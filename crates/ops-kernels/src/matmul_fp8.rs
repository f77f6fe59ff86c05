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
use core::ptr::null;
use zellige::atom::{MmaTiling, OperandC};
use zellige::prelude::*;
use zellige_gpu::epilogue::RowStore;
use zellige_gpu::registers::Roles;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::gmem;
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap};
use zellige_kernels::fp8_gemm::{
    self, M, Mma, N, OfRows, OfSquares, OfTensor, Scales, Warps, scaled_product,
};

/// Computes D = f(alpha (scaled A) (scaled B) + bias). The grid has
/// [`blocks`](zellige_kernels::fp8_gemm::blocks), or fewer.
///
/// The maps, the scales, and what is asked of addresses and leading dimensions, are those of
/// [`fp8_gemm()`](zellige_kernels::fp8_gemm::fp8_gemm()).
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <fp8_gemm::Ring<A, B>>::BYTES,
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
pub unsafe fn matmul_fp8<D: RowStore + Into<f32>, A: Scales, B: Scales, G: Sm90 + Store>(
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
    fp8_gemm::Ring<A, B>: Allocate<G>,
{
    let linear = Linear { alpha, beta: 0.0, bias, c: null(), ldc: 0, activation };
    let (maps, scales) = ((a, b), (scale_a, scale_b));
    scaled_product::<D, A, B, G>(gpu, (m, n, k), maps, scales, (d, ldd), |acc, tile, thread| {
        linear.apply(gpu, acc, |first, ld| {
            let all = gmem(first, Strided::new((m, n), (ld, int!(1))));
            let tile = all.local_tile((M::STATIC, N::STATIC), tile);
            tile.narrow().partition::<OperandC, _>(Mma::STATIC, thread) // (MMA, MMA_M, MMA_N)
        })
    })
}
