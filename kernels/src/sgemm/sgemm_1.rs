//! The algorithm of CuTe's sgemm_1: threads are laid out over the tiles, and each takes what lies below it.
//!
//! ```text
//! tA, tB   32 x 8 threads copy a tile of A or B, 128 x 8: 4 x 1 elements each, 32 rows apart
//! tC       16 x 16 threads compute a tile of C, 128 x 128: 8 x 8 elements each, 16 apart
//! ```
//!
//! [`local_partition`](zellige::Coordinates::local_partition) gives a thread its elements, a layout and an offset.
//! The names are CuTe's: `ta_ga` is what the layout of threads tA gives this thread of the tile gA in global memory.

use super::{Factor, Gemm, TileC, inside, kernels};
use crate::unroll::unrolled;
use zellige::construct::make_identity_layout;
use zellige::contract;
use zellige::integer::add;
use zellige::ops::{Compose, RightInverse};
use zellige::prelude::*;
use zellige_gpu::Gpu;

/// BLK_M x BLK_K of A, BLK_N x BLK_K of B: what is multiplied at a time.
type Tile = (int!(128), int!(8));
/// The tile in shared memory. With 4 rows more than there are, columns are 4 banks apart.
type Shared = layout!((128, 8) : (1, 132));
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

/// How A and B lie in memory.
trait Major {
    /// Copies this thread's elements of the tile (row, tile) to shared memory, 0 for those past the end.
    unsafe fn copy<G: Gpu>(gpu: G, factor: Factor, row: u32, tile: u32, to: *mut f32);
}
macro_rules! majors {
    ($($(#[$doc:meta])* $Major:ident: |$rows:ident, $k:ident, $ld:ident| $layout:expr, $Threads:ty;)*) => { $(
        $(#[$doc])*
        struct $Major;
        impl Major for $Major {
            #[inline(always)]
            unsafe fn copy<G: Gpu>(gpu: G, factor: Factor, row: u32, tile: u32, to: *mut f32) {
                let Factor { pointer, rows: $rows, k: $k, ld: $ld } = factor;
                let (threads, thread) = (<$Threads>::STATIC, gpu.thread());
                let at = (row, tile);

                let (c, c_at) = make_identity_layout(($rows, $k)).local_tile(Tile::default(), at);
                let (tc, tc_at) = c.local_partition(threads, thread); //                      (THR_M, THR_K)
                let (g, g_at) = $layout.local_tile(Tile::default(), at); //                   (BLK_M, BLK_K)
                let (tg, tg_at) = g.local_partition(threads, thread); //                      (THR_M, THR_K)
                let (ts, ts_at) = Shared::STATIC.local_partition(threads, thread); //         (THR_M, THR_K)

                let from = pointer.wrapping_add(g_at as usize).wrapping_add(tg_at as usize);
                let to = to.add(ts_at as usize);
                let origin = add(c_at, tc_at);
                unrolled::<4>(|i| {
                    let inside = inside(add(origin, tc.crd2idx(i)).coordinate(), ($rows, $k));
                    let from = from.wrapping_add(tg.crd2idx(i) as usize);
                    *to.add(ts.crd2idx(i) as usize) = if inside { *from } else { 0.0 };
                })
            }
        }
    )* };
}
majors! {
    /// The elements of a column side by side.
    N: |rows, k, ld| layout!((rows, k) : (1, ld)), ThreadsN;
    /// The elements of a row side by side.
    T: |rows, k, ld| layout!((rows, k) : (ld, 1)), ThreadsT;
}

#[inline(always)]
unsafe fn sgemm_1<G: Gpu, L: Major>(gpu: G, gemm: Gemm) {
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
    let s_a = gpu.shared().cast::<f32>(); //                                              (BLK_M, BLK_K)
    let s_b = s_a.add(Shared::COSIZE); //                                                 (BLK_N, BLK_K)

    // What this thread multiplies, and its sums.
    let (thread_m, thread_n) = ThreadsC::STATIC.idx2crd(gpu.thread());
    let (tc_sa, tc_sa_at) = Shared::STATIC.local_partition(ThreadsM::STATIC, thread_m); // (THR_M, BLK_K)
    let (tc_sb, tc_sb_at) = Shared::STATIC.local_partition(ThreadsM::STATIC, thread_n); // (THR_N, BLK_K)
    let (from_a, from_b) = (s_a.add(tc_sa_at as usize), s_b.add(tc_sb_at as usize));
    let mut sums = [0.0; 8 * 8];
    let mut tc_rc = Tensor::new(&mut sums, layout!((8, 8))); //                           (THR_M, THR_N)

    for tile in 0..k.div_ceil(Tile::default().1.u32()) {
        L::copy(gpu, gemm.a(), block.0, tile, s_a);
        L::copy(gpu, gemm.b(), block.1, tile, s_b);
        gpu.sync_threads(); // all have written
        unrolled::<8>(|k| {
            let a = |m: u32| *from_a.add(tc_sa.crd2idx((m, k)) as usize);
            let b = |n: u32| *from_b.add(tc_sb.crd2idx((n, k)) as usize);
            unrolled::<8>(|n| {
                unrolled::<8>(|m| {
                    let sum = &mut tc_rc[(m, n)];
                    *sum = gpu.fma(a(m), b(n), *sum);
                })
            })
        });
        gpu.sync_threads(); // all have read
    }

    // C = alpha * sums + beta * C
    let (g_c, g_c_at) = layout!((m, n) : (1, ldc)).local_tile(TileC::default(), block); // (BLK_M, BLK_N)
    let (tc_gc, tc_gc_at) = g_c.local_partition(ThreadsC::STATIC, gpu.thread()); //       (THR_M, THR_N)
    let (c_c, c_c_at) = make_identity_layout((m, n)).local_tile(TileC::default(), block);
    let (tc_cc, tc_cc_at) = c_c.local_partition(ThreadsC::STATIC, gpu.thread()); //       (THR_M, THR_N)
    let c = c.wrapping_add((g_c_at + tc_gc_at) as usize);
    let origin = add(c_c_at, tc_cc_at);
    unrolled::<8>(|j| {
        let column = c.wrapping_add(tc_gc.crd2idx((0u32, j)) as usize);
        unrolled::<8>(|i| {
            if inside(add(origin, tc_cc.crd2idx((i, j))).coordinate(), (m, n)) {
                let c = column.add(tc_gc.crd2idx((i, 0u32)) as usize);
                let sum = alpha * tc_rc[(i, j)];
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
    /// C = alpha A B + beta C, where the columns of A and of B lie side by side.
    #[zellige_gpu::kernel(threads = super::THREADS, shared = SHARED)]
    sgemm_1_nt on Gpu = sgemm_1::<G, N>;
    /// C = alpha A B + beta C, where the rows of A and of B lie side by side.
    #[zellige_gpu::kernel(threads = super::THREADS, shared = SHARED)]
    sgemm_1_tn on Gpu = sgemm_1::<G, T>;
}
