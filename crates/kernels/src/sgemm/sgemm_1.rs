//! The algorithm of CuTe's sgemm_1: threads are laid out over the tiles, and each takes the
//! elements below it.
//!
//! ```text
//! tA, tB   32 x 8 threads copy a tile of A or B, 128 x 8: 4 x 1 elements each, 32 rows apart
//! tC       16 x 16 threads compute a tile of C, 128 x 128: 8 x 8 elements each, 16 apart
//! ```
//!
//! [`local_partition`](zellige_gpu::tensor::GpuTensor::local_partition) gives a thread its elements
//! of a tensor. The names are CuTe's: `ta_sa` is this thread's part of the tile sA in shared
//! memory, by the layout of threads tA.

use super::Fma;
use crate::major::{KMajor, Major, MnMajor};
use zellige::atom::{MmaTiling, OperandA, OperandB, OperandC, TiledMma};
use zellige::construct::col_major;
use zellige::contract;
use zellige::integer::Add;
use zellige::ops::{Compose, RightInverse};
use zellige::prelude::*;
use zellige::typenum::{U64, U128};
use zellige_gpu::engine::Narrow;
use zellige_gpu::epilogue::{LinearCombination, store};
use zellige_gpu::gemm::gemm;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, registers, rmem};
use zellige_gpu::transform::{transform, transform_or};
use zellige_gpu::{Gpu, unroll};

/// BLK_K: the extent along K of a step.
type K = int!(8);
/// A tile in shared memory. With 4 rows of padding, columns are 4 banks apart.
type Tile<Rows> = Strided<(Rows, K), (int!(1), Add<Rows, int!(4)>)>;
/// The tiles of A and of B in shared memory.
type Storage<M, N> = (SmemTensor<f32, Tile<M>>, SmemTensor<f32, Tile<N>>);
/// The layout from (m, n) to the thread that computes it.
type ThreadsC = layout!((16, 16));
/// The map of rows of C to threads. All threads of a row of C read the same elements of A, all of a
/// column the same elements of B.
type ThreadsM = layout!((16, 1));
/// The tiled MMA in which each thread multiplies one element by another.
type Mma = TiledMma<Fma, ThreadsC>;

/// The major-ness of an operand. Adjacent threads copy adjacent elements.
pub trait Partitioned: Major {
    /// The layout from (row, k) to the thread that copies it.
    type Threads: Layout<Shape = shape!((32, 8))>;
}
impl Partitioned for MnMajor {
    type Threads = layout!((32, 8));
}
impl Partitioned for KMajor {
    type Threads = layout!((32, 8) : (8, 1));
}

/// The layout from the index of a thread to the offset of its first element.
type First<J, Rows> = Compose<
    Compose<Tile<Rows>, (layout!(32 : 1), layout!(8 : 1))>,
    Compose<RightInverse<<J as Partitioned>::Threads>, layout!((256, 1))>,
>;
// A warp writes to 32 banks. (With 129 rows, as in CuTe, threads along k collide: 129 * 3 = 3 mod
// 32.)
const _: () = {
    contract::bank_conflict_free::<First<MnMajor, U128>, f32>();
    contract::bank_conflict_free::<First<KMajor, U128>, f32>();
    contract::bank_conflict_free::<First<MnMajor, U64>, f32>();
};

/// Computes C = alpha A B + beta C. See the [modules](super) above.
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = <Storage<M, N>>::BYTES,
    instances(
        sgemm_1_nt = <MnMajor, MnMajor, U128, U128>,
        sgemm_1_tn = <KMajor, KMajor, U128, U128>,
        sgemm_1_64 = <MnMajor, MnMajor, U64, U64>,
    )
)]
pub unsafe fn sgemm_1<A: Partitioned, B: Partitioned, M: Integer, N: Integer, G: Gpu>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    alpha: f32,
    a: *const f32,
    lda: u32,
    b: *const f32,
    ldb: u32,
    beta: f32,
    c: *mut f32,
    ldc: u32,
) {
    let (thread, (x, y)) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    let (rows, columns, mma) = (M::STATIC, N::STATIC, Mma::STATIC);
    let (threads_a, threads_b) = (A::Threads::STATIC, B::Threads::STATIC);

    // The matrices, the tiles in shared memory, and this thread's share to write there.
    let m_a = gmem(Narrow(a), A::layout((m, k), lda)); // (M, K)
    let m_b = gmem(Narrow(b), B::layout((n, k), ldb)); // (N, K)
    let m_c = gmem(Narrow(c), layout!((m, n) : (1, ldc))); // (M, N)
    let (s_a, s_b) = <Storage<M, N>>::allocate(gpu); // (BLK_M, BLK_K), (BLK_N, BLK_K)
    let ta_sa = s_a.local_partition(threads_a, thread); // (THR_M, THR_K)
    let tb_sb = s_b.local_partition(threads_b, thread); // (THR_N, THR_K)

    // Its share of the product.
    let (thread_m, thread_n) = ThreadsC::STATIC.idx2crd(thread);
    let tc_sa = s_a.local_partition(ThreadsM::STATIC, thread_m); // (THR_M, BLK_K)
    let tc_sb = s_b.local_partition(ThreadsM::STATIC, thread_n); // (THR_N, BLK_K)
    let frg_a = mma.partition_fragment::<OperandA, _>(col_major((rows, int!(1))));
    let frg_b = mma.partition_fragment::<OperandB, _>(col_major((columns, int!(1))));
    let acc = mma.partition_fragment::<OperandC, _>(col_major((rows, columns)));
    let (mut r_a, mut r_b, mut r_c) = (registers(frg_a), registers(frg_b), registers(acc));
    let tc_rc = rmem(&mut r_c, acc); // (MMA, THR_M, THR_N)
    // For one k: (MMA, THR_M, 1), (MMA, THR_N, 1).
    let (tc_ra, tc_rb) = (rmem(&mut r_a, frg_a), rmem(&mut r_b, frg_b));
    let mut tile = 0;
    loop {
        let g_a = m_a.local_tile((rows, K::STATIC), (x, tile)); // (BLK_M, BLK_K)
        let g_b = m_b.local_tile((columns, K::STATIC), (y, tile)); // (BLK_N, BLK_K)
        transform_or(g_a.local_partition(threads_a, thread), 0.0, ta_sa, |a| a);
        transform_or(g_b.local_partition(threads_b, thread), 0.0, tb_sb, |b| b);
        gpu.sync_threads(); // all have written
        unroll!(for k in 0..8 {
            transform(tc_sa.slice((.., k)), tc_ra, |a| a);
            transform(tc_sb.slice((.., k)), tc_rb, |b| b);
            gemm(gpu, mma, tc_ra, tc_rb, tc_rc);
        });
        gpu.sync_threads(); // all have read
        tile += 1;
        if tile >= k.div_ceil(K::STATIC.u32()) {
            break;
        }
    }

    let g_c = m_c.local_tile((rows, columns), (x, y)); // (BLK_M, BLK_N)
    let tc_gc = g_c.local_partition(ThreadsC::STATIC, thread); // (THR_M, THR_N)
    store(gpu, tc_rc, tc_gc, LinearCombination { alpha, beta });
}
