//! The product C = A B^T for Hopper, of 8-bit numbers with scales: partial accumulators are
//! promoted to `f32`.
//!
//! A has m rows and B has n rows of k elements of [`E4m3`]; C has m rows of n elements. Numbers of
//! 8 bits have a range of 2^18 and 3 bits of fraction, so matrices are scaled before they are
//! rounded, and products afterwards. With a_s and b_s for the scales of the elements of step s, 128
//! along K,
//!
//! ```text
//! C(i, j) = sum over s of  scale_a(i, s) scale_b(j, s) (sum over p in step s of A(i, p) B(j, p))
//! ```
//!
//! # The instances
//!
//! [`fp8_gemm()`] is one function, generic over the elements of C and the [`Scales`] of A and B.
//! [`scaled_matrices`] is the kernel with a function of the accumulators, such as a bias, and
//! [`scaled_product`] the same for tiles of any matrices.
//!
//! | kernel | C | a scale applies to |
//! |---|---|---|
//! | `fp8_gemm` | bf16 | a tensor |
//! | `fp8_gemm_f32` | f32 | a tensor |
//! | `fp8_gemm_blocks` | bf16 | 1 x 128 elements of A, 128 x 128 of B |
//! | `fp8_gemm_blocks_f32` | f32 | the same |
//!
//! # The scales
//!
//! A scale is one number for many elements: a layout over the accumulators with strides of 0,
//! [`Scales`]. The tiled MMA that partitions C partitions it, too, and yields the scales that a
//! thread needs:
//!
//! ```text
//! accumulators of a tile                  (256,128)                 partitioned   ((2,2,16),2,1)
//! scales of A's rows              (256,128):(1,0)                         ((2,2,16),2,1):((0,8,0),128,0)
//! scales of squares of B          (256,128):(0,0)                         ((2,2,16),2,1):((0,0,0),0,0)
//! ```
//!
//! For 64 accumulators of a wave, a thread reads two scales of A, those of its rows, and one of B:
//! the modes with a stride other than 0. A single scale for a tensor is the layout with all strides
//! 0, in the same kernel. Scales per block arrive in shared memory with the boxes of their step,
//! and a thread reads its own during the first product of the step, so it never waits for them:
//! read from global memory, a step ahead, they cost a quarter of the speed.
//!
//! # The promotion
//!
//! The tensor cores of Hopper add products of 8-bit numbers with about 14 bits. So the accumulators
//! of a step start at 0, and are then multiplied by their scales and added to those of the tile in
//! `f32`: one `fma` each, whether the scale is 1 or not. A thread's accumulators of a tile take 128
//! registers, and those of a step would take as many. Therefore a warpgroup multiplies 64 of its
//! 128 rows at a time, a *wave*, in 64 registers; while it promotes these accumulators, the other
//! warpgroup uses the tensor cores:
//!
//! ```text
//!                      step 0              step 1
//! warpgroup 0   [wave 0]+++[wave 1]+++[wave 0]+++[wave 1]+++        [..] products, +++ promotion
//! warpgroup 1        [wave 0]+++[wave 1]+++[wave 0]+++[wave 1]
//! ```
//!
//! # The tiling
//!
//! A block computes a tile of 256 by 128 elements, in steps of 128 along K: 48 KiB, and 170
//! operations per byte. Shared memory has room for 4 steps. [`Short`] tiles, of 128 rows, are for
//! matrices with few. The pipeline, the roles of the warpgroups and the order of the tiles are
//! those of [`wgmma_gemm`](mod@crate::wgmma_gemm).
//!
//! | layout | what it gives |
//! |---|---|
//! | `Sw<3,4,3>`-swizzled atoms of 8 x 128 elements, repeated | (row, k, (wave, stage)) of A, (row, k, stage) of B in shared memory |
//! | the same, partitioned by the tiled MMA | the descriptors of the instructions |
//! | [`Scales`] | a thread's scales, in shared memory and in registers |
//! | (m, n) : (ldc, 1) in tiles, partitioned | the elements of C that a thread writes: by [`RowStore::Vectors`] in whole tiles, in the order of its accumulators at the edges |
//!
//! # Sizes
//!
//! m, n and k may be 0 or more: elements of a box outside of a matrix are zero, and accumulators
//! outside of C are not written. A and B, and each of their rows, begin at multiples of 16 bytes:
//! leading dimensions are multiples of 16 elements. C begins at a multiple of 16 bytes; its leading
//! dimension may be any number below 2^24: whole tiles are written 16 bytes at a time where it is a
//! multiple of 16 bytes, and all others element by element. Matrices of scales are read through
//! maps, too, and begin at multiples of 16 bytes: the scales of A are `(m,steps):(1,ld)`, those of
//! B `(n/128,steps):(ld,1)`, with n/128 rounded up and a distance `ld` that is a multiple of 4.
//!
//! Source: FP8 with fine-grained scales and promotion: DeepSeek-AI, "DeepSeek-V3 Technical Report",
//! 2024, section 3.3; CUTLASS's `GmmaFP8Accumulation`; waves of rows: DeepGEMM.

