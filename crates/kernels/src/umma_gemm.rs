//! The product C = A B^T for Blackwell, of 16-bit numbers: boxes by the tensor memory accelerator,
//! barriers in shared memory, products by one thread, sums in tensor memory.
//!
//! A has m rows and B has n rows of k elements, contiguous along K; C has m rows of n elements, f32
//! or rounded to bf16 at the end. It is emulated, and assembled for `sm_100a`; it has not run on a
//! GPU.
//!
//! | kernel | its configuration | elements | C | tile |
//! |---|---|---|---|---|
//! | `umma_gemm` | [`ToF32`] | bf16 | f32 | 128 by 256 by 64 |
//! | `umma_gemm_bf16` | [`ToBf16`] | bf16 | bf16 | the same |
//! | `umma_gemm_f16` | [`OfF16`] | f16 | f32 | 128 by 128 by 64 |
//! | `umma_gemm_pair` | [`PairToF32`] | bf16 | f32 | 256 by 256 by 64, of a pair of blocks |
//! | `umma_gemm_pair_bf16` | [`PairToBf16`] | bf16 | bf16 | the same |
//! | `umma_gemm_clc` | [`Controlled`] | bf16 | f32 | as `umma_gemm`, by [launch control](LaunchControl) |
//! | `umma_gemm_pair_clc` | [`PairControlled`] | bf16 | f32 | as `umma_gemm_pair`, by launch control |
//!
//! # The tiling
//!
//! A block computes tiles of C, one after the other, in steps of 64 along K: four instructions of
//! 128 x 256 x 16, which one thread begins. Two warpgroups of 128 threads divide the work:
//!
//! ```text
//! producer, thread 0      fills stages            waits for `empty`, which a commit signals
//! producer, thread 32     multiplies stages       waits for `full`; a commit for each stage
//! consumer, all threads   wait for the commit of a tile; thread t reads and writes row t
//! ```
//!
//! Tensor memory has room for the accumulators of two tiles, [in turn](InTurn). Thread 32 begins a
//! tile when the sums of the tile before the last are read, so the tensor cores multiply while the
//! consumer writes:
//!
//! ```text
//! columns   0 to 255    [products of tile 0]  [writes of tile 0]  [products of tile 2]  ...
//!         256 to 511                          [products of tile 1][writes of tile 1]    ...
//! ```
//!
//! # Pairs
//!
//! The two blocks of a cluster compute a tile of 256 by 256 together: each copies 128 rows of A and
//! 128 of B, half of what a block alone copies for as many sums. A thread of the leader begins the
//! products, which read the shared memory, and add to the tensor memory, of both:
//!
//! ```text
//!                   leader                               the other block
//! thread 0          fills its stages                     fills its stages; the bytes count in the leader
//! thread 32         multiplies the stages of both        -
//!                   a commit for each stage, in both
//! consumer          rows 0 to 127                        rows 128 to 255
//! ```
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`Config::A`], [`Config::B`] | (row, k, stage) to shared memory, swizzled, and the box of one copy |
//! | the same, partitioned by [`OfCta`] | the descriptors of the matrix instructions |
//! | [`Sums`] | the columns of tensor memory, and the address of each accumulator: row i in lane i |
//! | [`Raster`] of groups of 16 rows | the position of a block's tiles, which [`Tiles`] gives it |
//! | (m, n) : (ldc, 1) in tiles | a tile of C, and how much of it is inside |
//! | [`Product::Load`], of the accumulators and of a tile of C | a row for each thread, 32 columns at a time |
//!
//! # Sizes
//!
//! The grid has a block, or a pair, for each of the [tiles](blocks()) of C, or fewer of them, which
//! then compute several: one block per multiprocessor is best. By launch control, it has one for
//! each tile, and those that run take over the tiles of those that have not begun. For m = 0 or
//! n = 0 no block has a tile. For k = 0, C becomes zero and the maps are not used. Leading
//! dimensions of A and B are multiples of 8 elements, and their addresses of 16 bytes; C may begin
//! anywhere and have any leading dimension below 2^24. Sums are written one by one.
//!
//! Source: the algorithm is that of CUTLASS's warp-specialised persistent kernels for Blackwell, in
//! the manner of CuTe's tutorials `blackwell/02_mma_tma_sm100` and, for pairs,
//! `blackwell/04_mma_tma_2sm_sm100`.

