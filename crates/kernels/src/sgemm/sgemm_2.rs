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

use super::config::{Fma, Operand, Storage};
use super::fill::{Fill, FillN, FillN64, FillNAny, FillT, FillTAny};
use crate::major::{KMajor, Major, MnMajor};
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::construct::col_major;
use zellige::contract;
use zellige::ops::{IdentityLayout, Slice};
use zellige::prelude::*;
use zellige::typenum::{U64, U128};
use zellige_gpu::copy::copy;
use zellige_gpu::engine::{Matrix, Narrow, Pointer, Rmem};
use zellige_gpu::epilogue::{LinearCombination, store};
use zellige_gpu::gemm::gemm;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::{GpuTensor, gmem, registers, rmem};
use zellige_gpu::{Sm80, unroll};

/// BLK_K: the extent along K of a step.
type K = int!(16);
/// The layout of (m, k, stage) in shared memory: 128 rows and 4 more, so that vectors are aligned,
/// and columns are 4 banks apart.
type Shared = layout!((128, 16, 2) : (1, 132, 2112));
/// The same layout with 64 rows.
type Shared64 = layout!((64, 16, 2) : (1, 68, 1088));

/// The layout that [`FillT`] writes, with rows in two halves, and with k as (element of a vector,
/// vector). The 8 rows of a warp are 8 banks, and the swizzle moves those of each of the 4 vectors
/// to 8 others. It does not affect a multiple of 256: a thread that multiplies keeps an address for
/// each vector, and all others are constants in an instruction.
type SharedT = layout!(Sw<2, 3, 3> o 0 o ((64, 2), (4, 4), 2) : ((1, 256), (512, 64), 2048));

/// The layout of 16 x 16 threads. A warp has 8 x 4 of them, so it reads few elements of A and B for
/// its part of C; there are 2 x 4 warps.
type Threads = layout!(((8, 2), (4, 4)) : ((1, 32), (8, 64)));
/// The same for A and B that are contiguous along K: here threads 2 i and 2 i + 1 read the same
/// elements of A, which is faster beside copies that transpose.
type ThreadsT = layout!(((8, 2), (2, 2, 4)) : ((2, 32), (1, 16, 64)));
/// The permutation of the rows, and the columns, of C to the order of threads and their values: a
/// thread has 4 adjacent ones.
type Order = layout!((16, 4) : (4, 1));
/// The tiled MMA: 16 x 16 threads, laid out by T, multiply one element by another, 4 x 4 times.
type Mma<T> = TiledMma<Fma, T, (Order, Order, RangeFull)>;
/// The atom that copies 16 bytes of shared memory at once.
type Vector = CopyAtom<copies::UniversalCopy<int!(128)>, int!(32)>;

/// The operand O of sgemm_2, of the major-ness J, with the given number of rows in a tile, copied
/// by F. The threads that multiply it are those of operands of the major-ness T, which is the same
/// for A and B.
pub struct Of<O, J, Rows, F, T = J>(PhantomData<(O, J, Rows, F, T)>);
/// An operand with tiles that are copied by tiled copies.
pub trait Copied: Operand {
    /// The path from global to shared memory.
    type Fill: Fill;
    /// The tiled MMA: each thread multiplies one element by another.
    type Mma: MmaTiling<Atom = Fma>;
    /// The copy from shared memory to the registers of the threads that multiply it.
    type Load: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>, Atom = Vector>;
}
/// See [`Fill::Read`].
type ReadOf<S> = <<S as Copied>::Fill as Fill>::Read;
/// See [`Fill::Write`].
type WriteOf<S> = <<S as Copied>::Fill as Fill>::Write;
/// The layout from (thread, value) to the first vectors in a stage, by the copy C at the end E.
type First<C, E, S> = Slice<
    (RangeFull, (RangeFull, int!(0)), int!(0)),
    Tidfrg<C, E, Slice<(RangeFull, RangeFull, int!(0)), <S as Operand>::Stages>>,
