//! The twins of [`sgemm_1`](super::sgemm_1) and [`sgemm_2`](super::sgemm_2): the same algorithms, with indices by hand.
//!
//! `T` says that the elements of a row of A and of B lie side by side, instead of those of a column.

use super::{Factor, Gemm, inside, kernels};
use crate::unroll::unrolled;
use core::array::from_fn;
use zellige_gpu::vector::read;
use zellige_gpu::{Gpu, Sm80, unroll};

/// From column to column of a tile in shared memory.
const COLUMN: u32 = 132;
/// The elements of a tile of 8 columns in shared memory.
const TILE_1: usize = 7 * 132 + 128;
/// From stage to stage in shared memory.
const STAGE: u32 = 16 * COLUMN;

/// Copies four elements of the tile (row, tile) of 128 x 8 to shared memory: from (m, k) in the tile on, every 32nd along m.
#[inline(always)]
unsafe fn copy<const T: bool>(
    f: Factor,
    (row, tile): (u32, u32),
    (m, k): (u32, u32),
    to: *mut f32,
) {
    let (row_stride, k_stride) = if T { (f.ld, 1) } else { (1, f.ld) };
    let (m, k) = (m + row, k + tile * 8);
    let left = (f.rows.saturating_sub(m), f.k.saturating_sub(k));
    let from = f
        .pointer
        .wrapping_add((m * row_stride + k * k_stride) as usize);
    unroll!(for i in 0..4 {
        let inside = 32 * i < left.0 && 0 < left.1;
        let from = from.wrapping_add((32 * i * row_stride) as usize);
        *to.add(32 * i as usize) = if inside { *from } else { 0.0 };
    });
}

/// Adds the products of 8 by 8 numbers to their sums: two rows at once, there and back.
#[inline(always)]
fn multiply<G: Gpu>(gpu: G, a: [f32; 8], b: [f32; 8], sums: &mut [f32; 64]) {
    unroll!(for rows in 0..4 {
        unroll!(for number in 0..16 {
            let (m, n) = (2 * rows + number % 2, number / 2);
            let n = if rows % 2 == 0 { n } else { 7 - n };
            let sum = &mut sums[(m + 8 * n) as usize];
            *sum = gpu.fma(a[m as usize], b[n as usize], *sum);
        });
    });
}

#[inline(always)]
unsafe fn sgemm_1<G: Gpu, const T: bool>(gpu: G, gemm: Gemm) {
    let Gemm {
        m,
        n,
        k,
        alpha,
        beta,
        c,
        ldc,
        ..
    } = gemm;
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    let s_a = gpu.shared().cast::<f32>();
    let s_b = s_a.add(TILE_1);
    // Threads go along what lies side by side.
    let (to_m, to_k) = if T {
        let (k, m) = (t % 8, t / 8);
        (m, k)
    } else {
        (t % 32, t / 32)
    };
    let to = to_m + to_k * COLUMN;
    let (to_a, to_b) = (s_a.add(to as usize), s_b.add(to as usize));
    let (tn, tm) = (t / 16, t % 16);
    let (from_a, from_b) = (s_a.add(tm as usize), s_b.add(tn as usize));
    let mut sums = [0.0; 64];

    let (x, y) = (x * 128, y * 128);
    let mut tile = 0;
    loop {
        copy::<T>(gemm.a(), (x, tile), (to_m, to_k), to_a);
        copy::<T>(gemm.b(), (y, tile), (to_m, to_k), to_b);
        gpu.sync_threads();
        unroll!(for k in 0..8 {
            let a = from_fn(|m| *from_a.add(16 * m + (COLUMN * k) as usize));
            let b = from_fn(|n| *from_b.add(16 * n + (COLUMN * k) as usize));
            multiply(gpu, a, b, &mut sums);
        });
        gpu.sync_threads();
        tile += 1;
        if tile >= k.div_ceil(8) {
            break;
        }
    }

    let (tm, tn) = (tm + x, tn + y);
    let left = (m.saturating_sub(tm), n.saturating_sub(tn));
    let c = c.wrapping_add((tm + tn * ldc) as usize);
    unroll!(for j in 0..8 {
        unroll!(for i in 0..8 {
            let column = c.wrapping_add((16 * j * ldc) as usize);
            let c = column.wrapping_add(16 * i as usize);
            let inside = 16 * i < left.0 && 16 * j < left.1;
            write_if(gpu, inside, c, sums[(i + 8 * j) as usize], (alpha, beta));
        });
    });
}