use crate::wgmma_gemm::{K, M, tiles as tiles_of};
use core::iter;
use zellige::atom::tmem::TmemTensor;
use zellige::atom::tmem_copy::{MakeTmemCopy, SM100_TMEM_LOAD_32dp32b};
use zellige::atom::umma::{SM100_MMA_F16BF16_2x1SM_SS, SM100_MMA_F16BF16_SS, UmmaAtom};
use zellige::atom::{CopyAtom, CopyTiling, MmaTiling, OperandA, OperandB, TiledMma};
use zellige::integer::{Div, Mul};
use zellige::ops::Get;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::copy::copy;
use zellige_gpu::epilogue::store_predicated;
use zellige_gpu::number::{FragmentElement, Predicated};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{ProducerWarpgroup, Roles, WarpRoles, Warpgroup};
use zellige_gpu::schedule::{LaunchControl, Raster, Tile};
use zellige_gpu::storage::{Allocate, KMajorTile, OfCtas, SharedStorage};
use zellige_gpu::tensor::{GpuTensor, gmem, rmem, tma};
use zellige_gpu::tmem::{
    Accumulator, CtaGroup, InTurn, OfCta, TmemPtr, TmemStorage, Umma, UmmaOperands,
};
use zellige_gpu::wgmma::TmaOperand;
use zellige_gpu::{Bf16, F16, Half, Sm100, Store, TensorMap};

/// The roles: a warpgroup that copies, and one that writes. A thread of either begins the products.
pub type Warps = WarpRoles<1, 1, 56, 256>;
/// The number of blocks that compute a tile.
pub type Ctas<C> = <<C as Product>::Instruction as UmmaAtom>::Group;
/// The rows of a tile of C: 128 of each block.
pub type Rows<C> = Mul<M, Ctas<C>>;
/// The rows of B of each block.
pub type RowsOfB<C> = Div<<C as Product>::Columns, Ctas<C>>;
/// The accumulators of a tile.
pub type Sums<C> = Accumulator<<C as Product>::Mma, (Rows<C>, <C as Product>::Columns)>;
/// The shared memory of a block: steps of A and B, and what tensor memory needs.
pub type Shared<C> = (
    TmaRing<OfCtas<(<C as Config>::A, <C as Config>::B), Ctas<C>>, Warps>,
    TmemStorage<InTurn<Sums<C>>>,
    <C as Config>::Tiles,
);
/// The order of tiles: down 16 rows of them, then on to the next column.
pub type Order = Raster<16>;
/// The tiles that a block, or a pair, gets by launch control. The threads that write follow, and
/// the one that multiplies.
pub type ByLaunchControl<P> = LaunchControl<int!(129), P>;

/// What gives the blocks of a group P their tiles: `()` for those at a distance of the grid's size,
/// or [`ByLaunchControl`].
pub trait Tiles<P, G: Sm100>: Allocate<G> {
    /// Returns the tiles for the thread that copies.
    ///
    /// # Safety
    ///
    /// One thread of a block uses them, until they end, and 129 others those that follow.
    unsafe fn produced(
        self,
        gpu: G,
        order: Order,
        role: &ProducerWarpgroup,
    ) -> impl Iterator<Item = Tile<16>>;
    /// Returns them for a thread that follows.
    ///
    /// # Safety
    ///
    /// As for [`produced`](Self::produced).
    unsafe fn followed(self, gpu: G, order: Order) -> impl Iterator<Item = Tile<16>>;
}
impl<P: CtaGroup, G: Sm100> Tiles<P, G> for () {
    #[inline(always)]
    unsafe fn produced(
        self,
        gpu: G,
        order: Order,
        _: &ProducerWarpgroup,
    ) -> impl Iterator<Item = Tile<16>> {
        order.persistent_of_clusters(gpu, P::CTAS)
    }
    #[inline(always)]
    unsafe fn followed(self, gpu: G, order: Order) -> impl Iterator<Item = Tile<16>> {
        order.persistent_of_clusters(gpu, P::CTAS)
    }
}
impl<P: CtaGroup, G: Sm100> Tiles<P, G> for ByLaunchControl<P> {
    #[inline(always)]
    unsafe fn produced(
        self,
        gpu: G,
        order: Order,
        role: &ProducerWarpgroup,
    ) -> impl Iterator<Item = Tile<16>> {
        let mut cancel = self.producer(gpu, role);
        iter::from_fn(move || order.tile(cancel.as_mut()?.next(gpu)?))
    }
    #[inline(always)]
    unsafe fn followed(self, gpu: G, order: Order) -> impl Iterator<Item = Tile<16>> {
        let mut cancelled = self.consumer();
        iter::from_fn(move || order.tile(cancelled.next(gpu)?))
    }
}

