//! The products by `mma.sync`, and by [`simt`](super::simt) in f32.

use super::simt;
use crate::epilogue::Linear;
use zellige::atom::{MmaTiling, OperandC};
use zellige::construct::row_major;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::engine::Rmem;
use zellige_gpu::epilogue::{Identity, store};
use zellige_gpu::number::Rounded;
use zellige_gpu::tensor::{GpuTensor, gmem, registers, rmem};
use zellige_gpu::{Bf16, F16, Sm80, Store};
use zellige_kernels::major::{KMajor, Major, MnMajor};
use zellige_kernels::mma_gemm::{Any as ByElements, Config, Gemm, THREADS, accumulate, shared};

/// The extents of a tile of D: a block computes one.
type Rows = int!(128);
type Columns = int!(128);

/// Returns the grid of `matmul_mma`, for the products of a batch of at most 65535: 8 tiles along M,
/// one after the other, for each tile along N, and repeated along M; and the batch.
pub const fn grid(m: u32, n: u32, batch: u32) -> (u32, u32) {
    (8 * n.div_ceil(Columns::U32) * m.div_ceil(8 * Rows::U32), batch)
}

/// An operand, (rows, K): its first element and its strides.
pub type Operand<T> = (*const T, (u32, u32));

/// The type of an element: how the threads of a block multiply such elements.
pub trait Multiplied: Copy + Into<f32> {
    /// The tiled MMA.
    type Mma: MmaTiling;
    /// The number of threads of a block.
    const THREADS: u32;
    /// The number of bytes of shared memory of a block.
    const SHARED: u32;
    /// The number of blocks that a multiprocessor must hold; 0 for any number.
    const MIN_BLOCKS: u32;
}
/// The copies that bring the operands of a product, by the type of their elements.
pub trait Copies<T>: 'static {
    /// Adds the products of a tile to a thread's accumulators.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together, and the operands exist, with vectors where
    /// the copies need them. Nothing else uses shared memory.
    unsafe fn accumulate<G: Sm80, L: Layout>(
        gpu: G,
        tile: (u32, u32),
        extents: (u32, u32, u32),
        a: Operand<T>,
        b: Operand<T>,
        acc: GpuTensor<Rmem<f32>, L>,
    );
}
/// Copies of 16 bytes.
pub struct Vectors;
/// Copies of elements.
pub struct Any;

/// Implements both copies by the functions that accumulate: of operands of the major-ness A and B,
/// and of operands of any strides.
macro_rules! copies {
    ($($T:ident: $vectors:expr, $any:expr;)+) => { $(
        impl Copies<$T> for Vectors {
            #[inline(always)]
            unsafe fn accumulate<G: Sm80, L: Layout>(
                gpu: G,
                tile: (u32, u32),
                (m, n, k): (u32, u32, u32),
                (a, of_a): Operand<$T>,
                (b, of_b): Operand<$T>,
                acc: GpuTensor<Rmem<f32>, L>,
            ) {
                macro_rules! majors {
                    ($A:ident $lda:expr, $B:ident $ldb:expr) => {{
                        type A = $A;
                        type B = $B;
                        let a = gmem(a, A::layout((m, k), $lda));
                        let b = gmem(b, B::layout((n, k), $ldb));
                        $vectors(gpu, tile, k, a, b, acc)
                    }};
                }
                match (of_a.1, of_b.1) {
                    (1, 1) => majors!(KMajor of_a.0, KMajor of_b.0),
                    (1, _) => majors!(KMajor of_a.0, MnMajor of_b.1),
                    (_, 1) => majors!(MnMajor of_a.1, KMajor of_b.0),
                    _ => majors!(MnMajor of_a.1, MnMajor of_b.1),
                }
            }
        }
        impl Copies<$T> for Any {
            #[inline(always)]
            unsafe fn accumulate<G: Sm80, L: Layout>(
                gpu: G,
                tile: (u32, u32),
                (m, n, k): (u32, u32, u32),
                (a, of_a): Operand<$T>,
                (b, of_b): Operand<$T>,
                acc: GpuTensor<Rmem<f32>, L>,
            ) {
                let (a, b) = (gmem(a, Strided::new((m, k), of_a)), gmem(b, Strided::new((n, k), of_b)));
                $any(gpu, tile, k, a, b, acc)
            }
        }
    )+ };
}
macro_rules! halves {
    ($($T:ident)+) => { $(
        impl Multiplied for $T {
            type Mma = <ByElements<$T> as Config>::Mma;
            const THREADS: u32 = THREADS;
            const SHARED: u32 = shared::<ByElements<$T>>();
            const MIN_BLOCKS: u32 = 0;
        }
        copies! {
            $T: accumulate::<Gemm<$T, A, B, Rows, Columns>, _, _, _, _>,
                accumulate::<ByElements<$T>, _, _, _, _>;
        }
    )+ };
}
halves! { Bf16 F16 }
copies! {
    f32: simt::accumulate::<simt::Vectors<A>, simt::Vectors<B>, <f32 as Multiplied>::Mma>,
        simt::accumulate::<simt::Any, simt::Any, <f32 as Multiplied>::Mma>;
}