/// Writes alpha times the sum, plus beta times what is there.
#[inline(always)]
unsafe fn write_if<G: Gpu>(gpu: G, inside: bool, c: *mut f32, sum: f32, (alpha, beta): (f32, f32)) {
    if inside {
        let sum = alpha * sum;
        *c = if beta == 0.0 {
            sum
        } else {
            gpu.fma(beta, *c, sum)
        };
    }
}

/// Begins to copy eight elements of the tile (row, tile) of 128 x 16, W at a time, to a stage behind the address `to`.
#[inline(always)]
unsafe fn copy_async<G: Sm80, const T: bool, const W: u32>(
    gpu: G,
    f: Factor,
    (row, tile, stage): (u32, u32, u32),
    to: u32,
) {
    let t = gpu.thread();
    let (g_m, g_k) = if T { (f.ld, 1) } else { (1, f.ld) };
    // How many vectors a thread has along m, and how far apart, before it goes on along k.
    let [along_m, step_m, step_k] = match (T, W) {
        (false, 4) => [1, 0, 8],
        (false, _) => [1, 0, 2],
        (true, _) => [4, 32, 8],
    };
    let tile_at = row * (128 * g_m) + tile * (16 * g_k);
    let (g_step_m, g_step_k) = (step_m * g_m, step_k * g_k);
    // Where it begins: threads go along what lies side by side.
    let (m, k) = match (T, W) {
        (false, 4) => (t % 32 * 4, t / 32),
        (false, _) => (t % 128, t / 128),
        (true, _) => {
            let (k, m) = (t % 8, t / 8);
            (m, k)
        }
    };
    let at = m * g_m + k * g_k;
    let (stage_at, s_at) = (stage * STAGE, k * COLUMN + m);
    let (tile_m, tile_k) = (row * 128, tile * 16);
    let from = f.pointer.wrapping_add((tile_at + at) as usize);
    let to = to + 4 * (stage_at + s_at);
    let (m, k) = (m + tile_m, k + tile_k);
    unrolled::<8>(|i| {
        if i < 8 / W {
            let (i, j) = (i % along_m, i / along_m);
            let inside = inside((m + i * step_m, k + j * step_k), (f.rows, f.k));
            let bytes = if inside { 4 * W } else { 0 };
            let from = from
                .wrapping_add((i * g_step_m + j * g_step_k) as usize)
                .cast();
            let to = to + 4 * (i * step_m + j * (step_k * COLUMN));
            match W {
                4 => gpu.cp_async_16(to, from, bytes),
                _ => gpu.cp_async_4(to, from, bytes),
            }
        }
    });
}

/// The place of thread t among 16 x 16: warps are 2 x 4 of 8 x 4 threads.
#[inline(always)]
fn place(t: u32, warp: u32) -> (u32, u32) {
    // In its warp, and with it.
    let m = t % 8;
    let m = warp % 2 * 8 + m;
    let n = t / 8 % 4;
    let n = t / 64 % 4 * 4 + n;
    (m, n)
}
/// From the thread's first row, or column, of the tile of C to its row, or column, i.
const fn step(i: u32) -> u32 {
    i % 4 + i / 4 * 64
}

