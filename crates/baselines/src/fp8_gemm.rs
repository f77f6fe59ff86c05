//! The baseline of [`fp8_gemm()`](zellige_kernels::fp8_gemm::fp8_gemm()): shared memory,
//! descriptors, stages and their turns, tiles, scales.

use crate::wgmma_gemm::{Written, barriers, raster, release};
use zellige::atom::mma::SM90_64x128x32_F32E4M3E4M3_SS_TN;
use zellige_gpu::registers::Roles;
use zellige_gpu::registers::Warpgroup;
use zellige_gpu::schedule::Raster;
use zellige_gpu::wgmma::{Accumulators, KMajor, ScaleOut};
use zellige_gpu::{Bf16, Sm90, Store, TensorMap, unroll};
use zellige_kernels::fp8_gemm::Warps;

/// [`fp8_gemm()`](zellige_kernels::fp8_gemm::fp8_gemm()) with hand-written indices.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = S::BARRIERS + 64,
    min_blocks = 1,
    instances(
        fp8_gemm_by_hand = <Bf16, OfTensors>,
        fp8_gemm_blocks_by_hand = <Bf16, OfBlocks>,
    )
)]
pub unsafe fn fp8_gemm_by_hand<G: Sm90 + Store, T: Written, S: Scales>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    scale_a: *const S::Source,
    scale_b: *const S::Source,
    c: *mut T,
    ldc: u32,
) {
    let shared_a = gpu.shared_address();
    let (shared_b, full) = (shared_a + 131072, shared_a + S::BARRIERS);
    let empty = full + 32;
    barriers(gpu, full, empty);

    let (steps, tiles_m, tiles_n) = (k + 127, m + 255, n + 127);
    let (steps, tiles_m, tiles_n) = (steps / 128, tiles_m / 256, tiles_n / 128);
    let group = 8 * tiles_n;
    let tiles = Raster::<8>::new_unchecked(tiles_m, tiles_n).persistent(gpu);
    let mut count = 0u32;

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            if warpgroup.reg_dealloc(gpu).thread() == 0 && steps > 0 {
                for tile in tiles {
                    let (i, j) = raster::<8>(tile.number(), group, tiles_m, tiles_n);
                    let mut step = 0;
                    loop {
                        let (turn, stage) = (count / 4 % 2, count % 4);
                        gpu.mbarrier_wait(empty + 8 * stage, turn ^ 1);
                        gpu.mbarrier_arrive_expect(full + 8 * stage, 49152 + S::BYTES);
                        let column = (128 * step) as i32;
                        let (at, row) = (32768 * stage, 256 * i);
                        gpu.tma_load(shared_a + at, a, [column, row as i32], full + 8 * stage);
                        let (at, row) = (16384 * stage, 128 * j);
                        gpu.tma_load(shared_b + at, b, [column, row as i32], full + 8 * stage);
                        S::fill(gpu, scale_a, scale_b, (i, j, step), stage, full + 8 * stage);
                        (count, step) = (count + 1, step + 1);
                        if step == steps {
                            break;
                        }
                    }
                }
            }
        }
        Warpgroup::Consumer(warpgroup) => {
            warpgroup.reg_alloc(gpu);
            let thread = gpu.thread() - 128;
            let quiet = thread % 128;
            let warpgroup = gpu.broadcast(thread / 128);
            // 1: no leading offset; 64: the distance of 8 rows; 1 << 30: swizzle of 128 bytes.
            let a_first = (((shared_a + 8192 * (warpgroup % 2)) & 0x3ffff) / 16) | (1 << 16);
            let b_first = ((shared_b & 0x3ffff) / 16) | (1 << 16);
            let bits = |low: u32| (((1 << 30) | 64) << 32) | low as u64;
            let column = thread % 4 * 2;
            let row = quiet / 32 * 16 + quiet / 4 % 8 + 64 * (thread / 128 % 2);
            let c_wide =
                (thread / 32 * 16 + thread / 4 % 8) * ldc + T::column(gpu.thread(), thread);
            let scales = S::of_thread(gpu, scale_a, scale_b, row);
            let mut part = <[f32; 64] as Accumulators>::ZERO;
            for tile in tiles {
                let (i, j) = raster::<8>(tile.number(), group, tiles_m, tiles_n);
                let mut acc = [[0.0; 64]; 2];
                let mut step = 0;
                while step < steps {
                    let (turn, stage) = (count / 4 % 2, count % 4);
                    gpu.mbarrier_wait(full + 8 * stage, turn);
                    let (mut of_rows, mut of_columns) = ([0.0; 4], 0.0);
                    unroll!(for wave in 0..2 {
                        let (a, b) = (a_first + 1024 * (2 * stage + wave), b_first + 1024 * stage);
                        gpu.wgmma_fence();
                        unroll!(for i in 0..4 {
                            let out = if i == 0 {
                                ScaleOut::Zero
                            } else {
                                ScaleOut::One
                            };
                            gpu.wgmma::<SM90_64x128x32_F32E4M3E4M3_SS_TN, (KMajor, KMajor)>(
                                &mut part,
                                bits(a + 2 * i),
                                bits(b + 2 * i),
                                out,
                            );
                        });
                        gpu.wgmma_commit();
                        if wave == 0 {
                            (of_rows, of_columns) = scales(step, stage);
                            if S::BYTES > 0 {
                                gpu.barrier_sync_at::<128>(1 + warpgroup);
                            }
                        }
                        gpu.wgmma_wait::<0>();
                        gpu.warpgroup_fence_operand(&mut part);
                        let acc = &mut acc[wave as usize];
                        unroll!(for j in 0..16 {
                            unroll!(for i in 0..2 {
                                unroll!(for v in 0..2 {
                                    let at = (v + 2 * i + 4 * j) as usize;
                                    let scale = of_rows[(i + 2 * wave) as usize] * of_columns;
                                    acc[at] = gpu.fma(part[at], scale, acc[at]);
                                });
                            });
                        });
                    });
                    release(gpu, 1, quiet, empty + 8 * stage);
                    (count, step) = (count + 1, step + 1);
                }

                let (tile_row, tile_column) = (256 * i, 128 * j);
                let (rows, columns) = (m - tile_row, n - tile_column);
                let c = c.wrapping_add(tile_row as usize * ldc as usize + tile_column as usize);
                if 255 < rows && 127 < columns && ldc % T::WIDTH == 0 {
                    let c = c.add(c_wide as usize);
                    unroll!(for wave in 0..2 {
                        unroll!(for part in 0..4 {
                            let mut rows = [[0.0; 8]; 2];
                            unroll!(for i in 0..2 {
                                unroll!(for b in 0..4 {
                                    unroll!(for v in 0..2 {
                                        let at = (v + 2 * i + 4 * (4 * part + b)) as usize;
                                        rows[i as usize][(2 * b + v) as usize] =
                                            acc[wave as usize][at];
                                    });
                                });
                            });
                            let to = c.add((128 * wave * ldc) as usize).add((32 * part) as usize);
                            let words = T::begin(gpu, thread, to, rows);
                            T::end(gpu, thread, to, 8 * ldc, words);
                        });
                    });
                } else {
                    let (rows, columns) =
                        (rows.saturating_sub(row), columns.saturating_sub(column));
                    let c = c.wrapping_add((row * ldc + column) as usize);
                    unroll!(for wave in 0..2 {
                        unroll!(for j in 0..16 {
                            unroll!(for i in 0..2 {
                                unroll!(for v in 0..2 {
                                    let down = 8 * i + 128 * wave;
                                    let end = if down < rows { columns } else { 0 };
                                    let c = c.wrapping_add((down * ldc) as usize);
                                    let c = c.wrapping_add((8 * j + v) as usize);
                                    let sum = acc[wave as usize][(v + 2 * i + 4 * j) as usize];
                                    T::write_below(gpu, 8 * j + v, end, c, sum);
                                });
                            });
                        });
                    });
                }
            }
        }
    }
}

