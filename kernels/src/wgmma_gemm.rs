//! C = A B^T for Hopper, in bf16: boxes by the tensor memory accelerator, barriers in shared memory, products of
//! warpgroups.
//!
//! A has m rows and B has n rows of k elements of bf16; C has m rows of n elements, the products of rows of A and
//! rows of B. Sums are f32; C is f32 ([`wgmma_gemm()`] with `T = f32`), or rounded to bf16 at the end.
//!
//! # The tiling
//!
//! A block of threads computes a tile of 128 by 256 elements of C at a time, in steps of 64 along K. A step needs
//! 128 x 64 elements of A and 256 x 64 of B, 48 KiB, and has 2 x 128 x 256 x 64 operations: 85 a byte. Shared
//! memory has room for 4 steps.
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
//! The block has three warpgroups of 128 threads. One thread of the first tells the accelerator what to copy; the
//! other two multiply, each 64 rows, four instructions of 64 x 256 x 16 a step, with 128 sums in the registers of
//! each thread. The first warpgroup gives its registers to these: 40 instead of 168 for a thread, and 232 for the
//! others.
//!
//! # The pipeline
//!
//! Each of the four stages has two barriers. The copying thread waits until a stage is *empty*, two arrivals, one
//! for each multiplying warpgroup; these wait until it is *full*, one arrival and 49152 bytes:
//!
//! ```text
//! stage          0         1         2         3         0         1   ..
//! copy      [fill 0 ] [fill 1 ] [fill 2 ] [fill 3 ] wait empty 0 [fill 4 ] ..
//!                full 0 v    full 1 v    full 2 v    full 3 v           full 0 v
//! multiply         [   0   ] [   1   ] [   2   ] [   3   ]        [   4   ] ..
//!                          | empty 0  | empty 1  | empty 2
//! ```
//!
//! A stage is given back one step late: products run asynchronously, and step i + 1 begins before step i has
//! ended. The number of the step, counted over all tiles of the block, says everything: its coordinate in
//! `(4, 2, ..)` is (stage, phase).
//!
//! Blocks stay until all tiles are computed, so the copies for the next tile begin while the last sums of this one
//! are written. Tiles are taken down 16 rows of tiles, then in the next column: what runs at the same time needs
//! few rows of A and of B, which the cache of the GPU keeps.
//!
//! # Writing while multiplying
//!
//! All blocks end their tiles at the same time. If they wrote them then, the tensor cores would wait for the memory:
//! 132 tiles in f32 are 17 MB, about 5 us, after each 45 us of products for k = 4096. But there is no room for
//! what is to be written later: 128 registers of a thread have the sums of the next tile, shared memory has the
//! stages. 64 registers are left. They keep the half of a tile in f32, and all of it in bf16, as 8 parts of 32
//! columns; each of the first 8 steps of the next tile writes a part, while its products run:
//!
//! ```text
//! tile          0                                     1                                     2
//! products  [ 0 | 1 | .. | 63 ]           [ 0 | 1 | .. | 7 | 8 | .. | 63 ]         [ 0 | 1 | ..
//! writes                       [upper rows] 0   1   ..   7                [upper rows] 0   1   ..
//!                               of tile 0   lower rows of tile 0           of tile 1   lower rows of tile 1
//! ```
//!
//! The last tile of a block, and all if there are fewer than 8 steps, are written at once. On an H100 this gains
//! 3 % in f32 and 1 to 2 % in bf16 at 4096 cubed, and 10 to 14 % at 4096 x 4096 x 512.
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`TileA`], [`TileB`] | (row, k, stage) to shared memory: the swizzled atom of 8 x 64 elements, repeated |
//! | [`BoxA`], [`BoxB`] | from these: extents, bytes and swizzle of what one copy brings |
//! | the same, partitioned by [`TiledMma`], by [`descriptors`](zellige_gpu::tensor::GpuTensor::descriptors) | the descriptors of the matrix instructions; in units of 16 bytes, how they move along K and from stage to stage |
//! | identities in tiles | the coordinates of boxes ([`tma`](fn@tma)), the rows and columns that are left |
//! | (m, n) : (ldc, 1) in tiles, partitioned | the elements of C that a thread holds |
//! | [`TmaRing`] of 4 stages | which stage a step has, and its two barriers, which its halves for the two roles of warpgroups use |
//! | [`Raster`] of groups of 16 rows | where the tiles of a block are |
//!
//! # What it costs
//!
//! 2 m n k operations; at least 2 (m + n) k bytes read, and C written once. Tiles at the edges cost as much as
//! whole ones.
//!
//! # Sizes
//!
//! m, n and k from 0 up: what a box has outside of the matrix is zero, and sums outside of C are not written. For
//! k = 0 nothing is copied and C becomes zero, for m = 0 or n = 0 no block has a tile; the maps, which the driver
//! does not make for empty matrices, are not used then. The accelerator wants A and B at multiples of 16 bytes, and their rows too: leading dimensions are
//! multiples of 8 elements, which need not be the width. C begins at a multiple of 16 bytes; its leading dimension
//! is below 2^25, and any; whole tiles are written 16 bytes at a time where it is a multiple of 16 bytes.
//! The offset of a tile of C is computed in 64 bits, once a tile; all else is in 32.
//!
//! Source: the algorithm is that of CUTLASS's warp-specialised persistent kernels, in the manner of CuTe's tutorial
//! `wgmma_tma_sm90`.

