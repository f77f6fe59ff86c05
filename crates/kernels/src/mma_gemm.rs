//! The product C = A Bᵀ on tensor cores: `mma.sync`, fed by `ldmatrix` from swizzled stages that
//! `cp.async` fills.
//!
//! A is M by K, B is N by K, both of 16-bit floating-point numbers; C is M by N, of f32, with N
//! contiguous. Accumulators are in f32. M, N, K and the leading dimensions are known at run time.
//!
//! # The instances
//!
//! [`mma_gemm()`] is one function, generic over a [`Config`], which is a [`Gemm`]: the elements of
//! A and B, the major-ness of each, the tile of C, and the number of elements per copy.
//!
//! | kernel | its configuration | elements | A and B contiguous along | tile | copies |
//! |---|---|---|---|---|---|
//! | `mma_gemm_bf16` | [`OfBf16`] | bf16 | K | 128 by 128 by 64 | 16 bytes |
//! | `mma_gemm_f16` | [`OfF16`] | f16 | K | the same | 16 bytes |
//! | `mma_gemm_nt` | [`Nt`] | bf16 | M and N | the same | 16 bytes |
//! | `mma_gemm_64` | [`Small`] | bf16 | K | 64 by 64 by 64 | 16 bytes |
//! | `mma_gemm_bf16_any`, `mma_gemm_f16_any` | [`Any`] | bf16, f16 | K | 128 by 128 by 64 | elements |
//! | `mma_gemm_nt_any` | [`NtAny`] | bf16 | M and N | the same | elements |
//!
//! The first two, and the two of any size, have baselines. The following numbers are those of
//! `mma_gemm_bf16`.
//!
//! # Tiles
//!
//! A block of 128 threads computes 128 by 128 elements of C, in steps of 64 along K:
//!
//! ```text
//!               N 128                       a warp                    an instruction
//!           +-----------+
//!      64   |  B tile   |        +---+---+---+---+                      8
//!           +-----------+        | 0 | 2 | 0 | 2 | ..  8 columns each +---+
//!   +-----+ +-----------+        +---+---+---+---+                 16 |   | += 16 by 16 of A,
//!   |  A  | |  C tile   | 128    | 1 | 3 | 1 | 3 | ..  16 rows each   |   |    16 by 8 of B
//!   +-----+ +-----------+        +---+---+---+---+                    +---+
//! ```
//!
//! The four warps lie 2 by 2 on tiles of 32 by 32 by 16 ([`Mma`](config::Mma), a tiled MMA), which
//! cover the tile of C 4 by 4 times. So a thread has 4 by 8 instructions for each 16 along K, and
//! 128 accumulators in registers. Columns are assigned to warps in groups of eight, so that one
//! `ldmatrix` of four 8 by 8 matrices is B for two instructions; for A it serves one.
//!
//! # The pipeline
//!
//! ```text
//!   global --cp.async--> shared, 3 stages --ldmatrix--> registers, 2 buffers --mma--> accumulators
//!
//!   tile t     k = 0                k = 1                k = 2           k = 3
//!   load       k = 1 of t           k = 2 of t           k = 3 of t      wait for t + 1, barrier; k = 0 of t + 1
//!   begin      A of tile t + 2      B of tile t + 2
//!   multiply   k = 0                k = 1                k = 2           k = 3
//! ```
//!
//! While tile t is multiplied, t + 1 has arrived or is about to, and t + 2 is in flight. It
//! overwrites tile t - 1: all threads loaded the last part of that before the barrier. Registers
//! are double-buffered in the same way: every `ldmatrix` has 32 `mma`s between it and its use.
//! There is one barrier per tile.
//!
//! # Layouts
//!
//! | what | layout |
//! |---|---|
//! | A stage of shared memory, 128 rows of 128 bytes | [`Stages`](config::Staged::Stages): `Sw<3,3,3> o 0 o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))` |
//! | What a thread copies: 16 bytes of every 16th row | [`Fill`](config::Staged::Fill): threads `(16,8):(8,1)`, 8 values each |
//! | The rows that a thread addresses for `ldmatrix` | [`Load`](config::Staged::Load): made from the tiled MMA |
//! | The registers for them | `partition_fragment::<OperandA, _>`, in elements: two of A or of B share a register |
//! | A thread's share of C | `partition::<OperandC, _>` by the tiled MMA |
//!
//! The swizzle makes 8 threads that write or read 16 bytes each, in a row or in a column of 8,
//! access all 32 banks. It flips bits 3 to 5 of an offset by bits 6 to 8, and does not affect a
//! multiple of 512 elements: such a step, to another atom or another stage, may be added after it.
//! So a thread keeps one address for each k, and everything else is a constant in an instruction.
//!
//! # What it costs
//!
//! 2 M N K operations. A block reads 2 * 128 * 64 * 2 bytes for 2 * 128 * 128 * 64 operations, 64
//! per byte from the second-level cache. Blocks that run at the same time should share their input:
//! 8 by 8 tiles one after the other rather than a row of 64, so the x of the grid counts 8 tiles
//! along M first.
//!
//! # Sizes
//!
//! Any. Elements outside of the matrices are not read but replaced by zeros, and not written.
//! Instances that copy 16 bytes at once, and write 8, need
//!
//! - the leading dimensions of A and B, and their extents along these, to be multiples of 8, and A
//!   and B to be aligned to 16 bytes;
//! - N and the leading dimension of C to be even, and C to be aligned to 8 bytes.
//!
//! The others copy element by element, at a fraction of the speed. A leading dimension is less than
//! 2^25: within a tile, offsets have 32 bits, and only the start of a thread's share has 64.
//!
//! # Source
//!
//! The algorithm of CuTe's tutorial `sgemm_sm80`, which accumulates in f16 and needs multiples of
//! the tile. Here accumulators are in f32, and sizes are arbitrary.

