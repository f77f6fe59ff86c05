//! Transposes elements of 16 bits two at a time: matrices of any size, with rows that begin
//! anywhere.
//!
//! If a thread moved one element of 2 bytes at a time, a warp would move 64 bytes per instruction,
//! and would need twice as many instructions and cache requests as a copy of a matrix. Here a
//! thread moves a *word*, two elements side by side. But words lie at multiples of 4 bytes, and if
//! the leading dimension is odd, every other row begins in the middle of one.
//!
//! ```text
//! source, ld_from odd; | is where a word begins          shared memory: the words as they come
//!
//! row 0   |a0 a1|a2 a3|a4 a5|a6 ..                       a0 a1 a2 a3 a4 a5 ..     column c at place c
//! row 1    .. b0|b1 b2|b3 b4|b5 b6|                      .. b0 b1 b2 b3 b4 ..     column c at place c + 1
//! row 2   |c0 c1|c2 c3|c4 c5|c6 ..                       c0 c1 c2 c3 c4 c5 ..
//! ```
//!
//! So a tile is 126 columns wide: wherever in a word its rows begin, 64 words contain them, two for
//! each thread of a warp. They go into shared memory unchanged, and a thread that reads column c of
//! row r from it reads offset c + odd(r), where odd(r) is 1 if the row begins in the middle of a
//! word. It depends only on r mod 2, since tiles begin at even rows and columns.
//!
//! In the destination a thread writes the elements of two rows as a word. Tiles are skewed there as
//! in [`any`](super::any): each column begins up to a sector earlier, at a boundary of a sector of
//! 32 bytes, and so of a word, too. Where the matrix has only one half of a word, at the ends of
//! its rows and of its columns, a thread moves that single element: nothing outside of the matrix
//! is read or written.
//!
//! ```text
//!         columns of a tile
//!          0      63 64   125                 what a warp moves of it with an instruction
//! rows    +---------+--------+
//! -16 ..  |         |        |  of these      Read     a row:    32 words, and then 32 words further on
//! 0 ..    |         |        |  each column   Write    a column: 32 words, and then 32 words further down
//!  .. 127 |         |        |  writes 128    16 warps have a row, or a column, each, and every 16th from there on
//!         +---------+--------+
//! ```
//!
//! The cost: a row of the tile usually touches 9 sectors, where it has 7 7/8, and 144 rows are read
//! where 128 are written. So 1.29 bytes come from the cache for each byte that is needed, though
//! not from memory: two blocks that read the same bytes do so at nearly the same time. Each byte is
//! written once, in full sectors.
//!
//! Words are tensors of pairs, [`recast`](zellige_gpu::tensor::GpuTensor::recast): the first
//! elements of the pairs that the matrix has completely form a matrix with one column less, or one
//! row less. It is [`padded`](zellige_gpu::tensor::GpuTensor::padded) by the distance between the
//! start of a word, or of a sector, and a thread's rows, or columns. A thread has every 16th of
//! these, so all of its rows begin at the same position in a word, and all of its columns at the
//! same position in a sector.
//!
//! A word is stored to shared memory at once. It is read in halves; a warp reads the halves of
//! every other row of a column: [`Shared`] has a spare word behind each pair of rows, so that these
//! lie in 32 banks.

use core::hint::assert_unchecked;
use zellige::atom::{CopyAtom, MakeTiledCopy, copy as copies};
use zellige::{contract, ops::Compose, prelude::*};
use zellige_gpu::engine::Narrow;
use zellige_gpu::tensor::{gmem, rmem, smem};
use zellige_gpu::transform::{transform, transform_if, transform_or};
use zellige_gpu::{Bf16, Gpu, unroll};

/// The number of threads of a block.
pub const THREADS: u32 = 512;
/// The number of rows and of columns of a tile.
pub const TILE: (u32, u32) = (128, 126);
/// The number of elements of a tile's rows of words.
pub const WIDTH: u32 = 128;
/// The number of elements in a sector.
pub const SECTOR: u32 = 16;
/// The layout from (row, position in its words) to the offset in shared memory: a tile, and a
/// sector before it.
pub type Shared = layout!(((2, 72), 128) : ((128, 258), 1));
/// Two elements as a word.
type Word = CopyAtom<copies::UniversalCopy<int!(32)>, int!(16)>;
/// The copy with which 16 warps read 32 words of a row each.
pub type Read = MakeTiledCopy<Word, layout!((16, 32) : (32, 1)), layout!((1, 2))>;
/// The copy with which 16 warps write 32 words of a column each.
pub type Write = MakeTiledCopy<Word, layout!((32, 16)), layout!((2, 1))>;
/// The thread of the block as (thread of the warp, warp).
type Warps = layout!((32, 16));
/// The layout from (word, column) of a thread to the index in the tile of the word's first half, or
/// of its second half: 2 words, 64 rows apart, in each of 8 columns, 16 apart.
type Halves = layout!((2, 8) : (64, { 144 * 16 }));
/// The number of bytes of shared memory of a block.
pub const SHARED: u32 = 2 * Shared::COSIZE as u32;

const _: () = {
    // A warp accesses 32 words of a row, and an element of every other row of a column.
    contract::bank_conflict_free::<Compose<Shared, layout!((32, 2) : (288, 144))>, Bf16>();
    contract::bank_conflict_free::<Compose<Shared, layout!((32, 1) : (2, 1))>, Bf16>();
};

