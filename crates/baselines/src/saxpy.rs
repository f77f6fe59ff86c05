//! The baselines of [`saxpy`](mod@zellige_kernels::saxpy).

use zellige_gpu::vector::Vector16;
use zellige_gpu::{Gpu, unroll};
use zellige_kernels::saxpy::THREADS;

/// Does the same as [`saxpy`](fn@zellige_kernels::saxpy::saxpy), with hand-written indices.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn saxpy_by_hand<G: Gpu>(gpu: G, n: u32, a: f32, x: *const f32, y: *mut f32) {
    let (thread, block) = (gpu.thread(), gpu.block_x());
    let tile = block * 1024;
    let first = thread * 4 + tile;
    let left = n.saturating_sub(first);
    if left >= 4 {
        let (x, y) = (x.cast::<Vector16>(), y.cast::<Vector16>());
        let (mut xs, mut ys) = ([0.0; 4], [0.0; 4]);
        let vector = x.wrapping_byte_add(4 * first as usize).read();
        xs.as_mut_ptr().cast::<Vector16>().write_unaligned(vector);
        let y = y.wrapping_byte_add(4 * first as usize);
        ys.as_mut_ptr().cast::<Vector16>().write_unaligned(y.read());
        unroll!(for value in 0..4 {
            let i = value as usize;
            ys[i] = gpu.fma(a, xs[i], ys[i]);
        });
        y.write(ys.as_ptr().cast::<Vector16>().read_unaligned());
    } else {
        unroll!(for value in 0..{ 3 } {
            let i = first + value;
            if i < n {
                let y = y.wrapping_add(i as usize);
                *y = gpu.fma(a, *x.wrapping_add(i as usize), *y);
            }
        });
    }
}

/// Does the same as [`saxpy_strided()`](zellige_kernels::saxpy::saxpy_strided()), with hand-written
/// indices.
#[zellige_gpu::kernel(threads = THREADS)]
pub unsafe fn saxpy_strided_by_hand<G: Gpu>(
    gpu: G,
    n: u32,
    a: f32,
    x: *const f32,
    incx: i32,
    y: *mut f32,
    incy: i32,
) {
    let (thread, block) = (gpu.thread(), gpu.block_x());
    let back = |inc: i32| -(n.saturating_sub(1) as i32 * inc).min(0);
    let x = x.wrapping_offset(back(incx) as isize);
    let tile = block * 1024;
    let y = y.wrapping_offset(back(incy) as isize);
    let first = thread + tile;
    let mut pairs = [(0.0, 0.0); 4];
    unroll!(for value in 0..4 {
        let i = first + 256 * value;
        if i < n {
            let i = i as i32;
            let y = y.wrapping_offset((i * incy) as isize);
            let x = x.wrapping_offset((i * incx) as isize);
            pairs[value as usize] = (*x, *y);
        }
    });
    unroll!(for value in 0..4 {
        let i = first + 256 * value;
        if i < n {
            let (i, (xi, yi)) = (i as i32, pairs[value as usize]);
            *y.wrapping_offset((i * incy) as isize) = gpu.fma(a, xi, yi);
        }
    });
}