use crate::major::{KMajor, Major, MnMajor};
use config::{Bring, FillOf, LoadOf, MajorOf, Storage, TileOf};
use zellige::atom::*;
use zellige::construct::row_major;
use zellige::ops::IdentityLayout;
use zellige::prelude::*;
use zellige_gpu::copy::{copy, store_elements_if, store_if};
use zellige_gpu::engine::{Matrix, Rmem};
use zellige_gpu::gemm::gemm;
use zellige_gpu::pipeline::CpAsyncRing;
use zellige_gpu::storage::{Allocate, SharedStorage};
use zellige_gpu::tensor::{GpuTensor, gmem, packed, packed_registers, registers, rmem};
use zellige_gpu::{Bf16, F16, Sm80, unroll};

pub use config::{Config, Gemm};

pub mod config;

/// The number of threads of a block.
pub const THREADS: u32 = 128;
/// BLK_K: the extent along K of a step.
type K = int!(64);
/// PIPE: the number of stages.
type Pipe = int!(3);

/// The configuration of `mma_gemm_bf16`: bf16.
pub type OfBf16 = Gemm<Bf16, KMajor, KMajor, int!(128), int!(128)>;
/// The configuration of `mma_gemm_f16`: f16.
pub type OfF16 = Gemm<F16, KMajor, KMajor, int!(128), int!(128)>;
/// The configuration of `mma_gemm_nt`: bf16, A contiguous along M and B along N.
pub type Nt = Gemm<Bf16, MnMajor, MnMajor, int!(128), int!(128)>;
/// The configuration of `mma_gemm_64`: bf16, in tiles of 64 by 64.
pub type Small = Gemm<Bf16, KMajor, KMajor, int!(64), int!(64)>;
/// The parameter of a [`Gemm`] that sets [`Config::BY_ELEMENTS`].
const BY_ELEMENTS: bool = true;
/// The configuration of `mma_gemm_bf16_any` and `mma_gemm_f16_any`: T, matrices that begin and end
/// anywhere.
pub type Any<T> = Gemm<T, KMajor, KMajor, int!(128), int!(128), BY_ELEMENTS>;
/// The configuration of `mma_gemm_nt_any`: the same of bf16, A contiguous along M and B along N.
pub type NtAny = Gemm<Bf16, MnMajor, MnMajor, int!(128), int!(128), BY_ELEMENTS>;

