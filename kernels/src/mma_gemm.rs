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
//! | The registers for them | [`RegistersA`], [`RegistersB`], [`RegistersC`]: its fragments |
//! | What a thread has of C | `partition_c` of [`Mma`] |
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
//! [`mma_gemm`] with ALIGNED copies 16 bytes at once and writes 8; it needs
//!
//! - K and the leading dimensions of A and B to be multiples of 8, and A and B to be aligned to 16 bytes;
//! - N and the leading dimension of C to be even, and C to be aligned to 8 bytes.
//!
//! Without ALIGNED it copies element by element, at a fraction of the speed. A leading dimension is less than 2^25: within
//! a tile offsets have 32 bits, and only the start of a thread's share has 64.
//!
//! # Source
//!
//! The algorithm of CuTe's tutorial `sgemm_sm80`, which adds up in f16 and takes multiples of the tile. Here
//! sums are in f32, and sizes are any.

mod by_hand;
pub use by_hand::mma_gemm_by_hand;

use core::ops::RangeFull;
use zellige::atom::*;
use zellige::construct::make_identity_layout;
use zellige::contract;
use zellige::ops::*;
use zellige::prelude::*;
use zellige_gpu::unroll;
use zellige_gpu::vector;
use zellige_gpu::{Half, Sm80};

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
    CopyAtom<copy::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>,
    layout!((16, 8) : (8, 1)),
    layout!((1, 8)),
>;
/// The product of 32 by 32 by 16 by four warps. The layouts are those of f16, too.
pub type Mma = TiledMma<
    mma::SM80_16x8x16_F32BF16BF16F32_TN,
    layout!((2, 2)),
    (RangeFull, int!(32), RangeFull),
>;
/// `ldmatrix` of four matrices.
type Ldmatrix = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
/// The copy of A from shared memory to the registers of the threads that multiply it.
pub type LoadA = TiledCopyOf<Ldmatrix, Mma, OperandA>;
/// The copy of B from shared memory to the registers of the threads that multiply it.
pub type LoadB = TiledCopyOf<Ldmatrix, Mma, OperandB>;

/// A tile of A or B, and a tile of C.
type Operand = layout!((128, 64) : (64, 1));
type Result = layout!((128, 128) : (128, 1));
type FragmentA = PartitionFragment<Mma, OperandA, Operand>;
type FragmentB = PartitionFragment<Mma, OperandB, Operand>;
/// (value, m, k) to the register of two elements of A.
pub type RegistersA = Upcast<FragmentA, int!(2)>;
/// (value, n, k) to the register of two elements of B.
pub type RegistersB = Upcast<FragmentB, int!(2)>;
/// (value, m, n) to the four registers of sums.
pub type RegistersC = Upcast<PartitionFragment<Mma, OperandC, Result>, int!(4)>;
/// (value of `ldmatrix`, m, k) to the register of A.
type LoadedA = Upcast<Retile<LoadA, FragmentA>, int!(2)>;
/// (value of `ldmatrix`, n, k) to the register of B.
type LoadedB = Upcast<Retile<LoadB, FragmentB>, int!(2)>;

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

