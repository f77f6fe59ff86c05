//! C = A Bᵀ on tensor cores: `mma.sync`, fed by `ldmatrix` from swizzled stages that `cp.async` fills.
//!
//! A is M by K, B is N by K, both of 16-bit floating-point numbers (bf16 or f16) with K contiguous; C is M by N,
//! of f32, with N contiguous. Sums are in f32. M, N, K and the leading dimensions are known at run time.
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
//! The four warps lie 2 by 2 on tiles of 32 by 32 by 16 ([`Mma`], a tiled MMA), which cover the tile of C 4 by 4 times.
//! So a thread has 4 by 8 instructions for each 16 along K, and 128 sums in registers. Columns are dealt out to warps in
//! eights, so that one `ldmatrix` of four 8 by 8 matrices is B for two instructions; for A it is one.
//!
//! # The pipeline
//!
//! ```text
//!   global --cp.async--> shared, 3 stages --ldmatrix--> registers, 2 buffers --mma--> sums
//!
//!   tile t     k = 0                k = 1                k = 2           k = 3
//!   load       k = 1 of t           k = 2 of t           k = 3 of t      wait for t + 1, barrier; k = 0 of t + 1
//!   begin      A of tile t + 2      B of tile t + 2
//!   multiply   k = 0                k = 1                k = 2           k = 3
//! ```
//!
//! While tile t is multiplied, t + 1 has arrived or is about to, and t + 2 is on its way. It is written where tile t - 1
//! was: all threads had loaded the last of that before the barrier. Registers are double-buffered in the same way: every
//! `ldmatrix` has 32 `mma`s between it and its use. There is one barrier for each tile.
//!
//! # Layouts
//!
//! | what | layout |
//! |---|---|
//! | A stage of shared memory, 128 rows of 128 bytes | [`Stages`]: `Sw<3,3,3> o 0 o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))` |
//! | What a thread copies: 16 bytes of every 16th row | [`Fill`]: threads `(16,8):(8,1)`, 8 values each |
//! | The rows whose addresses a thread gives to `ldmatrix` | [`LoadA`], [`LoadB`]: made from [`Mma`] |
//! | The registers for them | the fragments of [`Mma`], in elements: two of A and of B share a register |
//! | What a thread has of C | `partition::<OperandC, _>` by [`Mma`] |
//!
//! The swizzle makes 8 threads that write or read 16 bytes each, in a row or in a column of 8, meet all 32 banks. It
//! moves bits 6 to 8 of an offset to bits 3 to 5, and does not see a multiple of [`Atom`]'s 512 elements: such a step, to
//! another atom or another stage, may be added after it. So a thread keeps one address for each k, and everything else is a
//! constant in an instruction.
//!
//! # What it costs
//!
//! 2 M N K operations. A block reads 2 * 128 * 64 * 2 bytes for 2 * 128 * 128 * 64 operations, 64 for each byte from the second-level
//! cache. Blocks that run at the same time should share what they read: 8 by 8 tiles one after the other rather than a row
//! of 64, so the x of the grid counts 8 tiles along M first.
//!
//! # Sizes
//!
//! Any. Elements outside of the matrices are not read, zeros take their place, and they are not written.
//! [`mma_gemm`](mma_gemm()) copies 16 bytes at once and writes 8; it needs
//!
//! - K and the leading dimensions of A and B to be multiples of 8, and A and B to be aligned to 16 bytes;
//! - N and the leading dimension of C to be even, and C to be aligned to 8 bytes.
//!
//! [`mma_gemm_any`] copies element by element, at a fraction of the speed. A leading dimension is less than 2^25: within
//! a tile offsets have 32 bits, and only the start of a thread's share has 64.
//!
//! # Source
//!
//! The algorithm of CuTe's tutorial `sgemm_sm80`, which adds up in f16 and takes multiples of the tile. Here
//! sums are in f32, and sizes are any.

use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::contract;
use zellige::ops::*;
use zellige::prelude::*;
use zellige_gpu::copy::{copy, copy_if, store_if};
use zellige_gpu::gemm::{SM80_16x8x16_F32HalfHalfF32_TN, gemm};
use zellige_gpu::pipeline::CpAsyncRing;
use zellige_gpu::tensor::{gmem, packed, rmem, smem};
use zellige_gpu::{Bf16, Half, Sm80, unroll};

/// The threads of a block.
pub const THREADS: u32 = 128;
/// The shared memory of a block in bytes: the stages of A, then those of B.
pub const SHARED: u32 = 2 * 2 * STAGES_B;

