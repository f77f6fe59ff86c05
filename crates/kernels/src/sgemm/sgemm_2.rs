//! The algorithm of CuTe's sgemm_2: copies by a `TiledCopy`, products by a `TiledMma`.
//!
//! ```text
//! fill   256 threads copy a tile of A or B, 128 x 16: 8 elements each, 4 at a time or one by one
//! mma    16 x 16 threads compute a tile of C, 128 x 128: 8 x 8 elements each
//! ```
//!
//! While a tile is multiplied, the next one is in flight to the other of two stages of shared
//! memory:
//!
//! ```text
//! tile    0            1            2
//!         end 0        end 1        end 2          wait for cp.async, or write what was read to registers
//!         barrier      barrier      barrier        all threads have the tile, and have read the last one
//!         begin 1      begin 2      begin 3        global to shared memory, stage (tile + 1) % 2, or to registers
//!         multiply 0   multiply 1   multiply 2     from shared memory, stage tile % 2
//! ```
//!
//! In shared memory the elements of a column are adjacent, even where those of a row are adjacent
//! in global memory: then the copy transposes, and the elements of a vector go to four columns.
//! `cp.async` can do that only element by element; so `sgemm_2_tn` reads vectors to registers, and
//! writes their elements once the previous tile is multiplied: see [`fill`](super::fill). To
//! multiply, a thread reads vectors of 4 rows. Threads write and read without bank conflicts, which
//! the contracts below prove.
//!
//! In CuTe's tutorial the next tile waits in registers and there is one stage, so a tile takes two
//! barriers; and threads read from shared memory element by element.
//!
//! The names are CuTe's: `ta_sa` is this thread's share of the copies to the tile sA in shared
//! memory, `tc_ra` its part of A in registers, and `ts_sa` and `ts_ra` are views of both for the
//! copy from shared memory to registers.

use super::Fma;
use super::fill::{Fill, FillN, FillN64, FillNAny, FillT, FillTAny, K, Universal};
use crate::major::Major;
use core::hint::assert_unchecked;
use core::ops::RangeFull;
use zellige::atom::*;
use zellige::construct::col_major;
use zellige::contract;
use zellige::ops::{IdentityLayout, Slice};
use zellige::prelude::*;
use zellige_gpu::copy::copy;
use zellige_gpu::engine::{Matrix, Narrow, Pointer, Rmem};
use zellige_gpu::epilogue::{LinearCombination, store};
use zellige_gpu::gemm::gemm;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{GpuTensor, gmem, registers, rmem};
use zellige_gpu::{Sm80, unroll};

/// The tiled MMA: 16 x 16 threads, laid out by T, multiply one element by another, 4 x 4 times.
type Mma<T> = TiledMma<Fma, T, (Order, Order, RangeFull)>;
/// The permutation of the rows, and the columns, of C to the order of threads and their values: a
/// thread has 4 adjacent ones.
type Order = layout!((16, 4) : (4, 1));
/// The products of operands that are contiguous along M and N. A warp has 8 x 4 threads, so it
/// reads few elements of A and B for its part of C; there are 2 x 4 warps.
pub type MmaN = Mma<layout!(((8, 2), (4, 4)) : ((1, 32), (8, 64)))>;
/// The products of operands that may be contiguous along K. Here threads 2 i and 2 i + 1
/// read the same elements of A, which is faster beside copies that transpose.
pub type MmaT = Mma<layout!(((8, 2), (2, 2, 4)) : ((2, 32), (1, 16, 64)))>;
/// The copy of operand O from shared memory to the registers of the threads that multiply it, 16
/// bytes at once.
type Load<M, O> = TiledCopyOf<Universal<int!(128)>, M, O>;

/// The stages of an operand in shared memory.
type StagesOf<F> = <F as Fill>::Stages;
/// The stages of A and of B.
pub type Storage<A, B> = (SmemTensor<f32, StagesOf<A>>, SmemTensor<f32, StagesOf<B>>);

/// The layout from (thread, value) to the first vectors in a stage, by the copy C at the end E.
type First<C, E, F> = Slice<(RangeFull, (RangeFull, int!(0)), int!(0)), Tidfrg<C, E, StagesOf<F>>>;
/// Asserts that a stage is written, and read as A or as B, in aligned vectors, free of bank
/// conflicts.
const fn check_accesses<F: Fill, M: MmaTiling>() {
    contract::bank_conflict_free::<First<F::Write, Destination, F>, f32>();
    contract::bank_conflict_free::<First<Load<M, OperandA>, Source, F>, f32>();
    contract::bank_conflict_free::<First<Load<M, OperandB>, Source, F>, f32>();
}
const _: () = check_accesses::<FillN, MmaN>();
const _: () = check_accesses::<FillN64, MmaN>();
const _: () = check_accesses::<FillNAny, MmaN>();
const _: () = check_accesses::<FillT, MmaT>();
const _: () = check_accesses::<FillTAny, MmaT>();

