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

use super::config::{
    Config, Fma, FragmentOf, Gemm, MajorOf, Operand, RegistersOf, StagesOf, TileOf,
};
use crate::major::{KMajor, Major, MnMajor};
use core::marker::PhantomData;
use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::construct::ColMajor;
use zellige::contract;
use zellige::ops::Slice;
use zellige::prelude::*;
use zellige::typenum::{U64, U128};
use zellige_gpu::copy::{CpAsync, copy, copy_if};
use zellige_gpu::engine::Narrow;
use zellige_gpu::epilogue::{LinearCombination, store};
use zellige_gpu::gemm::gemm;
use zellige_gpu::tensor::{gmem, rmem, smem};
use zellige_gpu::{Sm80, unroll};

/// BLK_K: the number of k that are multiplied at a time.
type K = int!(16);
/// The layout of (m, k, stage) in shared memory: 128 rows and 4 more, so that vectors are aligned, and columns are 4 banks apart.
type Shared = layout!((128, 16, 2) : (1, 132, 2112));
/// The same layout of 64 rows.
type Shared64 = layout!((64, 16, 2) : (1, 68, 1088));

/// The atom for copies of 16 bytes.
type Vectors = CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>;
/// The atom for copies of 4 bytes.
type Scalars = CopyAtom<copies::SM80_CP_ASYNC_CACHEALWAYS<int!(32)>, int!(32)>;
/// The copy by 32 x 8 threads with 4 x 1 elements: a warp copies a column.
type FillN = MakeTiledCopy<Vectors, layout!((32, 8)), layout!((4, 1))>;
/// The copy by 16 x 16 threads with 4 x 1 elements: a warp copies two columns of a tile of 64 rows.
type FillN64 = MakeTiledCopy<Vectors, layout!((16, 16)), layout!((4, 1))>;
/// The copy by 128 x 2 threads with an element: a warp copies 32 rows of a column.
type FillNAny = MakeTiledCopy<Scalars, layout!((128, 2)), layout!((1, 1))>;
/// The copy by 32 x 8 threads with an element: a warp copies 8 columns of 4 rows.
type FillT = MakeTiledCopy<Scalars, layout!((32, 8) : (8, 1)), layout!((1, 1))>;

/// The layout of 16 x 16 threads. A warp has 8 x 4 of them, so that it reads few elements of A and B for its part of C; there are
/// 2 x 4 warps.
type Threads = layout!(((8, 2), (4, 4)) : ((1, 32), (8, 64)));
/// The permutation of the rows, and the columns, of C to the order of threads and their values: a thread has 4 side by side.
type Order = layout!((16, 4) : (4, 1));
/// The tiled MMA: 16 x 16 threads multiply one element by another, 4 x 4 times.
type Mma = TiledMma<Fma, Threads, (Order, Order, RangeFull)>;
/// The atom that copies 16 bytes of shared memory at once.
type Vector = CopyAtom<copies::UniversalCopy<int!(128)>, int!(32)>;

/// The operand O of sgemm_2, of the major-ness J, with so many rows in a tile, which F copies.
pub struct Of<O, J, Rows, F>(PhantomData<(O, J, Rows, F)>);
/// An operand whose tiles are copied by tiled copies.
pub trait Copied: Operand<Stages: Layout<Profile = (usize, usize, usize)>> {
    /// The copy from global to shared memory.
    type Fill: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>, Atom: CpAsync>;
    /// The copy from shared memory to the registers of the threads that multiply it.
    type Load: CopyTiling<Tile: Tiler<TilerForm = (usize, usize)>, Atom = Vector>;
}
/// See [`Copied::Fill`].
type FillOf<S> = <S as Copied>::Fill;
/// See [`Copied::Load`].
type LoadOf<S> = <S as Copied>::Load;
/// The layout from (thread, value) of the first vectors in a stage, by the copy C at the end E.
type First<C, E, S> = Slice<
    (RangeFull, RangeFull, int!(0)),
    Tidfrg<C, E, Slice<(RangeFull, RangeFull, int!(0)), StagesOf<S>>>,
