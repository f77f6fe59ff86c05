//! The baseline of [`align_rows()`](zellige_kernels::align::align_rows()): the same algorithm, with
//! hand-written indices.

use core::array::from_fn;
use zellige_gpu::{Gpu, unroll, vector};
use zellige_kernels::align::THREADS;

/// [`align_rows()`](zellige_kernels::align::align_rows()) with hand-written indices.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn align_rows_by_hand<G: Gpu>(
    gpu: G,
    rows: u32,
    columns: u32,
    from: *const u16,
    ld_from: u32,
    to: *mut u16,
    ld_to: u32,
) {
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    let (x, y) = (x * 32, y * 256);
    let (c, r) = (t % 32 * 8, t / 32);
    let (row, column) = (r + x, c + y);
    let left = (rows.saturating_sub(row), columns.saturating_sub(column));
    let is_inside = |i: u32, j: u32| i < left.0 && j < left.1;
    let place = |ld: u32| row as usize * ld as usize + column as usize;
    let (from, to) = (from.wrapping_add(place(ld_from)), to.wrapping_add(place(ld_to)));

    // 8 elements of every eighth row, one by one.
    let mut elements = [0; 32];
    unroll!(for i in 0..4 {
        unroll!(for j in 0..8 {
            let inside = is_inside(8 * i, j);
            let from = from.wrapping_add((8 * i * ld_from) as usize).wrapping_add(j as usize);
            elements[(8 * i + j) as usize] = if inside { *from } else { 0 };
        });
    });
    let write_if = |inside: bool, i: u32| {
        if inside {
            let to = to.wrapping_add((8 * i * ld_to) as usize);
            let chunk: [u16; 8] = from_fn(|j| elements[8 * i as usize + j]);
            vector::write(to, chunk);
        }
    };
    unroll!(for i in 0..4 {
        write_if(is_inside(8 * i, 0), i);
    });
}