/// Computes C = alpha A B + beta C. See the [modules](super) above.
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = <Storage<A, B>>::BYTES,
    min_blocks = 2,
    instances(
        sgemm_2_nt = <FillN, FillN, MmaN>,
        sgemm_2_nt_any = <FillNAny, FillNAny, MmaN>,
        sgemm_2_tn = <FillT, FillT, MmaT>,
        sgemm_2_tn_any = <FillTAny, FillTAny, MmaT>,
        sgemm_2_64 = <FillN64, FillN64, MmaN>,
    )
)]
pub unsafe fn sgemm_2<A: Fill, B: Fill, M: MmaTiling<Atom = Fma>, G: Sm80>(
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
    let (thread, tile) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    let (mma, block) = (M::STATIC, (A::Rows::STATIC, B::Rows::STATIC));
    let m_a = gmem(Narrow(a), A::Major::layout((m, k), lda)); // (M, K)
    let m_b = gmem(Narrow(b), B::Major::layout((n, k), ldb)); // (N, K)
    let m_c = gmem(Narrow(c), layout!((m, n) : (1, ldc))); // (M, N)
    let acc = mma.partition_fragment::<OperandC, _>(col_major(block)); // (MMA, MMA_M, MMA_N)
    let mut r_c = registers(acc);
    let tc_rc = rmem(&mut r_c, acc);
    accumulate::<A, B, M>(gpu, tile, k, m_a, m_b, tc_rc);

    let g_c = m_c.local_tile(block, tile); // (BLK_M, BLK_N)
    let tc_gc = g_c.partition::<OperandC, _>(mma, thread); // (MMA, MMA_M, MMA_N)
    store(gpu, tc_rc, tc_gc, LinearCombination { alpha, beta });
}

/// An operand in global memory, (rows, K), at the pointer P, with the layout D.
pub type Whole<P, D> = GpuTensor<Matrix<P, D>, IdentityLayout<(u32, u32)>>;

/// Adds the product of the rows of A in tile `x` and those of B in tile `y` to a thread's
/// accumulators `tc_rc`, a fragment of M. The operands may have any strides if their [`Fill`]
/// copies element by element.
///
/// # Safety
///
/// All threads of the block execute this together, and the operands exist, with vectors where their
/// copies need them. The block has [`Storage`] of shared memory, which nothing else uses.
#[inline(always)]
pub unsafe fn accumulate<A: Fill, B: Fill, M: MmaTiling<Atom = Fma>>(
    gpu: impl Sm80,
    (x, y): (u32, u32),
    k: u32,
    m_a: Whole<impl Pointer<Element = f32>, impl Layout<Shape = (u32, u32)>>,
    m_b: Whole<impl Pointer<Element = f32>, impl Layout<Shape = (u32, u32)>>,
    tc_rc: GpuTensor<Rmem<f32>, impl Layout>,
) {
    const { (check_accesses::<A, M>(), check_accesses::<B, M>()) };
    let (thread, mma) = (gpu.thread(), M::STATIC);
    if const { !A::IS_ASYNC || !B::IS_ASYNC } {
        // So LLVM knows which bits of an offset the swizzle moves.
        assert_unchecked(thread < super::THREADS);
    }

    // The stages in shared memory, and this thread's share of the copies there.
    let (s_a, s_b) = <Storage<A, B>>::allocate(gpu); // (BLK_M, BLK_K, PIPE), (BLK_N, BLK_K, PIPE)
    let ta_sa = s_a.partition_d(A::Write::STATIC, thread); // (CPY, CPY_M, CPY_K, PIPE)
    let tb_sb = s_b.partition_d(B::Write::STATIC, thread); // (CPY, CPY_N, CPY_K, PIPE)

    // Its share of the product.
    let (load_a, load_b) = (<Load<M, OperandA>>::STATIC, <Load<M, OperandB>>::STATIC);
    let (rows, columns) = (A::Rows::STATIC, B::Rows::STATIC);
    let frg_a = mma.partition_fragment::<OperandA, _>(col_major((rows, int!(1))));
    let frg_b = mma.partition_fragment::<OperandB, _>(col_major((columns, int!(1))));
    let (mut r_a, mut r_b) = (registers(frg_a), registers(frg_b));
    // For one k: (MMA, MMA_M, 1), (MMA, MMA_N, 1).
    let (tc_ra, tc_rb) = (rmem(&mut r_a, frg_a), rmem(&mut r_b, frg_b));
    let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
    let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));

    let begin = |tile: u32, stage: u32| {
        let g_a = m_a.local_tile((rows, K::STATIC), (x, tile)); // (BLK_M, BLK_K)
        let g_b = m_b.local_tile((columns, K::STATIC), (y, tile)); // (BLK_N, BLK_K)
        let ta_ga = g_a.partition_s(A::Read::STATIC, thread); // (CPY, CPY_M, CPY_K)
        let held = A::begin(gpu, ta_ga, ta_sa.slice((.., .., .., stage)));
        let tb_gb = g_b.partition_s(B::Read::STATIC, thread); // (CPY, CPY_N, CPY_K)
        (held, B::begin(gpu, tb_gb, tb_sb.slice((.., .., .., stage))))
    };
    let (mut tile, mut held) = (0, begin(0, 0));
    loop {
        let stage = tile % 2;
        A::end(gpu, held.0, ta_sa.slice((.., .., .., stage)));
        B::end(gpu, held.1, tb_sb.slice((.., .., .., stage)));
        if const { A::IS_ASYNC || B::IS_ASYNC } {
            gpu.cp_async_commit();
            gpu.cp_async_wait::<0>();
        }
        gpu.sync_threads(); // all have the tile, and have read the previous one
        held = begin(tile + 1, 1 - stage); // after the last tile, everything is past the end
        let ts_sa = ts_sa.slice((.., .., .., stage));
        let ts_sb = ts_sb.slice((.., .., .., stage));
        unroll!(for k in 0..16 {
            copy(gpu, load_a, ts_sa.slice((.., .., k)), ts_ra);
            copy(gpu, load_b, ts_sb.slice((.., .., k)), ts_rb);
            gemm(gpu, mma, tc_ra, tc_rb, tc_rc);
        });
        tile += 1;
        if tile >= k.div_ceil(K::STATIC.u32()) {
            break;
        }
    }
}
