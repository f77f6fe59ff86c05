//! The product C = (A SFA) (B SFB)^T for the Blackwell GPUs of RTX 50, of 4-bit and 8-bit numbers
//! with scale factors, which the tensor cores apply: nvfp4 and mxfp8 by `mma.sync`.
//!
//! The operands are those of [`umma_scaled_gemm`](mod@crate::umma_scaled_gemm): A has m rows and B
//! has n rows of k elements, contiguous along K; C has m rows of n elements, f32 or rounded to bf16
//! at the end. The kernel is emulated, and assembled for `sm_120a`; it has not run on a GPU.
//!
//! | kernel | its configuration | elements | V, factor | C | K of a step |
//! |---|---|---|---|---|---|
//! | `mma_gemm_nvfp4` | [`Nvfp4ToF32`] | [`E2m1`], two to a byte | 16, [`Ue4m3`] | f32 | 256 |
//! | `mma_gemm_nvfp4_bf16` | [`Nvfp4ToBf16`] | the same | the same | bf16 | 256 |
//! | `mma_gemm_mxfp8` | [`Mxfp8ToF32`] | [`E4m3`] | 32, [`Ue8m0`] | f32 | 128 |
//! | `mma_gemm_mxfp8_bf16` | [`Mxfp8ToBf16`] | the same | the same | bf16 | 128 |
//!
//! # Units of 16 bits
//!
//! The tiling and the copies are those of [`mma_gemm`](mod@crate::mma_gemm). An instruction has 32
//! bytes of each row of A and B, and in units of 16 bits each thread has those that it has of
//! m16n8k16. So A and B are matrices of such units, of four or two elements: `cp.async`, the
//! swizzle and `ldmatrix` need not know what they are. A step is 128 bytes of each row, four
//! instructions. There are two stages, since a block of these GPUs has 99 KiB of shared memory.
//!
//! ```text
//!   tile t     k = 0         k = 1         k = 2         k = 3
//!   load       k = 1 of t    k = 2 of t    k = 3 of t    wait for t + 1, barrier; k = 0 of t + 1
//!   begin                                                tile t + 2
//!   multiply   k = 0         k = 1         k = 2         k = 3
//! ```
//!
//! # The scale factors
//!
//! They lie in global memory as for `umma_scaled_gemm`, in blocks of 128 rows and a word of each: 4
//! factors along K. A tile of C has the rows of one block of A and of one of B, and the words of a
//! step follow one another in memory. They are copied as they are.
//!
//! An instruction reads the factors of 16 rows of A from two of the four lanes of each group, and
//! those of 8 rows of B from one, by its thread ids. So the lanes of a group have words for two
//! instructions along M, or for four along N, and each word is read once by each warp. For mxfp8 a
//! word serves four steps along K, by its byte ids.
//!
//! | layout | what it gives |
//! |---|---|
//! | [`RowsA`], [`RowsB`] | (thread, word) to the row of the tile |
//! | [`WordsOf`] these rows | (thread, word, word along K, stage) to shared memory |
//! | [`Config::Stages`] | (0, word, stage) to the same memory, for the copy |
//!
//! # Sizes
//!
//! Any m and n; k is a multiple of 32 for nvfp4 and of 16 for mxfp8, 16 bytes. Rows of A and B
//! begin at multiples of 16 bytes; `lda` and `ldb` are in bytes. The factors begin at a multiple of
//! 16 bytes, and [`words`](crate::umma_scaled_gemm::words) says how many words of 4 they are. C may
//! begin anywhere and have any leading dimension. Leading dimensions are less than 2^24. Factors of
//! elements past k multiply zeros, and may be any numbers but NaN; those of rows past the end may
//! be NaN, too.
//!
//! Source: the algorithm of CuTe's tutorial `sgemm_sm80`, with the instruction of CUTLASS's example
//! `79_blackwell_geforce_gemm`, which gives every lane the factors of its rows.