/// The parameters that an instance of [`umma_scaled_gemm`](mod@crate::umma_scaled_gemm) has, too.
pub trait Product: 'static {
    /// The type of an element of A.
    type Element: FragmentElement;
    /// The type of an element of B.
    type ElementB: FragmentElement;
    /// The type of an element of C.
    type Output: Predicated + 'static;
    /// The number of columns of a tile of C: a multiple of 32, and of 128 with scale factors.
    type Columns: Integer + Unsigned;
    /// The instruction, which has the rows and columns of the tile.
    type Instruction: UmmaOperands<
            ElementA = Self::Element,
            ElementB = Self::ElementB,
            ElementC = f32,
            OperandA = u64,
        >;
    /// The tiled MMA.
    type Mma: MmaTiling<Atom = Self::Instruction>;
    /// The copy of the accumulators to registers.
    type Load: CopyTiling<Atom = Columns32>;
}
/// The parameters that distinguish one instance from another.
pub trait Config: Product<Element: Half, ElementB: Half> {
    /// The tiles of A in shared memory, (M, K, stage).
    type A: TmaOperand<Self::Element, OfCta<Self::Instruction>, OperandA>;
    /// The tiles of B in shared memory, (N, K, stage).
    type B: TmaOperand<Self::ElementB, OfCta<Self::Instruction>, OperandB>;
    /// What gives a block its tiles.
    type Tiles: SharedStorage;
}
/// A load of 32 columns.
pub type Columns32 = CopyAtom<SM100_TMEM_LOAD_32dp32b<int!(32)>, int!(32)>;
macro_rules! configs {
    ($(
        $Name:ident $kernel:literal: $T:ident to $U:ident, $Op:ident<$m:literal, $n:literal>,
            $stages:literal stages, $Tiles:ty;
    )*) => { $(
        #[doc = concat!("The configuration of `", $kernel, "`.")]
        pub struct $Name;
        impl Product for $Name {
            type Element = $T;
            type ElementB = $T;
            type Output = $U;
            type Columns = int!($n);
            type Instruction = $Op<$T, $T, f32, int!($m), int!($n)>;
            type Mma = TiledMma<Self::Instruction>;
            type Load = MakeTmemCopy<Columns32, Get<<Sums<Self> as TmemTensor>::Layout, int!(0)>>;
        }
        impl Config for $Name {
            type A = KMajorTile<$T, M, K, int!($stages)>;
            type B = KMajorTile<$T, RowsOfB<Self>, K, int!($stages)>;
            type Tiles = $Tiles;
        }
    )* };
}
configs! {
    ToF32 "umma_gemm": Bf16 to f32, SM100_MMA_F16BF16_SS<128, 256>, 4 stages, ();
    ToBf16 "umma_gemm_bf16": Bf16 to Bf16, SM100_MMA_F16BF16_SS<128, 256>, 4 stages, ();
    OfF16 "umma_gemm_f16": F16 to f32, SM100_MMA_F16BF16_SS<128, 128>, 4 stages, ();
    PairToF32 "umma_gemm_pair": Bf16 to f32, SM100_MMA_F16BF16_2x1SM_SS<256, 256>, 6 stages, ();
    PairToBf16 "umma_gemm_pair_bf16":
        Bf16 to Bf16, SM100_MMA_F16BF16_2x1SM_SS<256, 256>, 6 stages, ();
    Controlled "umma_gemm_clc":
        Bf16 to f32, SM100_MMA_F16BF16_SS<128, 256>, 4 stages, ByLaunchControl<int!(1)>;
    PairControlled "umma_gemm_pair_clc":
        Bf16 to f32, SM100_MMA_F16BF16_2x1SM_SS<256, 256>, 6 stages, ByLaunchControl<int!(2)>;
}
/// Returns the number of blocks for a tile each, alone or with the other one of a pair, of a C of m
/// by n elements: a grid may have as many, or fewer, if each computes several tiles.
pub const fn blocks<C: Config>(m: u32, n: u32) -> u32 {
    let ctas = <Ctas<C>>::CTAS;
    m.div_ceil(ctas * M::U32) * n.div_ceil(C::Columns::U32) * ctas
}
/// Returns the number of blocks of a cluster: 0 without a pair.
pub(crate) const fn cluster<C: Product>() -> u32 {
    if <Ctas<C>>::CTAS == 1 { 0 } else { <Ctas<C>>::CTAS }
}

