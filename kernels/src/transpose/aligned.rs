//! Transposes by 16 bytes: of matrices whose rows begin at multiples of that.
//!
//! 16 bytes are N elements in a row of the source, 4 of f32 and 8 of bf16. A thread has a block of N by N elements:
//! it reads N rows of it, and transposes it in its registers, which are N columns then. The 256 threads have 16 by 16
//! such blocks, a tile. The thread puts its columns into shared memory; there a column of the tile lies side by side,
//! and in the destination too, so that the threads then take N elements in a column each and write them.
//!
//! ```text
//! source, a tile of 64 x 64 f32           shared memory, by columns        destination
//!        columns
//!        0..3     4..7    .. 60..63       column 0:  rows 0..3 4..7 ..     row 0 of 64
//! rows  +--------+--------+--+-----+      column 1:  rows 0..3 4..7 ..     row 1
//! 0..3  | t 0    | t 1    |  | t15 |      column 2:  ..                    ..
//!       +--------+--------+--+-----+      column 3:
//! 4..7  | t16    | t17    |  |     |      column 4:  rows 4..7 0..3 ..     swizzled: rows 0..3 of columns 0, 4, 8, ..
//! ```
//!
//! Which thread has what is said twice, by thread-value layouts `(thread, (row, column))` to the elements of the
//! tile, column by column: [`BlocksF32`] has the blocks, and [`ChunksF32`] what is written. Composed with the layout
//! of shared memory they say where each thread writes and reads there; composed with the identity, which element of
//! the matrix it has.
//!
//! The threads 0 to 7 write rows 0 to 3 of the columns 0, 4, .., 28 at once: they would all lie in the same four
//! banks. So [`SharedF32`] is swizzled: the number of the block's column flips the place within the column. The
//! contracts below prove that neither side has bank conflicts.
//!
//! Sources: CuTe's transpose with `Swizzle`; NVIDIA's "An Efficient Matrix Transpose in CUDA C/C++".

use super::THREADS;
use core::array::from_fn;
use core::hint::assert_unchecked;
use zellige::construct::make_identity_layout;
use zellige::{contract, ops::Compose, prelude::*};
use zellige_gpu::vector;
use zellige_gpu::{Bf16, Gpu};

/// The extents of a tile of f32.
pub const TILE_F32: u32 = 64;
/// (row, column) of a tile of f32 to its place in shared memory.
pub type SharedF32 = layout!(Sw<3, 2, 6> o 0 o (64, 64) : (1, 64));
/// (thread, (row, column)) to the elements of a tile of f32: a block of 4 by 4.
pub type BlocksF32 = layout!(((16, 16), (4, 4)) : ((256, 4), (1, 64)));
/// (thread, (row, column)) to the elements of a tile of f32: 4 rows of every 16th column.
pub type ChunksF32 = layout!(((16, 16), (4, 4)) : ((4, 64), (1, 1024)));
/// How many bytes a tile of f32 takes.
pub const SHARED_F32: u32 = 4 * SharedF32::COSIZE as u32;

/// The extents of a tile of bf16.
pub const TILE_BF16: u32 = 128;
/// (row, column) of a tile of bf16 to its place in shared memory.
pub type SharedBf16 = layout!(Sw<3, 3, 7> o 0 o (128, 128) : (1, 128));
/// (thread, (row, column)) to the elements of a tile of bf16: a block of 8 by 8.
pub type BlocksBf16 = layout!(((16, 16), (8, 8)) : ((1024, 8), (1, 128)));
/// (thread, (row, column)) to the elements of a tile of bf16: 8 rows of every 16th column.
pub type ChunksBf16 = layout!(((16, 16), (8, 8)) : ((8, 128), (1, 2048)));
/// How many bytes a tile of bf16 takes.
pub const SHARED_BF16: u32 = 2 * SharedBf16::COSIZE as u32;

/// Where the threads have their rows of the first column: `(thread, row)`.
macro_rules! first_column {
    ($Shared:ty, $Elements:ty, $n:literal) => {
        Compose<$Shared, Compose<$Elements, layout!((256, $n) : (1, 256))>>
    };
}
const _: () = {
    contract::bank_conflict_free::<first_column!(SharedF32, BlocksF32, 4), f32>();
    contract::bank_conflict_free::<first_column!(SharedF32, ChunksF32, 4), f32>();
    contract::bank_conflict_free::<first_column!(SharedBf16, BlocksBf16, 8), Bf16>();
    contract::bank_conflict_free::<first_column!(SharedBf16, ChunksBf16, 8), Bf16>();
};