/// The atom of shared memory: 8 rows of 64 elements, swizzled.
pub type Atom = smem::LayoutKSw128Atom<int!(16)>;
/// (row, column, stage) of a tile of A or of B to its place in shared memory.
pub type Stages = TileToShape<Atom, shape!((128, 64, 3))>;
/// Where the stages of B begin.
const STAGES_B: u32 = Stages::COSIZE as u32;
/// The number of the last stage.
const LAST_STAGE: u32 = 2;

/// The copy from global to shared memory: 16 rows of 8 threads, each with 8 elements.
pub type Fill = MakeTiledCopy<
    CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>,
    layout!((16, 8) : (8, 1)),
    layout!((1, 8)),
>;
/// The product of 32 by 32 by 16 elements T by four warps.
pub type Mma<T = Bf16> =
    TiledMma<SM80_16x8x16_F32HalfHalfF32_TN<T>, layout!((2, 2)), (RangeFull, int!(32), RangeFull)>;
/// `ldmatrix` of four matrices.
type Ldmatrix = CopyAtom<copies::SM75_U32x4_LDSM_N, int!(16)>;
/// The copy of A from shared memory to the registers of the threads that multiply it.
pub type LoadA<T = Bf16> = TiledCopyOf<Ldmatrix, Mma<T>, OperandA>;
/// The copy of B from shared memory to the registers of the threads that multiply it.
pub type LoadB<T = Bf16> = TiledCopyOf<Ldmatrix, Mma<T>, OperandB>;

/// A tile of A or B, and a tile of C.
type Operand = layout!((128, 64) : (64, 1));
type Result = layout!((128, 128) : (128, 1));
type FragmentA<T = Bf16> = PartitionFragment<Mma<T>, OperandA, Operand>;
type FragmentB<T = Bf16> = PartitionFragment<Mma<T>, OperandB, Operand>;
type Sums<T = Bf16> = PartitionFragment<Mma<T>, OperandC, Result>;

// A multiprocessor has 228 KiB of shared memory, of which each block takes 1 KiB more than it asks for: two blocks fit.
const _: () = assert!(2 * (SHARED + 1024) <= 228 * 1024);
// 16 bytes of each thread are aligned, and free of bank conflicts: of `cp.async`, and of the rows of `ldmatrix` for each k.
const _: () = contract::bank_conflict_free::<At<Tidfrg<Fill, Destination, Stages>, int!(0)>, u16>();
macro_rules! free_of_conflicts {
    ($($k:literal)*) => { $(
        const _: () = contract::bank_conflict_free::<At<Tidfrg<LoadA, Source, Stages>, int!($k)>, u16>();
        const _: () = contract::bank_conflict_free::<At<Tidfrg<LoadB, Source, Stages>, int!($k)>, u16>();
    )* };
}
free_of_conflicts!(0 1 2 3);
/// (thread, value) of the partition P, the K-th along the columns.
type At<P, K> = <P as Layout>::Slice<(RangeFull, RangeFull, (int!(0), K, int!(0)))>;
// Steps from row to row of a thread, and from stage to stage, go by whole atoms.
const _: () = {
    type Filled = <CopyPartitioned<Fill, Destination, Stages> as Layout>::Unswizzled;
    type Loaded = <CopyPartitioned<LoadA, Source, Stages> as Layout>::Unswizzled;
    const DOWN: (int!(0), int!(1), int!(0), int!(0)) = coord!((0, 1, 0, 0));
    const NEXT: (int!(0), int!(0), int!(0), int!(1)) = coord!((0, 0, 0, 1));
    assert!(Filled::offset(DOWN) % Atom::COSIZE == 0 && Filled::offset(NEXT) % Atom::COSIZE == 0);
    assert!(Loaded::offset(DOWN) % Atom::COSIZE == 0 && Loaded::offset(NEXT) % Atom::COSIZE == 0);
    assert_type_eq_all!(
        Loaded,
        <CopyPartitioned<LoadB, Source, Stages> as Layout>::Unswizzled
    );
};

