//! The baselines of [`aligned`](zellige_kernels::transpose::aligned): 16 bytes at a time.

use core::array::from_fn;
use core::hint::assert_unchecked;
use zellige_gpu::{Bf16, Gpu, unroll, vector};
use zellige_kernels::transpose::THREADS;
use zellige_kernels::transpose::aligned::{SHARED_BF16, SHARED_F32, TILE_BF16, TILE_F32};

macro_rules! transpose {
    ($(#[$doc:meta])* $by_hand:ident, $T:ty, $N:literal, $TILE:ident) => {
        $(#[$doc])*
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
            let (x, y) = (x * T, y * T);
            let (c, r) = (t % 16 * N, t / 16 * N);
            let (row, column) = (r + x, c + y);
            let left = (rows.saturating_sub(row), columns.saturating_sub(column));
            let inside = 0 < left.0 && 0 < left.1;
            if inside {
                let from = from.wrapping_add((row * ld_from + column) as usize);
                let block: [[$T; $N]; $N] =
                    from_fn(|i| vector::read(from.wrapping_add((i as u32 * ld_from) as usize)));
                let first = t / 16 * N + t % 16 * (T * N);
                unroll!(for j in 0..{ N } {
                    let chunk: [$T; $N] = from_fn(|i| block[i][j as usize]);
                    // The index of a column's block flips the position of N rows in it.
                    let flipped = if t % 16 < 8 { c } else { c - 8 * N };
                    let place = flipped ^ (first + j * T);
                    vector::write(shared.wrapping_add(place as usize), chunk);
                });
            }
            gpu.sync_threads();
            // Columns with blocks that are 8 further on have the same swizzle.
            let first = t * N;
            let place = |near: u32, far: u32| {
                let x = first + near * T;
                (x ^ (x / (T * N) % 8 * N)) + far * T
            };
            let (row, column) = (t % 16 * N + x, t / 16 + y);
            let left = (rows.saturating_sub(row), columns.saturating_sub(column));
            let to = to.wrapping_add((row + column * ld_to) as usize);
            let write_if = |inside: bool, j: u32| {
                if inside {
                    let to = to.wrapping_add((j * 16 * ld_to) as usize);
                    let place = place(j * 16 % (8 * N), j * 16 / (8 * N) * (8 * N));
                    let chunk = vector::read::<$T, $N>(shared.wrapping_add(place as usize));
                    vector::write(to, chunk);
                }
            };
            unroll!(for j in 0..{ N } {
                write_if(0 < left.0 && j * 16 < left.1, j);
            });
        }
    };
}

transpose! {
    /// Does the same as [`transpose_f32()`](zellige_kernels::transpose::transpose_f32()), with
    /// hand-written indices.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_F32)]
    transpose_f32_by_hand,
    f32, 4, TILE_F32
}
transpose! {
    /// Does the same as [`transpose_bf16()`](zellige_kernels::transpose::transpose_bf16()), with
    /// hand-written indices.
    #[zellige_gpu::kernel(threads = THREADS, shared = SHARED_BF16)]
    transpose_bf16_by_hand,
    Bf16, 8, TILE_BF16
}
