//! Products with an epilogue, in bf16, f16 and f32, with accumulators in f32:
//!
//! ```text
//! D = f(alpha A B + bias) + beta C        f: nothing, relu, gelu or silu
//! ```
//!
//! A is (m, k), B is (k, n), the bias is a row of n numbers, C and D are (m, n) with n contiguous.
//! All have the same type of elements. [`epilogue`](crate::epilogue) defines the activations f by
//! their numbers. The bias and C may be null, and stand for zeros then; C may be D. A and B are
//! batches of matrices, each product with the same bias.
//!
//! | kernel | GPU | A, B | algorithm |
//! |---|---|---|---|
//! | `matmul_T_tn`, `_tt`, `_nn`, `_nt` | sm_90a | tensor maps | [`wgmma_gemm`](mod@zellige_kernels::wgmma_gemm) |
//! | `matmul_mma_T_vectors` | sm_80 and later | rows or columns at multiples of 16 bytes | [`mma_gemm`](mod@zellige_kernels::mma_gemm) |
//! | `matmul_mma_T_any` | sm_80 and later | any strides | the same, element by element |
//! | `matmul_simt_f32_vectors` | sm_80 and later | as in `matmul_mma` | [`simt`]: multiply-adds |
//! | `matmul_simt_f32_any` | sm_80 and later | any strides | the same, element by element |
//!
//! The two letters are those of BLAS for matrices of contiguous columns, and those of the kernels
//! `wgmma_gemm`:
//!
//! | letters | A, (m, k) | B, (k, n) |
//! |---|---|---|
//! | `tn` | k contiguous | k contiguous |
//! | `tt` | k contiguous | n contiguous |
//! | `nn` | m contiguous | k contiguous |
//! | `nt` | m contiguous | n contiguous |
//!
//! So a product of row-major matrices is `tt`, and one by a transposed weight (n, k) is `tn`.
//!
//! # Sizes
//!
//! m, n, k and the batch may be 0: without elements of D nothing is read or written, and for k = 0
//! the sums are 0. Leading dimensions are less than 2^25, and in elements, as all strides are. The
//! offset of a tile is computed in 64 bits. There are fewer than 2^31 tiles of 128 by 256 elements
//! (`matmul`) or of 128 by 128 (the others) in a batch, also if m is rounded up to a multiple of
//! 2048 or of 1024.

use crate::epilogue::Linear;
use crate::turn::take_turn;
use zellige::atom::{MmaTiling, OperandC};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::engine::Rmem;
use zellige_gpu::registers::Roles;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::{GpuTensor, gmem};
use zellige_gpu::wgmma::Accumulates;
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap};
use zellige_kernels::major::{KMajor, Major, MnMajor};
use zellige_kernels::wgmma_gemm::{self, Acc, Config, Gemm, Results, Ring, Warps, Whole, product};

pub mod simt;
mod sync;
pub use sync::*;

/// The configuration of a product by `wgmma` of elements T, with A and B of this
/// [major-ness](zellige_kernels::major), in tiles of R by 256 elements.
pub type Product<T, A, B, R = wgmma_gemm::M> = Gemm<T, A, B, T, int!(256), R>;

/// Returns the number of tiles of D: the grid of `matmul_T_..` has as many blocks, or fewer, if
/// each computes several tiles. One per multiprocessor is best; at least one is needed.
pub const fn blocks(m: u32, n: u32, batch: u32) -> u32 {
    wgmma_gemm::blocks::<Product<Bf16, KMajor, KMajor>>(m, n) * batch
}