// A multiprocessor has 228 KiB of shared memory, and each block takes 1 KiB more than it requests:
// two blocks fit.
const _: () = assert!(2 * (<Storage<OfBf16>>::BYTES + 1024) <= 228 * 1024);

/// Returns the grid for a C of m by n elements: 8 tiles along M, one after the other, for each tile
/// along N; and the number of repetitions.
pub fn grid<C: Config>(m: u32, n: u32) -> (u32, u32) {
    let (rows, columns) = (C::Rows::STATIC.u32(), C::Columns::STATIC.u32());
    (8 * n.div_ceil(columns).max(1), m.div_ceil(8 * rows).max(1))
}

/// Computes C = A Bᵀ. [`grid`] returns the number of blocks; see [the module](self) for the
/// conditions.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = <Storage<C>>::BYTES,
    instances(
        mma_gemm_bf16 = <OfBf16>,
        mma_gemm_f16 = <OfF16>,
        mma_gemm_nt = <Nt>,
        mma_gemm_64 = <Small>,
        mma_gemm_bf16_any = <Any<Bf16>>,
        mma_gemm_f16_any = <Any<F16>>,
        mma_gemm_nt_any = <NtAny>,
    )
)]
pub unsafe fn mma_gemm<C: Config, G: Sm80>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const C::Element,
    lda: u32,
    b: *const C::Element,
    ldb: u32,
    c: *mut f32,
    ldc: u32,
) {
    let thread = gpu.thread();
    let (rows, columns) = (C::Rows::STATIC, C::Columns::STATIC);
    let (x, column) = layout!((8, (n.div_ceil(columns.u32())))).idx2crd(gpu.block_x());
    let row = layout!((8, (m.div_ceil(8 * rows.u32()))) : (1, 8)).crd2idx((x, gpu.block_y()));
    if rows.u32() * row >= m {
        return;
    }

    let acc = C::Mma::STATIC.partition_fragment::<OperandC, _>(row_major((rows, columns)));
    let mut r_c = registers(acc);
    let tc_rc = rmem(&mut r_c, acc); // (MMA, MMA_M, MMA_N)
    let a = gmem(a, MajorOf::<C::A>::layout((m, k), lda));
    let b = gmem(b, MajorOf::<C::B>::layout((n, k), ldb));
    accumulate::<C, _, _, _, _>(gpu, (row, column), k, a, b, tc_rc);

    // Its share of C.
    let g_c = gmem(c, layout!((m, n) : (ldc, 1))).local_tile((rows, columns), (row, column)); // (BLK_M, BLK_N)
    let tc_gc = g_c.partition::<OperandC, _>(C::Mma::STATIC, thread); // (MMA, MMA_M, MMA_N)
    if C::BY_ELEMENTS {
        store_elements_if(tc_rc, tc_gc);
    } else {
        store_if(tc_rc, tc_gc);
    }
}

/// The number of bytes of shared memory that [`accumulate`] needs.
pub const fn shared<C: Config>() -> u32 {
    <Storage<C>>::BYTES
}

/// An operand in global memory, (rows, K), with the layout L.
pub type Operand<T, L> = GpuTensor<Matrix<*const T, L>, IdentityLayout<(u32, u32)>>;

