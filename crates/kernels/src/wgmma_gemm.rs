//! The product C = A B^T for Hopper, of 16-bit numbers: boxes by the tensor memory accelerator,
//! barriers in shared memory, products of warpgroups.
//!
//! A has m rows and B has n rows of k elements; C has m rows of n elements, the products of rows of
//! A and rows of B. Accumulators are f32; C is f32, or rounded to bf16 at the end.
//!
//! # The instances
//!
//! [`wgmma_gemm()`] is one function, generic over a [`Config`], which is a [`Gemm`]: the elements
//! of A and B, the major-ness of each, the elements of C, and the columns of a tile.
//!
//! | kernel | its configuration | elements | A and B contiguous along | C | tile |
//! |---|---|---|---|---|---|
//! | `wgmma_gemm` | [`ToF32`] | bf16 | K | f32 | 128 by 256 by 64 |
//! | `wgmma_gemm_bf16` | [`ToBf16`] | bf16 | K | bf16 | the same |
//! | `wgmma_gemm_f16` | [`OfF16`] | f16 | K | f32 | the same |
//! | `wgmma_gemm_nt` | [`Nt`] | bf16 | M and N | f32 | the same |
//! | `wgmma_gemm_nn`, `wgmma_gemm_tt` | [`Nn`], [`Tt`] | bf16 | M and K, K and N | f32 | the same |
//! | `wgmma_gemm_128` | [`Narrow`] | bf16 | K | f32 | 128 by 128 by 64 |
//!
//! [`product`] is the kernel without its arguments: other kernels call it with other sources of
//! tiles, such as batches, and with [`Results`] that are functions of the sums.
//!
//! The first two have baselines. The following numbers are theirs; for a tile of 128 columns some
//! are half as large.
//!
//! # The tiling
//!
//! A block of threads computes a tile of 128 by 256 elements of C at a time, in steps of 64 along
//! K. A step needs 128 x 64 elements of A and 256 x 64 of B, 48 KiB, and has 2 x 128 x 256 x 64
//! operations: 85 per byte. Shared memory has room for 4 steps.
//!
//! ```text
//!                  k k k k ..                            tile of C
//!                 +-+-+-+-+       64 rows: warpgroup 1  +----------------+
//!   128 rows of A | | | | |                             |                |
//!                 +-+-+-+-+       64 rows: warpgroup 2  +----------------+
//!                 +-+-+-+-+                             |                |
//!   256 rows of B | | | | |                             +----------------+
//!                 +-+-+-+-+                               256 columns
//! ```
//!
//! The block has three warpgroups of 128 threads. One thread of the first is the producer, which
//! issues the copies; the other two are the consumers, each of which multiplies 64 rows, by four
//! instructions of 64 x 256 x 16 per step, with 128 accumulators in the registers of each thread.
//! The producer warpgroup gives up registers for the consumers: its threads have 40 instead of 168,
//! and the others 232.
//!
//! # The pipeline
//!
//! Each of the four stages has two barriers. The producer waits until a stage is *empty*, after two
//! arrivals, one for each consumer warpgroup; the consumers wait until it is *full*, after one
//! arrival and 49152 bytes:
//!
//! ```text
//! stage          0         1         2         3         0         1   ..
//! copy      [fill 0 ] [fill 1 ] [fill 2 ] [fill 3 ] wait empty 0 [fill 4 ] ..
//!                full 0 v    full 1 v    full 2 v    full 3 v           full 0 v
//! multiply         [   0   ] [   1   ] [   2   ] [   3   ]        [   4   ] ..
//!                          | empty 0  | empty 1  | empty 2
//! ```
//!
//! The consumers release a stage one step late: products run asynchronously, and step i + 1 begins
//! before step i has ended. The index of the step, counted over all tiles of the block, determines
//! everything: its coordinate in `(4, 2, ...)` is (stage, phase).
//!
//! Blocks stay until all tiles are computed, so the copies for the next tile begin while the last
//! accumulators of this one are written. The order goes down 16 rows of tiles, then to the next
//! column: tiles that run at the same time need few rows of A and of B, which stay in the GPU's
//! cache.
//!
//! # Writing while multiplying
//!
//! All blocks end their tiles at the same time. If they wrote them then, the tensor cores would
//! wait for the memory: 132 tiles in f32 are 17 MB, about 5 us, after each 45 us of products for k
//! = 4096. But there is no room for a whole tile that is to be written later: 128 registers of a
//! thread hold the accumulators of the next tile, and shared memory holds the stages. 64 registers
//! remain. They hold half of a tile in f32, and all of it in bf16, as 8 parts of 32 columns; each
//! of the first 8 steps of the next tile writes a part, while its products run:
//!
//! ```text
//! tile          0                                     1                                     2
//! products  [ 0 | 1 | .. | 63 ]           [ 0 | 1 | .. | 7 | 8 | .. | 63 ]         [ 0 | 1 | ..
//! writes                       [upper rows] 0   1   ..   7                [upper rows] 0   1   ..
//!                               of tile 0   lower rows of tile 0           of tile 1   lower rows of tile 1
//! ```
//!
//! The last tile of a block, and every tile if there are fewer than 8 steps, is written at once. On
//! an H100 this gains 3 % in f32 and 1 to 2 % in bf16 at 4096 cubed, and 10 to 14 % at 4096 x 4096
//! x 512.
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`Config::A`], [`Config::B`] | (row, k, stage) to shared memory: the swizzled atom of 8 x 64 elements, or of 64 x 8, repeated; and the box of one copy. An operand along M or N has a box for each 64 rows |
//! | the same, partitioned by [`Config::Mma`], by [`descriptors`](zellige_gpu::tensor::GpuTensor::descriptors) | the descriptors of the matrix instructions; in units of 16 bytes, their strides along K and from stage to stage, and the contiguous mode |
//! | [`Major::Points`] in tiles | the coordinates of boxes: (row, k), or (k, row) |
//! | (m, n) : (ldc, 1) in tiles ([`gmem`]) | a tile of C, and how much of it is inside |
//! | the same, partitioned | the elements of C that a thread holds at the edges |
//! | `PartitionFragment` of these | their registers: ((2, 2, 32), 1, 1) |
//! | [`RowStore::Vectors`] | what each thread writes of 32 columns, in vectors of 16 bytes |
//! | [`Config::Parts`] | the number of these parts |
//! | [`TmaRing`] of both, of 4 stages | the stage of a step, and its two barriers, through a producer and a consumer half for the two roles of warpgroups |
//! | [`Raster`] of groups of 16 rows | the position of a block's tiles |
//!
//! # What it costs
//!
//! 2 m n k operations; at least 2 (m + n) k bytes read, and C written once. Tiles at the edges cost
//! as much as whole ones.
//!
//! # Sizes
//!
//! m, n and k may be 0 or more: elements of a box outside of the matrix are zero, and accumulators
//! outside of C are not written. For k = 0 nothing is copied and C becomes zero, for m = 0 or n = 0
//! no block has a tile; the maps, which the driver does not make for empty matrices, are not used
//! then. The accelerator needs A and B, and each of their contiguous runs, at multiples of 16
//! bytes: leading dimensions are multiples of 8 elements, and may exceed the width.
//! [`align_rows`](crate::align::align_rows()) makes such matrices from any. C begins at a multiple
//! of 16 bytes; its leading dimension may be any number below 2^25; whole tiles are written 16
//! bytes at a time where it is a multiple of 16 bytes. The offset of a tile of C is computed in 64
//! bits, once per tile; everything else is in 32.
//!
//! Source: the algorithm is that of CUTLASS's warp-specialised persistent kernels, in the manner of
//! CuTe's tutorial `wgmma_tma_sm90`.

