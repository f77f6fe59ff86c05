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
//!
//! # The tiling
//!
//! A block computes a tile of C, in steps of 64 along K: four instructions of 128 x 256 x 16, which
//! one thread begins. Two warpgroups of 128 threads divide the work:
//!
//! ```text
//! producer, thread 0      fills stages            waits for `empty`, which a commit signals
//! consumer, thread 0      multiplies stages       waits for `full`; a commit for each stage
//! consumer, all threads   wait for the last commit; thread t reads and writes row t
//! ```
//!
//! # The layouts
//!
//! | layout | what it gives |
//! |---|---|
//! | [`Config::A`], [`Config::B`] | (row, k, stage) to shared memory, swizzled, and the box of one copy |
//! | the same, partitioned by [`Config::Mma`] | the descriptors of the matrix instructions |
//! | [`Sums`] | the columns of tensor memory, and the address of each accumulator: row i in lane i |
//! | (m, n) : (ldc, 1) in tiles | a tile of C, and how much of it is inside |
//! | [`Config::Load`], of the accumulators and of a tile of C | a row for each thread, 32 columns at a time |
//!
//! # Sizes
//!
//! The grid has a block for each [`tile`](tiles) of C: none for m = 0 or n = 0. For k = 0, C
//! becomes zero and the maps are not used. Leading dimensions of A and B are multiples of 8
//! elements, and their addresses of 16 bytes; C may begin anywhere and have any leading dimension
//! below 2^24. Sums are written one by one.
//!
//! Source: the algorithm of CUTLASS's example `blackwell/02_mma_tma_sm100`, with roles of
//! warpgroups.

use crate::wgmma_gemm::{K, M, tiles as tiles_of};
use zellige::atom::tmem::TmemTensor;
use zellige::atom::tmem_copy::{MakeTmemCopy, SM100_TMEM_LOAD_32dp32b};
use zellige::atom::umma::SM100_MMA_F16BF16_SS;
use zellige::atom::{CopyAtom, CopyTiling, MmaTiling, OperandA, OperandB, TiledMma};
use zellige::ops::Get;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::copy::copy;
use zellige_gpu::epilogue::store_predicated;
use zellige_gpu::number::Predicated;
use zellige_gpu::pipeline::TmaRing;
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, KMajorTile, SharedStorage};
use zellige_gpu::tensor::{gmem, rmem, tma};
use zellige_gpu::tmem::{Accumulator, TmemStorage, Umma, UmmaOperands};
use zellige_gpu::wgmma::TmaOperand;
use zellige_gpu::{Bf16, F16, Half, Sm100, Store, TensorMap};

/// The roles: a warpgroup that copies, and one that multiplies and writes.
pub type Warps = WarpRoles<1, 1, 56, 256>;
/// The accumulators of a tile.
pub type Sums<C> = Accumulator<<C as Config>::Mma, (M, <C as Config>::Columns)>;
/// The shared memory of a block: four steps of A and B, and what tensor memory needs.
pub type Shared<C> = (TmaRing<(<C as Config>::A, <C as Config>::B), Warps>, TmemStorage<Sums<C>>);

