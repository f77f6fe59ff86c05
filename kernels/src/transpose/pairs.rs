//! Transposes elements of 16 bits two at a time: matrices of any size, whose rows begin anywhere.
//!
//! If a thread moved an element of 2 bytes at a time, a warp would move 64 bytes with an instruction, and a copy of a
//! matrix took twice as many instructions and requests to the cache. Here a thread moves a *word*, two elements side
//! by side. But words lie at multiples of 4 bytes, and if the leading dimension is odd, every other row begins in the
//! middle of one.
//!
//! ```text
//! source, ld_from odd; | is where a word begins          shared memory: the words as they come
//!
//! row 0   |a0 a1|a2 a3|a4 a5|a6 ..                       a0 a1 a2 a3 a4 a5 ..     column c at place c
//! row 1    .. b0|b1 b2|b3 b4|b5 b6|                      .. b0 b1 b2 b3 b4 ..     column c at place c + 1
//! row 2   |c0 c1|c2 c3|c4 c5|c6 ..                       c0 c1 c2 c3 c4 c5 ..
//! ```
//!
//! So a tile is 126 columns wide: wherever in a word its rows begin, 64 words have them, two for each thread of a
//! warp. They go into shared memory as they are, and whoever takes column c of row r out of it looks at place
//! c + odd(r), where odd(r) is 1 if the row begins in the middle of a word. It depends on r mod 2 alone, since tiles
//! begin at even rows and columns.
//!
//! In the destination a thread writes the elements of two rows as a word. Tiles are skewed there as those of
//! [`any`](super::any) are: each column begins up to a sector earlier, where a sector of 32 bytes begins, and so a
//! word too. Where the matrix has only one half of a word, at the ends of its rows and of its columns, a thread
//! moves that element alone: nothing outside of the matrix is read or written.
//!
//! ```text
//!         columns of a tile
//!          0      63 64   125                 what a warp moves of it with an instruction
//! rows    +---------+--------+
//! -16 ..  |         |        |  of these      Loads    a row:    32 words, and then 32 words further on
//! 0 ..    |         |        |  each column   Stores   a column: 32 words, and then 32 words further down
//!  .. 127 |         |        |  writes 128    16 warps have a row, or a column, each, and every 16th from there on
//!         +---------+--------+
//! ```
//!
//! What it costs: a row of the tile touches 9 sectors, most of the time, where it has 7 7/8, and 144 rows are read
//! where 128 are written. So 1.29 bytes come from the cache for each that is needed, though not from memory: what two
//! blocks read they read soon after each other. Each byte is written once, in full sectors.
//!
//! In shared memory a word is stored at once. It is read by halves, by a warp those of every other row of a column:
//! in [`Shared`] there is a word to spare behind each pair of rows, so that these lie in 32 banks.

use core::array::from_fn;
use core::hint::assert_unchecked;
use zellige::construct::make_identity_layout;
use zellige::{contract, ops::Compose, prelude::*};
use zellige_gpu::{Bf16, Gpu, unroll};

/// The threads of a block.
pub const THREADS: u32 = 512;
/// The rows and columns of a tile.
pub const TILE: (u32, u32) = (128, 126);
/// How many elements a tile's rows of words have.
pub const WIDTH: u32 = 128;
/// How many elements are a sector.
pub const SECTOR: u32 = 16;
/// (row, place in its words) to the place in shared memory: a tile, and a sector before it.
pub type Shared = layout!(((2, 72), 128) : ((128, 258), 1));
/// (thread, (word, value)) to (row, place in its words): the first elements of the words that are read.
pub type Loads = layout!(((32, 16), (2, 9)) : ((2@1, 1@0), (64@1, 16@0)));
/// (thread, (word, value)) to (row, column): the first elements of the words that are written.
pub type Stores = layout!(((32, 16), (2, 8)) : ((2@0, 1@1), (64@0, 16@1)));
/// How many bytes of shared memory a block takes.
pub const SHARED: u32 = 2 * Shared::COSIZE as u32;

const _: () = {
    // 32 words of a row, and an element of every other row of a column.
    contract::bank_conflict_free::<Compose<Shared, layout!((32, 2) : (288, 144))>, Bf16>();
    contract::bank_conflict_free::<Compose<Shared, layout!((32, 1) : (2, 1))>, Bf16>();
};

