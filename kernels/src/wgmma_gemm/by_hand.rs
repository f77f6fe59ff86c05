//! [`wgmma_gemm()`](super::wgmma_gemm()) with its indices by hand: shared memory, descriptors, stages and their turns, tiles.

use super::{
    Output, Roles, THREADS,
    output::{Parts, Rest},
};
use core::hint::assert_unchecked;
use zellige::atom::mma::SM90_64x256x16_F32BF16BF16_SS;
use zellige_gpu::registers::Warpgroup;
use zellige_gpu::schedule::Raster;
use zellige_gpu::wgmma::{KMajor, ScaleOut};
use zellige_gpu::{Bf16, Sm90, Store, TensorMap, unroll};

/// [`wgmma_gemm()`](super::wgmma_gemm()) with its indices by hand.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = 196672,
    min_blocks = 1,
    instances(wgmma_gemm_by_hand = <f32>, wgmma_gemm_bf16_by_hand = <Bf16>)
)]
pub unsafe fn wgmma_gemm_by_hand<G: Sm90 + Store, T: Output>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut T,
    ldc: u32,
) {
    let shared_a = gpu.shared_address();
    let (shared_b, full, empty) = (shared_a + 65536, shared_a + 196608, shared_a + 196640);
    if gpu.thread() == 0 {
        let mut stage = 0;
        while stage < 4 {
            gpu.mbarrier_init(full + 8 * stage, 1);
            stage += 1;
        }
        stage = 0;
        while stage < 4 {
            gpu.mbarrier_init(empty + 8 * stage, 2);
            stage += 1;
        }
        gpu.mbarrier_fence();
    }
    gpu.sync_threads();

    let (steps, tiles_m, tiles_n) = (k + 63, m + 127, n + 255);
    let (steps, tiles_m, tiles_n) = (steps / 64, tiles_m / 128, tiles_n / 256);
    let group = 16 * tiles_n;
    let mut tiles = Raster::<16>::new_unchecked(tiles_m, tiles_n).persistent(gpu);
    let mut count = 0u32;

    match Roles::of(gpu) {
        Warpgroup::Gives(warpgroup) => {
            if warpgroup.give(gpu).thread() == 0 && steps > 0 {
                for tile in tiles {
                    let (i, j) = raster(tile.number(), group, tiles_m, tiles_n);
                    let mut step = 0;
                    loop {
                        let (turn, stage) = (count / 4 % 2, count % 4);
                        gpu.mbarrier_wait(empty + 8 * stage, turn ^ 1);
                        gpu.mbarrier_arrive_expect(full + 8 * stage, 49152);
                        let (column, at) = (64 * step, 16384 * stage);
                        gpu.tma_load(
                            shared_a + at,
                            a,
                            [column as i32, 128 * i as i32],
                            full + 8 * stage,
                        );
                        count += 1;
                        let at = 32768 * stage;
                        gpu.tma_load(
                            shared_b + at,
                            b,
                            [column as i32, 256 * j as i32],
                            full + 8 * stage,
                        );
                        step += 1;
                        if step == steps {
                            break;
                        }
                    }
                }
            }
        }
        Warpgroup::Receives(warpgroup) => {
            warpgroup.receive(gpu);
            let thread = gpu.thread() - 128;
            let (quiet, warpgroup) = (thread % 128, thread / 128 % 2);
            // 1: no leading offset; 64: from 8 rows to the next 8; 1 << 30: swizzle of 128 bytes.
            let a_first = (((shared_a + 8192 * warpgroup) & 0x3ffff) / 16) | (1 << 16);
            let b_first = ((shared_b & 0x3ffff) / 16) | (1 << 16);
            let bits = |low: u32| (((1 << 30) | 64) << 32) | low as u64;
            let (down, right) = (8 * ldc, 32);
            let column = thread % 4 * 2;
            let row = thread / 32 % 4 * 16 + thread / 4 % 8 + 64 * warpgroup;
            let c_wide = row * ldc + T::column_by_hand(gpu.thread());
            let mut step = 0;
            let mut rest = <Rest<T, [[u32; 8]; 8]>>::none();
            while let Some(tile) = tiles.next() {
                let mut sums = <[f32; 128] as zellige_gpu::wgmma::Sums>::ZERO;
                if steps > 0 {
                    let mut before;
                    loop {
                        let (turn, stage) = (count / 4 % 2, count % 4);
                        gpu.mbarrier_wait(full + 8 * stage, turn);
                        gpu.wgmma_fence();
                        let (a, b) = (a_first + 1024 * stage, b_first + 2048 * stage);
                        unroll!(for i in 0..4 {
                            let (a, b) = (bits(a + 2 * i), bits(b + 2 * i));
                            gpu.wgmma::<SM90_64x256x16_F32BF16BF16_SS, (KMajor, KMajor)>(
                                &mut sums,
                                a,
                                b,
                                ScaleOut::One,
                            );
                        });
                        gpu.wgmma_commit();
                        rest.write_next(gpu, step, down, right);
                        gpu.wgmma_wait::<1>();
                        release(gpu, step, quiet, empty + 8 * ((stage + 3) % 4));
                        (before, count, step) = (stage, count + 1, step + 1);
                        if step == steps {
                            break;
                        }
                    }
                    gpu.wgmma_wait::<0>();
                    gpu.warpgroup_fence_operand(&mut sums);
                    release(gpu, step, quiet, empty + 8 * before);
                    step = 0;
                }

                let (i, j) = raster(tile.number(), group, tiles_m, tiles_n);
                let (tile_row, tile_column) = (128 * i, 256 * j);
                let (rows, columns) = (m - tile_row, n - tile_column);
                let c = c.wrapping_add(tile_row as usize * ldc as usize + tile_column as usize);
                if 127 < rows && 255 < columns && ldc % T::WIDTH == 0 {
                    let c = c.add(c_wide as usize);
                    let mut parts = <[[u32; 8]; 8]>::NONE;
                    unroll!(for part in 0..8 {
                        let mut rows = [[0.0; 8]; 2];
                        unroll!(for i in 0..2 {
                            unroll!(for b in 0..4 {
                                unroll!(for v in 0..2 {
                                    let sum = sums[(v + 2 * i + 4 * (4 * part + b)) as usize];
                                    rows[i as usize][(2 * b + v) as usize] = sum;
                                });
                            });
                        });
                        let c = c.add((32 * part) as usize);
                        parts.set(part, T::begin_32(gpu, gpu.thread(), c, rows));
                    });
                    rest = Rest::all(parts, c);
                    if steps < 8 || tiles.is_empty() {
                        rest.write_all(gpu, down, right);
                    }
                } else {
                    rest.clear();
                    let (rows, columns) =
                        (rows.saturating_sub(row), columns.saturating_sub(column));
                    let c = c.wrapping_add((row * ldc + column) as usize);
                    unroll!(for j in 0..16 {
                        unroll!(for half in 0..2 {
                            unroll!(for i in 0..2 {
                                unroll!(for v in 0..2 {
                                    let (j, down) = (2 * j + half, 8 * i);
                                    let end = if down < rows { columns } else { 0 };
                                    let c = c.wrapping_add((down * ldc) as usize);
                                    let c = c.wrapping_add((8 * j + v) as usize);
                                    let sum = sums[(v + 2 * i + 4 * j) as usize];
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

/// Releases a stage, if one was read and this thread is the first of its warpgroup: `Consumer::release`.
#[inline(always)]
unsafe fn release(gpu: impl Sm90, steps: u32, quiet: u32, empty: u32) {
    if steps >= 1 && quiet == 0 {
        gpu.mbarrier_arrive(empty);
    }
}

/// Where the tile with this number is: `Tile::coordinate`.
#[inline(always)]
unsafe fn raster(tile: u32, group: u32, tiles_m: u32, tiles_n: u32) -> (u32, u32) {
    assert_unchecked(tile < tiles_m * tiles_n && tiles_n > 0);
    assert_unchecked(group > 0);
    let (rest, number) = divide(tile, group);
    let first = 16 * number;
    let rows = (tiles_m - first).min(16);
    assert_unchecked(rows > 0);
    let (i, j) = divide(rest, rows);
    (first + i, j)
}

/// The rest and the quotient.
#[inline(always)]
fn divide(x: u32, by: u32) -> (u32, u32) {
    (x % by, x / by)
}

#[cfg(test)]
mod tests {
    use super::raster;
    use zellige_gpu::schedule::Raster;

    #[test]
    fn both_go_through_the_same_tiles() {
        for (tiles_m, tiles_n) in [(1, 1), (3, 5), (16, 2), (17, 3), (35, 4)] {
            let tiles = Raster::<16>::new(tiles_m, tiles_n);
            for tile in tiles.persistent_of(0, 1) {
                // SAFETY: there is such a tile.
                let by_hand = unsafe { raster(tile.number(), 16 * tiles_n, tiles_m, tiles_n) };
                assert_eq!(tile.coordinate(), by_hand);
            }
        }
    }
}