/// Computes D = f(alpha A B + bias) + beta C for the matrices of a batch. [`grid`] returns the
/// grid, which must have a block.
///
/// Element (i, p) of matrix q of A is at `i a_m + p a_k + q stride_a`, and element (p, j) of matrix
/// q of B at `j b_n + p b_k + q stride_b`. Rows of C and D begin `ldc` and `ldd` elements apart,
/// and their matrices `stride_c` and `stride_d`.
///
/// The kernels `_any` take any strides. The kernels `_vectors` need in A a stride of 1 along k or
/// along m, and in B along k or along n. The other stride, `stride_a` or `stride_b`, and the extent
/// along the contiguous mode are multiples of 8, or of 4 in f32, and the first element is at a
/// multiple of 16 bytes. If `a_k` is 1, A counts as contiguous along k, and so does B.
#[zellige_gpu::kernel(
    threads = T::THREADS,
    shared = T::SHARED,
    min_blocks = T::MIN_BLOCKS,
    instances(
        matmul_mma_bf16_vectors = <Bf16, Vectors>,
        matmul_mma_bf16_any = <Bf16, Any>,
        matmul_mma_f16_vectors = <F16, Vectors>,
        matmul_mma_f16_any = <F16, Any>,
        matmul_simt_f32_vectors = <f32, Vectors>,
        matmul_simt_f32_any = <f32, Any>,
    )
)]
pub unsafe fn matmul_mma<T: Multiplied + Rounded<G, f32>, C: Copies<T>, G: Sm80 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const T,
    a_m: u32,
    a_k: u32,
    stride_a: u64,
    b: *const T,
    b_n: u32,
    b_k: u32,
    stride_b: u64,
    c: *const T,
    ldc: u32,
    stride_c: u64,
    d: *mut T,
    ldd: u32,
    stride_d: u64,
    bias: *const T,
    alpha: f32,
    beta: f32,
    activation: u32,
) {
    let number = gpu.block_y() as usize;
    let (columns, eights) = (n.div_ceil(Columns::U32).max(1), m.div_ceil(8 * Rows::U32));
    let (x, column, eight) = layout!((8, columns, eights)).idx2crd(gpu.block_x());
    let row = layout!((8, eights)).crd2idx((x, eight));
    if Rows::U32 * row >= m {
        return;
    }

    let (mma, at) = (T::Mma::STATIC, (row, column));
    let tile = (Rows::STATIC, Columns::STATIC);
    let fragment = mma.partition_fragment::<OperandC, _>(row_major(tile));
    let mut r_c = registers(fragment);
    let acc = rmem(&mut r_c, fragment); // (MMA, MMA_M, MMA_N)
    let a = (a.wrapping_add(stride_a as usize * number), (a_m, a_k));
    let b = (b.wrapping_add(stride_b as usize * number), (b_n, b_k));
    C::accumulate(gpu, at, (m, n, k), a, b, acc);

    let c = match c.is_null() {
        true => c,
        false => c.wrapping_add(stride_c as usize * number),
    };
    let linear = Linear { alpha, beta, bias, c, ldc, activation };
    linear.apply(gpu, acc, |first, ld| {
        let all = gmem(first, layout!((m, n) : (ld, 1))).local_tile(tile, at).narrow();
        all.partition::<OperandC, _>(mma, gpu.thread()) // (MMA, MMA_M, MMA_N)
    });
    let d = gmem(d.wrapping_add(stride_d as usize * number), layout!((m, n) : (ldd, 1)));
    let tc_d = d.local_tile(tile, at).narrow().partition::<OperandC, _>(mma, gpu.thread());
    store(gpu, acc, tc_d, Identity);
}
