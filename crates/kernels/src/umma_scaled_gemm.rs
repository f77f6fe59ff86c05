//! The product C = (A SFA) (B SFB)^T for Blackwell, of 4-bit and 8-bit numbers with scale factors,
//! which the tensor cores apply: nvfp4, mxfp8, and mxfp8 by mxfp4.
//!
//! A has m rows and B has n rows of k elements, contiguous along K; C has m rows of n elements, f32
//! or rounded to bf16 at the end. A scale factor is a byte that multiplies V elements of a row. The
//! kernel is emulated, and assembled for `sm_100a`; it has not run on a GPU.
//!
//! | kernel | its configuration | elements | V, factor | C | tile |
//! |---|---|---|---|---|---|
//! | `umma_gemm_nvfp4` | [`Nvfp4ToF32`] | [`E2m1`], two to a byte | 16, [`Ue4m3`] | f32 | 128 by 256 by 256 |
//! | `umma_gemm_nvfp4_bf16` | [`Nvfp4ToBf16`] | the same | the same | bf16 | the same |
//! | `umma_gemm_mxfp8` | [`Mxfp8ToF32`] | [`E4m3`] | 32, [`Ue8m0`] | f32 | 128 by 256 by 128 |
//! | `umma_gemm_mxfp8_bf16` | [`Mxfp8ToBf16`] | the same | the same | bf16 | the same |
//! | `umma_gemm_mxfp8_by_mxfp4` | [`Mxfp8ByMxfp4`] | [`E4m3`]; B of [`E2m1`] | 32, [`Ue8m0`] | f32 | 128 by 256 by 128 |
//! | `umma_scaled_gemm_pair_nvfp4` | [`PairOfNvfp4`] | those of nvfp4 | the same | f32 | 256 by 256 by 256, of pairs |
//! | `umma_scaled_gemm_pair_mxfp8` | [`PairOfMxfp8`] | those of mxfp8 | the same | f32 | 256 by 256 by 128, of pairs |
//!
//! # The tiling
//!
//! The roles are those of [`umma_gemm`](mod@crate::umma_gemm). A step along K is 128 bytes of each
//! row: four instructions, 64 elements of nvfp4 or 32 of mxfp8 each. The thread that multiplies
//! copies the factors of the step to tensor memory first:
//!
//! ```text
//! producer, thread 0      fills stages with A, B, SFA, SFB      waits for `empty`
//! consumer, thread 0      copies SFA, SFB to tensor memory      waits for `full`
//!                         multiplies                            a commit for each stage
//! consumer, all threads   wait for the last commit; thread t reads and writes row t
//! ```
//!
//! A product may still read its factors when the thread copies those of the next step. So tensor
//! memory has factors for as many steps as shared memory: a stage is full again only after the
//! producer has waited for the commit of its last products, and that commit covers both.
//!
//! The two blocks of a pair compute a tile of 256 by 256 together, as those of
//! [`umma_gemm`](mod@crate::umma_gemm) do. Each fills its stages with 128 rows of A and their
//! factors, 128 rows of B, and the factors of all 256 rows of B, which its tensor cores apply. The
//! leader begins the copies to the tensor memory of both.
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`Config::A`], [`Config::B`] | (row, byte, stage) to shared memory, swizzled, and the box of one copy |
//! | the same, partitioned by [`OfCta`] | the descriptors of the matrix instructions |
//! | [`Blocks`] | (block of 128 rows, word, stage) to shared memory, and the box of one copy of factors |
//! | [`Config::Sfa`], [`Config::Sfb`] | the same memory as factors, ((row, (element, factor)), 0, (instruction, block), stage) |
//! | [`InTmem`] of these | the columns of tensor memory, and the address of each factor |
//! | [`Sums`] | the same of each accumulator: row i in lane i |
//! | (m, n) : (ldc, 1) in tiles | a tile of C, and how much of it is inside |
//! | [`Product::Load`], of the accumulators and of a tile of C | a row for each thread, 32 columns at a time |
//!
//! # The scale factors in global memory
//!
//! They have CuTe's layout, which cuBLAS has, too: [`tile_atom_to_shape_sfa`] and
//! [`tile_atom_to_shape_sfb`] give the byte of the factor of an element. Blocks of 512 bytes, each
//! 128 rows of 4 factors, follow one another along K, and then along M or N. The last block of rows
//! and the last one along K are whole.
//!
//! A block is 128 words, and a matrix of words is what the map describes: a row for each 128 rows
//! of A or B, and 128 columns for each 4 V elements along K. It has no swizzle. With
//! `zellige-launch`, it is the map for [`Config::BlocksA`] of a tensor of `i32` with the layout
//! (rows, columns) : (columns, 1).
//!
//! ```
//! use zellige::atom::block_scaled::tile_atom_to_shape_sfa;
//! use zellige::prelude::*;
//! use zellige_gpu::storage::TmaTile;
//! use zellige_kernels::umma_scaled_gemm::{Config, Nvfp4ToF32, words};
//! let (m, n, k) = (200u32, 300u32, 1000u32);
//! let sfa = tile_atom_to_shape_sfa(int!(16), (m, n, k));
//! // Row 129 is in the second block of rows, after 16 along K; element 80 has factor 1 of a word.
//! assert_eq!(sfa.crd2idx((129u32, 80u32)), 16 * 512 + 512 + 16 + 1);
//! // The matrix of the map, and its box: a block along M, and four along K.
//! assert_eq!(words::<Nvfp4ToF32>(m, k), (2, 16 * 128));
//! assert_eq!(sfa.cosize(), 4 * 2 * 16 * 128);
//! assert_eq!(<Nvfp4ToF32 as Config>::BlocksA::map(), ((128, 1), 0));
//! ```
//!
//! # Sizes
//!
//! The grid has a block, or a pair along M, for each [`tile`](tiles) of C: none for m = 0 or n = 0.
//! For k = 0, C becomes zero and the maps are not used. For nvfp4, k is even, and the maps of A and
//! B describe bytes. Rows of A and B, and the factors, begin at multiples of 16 bytes; C may begin
//! anywhere and have any leading dimension below 2^24. Sums are written one by one.
//!
//! A B of mxfp4 for an A of mxfp8 has two numbers to a byte, which the copies pad to 16 bytes for
//! 16 numbers: [`Padded`]. Its map describes numbers of 4 bits, in rows of k numbers, rounded up to
//! a multiple of 128, which begin at multiples of 32 bytes. Numbers past k are multiplied by zeros.
//!
//! Past the ends of the matrices the maps give bytes of 0, also as factors, so k need not be a
//! multiple of a step. Inside of the last block along K lie factors of elements past k. They
//! multiply zeros, and may be any numbers but NaN. Those of rows past the end may be NaN, too: C
//! does not have these rows.
//!
//! Source: the algorithm of CUTLASS's example `blackwell/72_blackwell_narrow_precision_gemm`, with
//! roles of warpgroups.