/// Computes D = f(alpha A B + bias) + beta C, `batch` times. The grid has [`blocks`], or fewer.
///
/// The maps of A and B have three modes, also for a batch of 1, in the order of a tensor map, which
/// begins with the contiguous mode: (k, m, batch) if k is contiguous, else (m, k, batch); for B
/// with n in place of m. Their boxes are those of [`Config::A`] and [`Config::B`], by 1: 64 by 128
/// by 1 for A and 64 by 256 by 1 for B if k is contiguous, else 64 by 64 by 1, swizzled by 128
/// bytes. So A and B begin at multiples of 16 bytes, and so do their rows and their matrices.
///
/// Matrices of C and of D begin `stride_c` and `stride_d` elements apart, their rows `ldc` and
/// `ldd`. Any will do; whole tiles of D are written 16 bytes at a time if all rows of D begin at
/// multiples of 16 bytes.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Ring<P>>::BYTES,
    min_blocks = 1,
    instances(
        matmul_bf16_tn = <Product<Bf16, KMajor, KMajor>>,
        matmul_bf16_tt = <Product<Bf16, KMajor, MnMajor>>,
        matmul_bf16_nn = <Product<Bf16, MnMajor, KMajor>>,
        matmul_bf16_nt = <Product<Bf16, MnMajor, MnMajor>>,
        matmul_f16_tn = <Product<F16, KMajor, KMajor>>,
        matmul_f16_tt = <Product<F16, KMajor, MnMajor>>,
        matmul_f16_nn = <Product<F16, MnMajor, KMajor>>,
        matmul_f16_nt = <Product<F16, MnMajor, MnMajor>>,
    )
)]
pub unsafe fn matmul<P: Config<Output: Into<f32>>, G: Sm90 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    batch: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    c: *const P::Output,
    ldc: u32,
    stride_c: u64,
    d: *mut P::Output,
    ldd: u32,
    stride_d: u64,
    bias: *const P::Output,
    alpha: f32,
    beta: f32,
    activation: u32,
) where
    P::Instruction: Accumulates<G, P::Element, u64>,
{
    let columns = n.div_ceil(P::Columns::U32).max(1);
    let place = move |(i, j): (u32, u32)| {
        let (j, number) = layout!((columns, batch)).idx2crd(j);
        let [c, d] = [stride_c, stride_d].map(|stride| stride as usize * number as usize);
        Place { at: (i, j), number, rows: m, c, d }
    };
    let (rows, columns, step) = (P::Rows::STATIC, P::Columns::STATIC, wgmma_gemm::K::STATIC);
    let from = |tile: (u32, u32)| {
        let Place { at: (i, j), number, .. } = place(tile);
        let a = P::MajorA::tma_of_batch(a, (m, k), number).local_tile((rows, step), (i, ..)); // (BLK_M, BLK_K, k)
        let b = P::MajorB::tma_of_batch(b, (n, k), number).local_tile((columns, step), (j, ..)); // (BLK_N, BLK_K, k)
        move |step: u32| (a.at((.., .., step)), b.at((.., .., step)))
    };
    let linear = Linear { alpha, beta, bias, c, ldc, activation };
    let of_d = OfD::<_, _, false> { d, n, ldd, row_steps: ldd | stride_d as u32, linear, place };
    let ring = <Ring<P>>::allocate(gpu);
    take_turn(gpu);
    product::<P, _, _, _, _, _>(gpu, ring, (m, n, k), batch, from, of_d)
}
/// The place of a tile: its coordinate in one of the matrices of C and D, which all have the same
/// columns.
#[derive(Copy, Clone)]
pub(crate) struct Place {
    pub(crate) at: (u32, u32),
    /// The number of the matrix.
    pub(crate) number: u32,
    /// The rows of the matrix.
    pub(crate) rows: u32,
    /// The elements before the matrix in C, and in D.
    pub(crate) c: usize,
    pub(crate) d: usize,
}
/// The results of several products, [ragged](Results::RAGGED) or not; `place` finds a tile.
#[derive(Copy, Clone)]
pub(crate) struct OfD<T, F, const RAGGED: bool> {
    pub(crate) d: *mut T,
    pub(crate) n: u32,
    pub(crate) ldd: u32,
    /// See [`Results::row_steps`]; without the address of D.
    pub(crate) row_steps: u32,
    pub(crate) linear: Linear<T>,
    pub(crate) place: F,
}
impl<P, F, const RAGGED: bool> Results<P> for OfD<P::Output, F, RAGGED>
where
    P: Config<Output: Into<f32>>,
    F: Fn((u32, u32)) -> Place + Copy,
{
    const RAGGED: bool = RAGGED;
    #[inline(always)]
    fn matrix(self, tile: (u32, u32)) -> (Whole<P::Output>, (u32, u32)) {
        let Place { at, rows, d, .. } = (self.place)(tile);
        (gmem(self.d.wrapping_add(d), Strided::new((rows, self.n), (self.ldd, int!(1)))), at)
    }
    #[inline(always)]
    fn row_steps(self) -> u32 {
        self.row_steps | (self.d.addr() / size_of::<P::Output>()) as u32
    }
    #[inline(always)]
    unsafe fn apply<G: Store>(
        self,
        gpu: G,
        acc: GpuTensor<Rmem<f32>, Acc<P>>,
        tile: (u32, u32),
        thread: u32,
    ) {
        let Place { at, rows, c, .. } = (self.place)(tile);
        let first = self.linear.c;
        let first = if first.is_null() { first } else { first.wrapping_add(c) };
        Linear { c: first, ..self.linear }.apply(gpu, acc, |first, ld| {
            let all = gmem(first, Strided::new((rows, self.n), (ld, int!(1))));
            let tile = all.local_tile((P::Rows::STATIC, P::Columns::STATIC), at);
            tile.narrow().partition::<OperandC, _>(P::Mma::STATIC, thread) // (MMA, MMA_M, MMA_N)
        });
    }
}
