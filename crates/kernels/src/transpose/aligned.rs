//! Transposes 16 bytes at a time: matrices with rows that begin at multiples of 16 bytes.
//!
//! 16 bytes are N elements in a row of the source, 4 of f32 and 8 of bf16. A thread has a block of
//! N by N elements: it reads its N rows, and transposes the block in its registers, which then hold
//! N columns. The 256 threads have 16 by 16 such blocks, a tile. The thread puts its columns into
//! shared memory; there a column of the tile is contiguous, as in the destination, so the threads
//! then take N elements in a column each and write them.
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
//! Three tiled copies say which elements a thread has:
//!
//! | copy | from | to | 16 bytes of a thread | of them |
//! |---|---|---|---|---|
//! | [`ReadF32`] | the source | registers | a row of its block | the 4 rows of the block |
//! | [`PutF32`] | registers | shared memory | a column of its block | the 4 columns |
//! | [`WriteF32`] | shared memory | the destination | rows 0 to 3, or 4 to 7, ... of a column | every 16th column |
//!
//! The registers are one tensor with two layouts: by rows when the block is read, by columns when
//! it is put into shared memory.
//!
//! Threads 0 to 7 put rows 0 to 3 of columns 0, 4, ..., 28 at once: without a swizzle, all of these
//! would lie in the same four banks. So [`SharedF32`] is swizzled: the index of the block's column
//! flips the position within the column. The contracts below prove that neither side has bank
//! conflicts.
//!
//! Sources: CuTe's transpose with `Swizzle`; NVIDIA's "An Efficient Matrix Transpose in CUDA
//! C/C++".

use super::THREADS;
use core::hint::assert_unchecked;
use core::ops::RangeFull;
use zellige::atom::{copy as copies, *};
use zellige::{contract, prelude::*};
use zellige_gpu::copy::{copy, copy_if};
use zellige_gpu::engine::Narrow;
use zellige_gpu::tensor::{GpuTensor, gmem, rmem, smem};
use zellige_gpu::{Bf16, Gpu};

/// The extents of a tile of f32.
pub const TILE_F32: u32 = 64;
/// The layout from (row, column) of a tile of f32 to its offset in shared memory.
pub type SharedF32 = layout!(Sw<3, 2, 6> o 0 o (64, 64) : (1, 64));
/// The number of bytes of a tile of f32.
pub const SHARED_F32: u32 = 4 * SharedF32::COSIZE as u32;
/// The atom that copies 16 bytes of f32 at once.
type AtomF32 = CopyAtom<copies::UniversalCopy<int!(128)>, int!(32)>;
/// The copy with which 16 by 16 threads read 4 columns of every 4th row.
pub type ReadF32 =
    TiledCopy<AtomF32, layout!(((16, 16), 4) : ((64, 1), 16)), (layout!(16 : 4), int!(64))>;
/// The copy with which 16 by 16 threads put 4 rows of every 4th column.
pub type PutF32 =
    TiledCopy<AtomF32, layout!(((16, 16), 4) : ((64, 4), 1)), (int!(64), layout!(16 : 4))>;
/// The copy with which 16 by 16 threads write 4 rows of 16 columns.
pub type WriteF32 = MakeTiledCopy<AtomF32, layout!((16, 16)), layout!((4, 1))>;

/// The extents of a tile of bf16.
pub const TILE_BF16: u32 = 128;
/// The layout from (row, column) of a tile of bf16 to its offset in shared memory.
pub type SharedBf16 = layout!(Sw<3, 3, 7> o 0 o (128, 128) : (1, 128));
/// The number of bytes of a tile of bf16.
pub const SHARED_BF16: u32 = 2 * SharedBf16::COSIZE as u32;
/// The atom that copies 16 bytes of bf16 at once.
type AtomBf16 = CopyAtom<copies::UniversalCopy<int!(128)>, int!(16)>;
/// The copy with which 16 by 16 threads read 8 columns of every 8th row.
pub type ReadBf16 =
    TiledCopy<AtomBf16, layout!(((16, 16), 8) : ((128, 1), 16)), (layout!(16 : 8), int!(128))>;