use crate::umma_gemm::{Columns32, Ctas, Product, Rows, RowsOfB, Sums, Warps, cluster, write_tile};
use crate::wgmma_gemm::{M, tiles as tiles_of};
use zellige::atom::block_scaled::{DeduceSmemLayoutSfa, DeduceSmemLayoutSfb};
#[cfg(doc)]
use zellige::atom::block_scaled::{tile_atom_to_shape_sfa, tile_atom_to_shape_sfb};
use zellige::atom::gmma::Blackwell;
use zellige::atom::tmem::{TmemFragment, TmemSfFrg, TmemTensor};
use zellige::atom::tmem_copy::MakeTmemCopy;
use zellige::atom::umma::{
    SM100_MMA_MXF4_2x1SM_SS, SM100_MMA_MXF4_SS, SM100_MMA_MXF8F6F4_2x1SM_SS, SM100_MMA_MXF8F6F4_SS,
};
use zellige::atom::{MmaTiling, Operand, OperandA, OperandB, TiledMma};
use zellige::ops::{Append, Cosize, Downcast, Get, TileToShapeOrdered, Upcast};
use zellige::prelude::*;
use zellige::typenum::{U2, Unsigned};
use zellige_gpu::engine::{SharedAddress, Smem};
use zellige_gpu::number::{E2m1, FragmentElement, Padded, Ue4m3, Ue8m0};
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, Warpgroup};
use zellige_gpu::storage::{Allocate, KMajorTile, OfCtas, SharedStorage, Stages, TmaTile};
use zellige_gpu::tensor::{GpuTensor, tma};
use zellige_gpu::tmem::{CtaGroup, OfCta, TmemStorage, UmmaScaled};
use zellige_gpu::wgmma::{Descriptors, OperandTile, SharedOperand};
use zellige_gpu::{Bf16, E4m3, Sm100, Store, TensorMap};