>;
/// Operands, for an operand and a number of rows: the stages in shared memory, and the copies that fill them.
macro_rules! operands {
    ($($O:ident $Rows:ident: $Shared:ident, $($Major:ident $Fill:ident),*;)*) => { $(
        impl<J: Major, F: 'static> Operand for Of<$O, J, $Rows, F> {
            type Major = J;
            type Rows = $Rows;
            type Tile = ($Rows, K);
            type Stages = $Shared;
            type Fragment = PartitionFragment<Mma, $O, ColMajor<($Rows, int!(1))>>;
        }
        $(
            impl Copied for Of<$O, $Major, $Rows, $Fill> {
                type Fill = $Fill;
                type Load = TiledCopyOf<Vector, Mma, $O>;
            }
            const _: () = {
                type Operand = Of<$O, $Major, $Rows, $Fill>;
                contract::bank_conflict_free::<First<FillOf<Operand>, Destination, Operand>, f32>();
                contract::bank_conflict_free::<First<LoadOf<Operand>, Source, Operand>, f32>();
            };
        )*
    )* };
}
operands! {
    OperandA U128: Shared, MnMajor FillN, MnMajor FillNAny, KMajor FillT;
    OperandB U128: Shared, MnMajor FillN, MnMajor FillNAny, KMajor FillT;
    OperandA U64: Shared64, MnMajor FillN64, KMajor FillT;
    OperandB U64: Shared64, MnMajor FillN64, KMajor FillT;
}
/// Products, for the rows of the tiles of A and B.
macro_rules! products {
    ($($M:ident $N:ident;)*) => { $(
        impl<A: 'static, B: 'static, FA: 'static, FB: 'static> Config
            for Gemm<Of<OperandA, A, $M, FA>, Of<OperandB, B, $N, FB>>
        where
            Of<OperandA, A, $M, FA>: Operand,
            Of<OperandB, B, $N, FB>: Operand,
        {
            type A = Of<OperandA, A, $M, FA>;
            type B = Of<OperandB, B, $N, FB>;
            type Mma = Mma;
            type Sums = PartitionFragment<Mma, OperandC, ColMajor<($M, $N)>>;
        }
    )* };
}
products! {
    U128 U128;
    U64 U64;
}
/// A and B of the major-ness J, in square tiles, copied by F.
pub type Square<J, Rows, F> = Gemm<Of<OperandA, J, Rows, F>, Of<OperandB, J, Rows, F>>;

/// The configuration of `sgemm_2_nt`: A and B contiguous along M and N, copied in vectors.
pub type Nt = Square<MnMajor, U128, FillN>;
/// The configuration of `sgemm_2_nt_any`: the same, copied element by element.
pub type NtAny = Square<MnMajor, U128, FillNAny>;
/// The configuration of `sgemm_2_tn`: A and B contiguous along K, copied element by element.
pub type Tn = Square<KMajor, U128, FillT>;
/// The configuration of `sgemm_2_64`: as [`Nt`], in tiles of 64 by 64.
pub type Small = Square<MnMajor, U64, FillN64>;

/// Computes C = alpha A B + beta C. See the [modules](super) above.
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = C::SHARED,
    min_blocks = 2,
    instances(
        sgemm_2_nt = <Nt>,
        sgemm_2_nt_any = <NtAny>,
        sgemm_2_tn = <Tn>,
        sgemm_2_64 = <Small>,
    )
)]
pub unsafe fn sgemm_2<C, G>(
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
    C: Config<A: Copied, B: Copied>,
    G: Sm80,
{
    let (thread, (x, y)) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    let (rows, columns) = (
        <C::A as Operand>::Rows::STATIC,
        <C::B as Operand>::Rows::STATIC,
    );

    // These are the matrices, the stages in shared memory, and what this thread copies there.
    let m_a = gmem(Narrow(a), MajorOf::<C::A>::layout((m, k), lda)); // (M, K)
    let m_b = gmem(Narrow(b), MajorOf::<C::B>::layout((n, k), ldb)); // (N, K)
    let m_c = gmem(Narrow(c), layout!((m, n) : (1, ldc))); // (M, N)
    let s_a = smem::<f32, _>(gpu, 0, StagesOf::<C::A>::STATIC); // (BLK_M, BLK_K, PIPE)
    let s_b = smem::<f32, _>(gpu, C::STAGES_B, StagesOf::<C::B>::STATIC); // (BLK_N, BLK_K, PIPE)
    let (fill_a, fill_b) = (FillOf::<C::A>::STATIC, FillOf::<C::B>::STATIC);
    let ta_sa = s_a.partition_d(fill_a, thread); // (CPY, CPY_M, CPY_K, PIPE)
    let tb_sb = s_b.partition_d(fill_b, thread); // (CPY, CPY_N, CPY_K, PIPE)

    // This is what it multiplies.
    let (load_a, load_b) = (LoadOf::<C::A>::STATIC, LoadOf::<C::B>::STATIC);
    let (mut r_a, mut r_b) = (RegistersOf::<C::A>::zeroed(), RegistersOf::<C::B>::zeroed());
    let mut r_c = Registers::<f32, <C::Sums as Layout>::Cosize>::zeroed();
    let tc_ra = rmem(&mut r_a, FragmentOf::<C::A>::STATIC); // (MMA, MMA_M, 1)
    let tc_rb = rmem(&mut r_b, FragmentOf::<C::B>::STATIC); // (MMA, MMA_N, 1)
    let tc_rc = rmem(&mut r_c, C::Sums::STATIC); // (MMA, MMA_M, MMA_N)
    let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
    let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));

    let begin = |tile: u32, stage: u32| {
        let g_a = m_a.local_tile(TileOf::<C::A>::default(), (x, tile)); // (BLK_M, BLK_K)
        let g_b = m_b.local_tile(TileOf::<C::B>::default(), (y, tile)); // (BLK_N, BLK_K)
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
            gemm(gpu, C::Mma::STATIC, tc_ra, tc_rb, tc_rc);
        });
        tile += 1;
        if tile >= k.div_ceil(K::STATIC.u32()) {
            break;
        }
    }

    let g_c = m_c.local_tile((rows, columns), (x, y)); // (BLK_M, BLK_N)
    let tc_gc = g_c.partition::<OperandC, _>(C::Mma::STATIC, thread); // (MMA, MMA_M, MMA_N)
    store(gpu, tc_rc, tc_gc, LinearCombination { alpha, beta });
}