/// C = A Bᵀ. The grid has 8 ⌈N/128⌉ by ⌈M/1024⌉ blocks; see [the module](self) for what ALIGNED takes.
#[inline(always)]
pub unsafe fn mma_gemm<const ALIGNED: bool, T: Half, G: Sm80>(
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

    // The tile of C, and the matrices from there on.
    let (x, column) = layout!((8, (n.div_ceil(128)))).idx2crd(gpu.block_x());
    let row = layout!((8, (m.div_ceil(1024))) : (1, 8)).crd2idx((x, gpu.block_y()));
    let (m0, n0) = (128 * row, 128 * column);
    if m0 >= m {
        return;
    }
    let address = |offset: u32| gpu.shared_address() + 2 * offset;

    // What this thread copies to shared memory: 8 elements of every 16th row, from a column on.
    let copy = Fill::default().get_slice(thread);
    let (place, start) = copy.partition_s(make_identity_layout((int!(128), k)));
    let (first_row, first_column) = start.coordinate();
    let (to, _) = copy.partition_d(Stages::STATIC);
    let (to_a, to) = (to.crd2idx(0u32), to.inner());
    let to_b = Stages::COSIZE as u32 + to_a;
    let rows_a = m.saturating_sub(m0 + first_row);
    let rows_b = n.saturating_sub(n0 + first_row);
    let columns = k.saturating_sub(first_column);
    let mut a = a.wrapping_add(
        layout!((m, k) : (lda, 1)).offset_as::<usize>((m0 + first_row, first_column)),
    );
    let mut b = b.wrapping_add(
        layout!((n, k) : (ldb, 1)).offset_as::<usize>((n0 + first_row, first_column)),
    );
    let fill =
        |from: *const T, ld: u32, rows: u32, first: u32, tile: u32, stage: u32| -> *const T {
            let (_, column) = place.crd2idx((0u32, 0u32, tile)).coordinate();
            let rows = if column < columns { rows } else { 0 };
            let (of, _) = copy.partition_s(layout!((128, (k)) : (ld, 1)));
            if ALIGNED {
                unroll!(for i in 0..8 {
                    let (row, _) = place.crd2idx((0u32, i, 0u32)).coordinate();
                    let from = from.wrapping_add(of.crd2idx((0u32, i, 0u32)) as usize);
                    let to = address(first) + 2 * to.crd2idx((0u32, i, 0u32, stage));
                    gpu.cp_async_16_if(to, from.cast(), row < rows);
                });
            } else {
                let first = gpu
                    .shared()
                    .cast::<u16>()
                    .add((first + to.crd2idx((0u32, 0u32, 0u32, stage))) as usize);
                let mut i = 0u32;
                while i < 8 {
                    let (row, _) = place.crd2idx((0u32, i, 0u32)).coordinate();
                    let mut v = 0u32;
                    while v < 8 {
                        let from = from.wrapping_add(of.crd2idx((v, i, 0u32)) as usize);
                        let to = first.add(to.crd2idx((v, i, 0u32, 0u32)) as usize);
                        *to = if row < rows && column + v < columns {
                            *from.cast::<u16>()
                        } else {
                            0
                        };
                        v += 1;
                    }
                    i += 1;
                }
            }
            from.wrapping_add(of.crd2idx((0u32, 0u32, 1u32)) as usize)
        };

    // What it multiplies: fragments in registers, from the rows whose addresses it gives.
    let (from_a, _) = LoadA::default()
        .get_slice(thread)
        .partition_s(Stages::STATIC);
    let (from_b, _) = LoadB::default()
        .get_slice(thread)
        .partition_s(Stages::STATIC);
    let rows_of_a = [0, 1, 2, 3].map(|k: u32| address(from_a.crd2idx((0u32, 0u32, k, 0u32))));
    let rows_of_b = [0, 1, 2, 3]
        .map(|k: u32| address(Stages::COSIZE as u32 + from_b.crd2idx((0u32, 0u32, k, 0u32))));
    let (from_a, from_b) = (from_a.inner(), from_b.inner());
    let (registers_a, registers_b, registers_c) =
        (RegistersA::STATIC, RegistersB::STATIC, RegistersC::STATIC);
    let (loaded_a, loaded_b) = (LoadedA::STATIC, LoadedB::STATIC);
    let mut fa = [0u32; RegistersA::SIZE];
    let mut fb = [0u32; RegistersB::SIZE];
    let mut fc = [[0f32; 4]; RegistersC::SIZE];
    macro_rules! fetch {
        ($k:expr, $stage:expr) => {
            unroll!(for i in 0..4 {
                let row = rows_of_a[$k as usize] + 2 * from_a.crd2idx((0u32, i, 0u32, $stage));
                let four = gpu.ldmatrix_x4(row);
                unroll!(for v in 0..4 {
                    fa[loaded_a.crd2idx((v, i, $k)) as usize] = four[v as usize];
                });
            });
            unroll!(for j in 0..4 {
                let row = rows_of_b[$k as usize] + 2 * from_b.crd2idx((0u32, j, 0u32, $stage));
                let four = gpu.ldmatrix_x4(row);
                unroll!(for v in 0..4 {
                    fb[loaded_b.crd2idx((v, j, $k)) as usize] = four[v as usize];
                });
            });
        };
    }

    // The pipeline.
    let tiles = k.div_ceil(64);
    unroll!(for tile in 0..2 {
        a = fill(a, lda, rows_a, to_a, tile, tile);
        b = fill(b, ldb, rows_b, to_b, tile, tile);
        gpu.cp_async_commit();
    });
    let (mut read, mut write) = (0, LAST_STAGE);
    gpu.cp_async_wait::<1>();
    gpu.sync_threads();
    fetch!(0u32, read);
    let mut tile = 0;
    loop {
        unroll!(for k in 0..4 {
            if k == 3 {
                read = if read == LAST_STAGE { 0 } else { read + 1 };
                gpu.cp_async_wait::<1>();
                gpu.sync_threads();
            }
            fetch!((k + 1) % 4, read);
            if k == 0 {
                a = fill(a, lda, rows_a, to_a, tile + LAST_STAGE, write);
            }
            if k == 1 {
                b = fill(b, ldb, rows_b, to_b, tile + LAST_STAGE, write);
                gpu.cp_async_commit();
                write = read;
            }
            unroll!(for i in 0..4 {
                unroll!(for j in 0..8 {
                    let j = if i % 2 == 0 { j } else { 7 - j };
                    gpu.mma_16x8x16::<T>(
                        &mut fc[registers_c.crd2idx((0u32, i, j)) as usize],
                        [0, 1, 2, 3].map(|v: u32| fa[registers_a.crd2idx((v, i, k)) as usize]),
                        [0, 1].map(|v: u32| fb[registers_b.crd2idx((v, j, k)) as usize]),
                    );
                });
            });
        });
        tile += 1;
        if tile >= tiles {
            break;
        }
    }

    // What it has of C.
    let mma = Mma::default().get_slice(thread);
    let (place, start) = mma.partition_c(make_identity_layout(shape!((128, 128))));
    let (first_row, first_column) = start.coordinate();
    let (first_row, first_column) = (m0 + first_row, n0 + first_column);
    let (rows, columns) = (m.saturating_sub(first_row), n.saturating_sub(first_column));
    let c =
        c.wrapping_add(layout!((m, n) : (ldc, 1)).offset_as::<usize>((first_row, first_column)));
    let (of, _) = mma.partition_c(layout!((128, 128) : (ldc, 1)));
    unroll!(for i in 0..4 {
        unroll!(for h in 0..2 {
            let (row, _) = place.crd2idx(((0u32, h), i, 0u32)).coordinate();
            let to = c.wrapping_add(of.crd2idx(((0u32, h), i, 0u32)) as usize);
            if row < rows {
                unroll!(for j in 0..8 {
                    let (_, column) = place.crd2idx((0u32, 0u32, j)).coordinate();
                    let to = to.wrapping_add(of.crd2idx((0u32, 0u32, j)) as usize);
                    let four = fc[registers_c.crd2idx((0u32, i, j)) as usize];
                    let (x, y) = (four[2 * h as usize], four[2 * h as usize + 1]);
                    if ALIGNED {
                        if column < columns {
                            vector::write(to, [x, y]);
                        }
                    } else {
                        if column < columns {
                            *to = x;
                        }
                        if column + 1 < columns {
                            *to.wrapping_add(1) = y;
                        }
                    }
                });
            }
        });
    });
}
