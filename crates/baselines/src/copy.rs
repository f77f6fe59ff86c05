//! The baselines of [`copy`](mod@zellige_kernels::copy).

use zellige_gpu::vector::Vector16;
use zellige_gpu::{Gpu, unroll};
use zellige_kernels::copy::THREADS;

/// Does the same as [`copy_16()`](zellige_kernels::copy::copy_16()), with hand-written indices.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn copy_16_by_hand<G: Gpu>(gpu: G, rows: u32, from: *const f32, to: *mut f32) {
    let (from, to) = (from.cast::<Vector16>(), to.cast());
    vectors_by_hand::<G, _, 1>(gpu, (rows, 16), (from, |v| v), (to, |v| v))
}
/// Does the same as [`copy_8()`](zellige_kernels::copy::copy_8()), with hand-written indices.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn copy_8_by_hand<G: Gpu>(gpu: G, rows: u32, from: *const f32, to: *mut f32) {
    let (from, to) = (from.cast::<u64>(), to.cast());
    vectors_by_hand::<G, _, 2>(gpu, (rows, 32), (from, |v| v), (to, |v| v % 32 + v / 32 * 33))
}
/// Does the same as [`copy_4()`](zellige_kernels::copy::copy_4()), with hand-written indices.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn copy_4_by_hand<G: Gpu>(gpu: G, rows: u32, from: *const f32, to: *mut f32) {
    let (from, to) = (from.cast::<u32>(), to.cast());
    vectors_by_hand::<G, _, 4>(gpu, (rows, 64), (from, |v| v % 64 + v / 64 * 65), (to, |v| v))
}

/// Copies `rows` rows of `row` vectors, N per thread, between the offsets that the functions return
/// for their indices.
#[inline(always)]
unsafe fn vectors_by_hand<G: Gpu, V: Copy + Default, const N: usize>(
    gpu: G,
    (rows, row): (u32, u32),
    from: (*const V, impl Fn(u32) -> u32),
    to: (*mut V, impl Fn(u32) -> u32),
) {
    let (thread, block, end) = (gpu.thread(), gpu.block_x(), rows * row);
    let mut values = [V::default(); N];
    unroll!(for value in 0..{ N as u32 } {
        let v = thread + value * 256 + block * (N as u32 * 256);
        if v < end {
            values[value as usize] = from.0.wrapping_add(from.1(v) as usize).read();
        }
    });
    unroll!(for value in 0..{ N as u32 } {
        let v = thread + value * 256 + block * (N as u32 * 256);
        if v < end {
            to.0.wrapping_add(to.1(v) as usize).write(values[value as usize]);
        }
    });
}
