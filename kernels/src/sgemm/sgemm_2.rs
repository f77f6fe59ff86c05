//! The algorithm of CuTe's sgemm_2: copies by a `TiledCopy`, products by a `TiledMma`.
//!
//! ```text
//! fill   256 threads copy a tile of A or B, 128 x 16: 8 elements each, 4 at a time or one by one
//! mma    16 x 16 threads compute a tile of C, 128 x 128: 8 x 8 elements each
//! ```
//!
//! While a tile is multiplied, the next one is on its way to the other of two stages of shared memory:
//!
//! ```text
//! tile    0            1            2
//!         wait for 0   wait for 1   wait for 2     then a barrier: all threads have it, and have read the last one
//!         begin 1      begin 2      begin 3        global to shared memory, stage (tile + 1) % 2
//!         multiply 0   multiply 1   multiply 2     from shared memory, stage tile % 2
//! ```
//!
//! In shared memory the elements of a column lie side by side, also where those of a row do in global memory: then the
//! copy transposes, element by element. A thread reads vectors of 4 rows. Threads write and read without bank
//! conflicts, which the contracts below prove.
//!
//! In CuTe's tutorial the next tile waits in registers and there is one stage, so a tile takes two barriers; and threads
//! read from shared memory element by element.
//!
//! The names are CuTe's: `ta_sa` is what this thread copies to the tile sA in shared memory, `tc_ra` what it multiplies of
//! A in registers, and `ts_sa` and `ts_ra` are both as the copy from shared memory to registers sees them.

use super::TileC;
use crate::major::{KMajor, Major, MnMajor};
use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::contract;
use zellige::ops::Slice;
use zellige::prelude::*;
use zellige_gpu::copy::{CpAsync, copy, copy_if};
use zellige_gpu::engine::Narrow;
use zellige_gpu::epilogue::{LinearCombination, store};
use zellige_gpu::gemm::gemm;
use zellige_gpu::tensor::{gmem, rmem, smem};
use zellige_gpu::{Sm80, unroll};

/// BLK_M x BLK_K of A, BLK_N x BLK_K of B: what is multiplied at a time.
type Tile = (int!(128), int!(16));
/// (m, k, stage) in shared memory: 128 rows and 4 more, so that vectors are aligned, and columns are 4 banks apart.
type Shared = layout!((128, 16, 2) : (1, 132, 2112));
/// (m, k) of a stage.
type Stage = Slice<(RangeFull, RangeFull, int!(0)), Shared>;
/// The elements of two stages in shared memory.
const STAGES: u32 = 2 * 2112;
/// The shared memory of a block, in bytes: two tiles of A and two of B.
pub const SHARED: u32 = 2 * 4 * STAGES;

/// Copies of 16 bytes.
type Vectors = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>;
/// Copies of 4 bytes.
type Scalars = CopyAtom<copies::SM80_CP_ASYNC_CACHEALWAYS<int!(32)>, int!(32)>;
/// 32 x 8 threads with 4 x 1 elements: a warp copies a column.
type FillN = MakeTiledCopy<Vectors, layout!((32, 8)), layout!((4, 1))>;
/// 128 x 2 threads with an element: a warp copies 32 rows of a column.
type FillNAny = MakeTiledCopy<Scalars, layout!((128, 2)), layout!((1, 1))>;
/// 32 x 8 threads with an element: a warp copies 8 columns of 4 rows.
type FillT = MakeTiledCopy<Scalars, layout!((32, 8) : (8, 1)), layout!((1, 1))>;

/// One thread multiplies one element by another.
type Fma = mma::UniversalFMA<Int<32>>;
/// 16 x 16 threads. A warp has 8 x 4 of them, so that it reads few elements of A and B for its part of C; there are
/// 2 x 4 warps.
type Threads = layout!(((8, 2), (4, 4)) : ((1, 32), (8, 64)));
/// The rows, and the columns, of C in the order of threads and their values: a thread has 4 side by side.
type Order = layout!((16, 4) : (4, 1));
/// 16 x 16 threads multiply one element by another, 4 x 4 times.
type Mma = TiledMma<Fma, Threads, (Order, Order, RangeFull)>;
/// 16 bytes of shared memory at once.
type Vector = CopyAtom<copies::UniversalCopy<int!(128)>, int!(32)>;
/// The copy of A from shared memory to the registers of the threads that multiply it.
type LoadA = TiledCopyOf<Vector, Mma, OperandA>;
/// The copy of B from shared memory to the registers of the threads that multiply it.
type LoadB = TiledCopyOf<Vector, Mma, OperandB>;
/// What a thread has of one column of a tile of A, of one of B, and of a tile of C.
type FragmentA = PartitionFragment<Mma, OperandA, layout!((128, 1))>;
type FragmentB = PartitionFragment<Mma, OperandB, layout!((128, 1))>;
type Sums = PartitionFragment<Mma, OperandC, layout!((128, 128))>;