/// The bytes of a row of A or B in a step.
pub type Line = int!(128);
/// The number of steps that shared memory and tensor memory have room for.
pub type Pipe = int!(4);
/// The words of a block of scale factors: one for each of its rows.
type OfBlock = int!(128);

/// The stages of scale factors that a map fills, in words of 4, since a box has at most 256
/// elements along a row: ROWS blocks of 128 rows, and W words of each. The blocks of a box follow
/// one another, and then those further along K.
pub type Blocks<ROWS, W> = Stages<
    i32,
    TileToShapeOrdered<layout!((1, 128)), (ROWS, W, Pipe), shape!((0, 1, 2))>,
    (ROWS, OfBlock),
>;
/// The layout L of the scale factors of a step, with the stage as its last mode.
pub type InStages<L> = Append<L, Strided<Pipe, Cosize<L>>>;
/// The tile of C, and the elements along K of a step: (M, N, K).
type OfTile<C> = (Rows<C>, <C as Product>::Columns, <C as Config>::K);
/// The scale factors in tensor memory, of all stages: see [`Config::Sfa`].
pub type InTmem<L> = TmemFragment<<L as Layout>::Shape, TmemSfFrg>;
/// What tensor memory holds: the accumulators of a tile, and the scale factors of four steps.
pub type InColumns<C> = (Sums<C>, (InTmem<<C as Config>::Sfa>, InTmem<<C as Config>::Sfb>));
/// The tiles of a stage: A, B and their scale factors.
pub type Tiles<C> =
    (<C as Config>::A, <C as Config>::B, <C as Config>::BlocksA, <C as Config>::BlocksB);
/// The shared memory of a block: four steps, and what tensor memory needs.
pub type Shared<C> = (TmaRing<OfCtas<Tiles<C>, Ctas<C>>, Warps>, TmemStorage<InColumns<C>>);

/// Tiles in shared memory of elements T, one or two to a byte, which the tiled MMA M reads by
/// descriptors as its operand O.
pub trait ScaledTile<T: FragmentElement, M: MmaTiling, O: Operand>: TmaTile {
    /// The layout of the elements, (V, M, K, stage).
    type Share: OperandTile;
    /// Returns the descriptors, (V, M, K, stage).
    fn descriptors(tiles: Self::Tiles) -> DescriptorsOf<T, Self::Share>;
}
/// The tensor of the descriptors of a share S: (V, M, K, stage) in units of 16 bytes.
pub type DescriptorsOf<T, S> = GpuTensor<
    Descriptors<T, <S as OperandTile>::First, Blackwell>,
    Upcast<<S as Layout>::Inner, <T as FragmentElement>::InUnit>,