use core::ops::RangeFull;
use zellige::atom::gmma::{GmmaDescriptor, Major};
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::tma::TmaBox;
use zellige::atom::{OperandA, OperandB, OperandC, PartitionFragment, Partitioned, TiledMma, mma};
use zellige::construct::make_identity_layout;
use zellige::ops::{Slice, TileToShape};
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::copy::copy_box;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{HandOver, Warpgroup};
use zellige_gpu::schedule::Raster;
use zellige_gpu::tensor::{smem, tma};
use zellige_gpu::wgmma::{Idle, ScaleOut, wgmma};
use zellige_gpu::{Bf16, Sm90, Store, TensorMap, unroll};

mod output;
pub use output::Output;
use output::{PARTS, Rest};

/// The elements of a tile of C along M and N, and of a step along K.
type M = int!(128);
type N = int!(256);
type K = int!(64);
/// How many steps are under way.
type Stages = int!(4);
/// How many rows of tiles a group has.
type Group = int!(16);

/// The tiles of A in shared memory: (row, k, stage).
pub type TileA = TileToShape<LayoutKSw128Atom<int!(16)>, (M, K, Stages)>;
/// The tiles of B in shared memory: (column, k, stage).
pub type TileB = TileToShape<LayoutKSw128Atom<int!(16)>, (N, K, Stages)>;
/// The box of A that one copy brings.
pub type BoxA = TmaBox<Slice<(RangeFull, RangeFull, int!(0)), TileA>, int!(16)>;
/// The box of B that one copy brings.
pub type BoxB = TmaBox<Slice<(RangeFull, RangeFull, int!(0)), TileB>, int!(16)>;
/// The stages, with the barriers behind the tiles.
type Ring = TmaRing<{ Stages::U32 }, STEP>;
/// The product of two warpgroups, one under the other.
type Mma = TiledMma<Instruction, layout!((2, 1))>;
type Instruction = mma::SM90_64x256x16_F32BF16BF16_SS;
/// The registers of a thread's sums.
type Sums = PartitionFragment<Mma, OperandC, layout!((128, 256))>;

/// A warpgroup that copies, two that multiply, and the registers that each of their threads has.
type Roles = HandOver<1, 2, 40, 232>;
/// The threads of a block.
pub const THREADS: u32 = Roles::THREADS;
/// The shared memory of a block: the tiles, and the barriers of 8 bytes each.
pub const SHARED: u32 = BYTES_A + BYTES_B + Ring::BARRIERS;
const BYTES_A: u32 = 2 * TileA::COSIZE as u32;
const BYTES_B: u32 = 2 * TileB::COSIZE as u32;
/// The bytes of a step.
const STEP: u32 = BoxA::bytes() + BoxB::bytes();

