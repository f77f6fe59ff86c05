//! The baseline of [`transpose_f32_any()`](zellige_kernels::transpose::transpose_f32_any()): the
//! same algorithm, with hand-written indices.

use core::hint::assert_unchecked;
use zellige_gpu::{Gpu, unroll};
use zellige_kernels::transpose::{THREADS, any::SHARED_F32};

/// [`transpose_f32_any()`](zellige_kernels::transpose::transpose_f32_any()) with hand-written
/// indices.
#[zellige_gpu::kernel(threads = THREADS, shared = SHARED_F32)]
pub unsafe fn transpose_f32_any_by_hand<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const f32,
    ld_from: u32,
    to: *mut f32,
    ld_to: u32,
) {
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    assert_unchecked(t < THREADS);
    let swizzled = |x: u32| x ^ (x / 64 % 32);
    let is_inside = |row: u32, column: u32| row < rows && column < columns;
    let shared = gpu.shared().cast::<f32>();

    // Rows, starting 8 rows before the tile.
    let (x, y) = (x * 64, y * 64);
    let from = from.wrapping_sub((8 * ld_from) as usize);
    let (c, r) = (t % 32, t / 32);
    let (row, column) = (r + x, c + y);
    let from = from.wrapping_add((row * ld_from + column) as usize);
    let mut values = [0.0; 18];
    unroll!(for i in 0..{ 9 } {
        unroll!(for j in 0..2 {
            let from = from.wrapping_add((8 * i * ld_from) as usize).wrapping_add(32 * j as usize);
            let inside = is_inside((row + 8 * i).wrapping_sub(8), column + 32 * j);
            values[(9 * j + i) as usize] = if inside { *from } else { 0.0 };
        });
    });
    let first = r * 64 + c;
    unroll!(for j in 0..2 {
        unroll!(for i in 0..{ 9 } {
            let place = swizzled(first + i % 4 * 512 + j * 32) + i / 4 * 2048;
            *shared.wrapping_add(place as usize) = values[(9 * j + i) as usize];
        });
    });
    gpu.sync_threads();

    // Columns, starting at a sector boundary: all columns of a thread begin at the same position in
    // a sector.
    let (r, c) = (t % 32, t / 32);
    let skew = c * ld_to % 8;
    let to = to.wrapping_sub(skew as usize);
    let (row, column) = (r + x, c + y);
    let to = to.wrapping_add((row + column * ld_to) as usize);
    let row = row.wrapping_sub(skew);
    let first = r * 64 + c + (8 - skew) * 64;
    unroll!(for i in 0..8 {
        unroll!(for j in 0..2 {
            let to = to.wrapping_add((8 * i * ld_to) as usize).wrapping_add(32 * j as usize);
            if is_inside(row.wrapping_add(32 * j), column + 8 * i) {
                let place = swizzled(first + 8 * i);
                *to = *shared.wrapping_add(place as usize).wrapping_add(32 * 64 * j as usize);
            }
        });
    });
}