use zellige::atom::{CopyTiling, MmaTiling, OperandA, OperandB, OperandC};
use zellige::ops::IdentityLayout;
use zellige::prelude::*;
use zellige::typenum::{U64, U128, Unsigned};
use zellige_gpu::engine::{Matrix, Rmem};
use zellige_gpu::epilogue::{Deferred, RowStore, store_predicated, store_rows_if};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::Raster;
use zellige_gpu::storage::{Allocate, Loads, SharedStorage};
use zellige_gpu::tensor::{GpuTensor, gmem};
use zellige_gpu::wgmma::{Accumulates, Idle, ScaleOut, wgmma};
use zellige_gpu::{Bf16, F16, Sm90, Store, TensorMap};

mod config;
use crate::major::{KMajor, Major, MnMajor};
pub use config::{Acc, Config, Gemm, Rows};

/// The elements of a tile of C along M, if a [`Gemm`] names no others.
pub type M = U128;
/// The elements of a step along K.
pub type K = U64;
/// The number of rows of tiles per group.
type Group = int!(16);

/// The roles: one warpgroup that copies, two that multiply, and the register count of the threads
/// of each.
pub type Warps = WarpRoles<1, 2, 40, 232>;
/// The stages of A and B in shared memory.
pub type Ring<C> = TmaRing<(<C as Config>::A, <C as Config>::B), Warps>;

