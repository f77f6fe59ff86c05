//! The algorithm of CuTe's sgemm_1: threads are laid out over the tiles, and each takes what lies below it.
//!
//! ```text
//! tA, tB   32 x 8 threads copy a tile of A or B, 128 x 8: 4 x 1 elements each, 32 rows apart
//! tC       16 x 16 threads compute a tile of C, 128 x 128: 8 x 8 elements each, 16 apart
//! ```
//!
//! [`local_partition`](zellige_gpu::tensor::GpuTensor::local_partition) gives a thread its elements of a tensor.
//! The names are CuTe's: `ta_sa` is what the layout of threads tA gives this thread of the tile sA in shared memory.

use super::TileC;
use crate::major::{KMajor, Major, MnMajor};
use zellige::atom::{TiledMma, mma};
use zellige::contract;
use zellige::ops::{Compose, RightInverse};
use zellige::prelude::*;
use zellige_gpu::engine::Narrow;
use zellige_gpu::epilogue::{LinearCombination, store};
use zellige_gpu::gemm::gemm;
use zellige_gpu::tensor::{gmem, rmem, smem};
use zellige_gpu::transform::{transform, transform_or};
use zellige_gpu::{Gpu, unroll};

/// BLK_M x BLK_K of A, BLK_N x BLK_K of B: what is multiplied at a time.
type Tile = (int!(128), int!(8));
/// The tile in shared memory. With 4 rows more than there are, columns are 4 banks apart.
type Shared = layout!((128, 8) : (1, 132));
/// A tile is copied by so many threads along M, or N, and along K.
type Threads = shape!((32, 8));
/// (m, k) to the thread that copies it, where the elements of a column lie side by side.
type ThreadsN = layout!((32, 8));
/// (m, k) to the thread that copies it, where the elements of a row do.
type ThreadsT = layout!((32, 8) : (8, 1));
/// (m, n) to the thread that computes it.
type ThreadsC = layout!((16, 16));
/// Rows of C to threads. All threads of a row of C read the same of A, all of a column the same of B.
type ThreadsM = layout!((16, 1));

/// The shared memory of a block, in bytes: a tile of A and one of B.
pub const SHARED: u32 = 2 * 4 * Shared::COSIZE as u32;

/// Where the first elements of all threads lie, by the number of the thread.
type First<Threads> = Compose<
    Compose<Shared, (layout!(32 : 1), layout!(8 : 1))>,
    Compose<RightInverse<Threads>, layout!((256, 1))>,
>;
// A warp writes to 32 banks. (With 129 rows, as in CuTe, threads along k collide: 129 * 3 = 3 mod 32.)
const _: () = contract::bank_conflict_free::<First<ThreadsN>, f32>();
const _: () = contract::bank_conflict_free::<First<ThreadsT>, f32>();

/// One thread multiplies one element by another.
type Mma = TiledMma<mma::UniversalFMA<Int<32>>, ThreadsC>;

/// C = alpha A B + beta C. A is laid out by MA, and its tiles are copied by the threads TA; B by MB and TB.
///
/// | instance | A and B |
/// |---|---|
/// | `sgemm_1_nt` | columns that lie side by side |
/// | `sgemm_1_tn` | rows that lie side by side |
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = SHARED,
    instances(
        sgemm_1_nt = <MnMajor, MnMajor, ThreadsN, ThreadsN>,
        sgemm_1_tn = <KMajor, KMajor, ThreadsT, ThreadsT>,
    )
)]
pub unsafe fn sgemm_1<MA, MB, TA, TB, G>(
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
) where
    MA: Major,
    MB: Major,
    TA: Layout<Shape = Threads>,
    TB: Layout<Shape = Threads>,
    G: Gpu,
{
    let (thread, (x, y)) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));

    // The matrices, the tiles in shared memory, and what this thread writes there.
    let m_a = gmem(Narrow(a), MA::layout((m, k), lda)); //                                  (M, K)
    let m_b = gmem(Narrow(b), MB::layout((n, k), ldb)); //                                  (N, K)
    let m_c = gmem(Narrow(c), layout!((m, n) : (1, ldc))); //                               (M, N)
    let s_a = smem::<f32, _>(gpu, 0, Shared::STATIC); //                                    (BLK_M, BLK_K)
    let s_b = smem::<f32, _>(gpu, Shared::COSIZE as u32, Shared::STATIC); //                (BLK_N, BLK_K)
    let ta_sa = s_a.local_partition(TA::STATIC, thread); //                                 (THR_M, THR_K)
    let tb_sb = s_b.local_partition(TB::STATIC, thread); //                                 (THR_N, THR_K)

    // What it multiplies.
    let (thread_m, thread_n) = ThreadsC::STATIC.idx2crd(thread);
    let tc_sa = s_a.local_partition(ThreadsM::STATIC, thread_m); //                         (THR_M, BLK_K)
    let tc_sb = s_b.local_partition(ThreadsM::STATIC, thread_n); //                         (THR_N, BLK_K)
    let (mut r_a, mut r_b, mut r_c) = ([0.0; 8], [0.0; 8], [0.0; 8 * 8]);
    let tc_ra = rmem(&mut r_a, layout!((1, 8))); //                                         (MMA, THR_M)
    let tc_rb = rmem(&mut r_b, layout!((1, 8))); //                                         (MMA, THR_N)
    let tc_rc = rmem(&mut r_c, layout!((1, 8, 8))); //                                      (MMA, THR_M, THR_N)

    let mut tile = 0;
    loop {
        let g_a = m_a.local_tile(Tile::default(), (x, tile)); //                            (BLK_M, BLK_K)
        let g_b = m_b.local_tile(Tile::default(), (y, tile)); //                            (BLK_N, BLK_K)
        transform_or(g_a.local_partition(TA::STATIC, thread), 0.0, ta_sa, |a| a);
        transform_or(g_b.local_partition(TB::STATIC, thread), 0.0, tb_sb, |b| b);
        gpu.sync_threads(); // all have written
        unroll!(for k in 0..8 {
            transform(tc_sa.at((.., k)), tc_ra, |a| a);
            transform(tc_sb.at((.., k)), tc_rb, |b| b);
            gemm(gpu, Mma::default(), tc_ra, tc_rb, tc_rc);
        });
        gpu.sync_threads(); // all have read
        tile += 1;
        if tile >= k.div_ceil(8) {
            break;
        }
    }

    let g_c = m_c.local_tile(TileC::default(), (x, y)); //                                  (BLK_M, BLK_N)
    let tc_gc = g_c.local_partition(ThreadsC::STATIC, thread); //                           (THR_M, THR_N)
    store(gpu, tc_rc, tc_gc, LinearCombination { alpha, beta });
}
