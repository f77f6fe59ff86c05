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

use super::config::{Fma, Operand, Storage};
use crate::major::{KMajor, Major, MnMajor};
use core::marker::PhantomData;
use zellige::atom::smem::SharedTile;
use zellige::atom::{MmaTiling, OperandA, OperandB, OperandC, TiledMma};
use zellige::construct::col_major;
use zellige::contract;
use zellige::ops::{Compose, RightInverse};
use zellige::prelude::*;
use zellige::typenum::{U64, U128};
use zellige_gpu::engine::Narrow;
use zellige_gpu::epilogue::{LinearCombination, store};
use zellige_gpu::gemm::gemm;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::{gmem, registers, rmem};
use zellige_gpu::transform::{transform, transform_or};
use zellige_gpu::{Gpu, unroll};

/// BLK_K: the extent along K of a step.
type K = int!(8);
/// A tile of 128 rows in shared memory. With 4 rows of padding, columns are 4 banks apart.
type Shared = layout!((128, 8) : (1, 132));
/// A tile of 64 rows.
type Shared64 = layout!((64, 8) : (1, 68));
/// The threads along M, or N, and along K that copy a tile.
type Threads = shape!((32, 8));
/// The layout from (m, k) to the thread that copies it, where the elements of a column are
/// adjacent.
type ThreadsN = layout!((32, 8));
/// The layout from (m, k) to the thread that copies it, where the elements of a row are adjacent.
type ThreadsT = layout!((32, 8) : (8, 1));
/// The layout from (m, n) to the thread that computes it.
type ThreadsC = layout!((16, 16));
/// The map of rows of C to threads. All threads of a row of C read the same elements of A, all of a
/// column the same elements of B.
type ThreadsM = layout!((16, 1));

/// The tiled MMA in which each thread multiplies one element by another.
type Mma = TiledMma<Fma, ThreadsC>;

/// An operand of sgemm_1, of the major-ness J, with the given number of rows in a tile.
pub struct Of<J, Rows>(PhantomData<(J, Rows)>);
/// An operand with tiles that are copied by threads laid out over them.
pub trait Partitioned: Operand<Stages: SharedTile<Profile = (usize, usize)>> {
    /// The layout from (row, k) to the thread that copies it.
    type Threads: Layout<Shape = Threads>;
}
/// The layout from the index of a thread to the offset of its first element.
type First<S> = Compose<
    Compose<<S as Operand>::Stages, (layout!(32 : 1), layout!(8 : 1))>,
    Compose<RightInverse<<S as Partitioned>::Threads>, layout!((256, 1))>,
>;
/// Asserts that a warp writes to 32 banks. (With 129 rows, as in CuTe, threads along k collide: 129
/// * 3 = 3 mod 32.)
const fn check_accesses<S: Partitioned>() {
    contract::bank_conflict_free::<First<S>, f32>();
}
/// Implements operands, for a major-ness and a number of rows: the threads that copy, and the tile
/// in shared memory.
macro_rules! operands {
    ($($Major:ident $Rows:ident: $Threads:ident $Shared:ident;)*) => { $(
        impl Operand for Of<$Major, $Rows> {
            type Major = $Major;
            type Rows = $Rows;
            type Tile = ($Rows, K);
            type Stages = $Shared;
        }
        impl Partitioned for Of<$Major, $Rows> {
            type Threads = $Threads;
        }
        const _: () = check_accesses::<Of<$Major, $Rows>>();
    )* };
}
operands! {
    MnMajor U128: ThreadsN Shared;
    KMajor U128: ThreadsT Shared;
    MnMajor U64: ThreadsN Shared64;
    KMajor U64: ThreadsT Shared64;
}
/// The operands of `sgemm_1_nt`: contiguous along M and N.
pub type Nt = Of<MnMajor, U128>;
/// The operands of `sgemm_1_tn`: contiguous along K.
pub type Tn = Of<KMajor, U128>;
/// The operands of `sgemm_1_64`: as [`Nt`], in tiles of 64 by 64.
pub type Small = Of<MnMajor, U64>;

/// Computes C = alpha A B + beta C. See the [modules](super) above.
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = <Storage<A, B>>::BYTES,
    instances(
        sgemm_1_nt = <Nt, Nt>,
        sgemm_1_tn = <Tn, Tn>,
        sgemm_1_64 = <Small, Small>,
    )
)]
pub unsafe fn sgemm_1<A: Partitioned, B: Partitioned, G: Gpu>(
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
    let (rows, columns) = (A::Rows::STATIC, B::Rows::STATIC);
    let (threads_a, threads_b) = (A::Threads::STATIC, B::Threads::STATIC);

    // The matrices, the tiles in shared memory, and this thread's share to write there.
    let m_a = gmem(Narrow(a), A::Major::layout((m, k), lda)); // (M, K)
    let m_b = gmem(Narrow(b), B::Major::layout((n, k), ldb)); // (N, K)
    let m_c = gmem(Narrow(c), layout!((m, n) : (1, ldc))); // (M, N)
    let (s_a, s_b) = <Storage<A, B>>::allocate(gpu); // (BLK_M, BLK_K), (BLK_N, BLK_K)
    let ta_sa = s_a.local_partition(threads_a, thread); // (THR_M, THR_K)
    let tb_sb = s_b.local_partition(threads_b, thread); // (THR_N, THR_K)

    // Its share of the product.
    let (thread_m, thread_n) = ThreadsC::STATIC.idx2crd(thread);
    let tc_sa = s_a.local_partition(ThreadsM::STATIC, thread_m); // (THR_M, BLK_K)
    let tc_sb = s_b.local_partition(ThreadsM::STATIC, thread_n); // (THR_N, BLK_K)
    let frg_a = Mma::STATIC.partition_fragment::<OperandA, _>(col_major((rows, int!(1)))); // (MMA, THR_M, 1)
    let frg_b = Mma::STATIC.partition_fragment::<OperandB, _>(col_major((columns, int!(1)))); // (MMA, THR_N, 1)
    let acc = Mma::STATIC.partition_fragment::<OperandC, _>(col_major((rows, columns))); // (MMA, THR_M, THR_N)
    let (mut r_a, mut r_b, mut r_c) = (registers(frg_a), registers(frg_b), registers(acc));
    let (tc_ra, tc_rb) = (rmem(&mut r_a, frg_a), rmem(&mut r_b, frg_b));
    let tc_rc = rmem(&mut r_c, acc);
    let mut tile = 0;
    loop {
        let g_a = m_a.local_tile(A::Tile::default(), (x, tile)); // (BLK_M, BLK_K)
        let g_b = m_b.local_tile(B::Tile::default(), (y, tile)); // (BLK_N, BLK_K)
        transform_or(g_a.local_partition(threads_a, thread), 0.0, ta_sa, |a| a);
        transform_or(g_b.local_partition(threads_b, thread), 0.0, tb_sb, |b| b);
        gpu.sync_threads(); // all have written
        unroll!(for k in 0..8 {
            transform(tc_sa.slice((.., k)), tc_ra, |a| a);
            transform(tc_sb.slice((.., k)), tc_rb, |b| b);
            gemm(gpu, Mma::STATIC, tc_ra, tc_rb, tc_rc);
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