/// Returns the number of tiles of a C of m by n elements: a grid may have as many blocks, or fewer,
/// if each computes several tiles. One per multiprocessor is best.
pub const fn blocks<C: Config>(m: u32, n: u32) -> u32 {
    m.div_ceil(C::Rows::U32) * n.div_ceil(C::Columns::U32)
}

/// The configuration of `wgmma_gemm`: bf16 to f32, A and B contiguous along K.
pub type ToF32 = Gemm<Bf16, KMajor, KMajor, f32, int!(256)>;
/// The configuration of `wgmma_gemm_bf16`: the same to bf16.
pub type ToBf16 = Gemm<Bf16, KMajor, KMajor, Bf16, int!(256)>;
/// The configuration of `wgmma_gemm_f16`: f16 to f32.
pub type OfF16 = Gemm<F16, KMajor, KMajor, f32, int!(256)>;
/// The configuration of `wgmma_gemm_nt`: bf16 to f32, A contiguous along M and B along N.
pub type Nt = Gemm<Bf16, MnMajor, MnMajor, f32, int!(256)>;
/// The configuration of `wgmma_gemm_nn`: bf16 to f32, A contiguous along M and B along K.
pub type Nn = Gemm<Bf16, MnMajor, KMajor, f32, int!(256)>;
/// The configuration of `wgmma_gemm_tt`: bf16 to f32, A contiguous along K and B along N.
pub type Tt = Gemm<Bf16, KMajor, MnMajor, f32, int!(256)>;
/// The configuration of `wgmma_gemm_128`: bf16 to f32, in tiles of 128 by 128.
pub type Narrow = Gemm<Bf16, KMajor, KMajor, f32, int!(128)>;

/// Computes C = A B^T. See the [module](self).
///
/// The maps of A and B have the boxes of [`Config::A`] and [`Config::B`].
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Ring<C>>::BYTES,
    min_blocks = 1,
    instances(
        wgmma_gemm = <ToF32>,
        wgmma_gemm_bf16 = <ToBf16>,
        wgmma_gemm_f16 = <OfF16>,
        wgmma_gemm_nt = <Nt>,
        wgmma_gemm_nn = <Nn>,
        wgmma_gemm_tt = <Tt>,
        wgmma_gemm_128 = <Narrow>,
    )
)]
pub unsafe fn wgmma_gemm<C: Config, G: Sm90 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut C::Output,
    ldc: u32,
) where
    C::Instruction: Accumulates<G, C::Element, u64>,
{
    let n_tile = C::Columns::STATIC;
    let tiles = |(i, j): (u32, u32)| {
        let g_a = C::MajorA::tma(a, (m, k)).local_tile((C::Rows::STATIC, K::STATIC), (i, ..)); // (BLK_M, BLK_K, k)
        let g_b = C::MajorB::tma(b, (n, k)).local_tile((n_tile, K::STATIC), (j, ..)); // (BLK_N, BLK_K, k)
        move |step: u32| (g_a.at((.., .., step)), g_b.at((.., .., step)))
    };
    let ring = <Ring<C>>::allocate(gpu);
    let sums = Sums { c, extents: (m, n), ldc };
    product::<C, _, _, _, _, _>(gpu, ring, (m, n, k), 1, tiles, sums)
}