#[inline(always)]
unsafe fn sgemm_2<G: Sm80, const T: bool, const W: u32>(gpu: G, gemm: Gemm) {
    let Gemm {
        m,
        n,
        k,
        alpha,
        beta,
        c,
        ldc,
        ..
    } = gemm;
    let (block_m, block_n) = (gpu.block_x(), gpu.block_y());
    let s_a = gpu.shared().cast::<f32>();
    let s_b = s_a.add(2 * STAGE as usize);
    let (to_a, to_b) = (gpu.shared_address(), gpu.shared_address() + 4 * 2 * STAGE);
    let mut sums = [0.0; 64];

    copy_async::<G, T, W>(gpu, gemm.a(), (block_m, 0, 0), to_a);
    copy_async::<G, T, W>(gpu, gemm.b(), (block_n, 0, 0), to_b);
    for tile in 0..k.div_ceil(16) {
        let stage = tile % 2;
        gpu.cp_async_commit();
        gpu.cp_async_wait::<0>();
        gpu.sync_threads();
        copy_async::<G, T, W>(gpu, gemm.a(), (block_m, tile + 1, 1 - stage), to_a);
        copy_async::<G, T, W>(gpu, gemm.b(), (block_n, tile + 1, 1 - stage), to_b);

        let (tm, tn) = place(gpu.thread(), gpu.thread() / 32);
        let s_a = s_a.add((stage * STAGE + 4 * tm) as usize);
        let s_b = s_b.add((stage * STAGE + 4 * tn) as usize);
        unrolled::<16>(|k| {
            let a = |i: u32| read::<f32, 4>(s_a.add((64 * i + COLUMN * k) as usize));
            let b = |j: u32| read::<f32, 4>(s_b.add((64 * j + COLUMN * k) as usize));
            let a = [a(0), a(1)];
            unrolled::<2>(|j| {
                let b = b(j);
                unrolled::<4>(|n| {
                    unrolled::<8>(|m| {
                        let sum = &mut sums[(m + 8 * (4 * j + n)) as usize];
                        let (m, n) = (m as usize, n as usize);
                        *sum = gpu.fma(a[m / 4][m % 4], b[n], *sum);
                    })
                })
            })
        });
    }

    let (tm, tn) = place(gpu.thread(), gpu.thread() / 32);
    let at = block_m * 128 + block_n * (128 * ldc) + (tm * 4 + tn * (4 * ldc));
    let (tm, tn) = (block_m * 128 + tm * 4, block_n * 128 + tn * 4);
    let c = c.wrapping_add(at as usize);
    let columns: [*mut f32; 8] = from_fn(|j| {
        let j = j as u32;
        c.wrapping_add((j % 4 * ldc + j / 4 * (64 * ldc)) as usize)
    });
    unrolled::<8>(|j| {
        let column = columns[j as usize];
        unrolled::<8>(|i| {
            if inside((tm + step(i), tn + step(j)), (m, n)) {
                let c = column.add(step(i) as usize);
                let sum = alpha * sums[(i + 8 * j) as usize];
                *c = if beta == 0.0 {
                    sum
                } else {
                    gpu.fma(beta, *c, sum)
                };
            }
        })
    });
}

kernels! {
    /// The twin of [`sgemm_1_nt`](super::sgemm_1::sgemm_1_nt()).
    #[zellige_gpu::kernel(threads = super::THREADS, shared = super::sgemm_1::SHARED)]
    sgemm_1_nt_by_hand on Gpu = sgemm_1::<G, false>;
    /// The twin of [`sgemm_1_tn`](super::sgemm_1::sgemm_1_tn()).
    #[zellige_gpu::kernel(threads = super::THREADS, shared = super::sgemm_1::SHARED)]
    sgemm_1_tn_by_hand on Gpu = sgemm_1::<G, true>;
    /// The twin of [`sgemm_2_nt`](super::sgemm_2::sgemm_2_nt()).
    #[zellige_gpu::kernel(threads = super::THREADS, shared = super::sgemm_2::SHARED, min_blocks = 2)]
    sgemm_2_nt_by_hand on Sm80 = sgemm_2::<G, false, 4>;
    /// The twin of [`sgemm_2_tn`](super::sgemm_2::sgemm_2_tn()).
    #[zellige_gpu::kernel(threads = super::THREADS, shared = super::sgemm_2::SHARED, min_blocks = 2)]
    sgemm_2_tn_by_hand on Sm80 = sgemm_2::<G, true, 1>;
    /// The twin of [`sgemm_2_nt_any`](super::sgemm_2::sgemm_2_nt_any()).
    #[zellige_gpu::kernel(threads = super::THREADS, shared = super::sgemm_2::SHARED, min_blocks = 2)]
    sgemm_2_nt_any_by_hand on Sm80 = sgemm_2::<G, false, 1>;
}