/// The parameters that distinguish one instance from another.
pub trait Config: 'static {
    /// The type of an element of A and of B.
    type Element: Half;
    /// The type of an element of C.
    type Output: Predicated + 'static;
    /// The number of columns of a tile of C, a multiple of 32.
    type Columns: Integer + Unsigned;
    /// The tiles of A in shared memory, (M, K, stage).
    type A: TmaOperand<Self::Element, Self::Mma, OperandA>;
    /// The tiles of B in shared memory, (N, K, stage).
    type B: TmaOperand<Self::Element, Self::Mma, OperandB>;
    /// The instruction, which has the rows and columns of the tile.
    type Instruction: UmmaOperands<
            ElementA = Self::Element,
            ElementB = Self::Element,
            ElementC = f32,
            OperandA = u64,
        >;
    /// The tiled MMA.
    type Mma: MmaTiling<Atom = Self::Instruction>;
    /// The copy of the accumulators to registers.
    type Load: CopyTiling<Atom = Columns32>;
}
/// A load of 32 columns.
type Columns32 = CopyAtom<SM100_TMEM_LOAD_32dp32b<int!(32)>, int!(32)>;
macro_rules! configs {
    ($($Name:ident $kernel:literal: $T:ident to $U:ident, $n:literal columns;)*) => { $(
        #[doc = concat!("The configuration of `", $kernel, "`.")]
        pub struct $Name;
        impl Config for $Name {
            type Element = $T;
            type Output = $U;
            type Columns = int!($n);
            type A = KMajorTile<$T, M, K, int!(4)>;
            type B = KMajorTile<$T, int!($n), K, int!(4)>;
            type Instruction = SM100_MMA_F16BF16_SS<$T, $T, f32, M, int!($n)>;
            type Mma = TiledMma<Self::Instruction>;
            type Load = MakeTmemCopy<Columns32, Get<<Sums<Self> as TmemTensor>::Layout, int!(0)>>;
        }
    )* };
}
configs! {
    ToF32 "umma_gemm": Bf16 to f32, 256 columns;
    ToBf16 "umma_gemm_bf16": Bf16 to Bf16, 256 columns;
    OfF16 "umma_gemm_f16": F16 to f32, 128 columns;
}
/// Returns the grid for a C of m by n elements: the number of tiles along M, and along N.
pub const fn tiles<C: Config>(m: u32, n: u32) -> (u32, u32) {
    (m.div_ceil(M::U32), n.div_ceil(C::Columns::U32))
}

/// Computes C = A B^T. See the [module](self).
///
/// The maps of A and B have the boxes of [`Config::A`] and [`Config::B`].
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = <Shared<C>>::BYTES,
    min_blocks = 1,
    instances(
        umma_gemm = <ToF32>,
        umma_gemm_bf16 = <ToBf16>,
        umma_gemm_f16 = <OfF16>,
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
{
    let n_tile = C::Columns::STATIC;
    let (ring, memory) = <Shared<C>>::allocate(gpu);
    let mut memory = memory.alloc(gpu);
    let (s_a, s_b) = ring.tiles(); // (BLK_M, BLK_K, PIPE), (BLK_N, BLK_K, PIPE)
    let (i, j, steps) = (gpu.block_x(), gpu.block_y(), tiles_of(k, K::STATIC));

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            let role = warpgroup.reg_dealloc(gpu);
            if let (Some(mut producer), true) = (ring.producer(&role), steps > 0) {
                let g_a = tma(a, (m, k)).local_tile((M::STATIC, K::STATIC), (i, ..));
                let g_b = tma(b, (n, k)).local_tile((n_tile, K::STATIC), (j, ..));
                producer.load_steps(gpu, steps, |step| {
                    (g_a.at((.., .., step)), g_b.at((.., .., step)))
                });
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            let role = warpgroup.reg_alloc(gpu);
            let (mut consumer, thread) = (ring.consumer::<0>(&role), role.thread());
            let (issuer, pending) = memory.accumulate(&role);
            if let Some(mut issuer) = issuer {
                let tc_a = s_a.umma_descriptors::<OperandA, _>(C::Mma::STATIC);
                let tc_b = s_b.umma_descriptors::<OperandB, _>(C::Mma::STATIC);
                while consumer.steps() < steps {
                    let full = consumer.wait(gpu);
                    let stage = (.., .., .., full.stage());
                    issuer.gemm(gpu, tc_a.slice(stage), tc_b.slice(stage));
                    full.release_after_products(gpu);
                }
                issuer.commit(gpu);
            }
            let load = C::Load::STATIC;
            let t_sums = pending.wait(gpu).tile(0).partition_s(load, thread); // (CPY, 1, PARTS)
            let g_c = gmem(c, Strided::new((m, n), (ldc, int!(1))));
            let g_c = g_c.local_tile((M::STATIC, n_tile), (i, j)).inside().narrow();
            let t_c = g_c.partition_d(load, thread); // (CPY, 1, PARTS)
            let mut part = 0;
            while part < C::Columns::U32 / 32 {
                let mut row = [0.0; 32];
                let t_row = rmem(&mut row, layout!(((32, 1), 1)));
                if steps > 0 {
                    copy(gpu, load, t_sums.slice((.., .., part)), t_row);
                }
                store_predicated(gpu, t_row, t_c.slice((.., .., part)));
                part += 1;
            }
        }
    }
    memory.free(gpu);
}
