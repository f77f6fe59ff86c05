//! The algorithm of CuTe's sgemm_2: copies by a `TiledCopy`, products by a `TiledMma`.
//!
//! ```text
//! copy   256 threads copy a tile of A or B, 128 x 16: 8 elements each, 4 at a time or one by one
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
//! The names are CuTe's: `tc_sa` is what this thread of the MMA has of the tile sA in shared memory.

use super::{Factor, Gemm, TileC, inside, kernels};
use crate::unroll::unrolled;
use core::array::from_fn;
use core::ops::RangeFull;
use zellige::atom::*;
use zellige::construct::make_identity_layout;
use zellige::contract;
use zellige::integer::add;
use zellige::ops::{Compose, Slice};
use zellige::prelude::*;
use zellige_gpu::Sm80;
use zellige_gpu::vector::read;

/// BLK_M x BLK_K of A, BLK_N x BLK_K of B: what is multiplied at a time.
type Tile = (int!(128), int!(16));
/// (m, k, stage) in shared memory: 128 rows and 4 more, so that vectors are aligned, and columns are 4 banks apart.
type Shared = layout!((128, 16, 2) : (1, 132, 2112));
/// (m, k) of a stage.
type Stage = Slice<(RangeFull, RangeFull, int!(0)), Shared>;
/// The elements of two stages in shared memory.
const STAGES: usize = 2 * 2112;
/// The shared memory of a block, in bytes: two tiles of A and two of B.
pub const SHARED: u32 = 2 * 4 * STAGES as u32;

/// Copies of 16 bytes.
type Vectors = CopyAtom<copy::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(32)>;
/// Copies of 4 bytes.
type Scalars = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(32)>, int!(32)>;
/// 32 x 8 threads with 4 x 1 elements: a warp copies a column.
type CopyN = MakeTiledCopy<Vectors, layout!((32, 8)), layout!((4, 1))>;
/// 128 x 2 threads with an element: a warp copies 32 rows of a column.
type CopyNAny = MakeTiledCopy<Scalars, layout!((128, 2)), layout!((1, 1))>;
/// 32 x 8 threads with an element: a warp copies 8 columns of 4 rows.
type CopyT = MakeTiledCopy<Scalars, layout!((32, 8) : (8, 1)), layout!((1, 1))>;
/// How many elements a thread copies of a tile.
const SHARE: usize = 128 * 16 / super::THREADS as usize;

/// One thread multiplies one element by another.
type Fma = mma::UniversalFMA<Int<32>>;
/// 16 x 16 threads. A warp has 8 x 4 of them, so that it reads few elements of A and B for its part of C; there are
/// 2 x 4 warps.
type Threads = layout!(((8, 2), (4, 4)) : ((1, 32), (8, 64)));
/// The rows, and the columns, of C in the order of threads and their values: a thread has 4 side by side, and 4 more 64
/// further on.
type Order = layout!((16, 4, 2) : (4, 1, 64));
/// 16 x 16 threads multiply one element by another, 8 x 8 times.
type Mma = TiledMma<Fma, Threads, (Order, Order, RangeFull)>;

/// Where the threads of a tiled copy write the values V of one of its tiles.
type Writes<Copy, V> = Compose<
    Compose<Stage, <Copy as CopyTiling>::Tile>,
    Compose<CopyLayoutTv<Copy, Destination>, (layout!(256 : 1), V)>,
>;
const _: () = contract::bank_conflict_free::<Writes<CopyN, layout!(4 : 1)>, f32>();
const _: () = contract::bank_conflict_free::<Writes<CopyNAny, layout!(1 : 0)>, f32>();
const _: () = contract::bank_conflict_free::<Writes<CopyT, layout!(1 : 0)>, f32>();
/// Where the threads of the MMA read their first vector of operand O.
type Reads<O> = Compose<Stage, Compose<LayoutTv<Mma, O>, (layout!(256 : 1), layout!(4 : 1))>>;
const _: () = contract::bank_conflict_free::<Reads<OperandA>, f32>();
const _: () = contract::bank_conflict_free::<Reads<OperandB>, f32>();