use crate::major::KMajor;
use crate::mma_gemm::config::{FillOf, LoadOf, Mma as UnitsMma, Of};
use crate::mma_gemm::{self, OfBf16};
use core::ops::RangeFull;
use zellige::atom::mma_sm120::{SM120_16x8x32_TN_VS, SM120_16x8x64_TN_VS};
use zellige::atom::smem::{LayoutKSw128Atom, SharedTile};
use zellige::atom::{copy as copies, *};
use zellige::construct::row_major;
use zellige::ops::{Append, Compose, TileToShape};
use zellige::prelude::*;
use zellige::typenum::{U2, U128, Unsigned};
use zellige_gpu::copy::{CpAsync, copy, copy_if};
use zellige_gpu::epilogue::store_predicated;
use zellige_gpu::gemm::{MmaSyncScaled, gemm_scaled};
use zellige_gpu::number::{E2m1, Predicated, Ue4m3, Ue8m0};
use zellige_gpu::pipeline::CpAsyncRing;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{GpuTensor, gmem, packed, registers, rmem};
use zellige_gpu::transform::transform;
use zellige_gpu::{Bf16, E4m3, Sm120, Store, unroll};

/// The number of threads of a block.
pub const THREADS: u32 = mma_gemm::THREADS;
/// The rows and the columns of a tile of C.
type Tile = U128;
/// The units of 16 bits of a row in a step, 128 bytes.
type Line = int!(64);
/// The number of stages.
type Pipe = U2;
/// The copies of A and of B to shared memory, and from there to registers.
type OfA = Of<OperandA, KMajor, Tile>;
type OfB = Of<OperandB, KMajor, Tile>;

/// The stages of A or B in shared memory: (row, unit, stage).
pub type Units = TileToShape<LayoutKSw128Atom<int!(16)>, (Tile, Line, Pipe)>;
/// (thread, word) to the row of A in a tile: thread 4 g + 2 h + i of a warp has those of rows
/// 8 i + g of the instructions h and 2 + h along M.
pub type RowsA = layout!((((2, 2, 8), (2, 2)), 2) : (((8, 32, 1), (16, 0)), 64));
/// (thread, word) to the row of B in a tile: thread 4 g + q of a warp has those of row g of the
/// instructions q and 4 + q along N.
pub type RowsB = layout!((((4, 8), (2, 2)), 2) : (((16, 1), (0, 8)), 64));
/// Row to word, in a block of scale factors.
type Block = layout!((32, 4) : (4, 1));
/// The words W along K of these rows in shared memory: (thread, word, word along K, stage).
pub type WordsOf<Rows, W, OfStep> =
    Append<Append<Compose<Block, Rows>, Strided<W, int!(128)>>, Strided<Pipe, OfStep>>;
/// The shared memory of a block.
pub type Storage<C> = (
    SmemTensor<u16, Units>,
    SmemTensor<u16, Units>,
    SmemTensor<u32, <C as Config>::Stages>,
    SmemTensor<u32, <C as Config>::Stages>,
);

/// The parameters that distinguish one instance from another.
pub trait Config: 'static {
    /// The type of a scale factor, of 8 bits.
    type Factor: Copy + 'static;
    /// The type of an element of C.
    type Output: Predicated + 'static;
    /// The number of elements along K of a step.
    type K: Integer + Unsigned;
    /// The number of words of scale factors of a row in a step.
    type Words: Integer + Unsigned;
    /// The number of words of scale factors of all rows in a step.
    type OfStep: Integer;
    /// The stages of words, as they lie in memory: (0, word, stage).
    type Stages: SharedTile<Profile = (usize, usize, usize)>;
    /// The words of A that a thread multiplies by: (thread, word, word along K, stage).
    type WordsA: Layout;
    /// The words of B.
    type WordsB: Layout;
    /// The copy of the words to shared memory, those that follow one another by a thread.
    type Fill: CopyTiling<Tile: Tiler<TilerProfile = (usize, usize)>, Atom: CpAsync>;
    /// The instruction.
    type Instruction: BlockScaledMmaAtom;
    /// The tiled MMA: 32 by 32 elements of C by four warps, which lie as in
    /// [`mma_gemm`](mod@crate::mma_gemm).
    type Mma: MmaTiling<Atom = Self::Instruction>;
}
macro_rules! configs {
    ($(
        $Name:ident $kernel:literal: $T:ident to $U:ident, $F:ident for $v:literal,
            $k:literal with $w:literal, $Atom:ident;
    )*) => { $(
        #[doc = concat!("The configuration of `", $kernel, "`.")]
        pub struct $Name;
        impl Config for $Name {
            type Factor = $F;
            type Output = $U;
            type K = int!($k);
            type Words = int!($w);
            type OfStep = int!({ 128 * $w });
            type Stages = Strided<(int!(1), Self::OfStep, Pipe), (int!(0), int!(1), Self::OfStep)>;
            type WordsA = WordsOf<RowsA, Self::Words, Self::OfStep>;
            type WordsB = WordsOf<RowsB, Self::Words, Self::OfStep>;
            type Fill = MakeTiledCopy<
                CopyAtom<copies::SM80_CP_ASYNC_CACHEALWAYS<int!({ 32 * $w })>, int!(32)>,
                layout!((1, 128)),
                layout!((1, $w)),
            >;
            type Instruction = $Atom<$T, $T, f32, $F, int!($v)>;
            type Mma =
                TiledMma<Self::Instruction, layout!((2, 2)), (RangeFull, int!(32), RangeFull)>;
        }
    )* };
}
// The elements along K of a step, with the words of factors of each row.
configs! {
    Nvfp4ToF32 "mma_gemm_nvfp4": E2m1 to f32, Ue4m3 for 16, 256 with 4, SM120_16x8x64_TN_VS;
    Nvfp4ToBf16 "mma_gemm_nvfp4_bf16": E2m1 to Bf16, Ue4m3 for 16, 256 with 4, SM120_16x8x64_TN_VS;
    Mxfp8ToF32 "mma_gemm_mxfp8": E4m3 to f32, Ue8m0 for 32, 128 with 1, SM120_16x8x32_TN_VS;
    Mxfp8ToBf16 "mma_gemm_mxfp8_bf16": E4m3 to Bf16, Ue8m0 for 32, 128 with 1, SM120_16x8x32_TN_VS;
}
// A block of these GPUs has 99 KiB of shared memory.
const _: () = assert!(<Storage<Nvfp4ToF32>>::BYTES <= 99 * 1024);