/// C = A Bᵀ. The grid has 8 ⌈N/128⌉ by ⌈M/1024⌉ blocks; see [the module](self) for what it needs.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = SHARED,
    instances(mma_gemm_bf16 = <zellige_gpu::Bf16>, mma_gemm_f16 = <zellige_gpu::F16>)
)]
#[inline(always)]
pub unsafe fn mma_gemm<T: Half, G: Sm80>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const T,
    lda: u32,
    b: *const T,
    ldb: u32,
    c: *mut f32,
    ldc: u32,
) {
    let thread = gpu.thread();
    let (x, column) = layout!((8, (n.div_ceil(128)))).idx2crd(gpu.block_x());
    let row = layout!((8, (m.div_ceil(1024))) : (1, 8)).crd2idx((x, gpu.block_y()));
    if 128 * row >= m {
        return;
    }

    // The tiles of this block.
    let (tile, tile_c) = (shape!((128, 64)), shape!((128, 128)));
    let g_a = gmem(a, layout!((m, k) : (lda, 1))).local_tile(tile, (row, ..)); //      (BLK_M, BLK_K, k)
    let g_b = gmem(b, layout!((n, k) : (ldb, 1))).local_tile(tile, (column, ..)); //   (BLK_N, BLK_K, k)
    let g_c = gmem(c, layout!((m, n) : (ldc, 1))).local_tile(tile_c, (row, column)); // (BLK_M, BLK_N)
    let s_a = smem::<T, _>(gpu, 0, Stages::STATIC); //                                 (BLK_M, BLK_K, PIPE)
    let s_b = smem::<T, _>(gpu, STAGES_B, Stages::STATIC); //                          (BLK_N, BLK_K, PIPE)

    // What this thread copies to shared memory.
    let fill = Fill::default();
    let (ta_sa, mut ta_ga) = (
        s_a.partition_d(fill, thread),
        g_a.partition_s(fill, thread).tiles(),
    );
    let (tb_sb, mut tb_gb) = (
        s_b.partition_d(fill, thread),
        g_b.partition_s(fill, thread).tiles(),
    );

    // What it multiplies.
    let (mma, load_a, load_b) = (
        <Mma<T>>::default(),
        <LoadA<T>>::default(),
        <LoadB<T>>::default(),
    );
    let (mut r_a, mut r_b, mut r_c) = ([0u32; 64], [0u32; 64], [0f32; 128]);
    let tc_ra = packed::<T, _, _>(&mut r_a, <FragmentA<T>>::STATIC); //                 (MMA, MMA_M, MMA_K)
    let tc_rb = packed::<T, _, _>(&mut r_b, <FragmentB<T>>::STATIC); //                 (MMA, MMA_N, MMA_K)
    let tc_rc = rmem(&mut r_c, <Sums<T>>::STATIC); //                                   (MMA, MMA_M, MMA_N)
    let (ts_sa, ts_ra) = (s_a.partition_s(load_a, thread), tc_ra.retile(load_a));
    let (ts_sb, ts_rb) = (s_b.partition_s(load_b, thread), tc_rb.retile(load_b));

    // The pipeline.
    let tiles = k.div_ceil(64);
    let mut ring = CpAsyncRing::<3>::new();
    unroll!(for tile in 0..2 {
        copy_if(gpu, fill, ta_ga.next(tile), ta_sa.at((.., .., .., tile)));
        copy_if(gpu, fill, tb_gb.next(tile), tb_sb.at((.., .., .., tile)));
        ring.filled(gpu);
    });
    ring.wait(gpu);
    copy(
        gpu,
        load_a,
        ts_sa.at((.., .., 0u32, ring.reading())),
        ts_ra.at((.., .., 0u32)),
    );
    copy(
        gpu,
        load_b,
        ts_sb.at((.., .., 0u32, ring.reading())),
        ts_rb.at((.., .., 0u32)),
    );
    let mut tile = 0;
    loop {
        unroll!(for k in 0..4 {
            if k == 3 {
                ring.next(gpu);
            }
            let next = (k + 1) % 4;
            copy(
                gpu,
                load_a,
                ts_sa.at((.., .., next, ring.reading())),
                ts_ra.at((.., .., next)),
            );
            copy(
                gpu,
                load_b,
                ts_sb.at((.., .., next, ring.reading())),
                ts_rb.at((.., .., next)),
            );
            if k == 0 {
                copy_if(
                    gpu,
                    fill,
                    ta_ga.next(tile + 2),
                    ta_sa.at((.., .., .., ring.writing())),
                );
            }
            if k == 1 {
                copy_if(
                    gpu,
                    fill,
                    tb_gb.next(tile + 2),
                    tb_sb.at((.., .., .., ring.writing())),
                );
                ring.commit(gpu);
            }
            gemm(
                gpu,
                mma,
                tc_ra.at((.., .., k)),
                tc_rb.at((.., .., k)),
                tc_rc,
            );
        });
        tile += 1;
        if tile >= tiles {
            break;
        }
    }

    // What it has of C.
    let tc_gc = g_c.partition::<OperandC, _>(mma, thread); //                          (MMA, MMA_M, MMA_N)
    store_if(tc_rc, tc_gc);
}

// Behind the contracts, so that a layout that breaks one is refused by it first.
mod any;
mod any_by_hand;
mod by_hand;
pub use any::{mma_gemm_any, mma_gemm_bf16_any, mma_gemm_f16_any};
pub use any_by_hand::{mma_gemm_any_by_hand, mma_gemm_bf16_any_by_hand, mma_gemm_f16_any_by_hand};
pub use by_hand::{mma_gemm_bf16_by_hand, mma_gemm_by_hand, mma_gemm_f16_by_hand};