/// The tiles of a stage, as the first instruction takes them.
type OneA = Slice<((RangeFull, RangeFull), Zero, Zero, Zero), Partitioned<Mma, OperandA, TileA>>;
type OneB = Slice<((RangeFull, RangeFull), Zero, Zero, Zero), Partitioned<Mma, OperandB, TileB>>;
/// What the hardware asks of the layouts. Boxes and descriptors ask the rest when they are named.
const _: () = {
    assert!(
        matches!(GmmaDescriptor::<OneA, int!(16)>::major(), Major::K),
        "A is contiguous along K"
    );
    assert!(
        matches!(GmmaDescriptor::<OneB, int!(16)>::major(), Major::K),
        "B is contiguous along K"
    );
    assert!(
        BoxA::bytes() * Stages::U32 == BYTES_A,
        "one box fills a stage of A"
    );
    assert!(
        BoxB::bytes() * Stages::U32 == BYTES_B,
        "one box fills a stage of B"
    );
    assert!(
        BoxA::bytes() % 1024 == 0 && BoxB::bytes() % 1024 == 0,
        "stages begin where the swizzle does"
    );
    assert!(
        PARTS * 32 == N::U32,
        "the parts of a tile are all its columns"
    );
};

type Zero = int!(0);

/// How many tiles a C of m by n elements has: a grid may have as many blocks, or fewer, then each computes
/// several tiles. One for each multiprocessor is best.
pub const fn blocks(m: u32, n: u32) -> u32 {
    m.div_ceil(M::U32) * n.div_ceil(N::U32)
}