/// How A and B lie in memory, and how a tile of them is copied.
trait Major {
    /// Begins to copy this thread's elements of the tile (row, tile) to a stage at the address `to`; 0 for those past
    /// the end.
    unsafe fn copy<G: Sm80>(gpu: G, factor: Factor, row: u32, tile: u32, to: u32, stage: u32);
}
macro_rules! majors {
    ($($(#[$doc:meta])* $Major:ident: |$rows:ident, $k:ident, $ld:ident| $layout:expr, $Copy:ty;)*) => { $(
        $(#[$doc])*
        struct $Major;
        impl Major for $Major {
            #[inline(always)]
            unsafe fn copy<G: Sm80>(gpu: G, factor: Factor, row: u32, tile: u32, to: u32, stage: u32) {
                let Factor { pointer, rows: $rows, k: $k, ld: $ld } = factor;
                let copy = <$Copy>::default().get_slice(gpu.thread());
                let at = (row, tile);

                let (g, g_at) = $layout.local_tile(Tile::default(), at); //                   (BLK_M, BLK_K)
                let (tg, tg_at) = copy.partition_s(g); //                                (CPY, CPY_M, CPY_K)
                let (s, s_at) = Shared::STATIC.slice((.., .., stage)); //                     (BLK_M, BLK_K)
                let (ts, ts_at) = copy.partition_d(s); //                                (CPY, CPY_M, CPY_K)
                let (c, c_at) = make_identity_layout(($rows, $k)).local_tile(Tile::default(), at);
                let (tc, tc_at) = copy.partition_s(c); //                                (CPY, CPY_M, CPY_K)

                let from = pointer.wrapping_add((g_at + tg_at) as usize);
                let to = to + 4 * (s_at + ts_at);
                let origin = add(c_at, tc_at);
                const WIDTH: usize = <<$Copy as CopyTiling>::Atom as CopyAtomLayouts>::LayoutSrc::SIZE;
                unrolled::<{ (SHARE / WIDTH) as u32 }>(|vector| {
                    let i = vector * WIDTH as u32;
                    let inside = inside(add(origin, tc.crd2idx(i)).coordinate(), ($rows, $k));
                    let bytes = if inside { 4 * WIDTH as u32 } else { 0 };
                    let from = from.wrapping_add(tg.crd2idx(i) as usize).cast();
                    let to = to + 4 * ts.crd2idx(i);
                    match WIDTH {
                        4 => gpu.cp_async_16(to, from, bytes),
                        _ => gpu.cp_async_4(to, from, bytes),
                    }
                });
            }
        }
    )* };
}
majors! {
    /// The elements of a column side by side, in vectors.
    N: |rows, k, ld| layout!((rows, k) : (1, ld)), CopyN;
    /// The elements of a column side by side, however they are aligned.
    NAny: |rows, k, ld| layout!((rows, k) : (1, ld)), CopyNAny;
    /// The elements of a row side by side.
    T: |rows, k, ld| layout!((rows, k) : (ld, 1)), CopyT;
}

#[inline(always)]
unsafe fn sgemm_2<G: Sm80, L: Major>(gpu: G, gemm: Gemm) {
    let Gemm {
        m,
        n,
        k,
        alpha,
        beta,
        c,
        ldc,
        ..
    } = gemm;
    let block = (gpu.block_x(), gpu.block_y());
    let s_a = gpu.shared().cast::<f32>(); //                                       (BLK_M, BLK_K, STAGE)
    let s_b = s_a.add(STAGES); //                                                  (BLK_N, BLK_K, STAGE)
    let (to_a, to_b) = (
        gpu.shared_address(),
        gpu.shared_address() + 4 * STAGES as u32,
    );

    let mma = Mma::default().get_slice(gpu.thread());
    let tc_rc = Mma::default().partition_fragment::<OperandC, _>(layout!((128, 128)));
    let mut sums = [0.0; 8 * 8];
    let mut tc_rc = Tensor::new(&mut sums, tc_rc); //                                (MMA, MMA_M, MMA_N)

    L::copy(gpu, gemm.a(), block.0, 0, to_a, 0);
    L::copy(gpu, gemm.b(), block.1, 0, to_b, 0);
    for tile in 0..k.div_ceil(Tile::default().1.u32()) {
        let stage = tile % 2;
        gpu.cp_async_commit();
        gpu.cp_async_wait::<0>();
        gpu.sync_threads();
        // Behind the last tile all is past the end.
        L::copy(gpu, gemm.a(), block.0, tile + 1, to_a, 1 - stage);
        L::copy(gpu, gemm.b(), block.1, tile + 1, to_b, 1 - stage);

        let (s, s_at) = Shared::STATIC.slice((.., .., stage)); //                             (BLK_M, BLK_K)
        let (tc_sa, tc_sa_at) = mma.partition_a(s); //                                   (MMA, MMA_M, MMA_K)
        let (tc_sb, tc_sb_at) = mma.partition_b(s); //                                   (MMA, MMA_N, MMA_K)
        let (s_a, s_b) = (
            s_a.add((s_at + tc_sa_at) as usize),
            s_b.add((s_at + tc_sb_at) as usize),
        );
        unrolled::<16>(|k| {
            // A vector has 4 of the values (MMA, MMA_M) or (MMA, MMA_N).
            let a = |i: u32| read::<f32, 4>(s_a.add(tc_sa.crd2idx((0u32, 4 * i, k)) as usize));
            let b = |j: u32| read::<f32, 4>(s_b.add(tc_sb.crd2idx((0u32, 4 * j, k)) as usize));
            let tc_ra = [a(0), a(1)];
            unrolled::<2>(|j| {
                let tc_rb = b(j);
                unrolled::<4>(|n| {
                    unrolled::<8>(|m| {
                        let sum = &mut tc_rc[(0u32, m, 4 * j + n)];
                        let (m, n) = (m as usize, n as usize);
                        *sum = gpu.fma(tc_ra[m / 4][m % 4], tc_rb[n], *sum);
                    })
                })
            })
        });
    }

    // C = alpha * sums + beta * C
    let (g_c, g_c_at) = layout!((m, n) : (1, ldc)).local_tile(TileC::default(), block); //    (BLK_M, BLK_N)
    let (tc_gc, tc_gc_at) = mma.partition_c(g_c); //                                     (MMA, MMA_M, MMA_N)
    let (i_c, i_c_at) = make_identity_layout((m, n)).local_tile(TileC::default(), block);
    let (tc_ic, tc_ic_at) = mma.partition_c(i_c); //                                     (MMA, MMA_M, MMA_N)
    let c = c.wrapping_add((g_c_at + tc_gc_at) as usize);
    let origin = add(i_c_at, tc_ic_at);
    let columns: [*mut f32; 8] =
        from_fn(|j| c.wrapping_add(tc_gc.crd2idx((0u32, 0u32, j as u32)) as usize));
    unrolled::<8>(|j| {
        let column = columns[j as usize];
        unrolled::<8>(|i| {
            if inside(
                add(origin, tc_ic.crd2idx((0u32, i, j))).coordinate(),
                (m, n),
            ) {
                let c = column.add(tc_gc.crd2idx((0u32, i, 0u32)) as usize);
                let sum = alpha * tc_rc[(0u32, i, j)];
                *c = if beta == 0.0 {
                    sum
                } else {
                    gpu.fma(beta, *c, sum)
                };
            }
        })
    });
}

kernels! {
    /// C = alpha A B + beta C, where the columns of A and of B lie side by side, in vectors.
    #[zellige_gpu::kernel(threads = super::THREADS, shared = SHARED, min_blocks = 2)]
    sgemm_2_nt on Sm80 = sgemm_2::<G, N>;
    /// C = alpha A B + beta C, where the columns of A and of B lie side by side, of any size.
    #[zellige_gpu::kernel(threads = super::THREADS, shared = SHARED, min_blocks = 2)]
    sgemm_2_nt_any on Sm80 = sgemm_2::<G, NAny>;
    /// C = alpha A B + beta C, where the rows of A and of B lie side by side, of any size.
    #[zellige_gpu::kernel(threads = super::THREADS, shared = SHARED, min_blocks = 2)]
    sgemm_2_tn on Sm80 = sgemm_2::<G, T>;
}