>;
/// Asserts that a stage is written and read in aligned vectors, free of bank conflicts.
const fn check_accesses<S: Copied>() {
    contract::bank_conflict_free::<First<WriteOf<S>, Destination, S>, f32>();
    contract::bank_conflict_free::<First<S::Load, Source, S>, f32>();
}
/// Implements operands A and B, for a major-ness, a number of rows, and a path of copies: the
/// threads that multiply, and the stages in shared memory.
macro_rules! operands {
    ($($Major:ident $Rows:ident $Fill:ident: $T:ident $Threads:ident $Shared:ident;)*) => { $(
        operands!(OperandA: $Major $Rows $Fill: $T $Threads $Shared);
        operands!(OperandB: $Major $Rows $Fill: $T $Threads $Shared);
    )* };
    ($O:ident: $Major:ident $Rows:ident $Fill:ident: $T:ident $Threads:ident $Shared:ident) => {
        impl Operand for Of<$O, $Major, $Rows, $Fill, $T> {
            type Major = $Major;
            type Rows = $Rows;
            type Tile = ($Rows, K);
            type Stages = $Shared;
        }
        impl Copied for Of<$O, $Major, $Rows, $Fill, $T> {
            type Fill = $Fill;
            type Mma = Mma<$Threads>;
            type Load = TiledCopyOf<Vector, Mma<$Threads>, $O>;
        }
        const _: () = check_accesses::<Of<$O, $Major, $Rows, $Fill, $T>>();
    };
}
operands! {
    MnMajor U128 FillN: MnMajor Threads Shared;
    MnMajor U128 FillN: KMajor ThreadsT Shared;
    MnMajor U128 FillNAny: MnMajor Threads Shared;
    MnMajor U64 FillN64: MnMajor Threads Shared64;
    KMajor U128 FillT: KMajor ThreadsT SharedT;
    KMajor U128 FillTAny: KMajor ThreadsT Shared;
}

/// The operands of `sgemm_2_nt`: contiguous along M and N, copied in vectors.
pub type Nt<O> = Of<O, MnMajor, U128, FillN>;
/// The operands of `sgemm_2_nt_any`: the same, copied element by element.
pub type NtAny<O> = Of<O, MnMajor, U128, FillNAny>;
/// The operands of `sgemm_2_tn`: contiguous along K, read in vectors.
pub type Tn<O> = Of<O, KMajor, U128, FillT>;
/// The operands of `sgemm_2_tn_any`: the same, copied element by element.
pub type TnAny<O> = Of<O, KMajor, U128, FillTAny>;
/// The operands of `sgemm_2_64`: like [`Nt`], in tiles of 64 by 64.
pub type Small<O> = Of<O, MnMajor, U64, FillN64>;

/// Computes C = alpha A B + beta C. See the [modules](super) above.
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = <Storage<A, B>>::BYTES,
    min_blocks = 2,
    instances(
        sgemm_2_nt = <Nt<OperandA>, Nt<OperandB>>,
        sgemm_2_nt_any = <NtAny<OperandA>, NtAny<OperandB>>,
        sgemm_2_tn = <Tn<OperandA>, Tn<OperandB>>,
        sgemm_2_tn_any = <TnAny<OperandA>, TnAny<OperandB>>,
        sgemm_2_64 = <Small<OperandA>, Small<OperandB>>,
    )
)]
pub unsafe fn sgemm_2<A: Copied, B: Copied<Mma = A::Mma>, G: Sm80>(
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
    let (mma, block) = (A::Mma::STATIC, (A::Rows::STATIC, B::Rows::STATIC));
    let m_a = gmem(Narrow(a), A::Major::layout((m, k), lda)); // (M, K)
    let m_b = gmem(Narrow(b), B::Major::layout((n, k), ldb)); // (N, K)
    let m_c = gmem(Narrow(c), layout!((m, n) : (1, ldc))); // (M, N)
    let acc = mma.partition_fragment::<OperandC, _>(col_major(block)); // (MMA, MMA_M, MMA_N)
    let mut r_c = registers(acc);
    let tc_rc = rmem(&mut r_c, acc);
    accumulate::<A, B, _, _, _, _, _>(gpu, tile, k, m_a, m_b, tc_rc);

    let g_c = m_c.local_tile(block, tile); // (BLK_M, BLK_N)
    let tc_gc = g_c.partition::<OperandC, _>(mma, thread); // (MMA, MMA_M, MMA_N)
    store(gpu, tc_rc, tc_gc, LinearCombination { alpha, beta });
}