/// Transposes any matrix of bf16. The grid has at least `(rows + 15) / 128` by `columns / 126` blocks, each rounded
/// up.
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
    let source = layout!((rows, columns) : (ld_from, 1));
    let destination = layout!((rows, columns) : (1, ld_to));
    let (thread, tile) = (gpu.thread(), (gpu.block_x(), gpu.block_y()));
    assert_unchecked(thread < THREADS);
    let (loads, stores, places) = (Loads::STATIC, Stores::STATIC, Shared::STATIC);
    let shared = gpu.shared().cast::<Bf16>();
    let tiles = make_identity_layout((rows, columns))
        .zipped_divide((int!({ TILE.0 as usize }), int!({ TILE.1 as usize })));
    let (row0, column0) = tiles.crd2idx((int!(0), tile)).coordinate();
    // The row of the first place. Before the first row of the matrix it is negative, so a large number.
    let row0 = row0.wrapping_sub(SECTOR);
    // How many elements lie between the begin of a word, or of a sector, and the matrix.
    let (before, before_to) = (from.addr() as u32 / 2 % 2, to.addr() as u32 / 2 % SECTOR);
    let odd = |r: u32| (before + layout!(2 : ld_from % 2).crd2idx(r % 2)) % 2;

    let (r, c) = loads.crd2idx((thread, int!(0))).coordinate();
    let column = (column0 + c).wrapping_sub(odd(r));
    // Does the matrix have both columns of the word? The first may be -1.
    let whole: [bool; 2] = from_fn(|j| {
        let (_, across) = loads.crd2idx((0u32, (j as u32, int!(0)))).coordinate();
        column.wrapping_add(across) < columns - 1
    });
    let mut values = [[0u32; 9]; 2];
    for i in 0..9 {
        let (down, _) = loads.crd2idx((0u32, (int!(0), i as u32))).coordinate();
        let row = row0.wrapping_add(r + down);
        if row < rows {
            let from = from.add(source.crd2idx((row, int!(0))) as usize);
            let from = from.wrapping_offset(column as i32 as isize);
            for j in 0..2 {
                let (_, across) = loads.crd2idx((0u32, (j as u32, int!(0)))).coordinate();
                if whole[j] {
                    let from = from.wrapping_add(source.crd2idx((int!(0), across)) as usize);
                    values[j][i] = from.cast::<u32>().read();
                }
            }
        }
    }
    let mine = shared.add(places.crd2idx((r, c)) as usize);
    for j in 0..2 {
        if whole[j] {
            for i in 0..9 {
                let value = loads.crd2idx((0u32, (j as u32, i as u32))).coordinate();
                let place = mine.add(places.crd2idx(value) as usize);
                place.cast::<u32>().write(values[j][i]);
            }
        }
    }
    // Words of which a row has only the second half, before its first column, or the first, at its last.
    if (tile.1 == 0) | (column0 + WIDTH > columns) {
        let r = thread;
        let row = row0.wrapping_add(r);
        if (r < TILE.0 + SECTOR) & (row < rows) {
            let from = from.add(source.crd2idx((row, int!(0))) as usize);
            if (tile.1 == 0) & (odd(r) == 1) {
                *shared.add(places.crd2idx((r, 1u32)) as usize) = *from;
            }
            let c = (columns - 1).wrapping_sub(column0).wrapping_add(odd(r));
            if (c < WIDTH) & (c % 2 == 0) {
                let from = from.add(source.crd2idx((int!(0), columns - 1)) as usize);
                *shared.add(places.crd2idx((r, c)) as usize) = *from;
            }
        }
    }
    gpu.sync_threads();
    let (r, c) = stores.crd2idx((thread, int!(0))).coordinate();
    let write_column = |i: u32| {
        let (_, across) = stores.crd2idx((0u32, (int!(0), i))).coordinate();
        let column = column0 + (c + across);
        if (c + across < TILE.1) & (column < columns) {
            let begin = destination.crd2idx((int!(0), column));
            let r = r + (SECTOR - (before_to + begin) % SECTOR);
            let row = row0.wrapping_add(r);
            let here = shared.add(places.crd2idx((int!(0), across)) as usize);
            let low = here.add(places.crd2idx((r, c + odd(r))) as usize);
            let high = here.add(places.crd2idx((r + 1, c + odd(r + 1))) as usize);
            let to = to.add(begin as usize).wrapping_offset(row as i32 as isize);
            for j in 0u32..2 {
                let (down, _) = stores.crd2idx((0u32, (j, int!(0)))).coordinate();
                // Does the matrix have both rows of the word? The first may be -1.
                if row.wrapping_add(down) < rows - 1 {
                    let place = places.crd2idx((down, int!(0))) as usize;
                    let to = to.wrapping_add(destination.crd2idx((down, int!(0))) as usize);
                    to.cast::<u32>()
                        .write(word(low.add(place), high.add(place)));
                }
            }
        }
    };
    unroll!(for i in 0..8 {
        write_column(i)
    });
    // Words of which a column has only the second half, before its first row, or the first, at its last.
    if (tile.0 == 0) | (row0.wrapping_add(TILE.0 + SECTOR) > rows) {
        let c = thread;
        let column = column0 + c;
        if (c < TILE.1) & (column < columns) {
            let begin = destination.crd2idx((int!(0), column));
            let to = to.add(begin as usize);
            let before = (before_to + begin) % SECTOR;
            if (tile.0 == 0) & (before % 2 == 1) {
                *to = *shared.add(places.crd2idx((SECTOR, c + odd(SECTOR))) as usize);
            }
            let r = (rows - 1).wrapping_sub(row0);
            let last = r.wrapping_sub(SECTOR - before);
            if (last < TILE.0) & (last % 2 == 0) {
                let to = to.add(destination.crd2idx((rows - 1, int!(0))) as usize);
                *to = *shared.add(places.crd2idx((r, c + odd(r))) as usize);
            }
        }
    }
}