/// Returns the grid for a C of m by n elements: that of tiles of 128 by 128 in
/// [`mma_gemm`](mma_gemm::grid).
pub fn grid(m: u32, n: u32) -> (u32, u32) {
    mma_gemm::grid::<OfBf16>(m, n)
}

/// Computes C = (A SFA) (B SFB)^T. [`grid`] returns the number of blocks; see the [module](self)
/// for the conditions.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = <Storage<C>>::BYTES,
    instances(
        mma_gemm_nvfp4 = <Nvfp4ToF32>,
        mma_gemm_nvfp4_bf16 = <Nvfp4ToBf16>,
        mma_gemm_mxfp8 = <Mxfp8ToF32>,
        mma_gemm_mxfp8_bf16 = <Mxfp8ToBf16>,
    )
)]
pub unsafe fn mma_scaled_gemm<C: Config, G: Sm120 + Store>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const u8,
    lda: u32,
    b: *const u8,
    ldb: u32,
    sfa: *const C::Factor,
    sfb: *const C::Factor,
    c: *mut C::Output,
    ldc: u32,
) where
    C::Instruction: MmaSyncScaled<G>,
{
    let (thread, tile) = (gpu.thread(), (Tile::STATIC, Tile::STATIC));
    let (x, column) = layout!((8, (n.div_ceil(Tile::U32)))).idx2crd(gpu.block_x());
    let row = layout!((8, (m.div_ceil(8 * Tile::U32))) : (1, 8)).crd2idx((x, gpu.block_y()));
    if Tile::U32 * row >= m || Tile::U32 * column >= n {
        return;
    }
    let (s_a, s_b, s_fa, s_fb) = <Storage<C>>::allocate(gpu); // (BLK, unit, PIPE), (0, word, PIPE)

    // The share of this thread in the copies to shared memory.
    let (fill, fill_factors) = (FillOf::<OfA>::STATIC, C::Fill::STATIC);
    let line = k / (C::K::U32 / Line::U32);
    let (blk, blk_words) = ((Tile::STATIC, Line::STATIC), (int!(1), C::OfStep::STATIC));
    let words = 128 * k.div_ceil(C::K::U32 / C::Words::U32);
    let units = |from: *const u8, rows, ld: u32, at| {
        let all = gmem(from.cast::<u16>(), layout!((rows, line) : ((ld / 2), 1)));
        all.local_tile(blk, (at, ..)).partition_s(fill, thread).tiles() // (CPY, CPY_M, CPY_K, k)
    };
    let factors = |from: *const C::Factor, rows: u32, at| {
        let blocks = rows.div_ceil(128);
        let all = gmem(from.cast::<u32>(), layout!((blocks, words) : (words, 1)));
        all.local_tile(blk_words, (at, ..)).partition_s(fill_factors, thread).tiles()
    };
    let (mut g_a, mut g_b) = (units(a, m, lda, row), units(b, n, ldb, column));
    let (mut g_fa, mut g_fb) = (factors(sfa, m, row), factors(sfb, n, column));
    let (to_a, to_b) = (s_a.partition_d(fill, thread), s_b.partition_d(fill, thread));
    let to_fa = s_fa.partition_d(fill_factors, thread);
    let to_fb = s_fb.partition_d(fill_factors, thread);
    let mut begin = |step: u32, stage: u32| {
        let at = (.., .., .., stage);
        copy_if(gpu, fill, g_a.next(step), to_a.at(at));
        copy_if(gpu, fill, g_b.next(step), to_b.at(at));
        copy_if(gpu, fill_factors, g_fa.next(step), to_fa.at(at));
        copy_if(gpu, fill_factors, g_fb.next(step), to_fb.at(at));
    };

    // Its share of the product: (MMA, MMA_M, MMA_K), in units, and the words of its rows.
    let (load_a, load_b) = (LoadOf::<OfA>::STATIC, LoadOf::<OfB>::STATIC);
    let frg_a = UnitsMma::<Bf16>::STATIC.partition_fragment::<OperandA, _>(row_major(blk));
    let frg_b = UnitsMma::<Bf16>::STATIC.partition_fragment::<OperandB, _>(row_major(blk));
    let mut r_a = registers::<u32, _>(frg_a.upcast(int!(2)));
    let mut r_b = registers::<u32, _>(frg_b.upcast(int!(2)));
    let (tc_ra, tc_rb) =
        (packed::<u16, _, _>(&mut r_a, frg_a), packed::<u16, _, _>(&mut r_b, frg_b));
    let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
    let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));
    let of_thread = (thread, .., .., ..);
    let t_fa = GpuTensor::new(s_fa.engine(), C::WordsA::STATIC).slice(of_thread);
    let t_fb = GpuTensor::new(s_fb.engine(), C::WordsB::STATIC).slice(of_thread);
    let (mut r_fa, mut r_fb) = ([0; 8], [0; 8]);
    let frg = layout!((2, 4)); // (word, MMA_K)
    let (tc_fa, tc_fb) = (rmem(&mut r_fa, frg), rmem(&mut r_fb, frg));
    // An instruction has as many factors of a row as a step has words.
    let word_and_byte = |k: u32| (k * C::Words::U32 / 4, k * C::Words::U32 % 4);
    let load = |k: u32, stage: u32| {
        copy(gpu, load_a, ts_sa.at((.., .., k, stage)), ts_ra.slice((.., .., k)));
        copy(gpu, load_b, ts_sb.at((.., .., k, stage)), ts_rb.slice((.., .., k)));
        let (word, _) = word_and_byte(k);
        transform(t_fa.slice((.., word, stage)), tc_fa.slice((.., k)), |word| word);
        transform(t_fb.slice((.., word, stage)), tc_fb.slice((.., k)), |word| word);
    };
    let acc = C::Mma::STATIC.partition_fragment::<OperandC, _>(row_major(tile));
    let mut r_c = registers(acc);
    let tc_rc = rmem(&mut r_c, acc); // (MMA, MMA_M, MMA_N)

    // The pipeline.
    let steps = k.div_ceil(C::K::U32);
    let mut ring = CpAsyncRing::<Pipe>::start(gpu, |stage| begin(stage, stage));
    load(0, ring.reading());
    begin(1, ring.writing());
    ring.commit(gpu);
    let mut step = 0;
    loop {
        unroll!(for k in 0..4 {
            if k == 3 {
                ring.next(gpu);
            }
            load((k + 1) % 4, ring.reading());
            if k == 3 {
                begin(step + 2, ring.writing());
                ring.commit(gpu);
            }
            let a = (tc_ra.slice((.., .., k)), tc_fa.slice((.., k)));
            let b = (tc_rb.slice((.., .., k)), tc_fb.slice((.., k)));
            gemm_scaled(gpu, C::Mma::STATIC, a, b, word_and_byte(k).1, tc_rc);
        });
        step += 1;
        if step >= steps {
            break;
        }
    }

    // Its share of C.
    let g_c = gmem(c, layout!((m, n) : (ldc, 1))).local_tile(tile, (row, column));
    let tc_gc = g_c.inside().narrow().partition::<OperandC, _>(C::Mma::STATIC, thread);
    store_predicated(gpu, tc_rc, tc_gc);
}