/// An operand in global memory, (rows, K), at the pointer P, with the layout M.
pub type Whole<P, M> = GpuTensor<Matrix<P, M>, IdentityLayout<(u32, u32)>>;

/// Adds the product of the rows of A in tile `x` and those of B in tile `y` to a thread's
/// accumulators `tc_rc`, a fragment of [`Copied::Mma`]. The operands may have any strides if their
/// [`Fill`] copies element by element.
///
/// # Safety
///
/// All threads of the block execute this together, and the operands exist, with vectors where their
/// copies need them. The block has [`Storage`] of shared memory, which nothing else uses.
#[inline(always)]
pub unsafe fn accumulate<A, B, G, P, MA, MB, L>(
    gpu: G,
    (x, y): (u32, u32),
    k: u32,
    m_a: Whole<P, MA>,
    m_b: Whole<P, MB>,
    tc_rc: GpuTensor<Rmem<f32>, L>,
) where
    A: Copied,
    B: Copied<Mma = A::Mma>,
    G: Sm80,
    P: Pointer<Element = f32>,
    MA: Layout<Shape = (u32, u32)>,
    MB: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    let (thread, mma) = (gpu.thread(), A::Mma::STATIC);
    if const { !A::Fill::IS_ASYNC || !B::Fill::IS_ASYNC } {
        // So LLVM knows which bits of an offset the swizzle moves.
        assert_unchecked(thread < super::THREADS);
    }

    // The stages in shared memory, and this thread's share of the copies there.
    let (s_a, s_b) = <Storage<A, B>>::allocate(gpu); // (BLK_M, BLK_K, PIPE), (BLK_N, BLK_K, PIPE)
    let ta_sa = s_a.partition_d(WriteOf::<A>::STATIC, thread); // (CPY, CPY_M, CPY_K, PIPE)
    let tb_sb = s_b.partition_d(WriteOf::<B>::STATIC, thread); // (CPY, CPY_N, CPY_K, PIPE)

    // Its share of the product.
    let (load_a, load_b) = (A::Load::STATIC, B::Load::STATIC);
    let (rows, columns) = (A::Rows::STATIC, B::Rows::STATIC);
    let frg_a = mma.partition_fragment::<OperandA, _>(col_major((rows, int!(1)))); // (MMA, MMA_M, 1)
    let frg_b = mma.partition_fragment::<OperandB, _>(col_major((columns, int!(1)))); // (MMA, MMA_N, 1)
    let (mut r_a, mut r_b) = (registers(frg_a), registers(frg_b));
    let (tc_ra, tc_rb) = (rmem(&mut r_a, frg_a), rmem(&mut r_b, frg_b));
    let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
    let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));

    let begin = |tile: u32, stage: u32| {
        let g_a = m_a.local_tile(A::Tile::default(), (x, tile)); // (BLK_M, BLK_K)
        let g_b = m_b.local_tile(B::Tile::default(), (y, tile)); // (BLK_N, BLK_K)
        let ta_ga = g_a.partition_s(ReadOf::<A>::STATIC, thread); // (CPY, CPY_M, CPY_K)
        let held = A::Fill::begin(gpu, ta_ga, ta_sa.slice((.., .., .., stage)));
        let tb_gb = g_b.partition_s(ReadOf::<B>::STATIC, thread); // (CPY, CPY_N, CPY_K)
        (held, B::Fill::begin(gpu, tb_gb, tb_sb.slice((.., .., .., stage))))
    };
    let mut held = begin(0, 0);
    let mut tile = 0;
    loop {
        let stage = tile % 2;
        A::Fill::end(gpu, held.0, ta_sa.slice((.., .., .., stage)));
        B::Fill::end(gpu, held.1, tb_sb.slice((.., .., .., stage)));
        if const { A::Fill::IS_ASYNC || B::Fill::IS_ASYNC } {
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