/// The copy with which 16 by 16 threads put 8 rows of every 8th column.
pub type PutBf16 =
    TiledCopy<AtomBf16, layout!(((16, 16), 8) : ((128, 8), 1)), (int!(128), layout!(16 : 8))>;
/// The copy with which 16 by 16 threads write 8 rows of 16 columns.
pub type WriteBf16 = MakeTiledCopy<AtomBf16, layout!((16, 16)), layout!((8, 1))>;

/// The layout from (thread, value) to the first vectors in shared memory, of the copy C at the end
/// E.
type First<C, E, Shared> = <Tidfrg<C, E, Shared> as Layout>::Slice<(RangeFull, RangeFull, int!(0))>;
const _: () = {
    contract::bank_conflict_free::<First<PutF32, Destination, SharedF32>, f32>();
    contract::bank_conflict_free::<First<WriteF32, Source, SharedF32>, f32>();
    contract::bank_conflict_free::<First<PutBf16, Destination, SharedBf16>, Bf16>();
    contract::bank_conflict_free::<First<WriteBf16, Source, SharedBf16>, Bf16>();
};

macro_rules! transpose {
    ($(#[$doc:meta])* $name:ident, $T:ty, $N:literal, $TILE:ident,
        $Shared:ty, $Read:ty, $Put:ty, $Write:ty) => {
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
            let (thread, tile) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
            assert_unchecked(thread < THREADS);
            let (read, put, write) = (<$Read>::default(), <$Put>::default(), <$Write>::default());

            // The tile of this block.
            let tiler = (int!({ $TILE as usize }), int!({ $TILE as usize }));
            let (source, destination) = (layout!((rows, columns) : (ld_from, 1)), layout!((rows, columns) : (1, ld_to)));
            let g_s = gmem(Narrow(from), source).local_tile(tiler, tile); //                    (BLK_M, BLK_N)
            let g_d = gmem(Narrow(to), destination).local_tile(tiler, tile); //                 (BLK_M, BLK_N)
            let s = smem::<$T, _>(gpu, 0, <$Shared>::STATIC); //                                (BLK_M, BLK_N)

            // The block of this thread, in registers.
            let mut block = [<$T>::default(); $N * $N];
            let r_rows = rmem(&mut block, layout!(($N, $N, 1))); //                             (CPY, CPY_M, CPY_N)
            let r_columns = GpuTensor::new(r_rows.engine(), layout!(($N, 1, $N) : ($N, 0, 1))); // (CPY, CPY_M, CPY_N)

            let tg_s = g_s.partition_s(read, thread); //                                        (CPY, CPY_M, CPY_N)
            if tg_s.is_inside() {
                copy(gpu, read, tg_s, r_rows);
                copy(gpu, put, r_columns, s.partition_d(put, thread));
            }
            gpu.sync_threads();
            copy_if(gpu, write, s.partition_s(write, thread), g_d.partition_d(write, thread));
        }
    };
}

transpose! {
    /// Transposes a matrix of f32. `rows`, `columns` and the leading dimensions are multiples of 4,
    /// and the pointers are aligned to 16 bytes. The grid has at least `rows / 64` by
    /// `columns / 64` blocks.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_F32)]
    transpose_f32,
    f32, 4, TILE_F32, SharedF32, ReadF32, PutF32, WriteF32
}
transpose! {
    /// Transposes a matrix of bf16. `rows`, `columns` and the leading dimensions are multiples of
    /// 8, and the pointers are aligned to 16 bytes. The grid has at least `rows / 128` by
    /// `columns / 128` blocks.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_BF16)]
    transpose_bf16,
    Bf16, 8, TILE_BF16, SharedBf16, ReadBf16, PutBf16, WriteBf16
}