/// Adds the product of the rows of A in tile `row` and those of B in tile `column` to a thread's
/// accumulators `tc_rc`, a fragment of [`Config::Mma`]. The operands may have any strides if
/// [`Config::BY_ELEMENTS`] is true.
///
/// # Safety
///
/// All threads of the block execute this together, and the operands exist. Nothing else uses shared
/// memory.
#[inline(always)]
pub unsafe fn accumulate<C, G, A, B, L>(
    gpu: G,
    (row, column): (u32, u32),
    k: u32,
    a: Operand<C::Element, A>,
    b: Operand<C::Element, B>,
    tc_rc: GpuTensor<Rmem<f32>, L>,
) where
    C: Config,
    G: Sm80,
    A: Layout<Shape = (u32, u32)>,
    B: Layout<Shape = (u32, u32)>,
    L: Layout,
{
    let thread = gpu.thread();
    let (rows, columns) = (C::Rows::STATIC, C::Columns::STATIC);
    // The tiles of this block.
    let g_a = a.local_tile(TileOf::<C::A>::default(), (row, ..)); // (BLK_M, BLK_K, k)
    let g_b = b.local_tile(TileOf::<C::B>::default(), (column, ..)); // (BLK_N, BLK_K, k)
    let (s_a, s_b) = <Storage<C>>::allocate(gpu); // (BLK_M, BLK_K, PIPE), (BLK_N, BLK_K, PIPE)

    // The share of this thread in the copies to shared memory.
    let (fill_a, fill_b) = (FillOf::<C::A>::STATIC, FillOf::<C::B>::STATIC);
    let ta_sa = s_a.partition_d(fill_a, thread); // (CPY, CPY_M, CPY_K, PIPE)
    let mut ta_ga = g_a.partition_s(fill_a, thread).tiles(); // (CPY, CPY_M, CPY_K, k)
    let tb_sb = s_b.partition_d(fill_b, thread); // (CPY, CPY_N, CPY_K, PIPE)
    let mut tb_gb = g_b.partition_s(fill_b, thread).tiles(); // (CPY, CPY_N, CPY_K, k)

    // Its share of the product.
    let (load_a, load_b) = (LoadOf::<C::A>::STATIC, LoadOf::<C::B>::STATIC);
    let mma = C::Mma::STATIC;
    let frg_a = mma.partition_fragment::<OperandA, _>(row_major((rows, K::STATIC))); // (MMA, MMA_M, MMA_K)
    let frg_b = mma.partition_fragment::<OperandB, _>(row_major((columns, K::STATIC))); // (MMA, MMA_N, MMA_K)
    let mut r_a = packed_registers::<C::Element, _>(frg_a);
    let mut r_b = packed_registers::<C::Element, _>(frg_b);
    let (tc_ra, tc_rb) = (packed(&mut r_a, frg_a), packed(&mut r_b, frg_b));
    let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
    let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));

    // The pipeline.
    let tiles = k.div_ceil(K::STATIC.u32());
    let mut ring = CpAsyncRing::<Pipe>::new();
    let load = |k: u32, stage: u32| {
        copy(gpu, load_a, ts_sa.at((.., .., k, stage)), ts_ra.slice((.., .., k)));
        copy(gpu, load_b, ts_sb.at((.., .., k, stage)), ts_rb.slice((.., .., k)));
    };
    let mut begin_a = |tile: u32, stage: u32| {
        let (from, to) = (ta_ga.next(tile), ta_sa.at((.., .., .., stage)));
        C::Bring::bring(gpu, fill_a, from, to);
    };
    let mut begin_b = |tile: u32, stage: u32| {
        let (from, to) = (tb_gb.next(tile), tb_sb.at((.., .., .., stage)));
        C::Bring::bring(gpu, fill_b, from, to);
    };
    unroll!(for tile in 0..2 {
        begin_a(tile, tile);
        begin_b(tile, tile);
        ring.filled(gpu);
    });
    ring.wait(gpu);
    load(0, ring.reading());
    let mut tile = 0;
    loop {
        unroll!(for k in 0..4 {
            if k == 3 {
                ring.next(gpu);
            }
            load((k + 1) % 4, ring.reading());
            if k == 0 {
                begin_a(tile + 2, ring.writing());
            }
            if k == 1 {
                begin_b(tile + 2, ring.writing());
                ring.commit(gpu);
            }
            gemm(gpu, C::Mma::STATIC, tc_ra.slice((.., .., k)), tc_rb.slice((.., .., k)), tc_rc);
        });
        tile += 1;
        if tile >= tiles {
            break;
        }
    }
}

// This comes after the contracts, so that they report a broken layout first.