/// C = A B^T. See the [module](self).
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = SHARED,
    min_blocks = 1,
    instances(wgmma_gemm = <f32>, wgmma_gemm_bf16 = <Bf16>)
)]
pub unsafe fn wgmma_gemm<G: Sm90 + Store, T: Output>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut T,
    ldc: u32,
) {
    let s_a = smem::<Bf16, _>(gpu, 0, TileA::STATIC); //                        (BLK_M, BLK_K, PIPE)
    let s_b = smem::<Bf16, _>(gpu, TileA::COSIZE as u32, TileB::STATIC); //     (BLK_N, BLK_K, PIPE)
    let barriers = gpu.shared_address() + BYTES_A + BYTES_B;
    let ring = Ring::new(gpu, barriers, Roles::CONSUMERS);

    // The matrices in tiles: of coordinates, and of the elements of C.
    let a_at = make_identity_layout((m, k)).zipped_divide((M::STATIC, K::STATIC));
    let b_at = make_identity_layout((n, k)).zipped_divide((N::STATIC, K::STATIC));
    let c_at = make_identity_layout((m, n)).zipped_divide((M::STATIC, N::STATIC));
    let c_tiles = layout!((m, n) : (ldc, 1)).zipped_divide((M::STATIC, N::STATIC));
    let ((_, (tiles_m, steps)), (_, (tiles_n, _))) = (a_at.shape(), b_at.shape());
    // A matrix has no 2^32 tiles of so many elements.
    let mut tiles = Raster::<{ Group::U32 }>::new_unchecked(tiles_m, tiles_n).persistent(gpu);

    match Roles::of(gpu) {
        Warpgroup::Gives(warpgroup) => {
            let role = warpgroup.give(gpu);
            if let (Some(mut producer), true) = (ring.producer(&role), steps > 0) {
                for tile in tiles {
                    let (i, j) = tile.coordinate();
                    let g_a = tma(a, (m, k))
                        .local_tile((M::STATIC, K::STATIC), (i, ..))
                        .settled(); // (BLK_M, BLK_K, k)
                    let g_b = tma(b, (n, k))
                        .local_tile((N::STATIC, K::STATIC), (j, ..))
                        .settled(); // (BLK_N, BLK_K, k)
                    let mut step = 0u32;
                    loop {
                        let filling = producer.acquire(gpu);
                        let stage = filling.stage();
                        copy_box(
                            gpu,
                            filling,
                            g_a.at((.., .., step)),
                            s_a.at((.., .., stage)),
                        );
                        copy_box(
                            gpu,
                            filling,
                            g_b.at((.., .., step)),
                            s_b.at((.., .., stage)),
                        );
                        step += 1;
                        if step == steps {
                            break;
                        }
                    }
                }
            }
        }
        Warpgroup::Receives(warpgroup) => {
            let role = warpgroup.receive(gpu);
            let (mut consumer, thread) = (ring.consumer::<1>(&role), role.thread());
            let mma = Mma::default().get_slice(thread);
            let tc_ra = s_a.descriptors::<OperandA, _>(Mma::default(), thread); // (MMA, MMA_M, MMA_K, PIPE)
            let tc_rb = s_b.descriptors::<OperandB, _>(Mma::default(), thread); // (MMA, MMA_N, MMA_K, PIPE)
            // ((2, 2, 32), 1, 1) elements of C: where they are from the first on, and their coordinates.
            let c_tile = layout!((M::STATIC, N::STATIC) : (ldc, 1));
            let (c_mine, c_start) = mma.partition_c(c_tile);
            let (at_mine, at_start) = mma.partition_c(make_identity_layout((M::STATIC, N::STATIC)));
            let (row, column) = at_start.coordinate();
            let c_wide = c_tile.crd2idx((row, T::column(gpu.thread())));
            // From a row to that 8 below; from 32 columns to the next 32, four blocks of 8.
            let down = c_mine.crd2idx(coord!(((0, 1, 0), 0, 0))).u32();
            let right = c_mine.crd2idx(coord!(((0, 0, 4), 0, 0))).u32();
            let mut rest = Rest::none();
            while let Some(tile) = tiles.next() {
                let mut sums = Idle::zero();
                if steps > 0 {
                    let mut running = sums.run();
                    loop {
                        let full = consumer.wait(gpu);
                        running.fence(gpu);
                        let (a, b) = (
                            tc_ra.at((.., .., .., full.stage())),
                            tc_rb.at((.., .., .., full.stage())),
                        );
                        wgmma(gpu, Mma::default(), a, b, ScaleOut::One, &mut running);
                        running.commit(gpu);
                        rest.write_next(gpu, full.number(), down, right);
                        running.wait_but::<1>(gpu);
                        full.release(gpu);
                        if consumer.steps() == steps {
                            break;
                        }
                    }
                    sums = running.wait(gpu);
                    consumer.flush(gpu);
                }
                let [sums] = sums.get();

                let (i, j) = tile.coordinate();
                let (tile_row, tile_column) = c_at.crd2idx((int!(0), (i, j))).coordinate();
                let (rows, columns) = (m - tile_row, n - tile_column);
                let c = c.add(c_tiles.offset_as::<usize>((int!(0), (i, j))));
                if rows >= M::U32 && columns >= N::U32 && ldc % T::WIDTH == 0 {
                    let c = c.add(c_wide as usize);
                    let mut parts = [[0; 8]; 8];
                    // Eight parts of 32 columns, which are four blocks of 8.
                    unroll!(for part in 0..8 {
                        let mut rows = [[0.0; 8]; 2];
                        unroll!(for i in 0..2 {
                            unroll!(for b in 0..4 {
                                unroll!(for v in 0..2 {
                                    let value = ((v, i, 4 * part + b), 0u32, 0u32);
                                    let sum = sums[Sums::STATIC.crd2idx(value) as usize];
                                    rows[i as usize][(2 * b + v) as usize] = sum;
                                });
                            });
                        });
                        let first = ((0u32, 0u32, 4 * part), 0u32, 0u32);
                        let c = c.add(c_mine.crd2idx(first) as usize);
                        parts[part as usize] = T::begin_32(gpu, gpu.thread(), c, rows);
                    });
                    rest = Rest::all(parts, c);
                    if steps < PARTS || tiles.is_empty() {
                        rest.write_all(gpu, down, right);
                    }
                } else {
                    rest.clear();
                    // How many columns are left from this thread's first one on.
                    let columns = columns.saturating_sub(column);
                    let c = c.add(c_start as usize);
                    unroll!(for i in 0..2 {
                        let row_of = ((0u32, i, 0u32), 0u32, 0u32);
                        let c = c.add(c_mine.crd2idx(row_of) as usize);
                        let (down, _) = at_mine.crd2idx(row_of).coordinate();
                        let end = if row + down.u32() < rows { columns } else { 0 };
                        unroll!(for half in 0..2 {
                            unroll!(for j in 0..16 {
                                unroll!(for v in 0..2 {
                                    let right_of = ((v, 0u32, 16 * half + j), 0u32, 0u32);
                                    let (_, right) = at_mine.crd2idx(right_of).coordinate();
                                    let c = c.wrapping_add(c_mine.crd2idx(right_of) as usize);
                                    let value = ((v, i, 16 * half + j), 0u32, 0u32);
                                    let sum = sums[Sums::STATIC.crd2idx(value) as usize];
                                    T::write_below(gpu, right.u32(), end, c, sum);
                                });
                            });
                        });
                    });
                }
            }
        }
    }
}

// Behind the kernel, so that a layout that breaks a contract is refused there first.
mod by_hand;
pub use by_hand::{wgmma_gemm_bf16_by_hand, wgmma_gemm_by_hand};