/// The scales, written by hand.
pub trait Scales {
    /// The type behind the address that the kernel receives.
    type Source;
    /// The number of bytes of scales that arrive with a step.
    const BYTES: u32;
    /// The offset of the barriers, behind the stages of A, B and the scales.
    const BARRIERS: u32;
    /// Begins to copy the scales of a step, for tile (i, j).
    unsafe fn fill<G: Sm90>(
        gpu: G,
        a: *const Self::Source,
        b: *const Self::Source,
        at: (u32, u32, u32),
        stage: u32,
        full: u32,
    );
    /// Returns a reader, for a step in a stage, of the scales of the thread's rows, which lie 0, 8,
    /// 128 and 136 behind its first one, and of the scale of the columns.
    unsafe fn of_thread<G: Sm90>(
        gpu: G,
        a: *const Self::Source,
        b: *const Self::Source,
        row: u32,
    ) -> impl Fn(u32, u32) -> ([f32; 4], f32);
}
/// One scale for a tensor.
pub struct OfTensors;
impl Scales for OfTensors {
    type Source = f32;
    const BYTES: u32 = 0;
    const BARRIERS: u32 = 196608;
    #[inline(always)]
    unsafe fn fill<G: Sm90>(
        _: G,
        _: *const f32,
        _: *const f32,
        _: (u32, u32, u32),
        _: u32,
        _: u32,
    ) {
    }
    #[inline(always)]
    unsafe fn of_thread<G: Sm90>(
        _: G,
        a: *const f32,
        b: *const f32,
        _: u32,
    ) -> impl Fn(u32, u32) -> ([f32; 4], f32) {
        let (a, b) = (a.read(), b.read());
        move |_, _| ([a; 4], b)
    }
}
/// A scale for 1 x 128 of A and 128 x 128 of B.
pub struct OfBlocks;
impl Scales for OfBlocks {
    type Source = TensorMap;
    const BYTES: u32 = 1024 + 16;
    const BARRIERS: u32 = 201104;
    #[inline(always)]
    unsafe fn fill<G: Sm90>(
        gpu: G,
        a: *const TensorMap,
        b: *const TensorMap,
        (i, j, step): (u32, u32, u32),
        stage: u32,
        full: u32,
    ) {
        let to = gpu.shared_address() + 196608 + 1024 * stage;
        gpu.tma_load(to, a, [(256 * i) as i32, step as i32], full);
        let to = gpu.shared_address() + 200704 + 128 * stage;
        gpu.tma_load(to, b, [(step - step % 4) as i32, j as i32], full);
    }
    #[inline(always)]
    unsafe fn of_thread<G: Sm90>(
        gpu: G,
        _: *const TensorMap,
        _: *const TensorMap,
        row: u32,
    ) -> impl Fn(u32, u32) -> ([f32; 4], f32) {
        let shared = gpu.shared().cast::<f32>();
        let of_rows = shared.wrapping_add((49152 + row) as usize);
        let of_columns = shared.wrapping_add(50176);
        move |step, stage| {
            let of_rows = of_rows.wrapping_add((256 * stage) as usize);
            let of_columns = of_columns.wrapping_add((32 * stage + step % 4) as usize);
            let of_rows = [0, 8, 128, 136].map(|down| of_rows.add(down).read());
            (of_rows, of_columns.read())
        }
    }
}