/// The results of a product: where they are, and what they are made of.
pub trait Results<C: Config>: Copy {
    /// Whether [`apply`](Self::apply) does anything.
    const CHANGES: bool = true;
    /// Whether many tiles have rows outside of the matrix. Their rows that are inside are then
    /// written 16 bytes at a time, too.
    const RAGGED: bool = false;
    /// Returns the matrix that has the tile, and the tile's coordinate in it.
    fn matrix(self, tile: (u32, u32)) -> (Whole<C::Output>, (u32, u32));
    /// Returns the elements between rows, and between other places where rows begin, combined by
    /// "or": if it is a multiple of 16 bytes, so are all of them.
    fn row_steps(self) -> u32;
    /// Turns a thread's accumulators of a tile into results.
    ///
    /// # Safety
    ///
    /// The tile begins inside of the matrix, and the thread is one of [`Config::Mma`].
    unsafe fn apply<G: Store>(
        self,
        gpu: G,
        acc: GpuTensor<Rmem<f32>, Acc<C>>,
        tile: (u32, u32),
        thread: u32,
    );
}
/// A matrix of contiguous rows in global memory.
pub type Whole<T> = GpuTensor<Matrix<*mut T, RowsOf>, IdentityLayout<(u32, u32)>>;
/// The layout (m, n) : (ldc, 1).
type RowsOf = Strided<(u32, u32), (u32, int!(1))>;
/// The results that are the sums themselves.
#[derive(Copy, Clone)]
struct Sums<T> {
    c: *mut T,
    extents: (u32, u32),
    ldc: u32,
}
impl<C: Config> Results<C> for Sums<C::Output> {
    const CHANGES: bool = false;
    #[inline(always)]
    fn matrix(self, tile: (u32, u32)) -> (Whole<C::Output>, (u32, u32)) {
        (gmem(self.c, Strided::new(self.extents, (self.ldc, int!(1)))), tile)
    }
    #[inline(always)]
    fn row_steps(self) -> u32 {
        self.ldc
    }
    #[inline(always)]
    unsafe fn apply<G: Store>(self, _: G, _: GpuTensor<Rmem<f32>, Acc<C>>, _: (u32, u32), _: u32) {}
}