>;
macro_rules! scaled_tiles {
    ($($T:ty, in $Stored:ty, $L:ident to $Elements:ty: $descriptors:ident;)*) => { $(
        impl<M: MmaTiling, O: Operand, $L: Layout, X> ScaledTile<$T, M, O> for X
        where
            X: TmaTile<Element = $Stored, Layout = $L>,
            $Elements: SharedOperand<M, O>,
        {
            type Share = <$Elements as SharedOperand<M, O>>::Share;
            #[inline(always)]
            fn descriptors(tiles: X::Tiles) -> DescriptorsOf<$T, Self::Share> {
                tiles.$descriptors::<O, M>(M::STATIC)
            }
        }
    )* };
}
scaled_tiles! {
    E2m1, in u8, L to Downcast<L, U2>: umma_pairs;
    E4m3, in E4m3, L to L: umma_descriptors;
    Padded<E2m1>, in Padded<E2m1>, L to L: umma_descriptors;
}

/// The parameters that distinguish one instance from another.
pub trait Config: Product {
    /// The type of a scale factor, of 8 bits.
    type Factor: Copy + 'static;
    /// The number of elements along K of a step.
    type K: Integer + Unsigned;
    /// The number of words of scale factors of a step, for 128 rows.
    type Words: Integer + Unsigned;
    /// The number of blocks of 128 columns of a tile of C.
    type ColumnBlocks: Integer + Unsigned;
    /// The tiles of A in shared memory, (M, byte, stage).
    type A: ScaledTile<Self::Element, OfCta<Self::Instruction>, OperandA>;
    /// The tiles of B in shared memory, (N, byte, stage).
    type B: ScaledTile<Self::ElementB, OfCta<Self::Instruction>, OperandB>;
    /// The words of scale factors of A in shared memory, (block, word, stage).
    type BlocksA: TmaTile<Element = i32>;
    /// The words of scale factors of B in shared memory, (block, word, stage).
    type BlocksB: TmaTile<Element = i32>;
    /// The same memory as scale factors of A: ((row, (element, factor)), 0, (instruction, block),
    /// stage).
    type Sfa: Layout;
    /// The same memory as scale factors of B.
    type Sfb: Layout;
}
macro_rules! configs {
    ($(
        $Name:ident $kernel:literal: $A:ty, in $StoredA:ty, by $B:ty, in $StoredB:ty, to $U:ident,
            $F:ident for $v:literal, $m:literal by $n:literal by $k:literal, $Atom:ident $(<$V:ty>)?;
    )*) => { $(
        #[doc = concat!("The configuration of `", $kernel, "`.")]
        pub struct $Name;
        impl Product for $Name {
            type Element = $A;
            type ElementB = $B;
            type Output = $U;
            type Columns = int!($n);
            type Instruction = $Atom<$A, $B, f32, $F, int!($m), Self::Columns $(, $V)?>;
            type Mma = TiledMma<Self::Instruction>;
            type Load = MakeTmemCopy<Columns32, Get<<Sums<Self> as TmemTensor>::Layout, int!(0)>>;
        }
        impl Config for $Name {
            type Factor = $F;
            type K = int!($k);
            type Words = int!({ 128 * $k / (4 * $v) });
            type ColumnBlocks = int!({ $n / 128 });
            type A = KMajorTile<$StoredA, M, Line, Pipe>;
            type B = KMajorTile<$StoredB, RowsOfB<Self>, Line, Pipe>;
            type BlocksA = Blocks<int!(1), Self::Words>;
            type BlocksB = Blocks<Self::ColumnBlocks, Self::Words>;
            type Sfa = InStages<DeduceSmemLayoutSfa<Self::Mma, OfTile<Self>>>;
            type Sfb = InStages<DeduceSmemLayoutSfb<Self::Mma, OfTile<Self>>>;
        }
    )* };
}
configs! {
    Nvfp4ToF32 "umma_gemm_nvfp4":
        E2m1, in u8, by E2m1, in u8, to f32, Ue4m3 for 16, 128 by 256 by 256, SM100_MMA_MXF4_SS<int!(16)>;
    Nvfp4ToBf16 "umma_gemm_nvfp4_bf16":
        E2m1, in u8, by E2m1, in u8, to Bf16, Ue4m3 for 16, 128 by 256 by 256, SM100_MMA_MXF4_SS<int!(16)>;
    Mxfp8ToF32 "umma_gemm_mxfp8":
        E4m3, in E4m3, by E4m3, in E4m3, to f32, Ue8m0 for 32, 128 by 256 by 128, SM100_MMA_MXF8F6F4_SS;
    Mxfp8ToBf16 "umma_gemm_mxfp8_bf16":
        E4m3, in E4m3, by E4m3, in E4m3, to Bf16, Ue8m0 for 32, 128 by 256 by 128, SM100_MMA_MXF8F6F4_SS;
    Mxfp8ByMxfp4 "umma_gemm_mxfp8_by_mxfp4":
        E4m3, in E4m3, by Padded<E2m1>, in Padded<E2m1>, to f32, Ue8m0 for 32,
            128 by 256 by 128, SM100_MMA_MXF8F6F4_SS;
    PairOfNvfp4 "umma_scaled_gemm_pair_nvfp4":
        E2m1, in u8, by E2m1, in u8, to f32, Ue4m3 for 16, 256 by 256 by 256, SM100_MMA_MXF4_2x1SM_SS<int!(16)>;
    PairOfMxfp8 "umma_scaled_gemm_pair_mxfp8":
        E4m3, in E4m3, by E4m3, in E4m3, to f32, Ue8m0 for 32, 256 by 256 by 128, SM100_MMA_MXF8F6F4_2x1SM_SS;
}
/// Returns the grid for a C of m by n elements: the number of tiles along M, times the blocks of
/// each, and along N.
pub const fn tiles<C: Config>(m: u32, n: u32) -> (u32, u32) {
    let ctas = <Ctas<C>>::CTAS;
    (m.div_ceil(ctas * M::U32) * ctas, n.div_ceil(C::Columns::U32))
}
/// Returns the matrix of words of scale factors that a map describes, for `rows` rows of A or B of
/// k elements: its rows, and its columns, which are contiguous. See the [module](self).
pub const fn words<C: Config>(rows: u32, k: u32) -> (u32, u32) {
    let elements = C::K::U32 / (C::Words::U32 / OfBlock::U32);
    (rows.div_ceil(OfBlock::U32), OfBlock::U32 * k.div_ceil(elements))
}
/// Returns the same shared memory as scale factors F, laid out by `layout`.
#[inline(always)]
fn factors<F, W: Layout, L: Layout>(
    words: GpuTensor<Smem<i32>, W>,
    layout: L,
) -> GpuTensor<Smem<F>, L> {
    let words = words.engine();
    GpuTensor::new(Smem::new(words.pointer().cast(), words.address()), layout)
}