use crate::wgmma_gemm::tiles;
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::{MmaTiling, OperandA, OperandB, TiledMma, mma};
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::engine::Rmem;
use zellige_gpu::epilogue::{RowStore, store_tile};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::Raster;
use zellige_gpu::storage::{Allocate, KMajorTile, SharedStorage, TmaTile};
use zellige_gpu::tensor::{GpuTensor, gmem, registers, rmem, tma};
use zellige_gpu::transform::transform;
use zellige_gpu::wgmma::{Idle, ScaleOut, SharedOperand, TmaOperand, product};
use zellige_gpu::{Bf16, E4m3, Sm90, Store, TensorMap, unroll};

mod scales;
pub use scales::{OfRows, OfRowsKMajor, OfSquares, OfTensor, Scales, box_of};

/// The columns of a tile of C.
pub type N = int!(128);
/// The elements along K of a step.
type K = int!(128);
/// The rows that the two warpgroups multiply at the same time.
type Wave = int!(128);
/// The number of rows of tiles per group.
type Group = int!(8);
/// The number of elements along K that share scales, and are accumulated before the promotion.
pub const STEP_K: u32 = K::U32;

/// A size of the tiles of C, which have [`N`] columns.
pub trait Tile: Sized + 'static {
    /// The rows.
    type M: Integer + Unsigned;
    /// The number of waves.
    const WAVES: u32;
    /// The tiles of A in shared memory, (row, k, stage).
    type A: TmaTile<Element = E4m3>;
    /// The same memory wave by wave, (row, k, (wave, stage)).
    type ByWave: SharedOperand<Mma, OperandA>;
    /// The tiles of B, (row, k, stage).
    type B: TmaOperand<E4m3, Mma, OperandB>;
    /// The layout of a thread's accumulators, (MMA, MMA_M, MMA_N); MMA_M counts the waves.
    type Acc: Layout;
}
/// Tiles of two waves, 256 rows.
pub struct Tall;
/// Tiles of one wave, 128 rows.
pub struct Short;
macro_rules! tiles {
    ($($Tile:ident: $rows:literal rows, $waves:literal waves, $pipe:literal steps;)*) => { $(
        impl Tile for $Tile {
            type M = int!($rows);
            const WAVES: u32 = $waves;
            type A = KMajorTile<E4m3, Self::M, K, int!($pipe)>;
            type ByWave = TileToShape<LayoutKSw128Atom<int!(8)>, (Wave, K, int!({ $waves * $pipe }))>;
            type B = KMajorTile<E4m3, N, K, int!($pipe)>;
            type Acc = layout!(((2, 2, 16), $waves, 1));
        }
    )* };
}
tiles! {
    Tall: 256 rows, 2 waves, 4 steps;
    Short: 128 rows, 1 waves, 6 steps;
}
/// The stages of A, of B and of their scales in shared memory.
pub type Ring<T, A, B> =
    TmaRing<(<T as Tile>::A, <T as Tile>::B, StagesOf<T, A>, StagesOf<T, B>), Warps>;
type StagesOf<T, S> = <S as Scales<T>>::Stages;
/// The roles: one warpgroup that copies, two that multiply, and the register count of the threads
/// of each.
pub type Warps = WarpRoles<1, 2, 40, 232>;
/// The product of a wave: of two warpgroups, one below the other.
pub type Mma = TiledMma<mma::SM90_64x128x32_F32E4M3E4M3_SS_TN, layout!((2, 1))>;
/// Returns the boxes of the maps of A and of B: the extents, elements along K and rows, and the
/// bytes of the swizzle.
pub fn maps<T: Tile>() -> [((u32, u32), u32); 2] {
    [T::A::map(), T::B::map()]
}