/// Computes `batch` products of m by n by k side by side, as a result of n columns of tiles for
/// each, and writes `results`. `from` returns, for the coordinate of a tile in that result, the
/// function from a step to the tiles of A and of B. See the [module](self); a kernel that calls
/// this has [`Warps`].
///
/// # Safety
///
/// All threads of the block execute this together, and the matrices of the results exist. The
/// number of tiles of all products is less than 2^31, also if each has at least 16 rows of tiles.
#[inline(always)]
pub unsafe fn product<C, G, R, S, A, B>(
    gpu: G,
    ring: Ring<C>,
    (m, n, k): (u32, u32, u32),
    batch: u32,
    from: impl Fn((u32, u32)) -> S,
    results: R,
) where
    C: Config,
    G: Sm90 + Store,
    R: Results<C>,
    S: Fn(u32) -> (A, B),
    C::A: Loads<A>,
    C::B: Loads<B>,
    C::Instruction: Accumulates<G, C::Element, u64>,
{
    let n_tile = C::Columns::STATIC;
    let (s_a, s_b) = ring.tiles(); // (BLK_M, BLK_K, PIPE), (BLK_N, BLK_K, PIPE)

    let (steps, tiles_m, tiles_n) =
        (tiles(k, K::STATIC), tiles(m, C::Rows::STATIC), tiles(n, n_tile) * batch);
    // A matrix has less than 2^31 tiles of this size.
    let mut tiles = Raster::<{ Group::U32 }>::new_unchecked(tiles_m, tiles_n).persistent(gpu);

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            if let (Some(mut producer), true) = (ring.producer(&role), steps > 0) {
                for tile in tiles {
                    producer.load_steps(gpu, steps, from(tile.coordinate()));
                }
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let (mut consumer, thread) = (ring.consumer::<1>(&role), role.thread());
            let mma = C::Mma::STATIC;
            let tc_ra = s_a.descriptors::<OperandA, _>(mma, thread); // (MMA, MMA_M, MMA_K, PIPE)
            let tc_rb = s_b.descriptors::<OperandB, _>(mma, thread); // (MMA, MMA_N, MMA_K, PIPE)
            // Warpgroups side by side write a tile each.
            let side_by_side = const { C::Columns::U32 / C::Own::U32 };
            let (beside, writer) =
                if side_by_side == 1 { (0, thread) } else { (thread / 128, thread % 128) };
            // A tile has less than 2^32 elements, including the gaps between its rows.
            let c_tile = |tile: (u32, u32)| {
                let (m_c, (i, j)) = results.matrix(tile);
                m_c.local_tile((C::Rows::STATIC, C::Own::STATIC), (i, side_by_side * j + beside))
            };
            let write = <<C::Output as RowStore>::Vectors<C::Rows>>::STATIC;
            let first = c_tile((0, 0)).narrow();
            let mut rest: Deferred<C::Parts, _, _> =
                Deferred::none(first.partition_d(write, writer));
            while let Some(tile) = tiles.next() {
                let mut acc = if steps > 0 {
                    let mut running = <Idle<_>>::zero().run(); // of one instruction
                    loop {
                        let full = consumer.wait(gpu);
                        running.fence(gpu);
                        let stage = (.., .., .., full.stage());
                        let (a, b) = (tc_ra.slice(stage), tc_rb.slice(stage));
                        wgmma(gpu, mma, a, b, ScaleOut::One, &mut running);
                        running.commit(gpu);
                        rest.write_next(gpu);
                        running.wait_but::<1>(gpu);
                        full.release(gpu);
                        if consumer.steps() == steps {
                            break;
                        }
                    }
                    let acc = running.wait(gpu);
                    consumer.flush(gpu);
                    acc
                } else {
                    Idle::zero()
                };

                let g_c = c_tile(tile.coordinate()); // (BLK_M, BLK_N)
                // Every tile of the raster begins inside of C, its right half perhaps not.
                let g_c = if side_by_side == 1 { g_c.inside() } else { g_c.settled() }.narrow();
                let acc = acc.tensor(<Acc<C>>::STATIC); // (MMA, MMA_M, MMA_N)
                if R::CHANGES {
                    rest = Deferred::none(first.partition_d(write, writer)); // frees its registers
                    results.apply(gpu, acc, tile.coordinate(), thread);
                }
                let by_vectors = || results.row_steps() % C::Output::WIDTH == 0;
                let row = (int!(1), C::Own::STATIC);
                if g_c.is_whole() && by_vectors() {
                    let tw_gc = g_c.partition_d(write, writer); // (CPY, 1, PARTS)
                    rest = Deferred::begin(gpu, acc, tw_gc);
                    if steps < C::Parts::U32 || tiles.is_empty() {
                        rest.write_all(gpu);
                    }
                } else if R::RAGGED
                    && by_vectors()
                    && g_c.local_tile(row, (0u32, 0u32)).settled().is_whole()
                {
                    rest.clear();
                    store_rows_if(gpu, C::Stacked::STATIC, acc, g_c, writer, |_, x| x);
                } else {
                    rest.clear();
                    let tc_gc = g_c.partition::<OperandC, _>(C::Stacked::STATIC, writer); // (MMA, MMA_M, MMA_N)
                    store_predicated(gpu, acc, tc_gc);
                }
            }
        }
    }
}

/// Returns the number of tiles that cover this many elements.
#[inline(always)]
pub(crate) fn tiles<T: Integer>(elements: u32, tile: T) -> u32 {
    layout!(elements : 1).zipped_divide(tile).get(int!(1)).size().u32()
}