/// (thread, value) of the first vectors in a stage, by the copy C at the end E.
type First<C, E> = Slice<(RangeFull, RangeFull, int!(0)), Tidfrg<C, E, Stage>>;
const _: () = contract::bank_conflict_free::<First<FillN, Destination>, f32>();
const _: () = contract::bank_conflict_free::<First<FillNAny, Destination>, f32>();
const _: () = contract::bank_conflict_free::<First<FillT, Destination>, f32>();
const _: () = contract::bank_conflict_free::<First<LoadA, Source>, f32>();
const _: () = contract::bank_conflict_free::<First<LoadB, Source>, f32>();

/// C = alpha A B + beta C. A is laid out by MA, and its tiles are copied by FA; B by MB and FB.
///
/// | instance | A and B |
/// |---|---|
/// | `sgemm_2_nt` | columns that lie side by side, copied in vectors of 16 bytes |
/// | `sgemm_2_nt_any` | columns that lie side by side, copied element by element, of any size |
/// | `sgemm_2_tn` | rows that lie side by side, copied element by element, of any size |
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = SHARED,
    min_blocks = 2,
    instances(
        sgemm_2_nt = <MnMajor, MnMajor, FillN, FillN>,
        sgemm_2_nt_any = <MnMajor, MnMajor, FillNAny, FillNAny>,
        sgemm_2_tn = <KMajor, KMajor, FillT, FillT>,
    )
)]
pub unsafe fn sgemm_2<MA, MB, FA, FB, G>(
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
    FA: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>, Atom: CpAsync>,
    FB: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>, Atom: CpAsync>,
    G: Sm80,
{
    let (thread, (x, y)) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));

    // The matrices, the stages in shared memory, and what this thread copies there.
    let m_a = gmem(Narrow(a), MA::layout((m, k), lda)); //                                  (M, K)
    let m_b = gmem(Narrow(b), MB::layout((n, k), ldb)); //                                  (N, K)
    let m_c = gmem(Narrow(c), layout!((m, n) : (1, ldc))); //                               (M, N)
    let s_a = smem::<f32, _>(gpu, 0, Shared::STATIC); //                                    (BLK_M, BLK_K, PIPE)
    let s_b = smem::<f32, _>(gpu, STAGES, Shared::STATIC); //                               (BLK_N, BLK_K, PIPE)
    let (fill_a, fill_b) = (FA::STATIC, FB::STATIC);
    let ta_sa = s_a.partition_d(fill_a, thread); //                                         (CPY, CPY_M, CPY_K, PIPE)
    let tb_sb = s_b.partition_d(fill_b, thread); //                                         (CPY, CPY_N, CPY_K, PIPE)

    // What it multiplies.
    let (mma, load_a, load_b) = (Mma::default(), LoadA::default(), LoadB::default());
    let (mut r_a, mut r_b, mut r_c) = ([0.0; 8], [0.0; 8], [0.0; 8 * 8]);
    let tc_ra = rmem(&mut r_a, FragmentA::STATIC); //                                       (MMA, MMA_M, 1)
    let tc_rb = rmem(&mut r_b, FragmentB::STATIC); //                                       (MMA, MMA_N, 1)
    let tc_rc = rmem(&mut r_c, Sums::STATIC); //                                            (MMA, MMA_M, MMA_N)
    let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
    let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));

    let begin = |tile: u32, stage: u32| {
        let g_a = m_a.local_tile(Tile::default(), (x, tile)); //                            (BLK_M, BLK_K)
        let g_b = m_b.local_tile(Tile::default(), (y, tile)); //                            (BLK_N, BLK_K)
        copy_if(
            gpu,
            fill_a,
            g_a.partition_s(fill_a, thread),
            ta_sa.at((.., .., .., stage)),
        );
        copy_if(
            gpu,
            fill_b,
            g_b.partition_s(fill_b, thread),
            tb_sb.at((.., .., .., stage)),
        );
    };
    begin(0, 0);
    let mut tile = 0;
    loop {
        let stage = tile % 2;
        gpu.cp_async_commit();
        gpu.cp_async_wait::<0>();
        gpu.sync_threads(); // all have the tile, and have read the one before
        begin(tile + 1, 1 - stage); // behind the last one all is past the end
        let (ts_sa, ts_sb) = (ts_sa.at((.., .., .., stage)), ts_sb.at((.., .., .., stage)));
        unroll!(for k in 0..16 {
            copy(gpu, load_a, ts_sa.at((.., .., k)), ts_ra);
            copy(gpu, load_b, ts_sb.at((.., .., k)), ts_rb);
            gemm(gpu, mma, tc_ra, tc_rb, tc_rc);
        });
        tile += 1;
        if tile >= k.div_ceil(16) {
            break;
        }
    }

    let g_c = m_c.local_tile(TileC::default(), (x, y)); //                                  (BLK_M, BLK_N)
    let tc_gc = g_c.partition::<OperandC, _>(mma, thread); //                               (MMA, MMA_M, MMA_N)
    store(gpu, tc_rc, tc_gc, LinearCombination { alpha, beta });
}