macro_rules! transpose {
    ($(#[$doc:meta])* $name:ident, $(#[$doc_by_hand:meta])* $by_hand:ident, $T:ty, $N:literal, $TILE:ident,
        $Shared:ty, $Blocks:ty, $Chunks:ty) => {
        $(#[$doc])*
        pub unsafe fn $name<G: Gpu>(
            gpu: G,
            rows: u32,
            columns: u32,
            from: *const $T,
            ld_from: u32,
            to: *mut $T,
            ld_to: u32,
        ) {
            let source = layout!((rows, columns) : (ld_from, 1));
            let destination = layout!((rows, columns) : (1, ld_to));
            let (thread, tile) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
            assert_unchecked(thread < THREADS);
            // ((row, column) in the tile, tile) to (row, column): which elements a thread has.
            let here = make_identity_layout((rows, columns)).zipped_divide((int!({ $TILE as usize }), int!({ $TILE as usize })));
            let (blocks, chunks) = (here.compose((<$Blocks>::STATIC, ..)), here.compose((<$Chunks>::STATIC, ..)));
            let shared = gpu.shared().cast::<$T>();
            let (put, get) = (<$Shared>::STATIC.compose(<$Blocks>::STATIC), <$Shared>::STATIC.compose(<$Chunks>::STATIC));

            let (row, column) = blocks.crd2idx(((thread, int!(0)), tile)).coordinate();
            if (row < rows) & (column < columns) {
                let block: [[$T; $N]; $N] = from_fn(|i| {
                    vector::read(from.add(source.crd2idx((row + i as u32, column)) as usize))
                });
                for j in 0..$N {
                    let chunk: [$T; $N] = from_fn(|i| block[i][j]);
                    let place = put.crd2idx((thread, (int!(0), j as u32)));
                    vector::write(shared.add(place as usize), chunk);
                }
            }
            gpu.sync_threads();
            for j in 0u32..$N {
                let mine = (thread, (int!(0), j));
                let (row, column) = chunks.crd2idx((mine, tile)).coordinate();
                if (row < rows) & (column < columns) {
                    let chunk = vector::read::<$T, $N>(shared.add(get.crd2idx(mine) as usize));
                    vector::write(to.add(destination.crd2idx((row, column)) as usize), chunk);
                }
            }
        }

        $(#[$doc_by_hand])*
        pub unsafe fn $by_hand<G: Gpu>(
            gpu: G,
            rows: u32,
            columns: u32,
            from: *const $T,
            ld_from: u32,
            to: *mut $T,
            ld_to: u32,
        ) {
            const N: u32 = $N;
            const T: u32 = $TILE;
            let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
            assert_unchecked(t < THREADS);
            let shared = gpu.shared().cast::<$T>();
            // The number of a column's block flips the place of N rows in it.
            let swizzled = |x: u32| x ^ (x / (T * N) % 8 * N);

            let (c, r) = (t % 16 * N, t / 16 * N);
            let (x, y) = (x * T, y * T);
            let (row, column) = (r + x, c + y);
            if (row < rows) & (column < columns) {
                let block: [[$T; $N]; $N] = from_fn(|i| {
                    vector::read(from.add(((row + i as u32) * ld_from + column) as usize))
                });
                for j in 0..$N {
                    let chunk: [$T; $N] = from_fn(|i| block[i][j]);
                    let place = swizzled(t % 16 * (T * N) + t / 16 * N + j as u32 * T);
                    vector::write(shared.add(place as usize), chunk);
                }
            }
            gpu.sync_threads();
            for j in 0..N {
                let (row, column) = (t % 16 * N + x, t / 16 + j * 16 + y);
                if (row < rows) & (column < columns) {
                    let place = swizzled(t % 16 * N + t / 16 * T + j * (16 * T));
                    let chunk = vector::read::<$T, $N>(shared.add(place as usize));
                    vector::write(to.add((row + column * ld_to) as usize), chunk);
                }
            }
        }
    };
}

transpose! {
    /// Transposes a matrix of f32. `rows`, `columns` and the leading dimensions are multiples of 4, and the pointers
    /// are aligned to 16 bytes. The grid has at least `rows / 64` by `columns / 64` blocks.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_F32)]
    transpose_f32,
    /// [`transpose_f32()`] with its indices by hand.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_F32)]
    transpose_f32_by_hand,
    f32, 4, TILE_F32, SharedF32, BlocksF32, ChunksF32
}
transpose! {
    /// Transposes a matrix of bf16. `rows`, `columns` and the leading dimensions are multiples of 8, and the pointers
    /// are aligned to 16 bytes. The grid has at least `rows / 128` by `columns / 128` blocks.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_BF16)]
    transpose_bf16,
    /// [`transpose_bf16()`] with its indices by hand.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_BF16)]
    transpose_bf16_by_hand,
    Bf16, 8, TILE_BF16, SharedBf16, BlocksBf16, ChunksBf16
}