/// Returns the number of tiles of a C of m by n elements: a grid may have as many blocks, or fewer,
/// if each computes several tiles. One per multiprocessor is best.
pub const fn blocks(m: u32, n: u32) -> u32 {
    m.div_ceil(<Tall as Tile>::M::U32) * n.div_ceil(N::U32)
}

/// Computes C = A B^T with scales. See the [module](self).
///
/// The maps of A and B have the boxes of [`maps`], of [`Tall`] tiles. `scale_a` and `scale_b` are
/// the addresses of a scale, or of the map of a matrix of scales, in boxes of [`box_of`].
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Ring<Tall, A, B>>::BYTES,
    min_blocks = 1,
    instances(
        fp8_gemm = <Bf16, OfTensor, OfTensor>,
        fp8_gemm_f32 = <f32, OfTensor, OfTensor>,
        fp8_gemm_blocks = <Bf16, OfRows, OfSquares>,
        fp8_gemm_blocks_f32 = <f32, OfRows, OfSquares>,
    )
)]
pub unsafe fn fp8_gemm<C: RowStore, A: Scales<Tall>, B: Scales<Tall>, G: Sm90 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    scale_a: *const A::Source,
    scale_b: *const B::Source,
    c: *mut C,
    ldc: u32,
) where
    Ring<Tall, A, B>: Allocate<G>,
{
    let (maps, scales) = ((a, b), (scale_a, scale_b));
    let of_tile = (<Tall as Tile>::M::STATIC, N::STATIC);
    let of_c = |tile| gmem(c, layout!((m, n) : (ldc, 1))).local_tile(of_tile, tile);
    scaled_matrices::<A, B, G>(gpu, (m, n, k), maps, scales, |acc, tile, thread| {
        store_tile(gpu, Mma::STATIC, acc, of_c(tile).inside().narrow(), thread)
    })
}

/// Computes C = A B^T with scales by [`Tall`] tiles, and leaves to `done` what becomes of the
/// accumulators, as [`scaled_product`] does. The other arguments are those of [`fp8_gemm()`].
///
/// # Safety
///
/// The conditions of [`scaled_product`] hold.
#[inline(always)]
pub unsafe fn scaled_matrices<A: Scales<Tall>, B: Scales<Tall>, G: Sm90 + Store>(
    gpu: G,
    (m, n, k): (u32, u32, u32),
    maps: (*const TensorMap, *const TensorMap),
    scales: (*const A::Source, *const B::Source),
    done: impl Fn(GpuTensor<Rmem<f32>, <Tall as Tile>::Acc>, (u32, u32), u32),
) where
    Ring<Tall, A, B>: Allocate<G>,
{
    let ring = <Ring<Tall, A, B>>::allocate(gpu);
    let rows = <Tall as Tile>::M::STATIC;
    let all = (tiles(m, rows), tiles(n, N::STATIC), k);
    let place = |(i, j)| Place {
        rows: (rows.u32() * i, N::U32 * j),
        scales: (rows.u32() / A::ROWS * i, const { N::U32 / B::ROWS } * j),
    };
    scaled_product::<Tall, A, B, G>(gpu, ring, all, maps, scales, place, done)
}

/// The place of a tile of C in the maps of [`scaled_product`].
pub struct Place {
    /// Its first row of A, and of B.
    pub rows: (u32, u32),
    /// The numbers of the first scales along the rows of A, and of B.
    pub scales: (u32, u32),
}