/// Transposes any matrix of bf16. The grid has at least `(rows + 15) / 128` by `columns / 126`
/// blocks, each rounded up.
#[zellige_gpu::kernel(threads = THREADS, shared = SHARED)]
pub unsafe fn transpose_bf16_any<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const Bf16,
    ld_from: u32,
    to: *mut Bf16,
    ld_to: u32,
) {
    if (rows == 0) | (columns == 0) {
        return;
    }
    let (thread, (x, y)) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    assert_unchecked(thread < THREADS);
    let (read, write) = (Read::default(), Write::default());
    let ((lane, warp), first) = (Warps::STATIC.idx2crd(thread), (TILE.0 * x, TILE.1 * y));
    let source = layout!((rows, columns) : (ld_from, 1));
    let destination = layout!((rows, columns) : (1, ld_to));
    let (m_s, m_d) = (gmem(Narrow(from), source), gmem(Narrow(to), destination));
    let s = smem::<Bf16, _>(gpu, 0, Shared::STATIC); //                                     (BLK_M, BLK_N)
    // The number of elements between the start of a word, or of a sector, and a row, or a column.
    let (before, before_to) = (m_s.misalignment::<2>(), m_d.misalignment::<SECTOR>());
    let odd = |r: u32| (before + layout!(2 : ld_from % 2).crd2idx(r % 2)) % 2;
    let skew = |c: u32| (before_to + destination.crd2idx((int!(0), first.1 + c))) % SECTOR;

    // The words of the source for which the matrix has both columns.
    let words = gmem(Narrow(from), layout!((rows, columns - 1) : (ld_from, 1)));
    let g_s = words.padded((SECTOR, odd(warp))).domain_offset(first);
    let g_s = g_s.local_tile(shape!((144, 128)), (0u32, 0u32)); //                          (BLK_M, BLK_N)
    let t_s = g_s.partition_s(read, thread); //                                             (CPY, CPY_M, CPY_N)
    let tg_s = t_s.recast::<u32, 4>(); //                                                   (CPY_M, CPY_N)
    let ts_s = s.partition_d(read, thread).recast::<u32, 4>(); //                           (CPY_M, CPY_N)
    let has_words = [0, 1].map(|j: u32| {
        let (_, column) = t_s.at(((0u32, 0u32), 0u32, j)).engine().coordinate();
        column < columns - 1
    });
    let mut values = [0; 18];
    let r = rmem(&mut values, layout!((9, 2)));
    transform_or(tg_s, 0, r, |word| word);
    unroll!(for j in 0..2 {
        // All rows are read, so one predicate is enough for nine words: those outside of the matrix
        // are zeros.
        if has_words[j as usize] {
            transform(r.at((.., j)), ts_s.at((.., j)), |word| word);
        }
    });
    // Words that hold only one element of a row: its first one, or its last one.
    if (y == 0) | (first.1 + WIDTH > columns) {
        let (r, m_s) = (thread, m_s.padded((SECTOR, 0)));
        let row = (first.0 + r).wrapping_sub(SECTOR);
        if (r < TILE.0 + SECTOR) & (row < rows) {
            if (y == 0) & (odd(r) == 1) {
                s.write((r, 1u32), m_s.read((first.0 + r, 0u32)));
            }
            let c = (columns - 1).wrapping_sub(first.1).wrapping_add(odd(r));
            if (c < WIDTH) & (c % 2 == 0) {
                s.write((r, c), m_s.read((first.0 + r, columns - 1)));
            }
        }
    }
    gpu.sync_threads();

    // The words of the destination for which the matrix has both rows. All columns of a thread
    // begin at the same position in a sector.
    let end = columns.min(first.1 + TILE.1);
    let words = gmem(Narrow(to), layout!((rows - 1, end) : (1, ld_to)));
    let g_d = words.padded((skew(warp), 0)).domain_offset(first);
    let g_d = g_d.local_tile(shape!((128, 128)), (0u32, 0u32)); //                          (BLK_M, BLK_N)
    let tg_d = g_d.partition_d(write, thread).recast::<u32, 4>(); //                        (CPY_M, CPY_N)
    let half = |i: u32| {
        let r = 2 * lane + (SECTOR - skew(warp)) + i;
        s.domain_offset((r, warp + odd(r))).compose(Halves::STATIC)
    };
    transform_if((half(0), half(1)), tg_d, |(low, high)| {
        u32::from(low.0) | u32::from(high.0) << 16
    });
    // Words that hold only one element of a column: its first one, or its last one.
    if (x == 0) | ((first.0 + TILE.0) > rows) {
        let c = thread;
        if (c < TILE.1) & (first.1 + c < columns) {
            let skew = skew(c);
            if (x == 0) & (skew % 2 == 1) {
                m_d.write((0u32, first.1 + c), s.read((SECTOR, c + odd(SECTOR))));
            }
            let r = (rows - 1).wrapping_sub(first.0).wrapping_add(SECTOR);
            let last = r.wrapping_sub(SECTOR - skew);
            if (last < TILE.0) & (last % 2 == 0) {
                m_d.write((rows - 1, first.1 + c), s.read((r, c + odd(r))));
            }
        }
    }
}