/// [`transpose_bf16_any()`] with its indices by hand.
#[zellige_gpu::kernel(threads = THREADS, shared = SHARED)]
pub unsafe fn transpose_bf16_any_by_hand<G: Gpu>(
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
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    assert_unchecked(t < 512);
    let shared = gpu.shared().cast::<Bf16>();
    // (row, place in its words) to the place in shared memory.
    #[inline(always)]
    fn place(r: u32, c: u32) -> u32 {
        let (half, pair) = (r % 2 * 128, r / 2 * 258);
        pair + half + c
    }
    let (row0, column0) = ((x * 128).wrapping_sub(16), y * 126);
    let (before, before_to) = (from.addr() as u32 / 2 % 2, to.addr() as u32 / 2 % 16);
    let odd = |r: u32| (before + r % 2 * (ld_from % 2)) % 2;

    let (c, r) = (t % 32 * 2, t / 32);
    let column = (column0 + c).wrapping_sub(odd(r));
    let whole: [bool; 2] = from_fn(|j| column.wrapping_add(64 * j as u32) < columns - 1);
    let mut values = [[0u32; 9]; 2];
    for i in 0..9 {
        let row = row0.wrapping_add(r + 16 * i as u32);
        if row < rows {
            let from = from.add((row * ld_from) as usize);
            let from = from.wrapping_offset(column as i32 as isize);
            for j in 0..2 {
                if whole[j] {
                    values[j][i] = from.wrapping_add(64 * j).cast::<u32>().read();
                }
            }
        }
    }
    let mine = shared.add(place(r, c) as usize);
    for j in 0..2 {
        if whole[j] {
            for i in 0..9 {
                mine.add(i * 8 * 258 + j * 64)
                    .cast::<u32>()
                    .write(values[j][i]);
            }
        }
    }
    if (y == 0) | (column0 + 128 > columns) {
        let row = row0.wrapping_add(t);
        if (t < 144) & (row < rows) {
            let from = from.add((row * ld_from) as usize);
            if (y == 0) & (odd(t) == 1) {
                *shared.add(place(t, 1) as usize) = *from;
            }
            let c = (columns - 1).wrapping_sub(column0).wrapping_add(odd(t));
            if (c < 128) & (c % 2 == 0) {
                *shared.add(place(t, c) as usize) = *from.add((columns - 1) as usize);
            }
        }
    }
    gpu.sync_threads();
    let (r, c) = (t % 32 * 2, t / 32);
    let write_column = |i: u32| {
        let across = i * 16;
        let column = column0 + (c + across);
        if (c + across < 126) & (column < columns) {
            let begin = column * ld_to;
            let r = r + (16 - (before_to + begin) % 16);
            let row = row0.wrapping_add(r);
            let here = shared.add(across as usize);
            let low = here.add(place(r, c + odd(r)) as usize);
            let high = here.add(place(r + 1, c + odd(r + 1)) as usize);
            let to = to.add(begin as usize).wrapping_offset(row as i32 as isize);
            for j in 0..2 {
                if row.wrapping_add(64 * j as u32) < rows - 1 {
                    let place = j * 32 * 258;
                    let to = to.wrapping_add(64 * j).cast::<u32>();
                    to.write(word(low.add(place), high.add(place)));
                }
            }
        }
    };
    unroll!(for i in 0..8 {
        write_column(i)
    });
    if (x == 0) | (row0.wrapping_add(144) > rows) {
        let column = column0 + t;
        if (t < 126) & (column < columns) {
            let begin = column * ld_to;
            let to = to.add(begin as usize);
            let before = (before_to + begin) % 16;
            if (x == 0) & (before % 2 == 1) {
                *to = *shared.add(place(16, t + odd(16)) as usize);
            }
            let r = (rows - 1).wrapping_sub(row0);
            let last = r.wrapping_sub(16 - before);
            if (last < 128) & (last % 2 == 0) {
                let to = to.add((rows - 1) as usize);
                *to = *shared.add(place(r, t + odd(r)) as usize);
            }
        }
    }
}

/// Two elements as they lie in a word.
#[inline(always)]
unsafe fn word(low: *const Bf16, high: *const Bf16) -> u32 {
    u32::from((*low).0) | u32::from((*high).0) << 16
}