/// Computes tiles_m by tiles_n tiles of C = A B^T with scales. `place` returns the place of the
/// tile at a coordinate. `done` receives the accumulators of a thread, the coordinate of their
/// tile, and the thread. A kernel that calls this has [`Warps`], and a [`Ring`] in shared memory.
///
/// # Safety
///
/// All threads of the block execute this together, and the maps and the scales are valid. There are
/// less than 2^31 tiles, also if there are at least 8 rows of tiles.
#[inline(always)]
pub unsafe fn scaled_product<T: Tile, A: Scales<T>, B: Scales<T>, G: Sm90 + Store>(
    gpu: G,
    ring: Ring<T, A, B>,
    (tiles_m, tiles_n, k): (u32, u32, u32),
    (a, b): (*const TensorMap, *const TensorMap),
    (scale_a, scale_b): (*const A::Source, *const B::Source),
    place: impl Fn((u32, u32)) -> Place,
    done: impl Fn(GpuTensor<Rmem<f32>, T::Acc>, (u32, u32), u32),
) {
    // (BLK_M, BLK_K, PIPE), (BLK_N, BLK_K, PIPE)
    let (s_a, s_b, s_sa, s_sb) = ring.tiles();
    let steps = tiles(k, K::STATIC);
    let blocks = Raster::<{ Group::U32 }>::new_unchecked(tiles_m, tiles_n).persistent(gpu);
    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            if let (Some(mut producer), true) = (ring.producer(&role), steps > 0) {
                for block in blocks {
                    let at = place(block.coordinate());
                    let g_a = tma(a, (at.rows.0 + T::M::U32, k)).domain_offset((at.rows.0, 0u32));
                    let g_b = tma(b, (at.rows.1 + N::U32, k)).domain_offset((at.rows.1, 0u32));
                    let g_a = g_a.local_tile((T::M::STATIC, K::STATIC), (0u32, ..)); // (BLK_M, BLK_K, k)
                    let g_b = g_b.local_tile((N::STATIC, K::STATIC), (0u32, ..)); // (BLK_N, BLK_K, k)
                    producer.load_steps(gpu, steps, |step| {
                        let of_a = A::tile(scale_a, (at.scales.0, step));
                        let of_b = B::tile(scale_b, (at.scales.1, step));
                        (g_a.at((.., .., step)), g_b.at((.., .., step)), of_a, of_b)
                    });
                }
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let (mut consumer, thread) = (ring.consumer::<0>(&role), role.thread());
            let mma = Mma::STATIC;
            let warpgroup = gpu.broadcast(thread / 128);
            let first = 128 * warpgroup;
            let waves = GpuTensor::new(s_a.engine(), T::ByWave::STATIC);
            let tc_ra = waves.descriptors::<OperandA, _>(mma, first); // (MMA, MMA_M, MMA_K, WAVES * PIPE)
            let tc_rb = s_b.descriptors::<OperandB, _>(mma, first); // (MMA, MMA_N, MMA_K, PIPE)
            let scales_a = A::of_thread(scale_a, s_sa, thread);
            let scales_b = B::of_thread(scale_b, s_sb, thread);
            let mut part = <Idle<_>>::zero();
            for tile in blocks {
                let mut acc = registers(T::Acc::STATIC);
                while consumer.steps() < steps {
                    let full = consumer.wait(gpu);
                    let (step, stage) = (full.number(), full.stage());
                    let (mut r_sa, mut r_sb) = Default::default();
                    unroll!(for wave in 0..{ T::WAVES } {
                        let a = tc_ra.slice((.., .., .., T::WAVES * stage + wave));
                        let b = tc_rb.slice((.., .., .., stage));
                        let running = product(gpu, mma, a, b, ScaleOut::Zero, part);
                        if wave == 0 {
                            (r_sa, r_sb) = (scales_a(step, stage), scales_b(step, stage));
                            if const { A::COPIED || B::COPIED } {
                                // One thread releases the stage, once all threads of its warpgroup
                                // have read their scales.
                                gpu.barrier_sync_at::<128>(1 + warpgroup);
                            }
                        }
                        part = running.wait(gpu);
                        let of_wave = (.., wave, ..);
                        let a = rmem(&mut r_sa, A::Registers::STATIC).slice(of_wave);
                        let b = rmem(&mut r_sb, B::Registers::STATIC).slice(of_wave);
                        let acc = rmem(&mut acc, T::Acc::STATIC).slice(of_wave);
                        let part = part.tensor(layout!(((2, 2, 16), 1)));
                        transform(((part, acc), (a, b)), acc, |((part, sum), (a, b))| {
                            gpu.fma(part, a * b, sum)
                        });
                    });
                    full.release(gpu);
                }
                consumer.flush(gpu);
                done(rmem(&mut acc, T::Acc::STATIC), tile.coordinate(), thread);
            }
        }
    }
}