/// Writes the tile of C at `at`: thread t of a warpgroup writes row t, of the sums or of zeros.
#[inline(always)]
pub(crate) unsafe fn write_tile<C: Product, G: Sm100 + Store>(
    gpu: G,
    thread: u32,
    sums: Option<GpuTensor<TmemPtr<f32>, impl Layout>>,
    at: (u32, u32),
    (m, n): (u32, u32),
    c: *mut C::Output,
    ldc: u32,
) {
    let load = C::Load::STATIC;
    let g_c = gmem(c, Strided::new((m, n), (ldc, int!(1))));
    let g_c = g_c.local_tile((M::STATIC, C::Columns::STATIC), at).inside().narrow();
    let t_c = g_c.partition_d(load, thread); // (CPY, 1, PARTS)
    let t_sums = sums.map(|sums| sums.partition_s(load, thread)); // (CPY, 1, PARTS)
    let mut part = 0;
    while part < C::Columns::U32 / 32 {
        let mut row = [0.0; 32];
        let t_row = rmem(&mut row, layout!(((32, 1), 1)));
        if let Some(t_sums) = t_sums {
            copy(gpu, load, t_sums.slice((.., .., part)), t_row);
        }
        store_predicated(gpu, t_row, t_c.slice((.., .., part)));
        part += 1;
    }
}

/// Computes C = A B^T. See the [module](self).
///
/// The maps of A and B have the boxes of [`Config::A`] and [`Config::B`].
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Shared<C>>::BYTES,
    min_blocks = 1,
    cluster = cluster::<C>(),
    instances(
        umma_gemm = <ToF32>,
        umma_gemm_bf16 = <ToBf16>,
        umma_gemm_f16 = <OfF16>,
        umma_gemm_pair = <PairToF32>,
        umma_gemm_pair_bf16 = <PairToBf16>,
        umma_gemm_clc = <Controlled>,
        umma_gemm_pair_clc = <PairControlled>,
    )
)]
pub unsafe fn umma_gemm<C: Config, G: Sm100 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut C::Output,
    ldc: u32,
) where
    C::Instruction: Umma<G>,
    C::Tiles: Tiles<Ctas<C>, G>,
{
    let ctas = const { <Ctas<C>>::CTAS };
    let rank = if ctas == 1 { 0 } else { gpu.cluster_rank() };
    let (ring, memory, tiles) = <Shared<C>>::allocate(gpu);
    let mut memory = memory.alloc(gpu);
    let (s_a, s_b) = ring.tiles(); // (BLK_M, BLK_K, PIPE), (BLK_N, BLK_K, PIPE)
    let steps = tiles_of(k, K::STATIC);
    // A matrix has less than 2^31 tiles of this size.
    let order =
        Order::new_unchecked(tiles_of(m, <Rows<C>>::STATIC), tiles_of(n, C::Columns::STATIC));

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            if role.thread() == 32 && gpu.elect_one() {
                let mut consumer = ring.multiplier(&role).filter(|_| steps > 0);
                let tc_a = s_a.umma_descriptors::<OperandA, _>(<OfCta<C::Instruction>>::STATIC);
                let tc_b = s_b.umma_descriptors::<OperandB, _>(<OfCta<C::Instruction>>::STATIC);
                for _ in tiles.followed(gpu, order) {
                    let Some(consumer) = &mut consumer else { continue };
                    let mut issuer = memory.begin(gpu);
                    while consumer.steps() < steps {
                        let full = consumer.wait(gpu);
                        let stage = (.., .., .., full.stage());
                        issuer.gemm(gpu, tc_a.slice(stage), tc_b.slice(stage));
                        full.release_after_products(gpu);
                    }
                    issuer.commit(gpu);
                    consumer.flush(gpu);
                }
            } else if let Some(mut producer) = ring.producer(&role) {
                if gpu.elect_one() {
                    for tile in tiles.produced(gpu, order, &role) {
                        if steps == 0 {
                            continue; // the sums are zero, and nothing is copied
                        }
                        let (i, j) = tile.coordinate();
                        let (i, j) = (ctas * i + rank, ctas * j + rank);
                        let g_a = tma(a, (m, k)).local_tile((M::STATIC, K::STATIC), (i, ..));
                        let tile_b = (<RowsOfB<C>>::STATIC, K::STATIC);
                        let g_b = tma(b, (n, k)).local_tile(tile_b, (j, ..));
                        producer.load_steps(gpu, steps, |step| {
                            (g_a.at((.., .., step)), g_b.at((.., .., step)))
                        });
                    }
                    if ctas > 1 {
                        producer.finish(gpu);
                    }
                }
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let thread = warpgroup.reg_alloc(gpu).thread();
            for tile in tiles.followed(gpu, order) {
                let sums = (steps > 0).then(|| memory.wait(gpu));
                let of_tile = sums.as_ref().map(|sums| sums.tile(0));
                let (i, j) = tile.coordinate();
                let at = (ctas * i + rank, j);
                // The second block of a pair may have no row of C.
                if ctas == 1 || at.0 * M::U32 < m {
                    write_tile::<C, _>(gpu, thread, of_tile, at, (m, n), c, ldc);
                }
                if let Some(sums) = sums {
                    sums.release(gpu);
                }
            }
        }
    }
    memory.free(gpu);
}