/// Computes C = (A SFA) (B SFB)^T. See the [module](self).
///
/// The maps of A and B describe rows of k elements, for nvfp4 of k / 2 bytes, and have the boxes of
/// [`Config::A`] and [`Config::B`]. Those of the factors describe [`words`] as `i32`, all there in
/// memory, and have the boxes of [`Config::BlocksA`] and [`Config::BlocksB`]. The factors of
/// elements past k in the last block are not NaN.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Shared<C>>::BYTES,
    min_blocks = 1,
    cluster = cluster::<C>(),
    instances(
        umma_gemm_nvfp4 = <Nvfp4ToF32>,
        umma_gemm_nvfp4_bf16 = <Nvfp4ToBf16>,
        umma_gemm_mxfp8 = <Mxfp8ToF32>,
        umma_gemm_mxfp8_bf16 = <Mxfp8ToBf16>,
        umma_gemm_mxfp8_by_mxfp4 = <Mxfp8ByMxfp4>,
        umma_scaled_gemm_pair_nvfp4 = <PairOfNvfp4>,
        umma_scaled_gemm_pair_mxfp8 = <PairOfMxfp8>,
    )
)]
pub unsafe fn umma_scaled_gemm<C: Config, G: Sm100 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    sfa: *const TensorMap,
    sfb: *const TensorMap,
    c: *mut C::Output,
    ldc: u32,
) where
    C::Instruction: UmmaScaled<G, Factor = C::Factor>,
{
    let (ctas, words_of) = (const { <Ctas<C>>::CTAS }, C::Words::STATIC);
    let (ring, memory) = <Shared<C>>::allocate(gpu);
    let mut memory = memory.alloc(gpu);
    let (s_a, s_b, words_a, words_b) = ring.tiles(); // (BLK_M, byte, PIPE), (block, word, PIPE)
    let (i, j, steps) = (gpu.block_x(), gpu.block_y(), tiles_of(k, C::K::STATIC));

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            match ring.producer(&role) {
                Some(mut producer) if steps > 0 && gpu.elect_one() => {
                    let (line, bytes) = (Line::STATIC, steps * Line::U32);
                    let g_a = tma(a, (m, bytes)).local_tile((M::STATIC, line), (i, ..));
                    let rank = if ctas == 1 { 0 } else { gpu.cluster_rank() };
                    let tile_b = (<RowsOfB<C>>::STATIC, line);
                    let g_b = tma(b, (n, bytes)).local_tile(tile_b, (ctas * j + rank, ..));
                    let (of_a, of_b) = ((int!(1), words_of), (C::ColumnBlocks::STATIC, words_of));
                    let g_sfa = tma(sfa, words::<C>(m, k)).local_tile(of_a, (i, ..));
                    let g_sfb = tma(sfb, words::<C>(n, k)).local_tile(of_b, (j, ..));
                    producer.load_steps(gpu, steps, |step| {
                        let at = (.., .., step);
                        (g_a.at(at), g_b.at(at), g_sfa.at(at), g_sfb.at(at))
                    });
                    if ctas > 1 {
                        producer.finish(gpu);
                    }
                }
                _ => {}
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let (mut consumer, thread) = (ring.consumer::<0>(&role), role.thread());
            let (t_fa, t_fb) = (memory.second::<C::Factor>(), memory.third::<C::Factor>());
            let (issuer, pending) = memory.accumulate(&role);
            match issuer {
                Some(mut issuer) if gpu.elect_one() => {
                    let (tc_a, tc_b) = (C::A::descriptors(s_a), C::B::descriptors(s_b));
                    let s_fa = factors::<C::Factor, _, _>(words_a, C::Sfa::STATIC);
                    let s_fb = factors::<C::Factor, _, _>(words_b, C::Sfb::STATIC);
                    while consumer.steps() < steps {
                        let full = consumer.wait(gpu);
                        // The copies overwrite factors of four steps before. Their products are
                        // done, as the producer knows, but only this fence orders the copies
                        // behind them.
                        gpu.tcgen05_after_thread_sync();
                        let stage = (.., .., .., full.stage());
                        let (t_fa, t_fb) = (t_fa.slice(stage), t_fb.slice(stage));
                        issuer.copy_factors(gpu, s_fa.slice(stage), t_fa);
                        issuer.copy_factors(gpu, s_fb.slice(stage), t_fb);
                        issuer.gemm_scaled(
                            gpu,
                            (tc_a.slice(stage), t_fa),
                            (tc_b.slice(stage), t_fb),
                        );
                        full.release_after_products(gpu);
                    }
                    issuer.commit(gpu);
                }
                _ => {}
            }
            let tile = pending.wait(gpu).tile(0);
            let sums = (steps > 0).then_some(tile);
            // The second block of a pair may have no row of C.
            if ctas == 1 || i * M::U32 < m {
                write_tile::<C, _>(gpu, thread, sums, (i, j), (m, n), c, ldc);
            }
        }
    }
    memory.free(gpu);
}
