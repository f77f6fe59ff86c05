//! The baseline of [`transpose_bf16_any()`](zellige_kernels::transpose::transpose_bf16_any()): the
//! same algorithm, with hand-written indices.

use core::hint::assert_unchecked;
use zellige_gpu::{Bf16, Gpu, unroll};
use zellige_kernels::transpose::pairs::{SHARED, THREADS};

/// [`transpose_bf16_any()`](zellige_kernels::transpose::transpose_bf16_any()) with hand-written
/// indices.
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
    assert_unchecked(t < THREADS);
    let (lane, warp) = (t % 32, t / 32);
    let (row0, column0) = (x * 128, y * 126);
    let shared = gpu.shared().cast::<Bf16>();
    // From (row, position in its words) to the offset in shared memory.
    let place = |r: u32, c: u32| {
        let (half, pair) = (r % 2 * 128, r / 2 * 258);
        half + c + pair
    };
    let (before, before_to) = (from.addr() as u32 / 2 % 2, to.addr() as u32 / 2 % 16);
    let odd = |r: u32| (before + r % 2 * (ld_from % 2)) % 2;
    let skew = |c: u32| (before_to + (column0 + c) * ld_to) % 16;

    // Words of the source for which the matrix has both columns, starting 16 rows before the tile.
    let last = columns - 1;
    let is_word = |row: u32, column: u32| row < rows && column < last;
    let odd_row = odd(warp);
    let words = from.wrapping_sub((16 * ld_from) as usize).wrapping_sub(odd_row as usize);
    let (c, r) = (lane * 2, warp + row0);
    let c = c + column0;
    let words = words.wrapping_add((r * ld_from + c) as usize);
    let (row, column) = (r.wrapping_sub(16), c.wrapping_sub(odd_row));
    let mine = shared.wrapping_add(place(warp, lane * 2) as usize);
    let has_words = [0, 1].map(|j: u32| column.wrapping_add(64 * j) < last);
    let mut values = [0u32; 18];
    unroll!(for j in 0..2 {
        unroll!(for i in 0..{ 9 } {
            let word = words.wrapping_add((16 * i * ld_from) as usize).wrapping_add(64 * j as usize);
            let inside = is_word(row.wrapping_add(16 * i), column.wrapping_add(64 * j));
            values[(9 * j + i) as usize] = if inside { word.cast::<u32>().read() } else { 0 };
        });
    });
    unroll!(for j in 0..2 {
        if has_words[j as usize] {
            unroll!(for i in 0..{ 9 } {
                let word = mine.wrapping_add((8 * 258 * i + 64 * j) as usize);
                word.cast::<u32>().write(values[(9 * j + i) as usize]);
            });
        }
    });
    // Words that hold only one element of a row: its first one, or its last one.
    if (y == 0) | (column0 + 128 > columns) {
        let row = (row0 + t).wrapping_sub(16);
        let from = from.wrapping_sub((16 * ld_from) as usize);
        if (t < 144) & (row < rows) {
            if (y == 0) & (odd(t) == 1) {
                let from = from.wrapping_add(((row0 + t) * ld_from) as usize);
                *shared.wrapping_add((place(t, 0) + 1) as usize) = *from;
            }
            let c = last.wrapping_sub(column0).wrapping_add(odd(t));
            if (c < 128) & (c % 2 == 0) {
                let from = from.wrapping_add(((row0 + t) * ld_from + last) as usize);
                *shared.wrapping_add(place(t, c) as usize) = *from;
            }
        }
    }
    gpu.sync_threads();

    // Words of the destination for which the matrix has both rows, starting at a sector boundary.
    let (end, last) = (columns.min(column0 + 126), rows - 1);
    let is_word = |row: u32, column: u32| row < last && column < end;
    let back = skew(warp);
    let words = to.wrapping_sub(back as usize);
    let (r, c) = (lane * 2 + row0, warp + column0);
    let words = words.wrapping_add((r + c * ld_to) as usize);
    let row = r.wrapping_sub(back);
    let half = |i: u32| {
        let r = lane * 2 + (16 - back) + i;
        let odd = odd(r);
        shared.wrapping_add((place(r, warp) + odd) as usize)
    };
    let (low, high) = (half(0), half(1));
    let write_if = |inside: bool, word: *mut Bf16, i: u32, j: u32| {
        if inside {
            let place = (16 * i + 32 * 258 * j) as usize;
            let (low, high) = (*low.wrapping_add(place), *high.wrapping_add(place));
            word.cast::<u32>().write(u32::from(low.0) | u32::from(high.0) << 16);
        }
    };
    unroll!(for i in 0..8 {
        unroll!(for j in 0..2 {
            let word = words.wrapping_add((16 * i * ld_to) as usize).wrapping_add(64 * j as usize);
            write_if(is_word(row.wrapping_add(64 * j), c + 16 * i), word, i, j);
        });
    });
    // Words that hold only one element of a column: its first one, or its last one.
    if (x == 0) | (row0 + 128 > rows) {
        let (inside, column) = (t < 126, column0 + t);
        if inside & (column < columns) {
            let skew = skew(t);
            if (x == 0) & (skew % 2 == 1) {
                *to.wrapping_add((column * ld_to) as usize) =
                    *shared.wrapping_add(place(16, t + odd(16)) as usize);
            }
            let r = last.wrapping_sub(row0).wrapping_add(16);
            let down = r.wrapping_sub(16 - skew);
            if (down < 128) & (down % 2 == 0) {
                *to.wrapping_add((last + column * ld_to) as usize) =
                    *shared.wrapping_add(place(r, t + odd(r)) as usize);
            }
        }
    }
}
