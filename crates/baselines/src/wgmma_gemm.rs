//! The baseline of [`wgmma_gemm()`](zellige_kernels::wgmma_gemm::wgmma_gemm()): shared memory,
//! descriptors, stages and their turns, tiles.

use core::hint::assert_unchecked;
use zellige::atom::mma::SM90_64x256x16_F32BF16BF16_SS;
use zellige_gpu::number::Predicated;
use zellige_gpu::registers::Roles;
use zellige_gpu::registers::Warpgroup;
use zellige_gpu::schedule::Raster;
use zellige_gpu::wgmma::{KMajor, ScaleOut};
use zellige_gpu::{Bf16, Sm90, Store, TensorMap, unroll};
use zellige_kernels::wgmma_gemm::Warps;

/// [`wgmma_gemm()`](zellige_kernels::wgmma_gemm::wgmma_gemm()) with hand-written indices.
#[zellige_gpu::kernel(
    threads = Warps::THREADS,
    shared = 196672,
    min_blocks = 1,
    instances(wgmma_gemm_by_hand = <f32>, wgmma_gemm_bf16_by_hand = <Bf16>)
)]
pub unsafe fn wgmma_gemm_by_hand<G: Sm90 + Store, T: Written>(
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
    barriers(gpu, full, empty);

    let (steps, tiles_m, tiles_n) = (k + 63, m + 127, n + 255);
    let (steps, tiles_m, tiles_n) = (steps / 64, tiles_m / 128, tiles_n / 256);
    let group = 16 * tiles_n;
    let mut tiles = Raster::<16>::new_unchecked(tiles_m, tiles_n).persistent(gpu);
    let mut count = 0u32;

    match Warps::of(gpu) {
        Warpgroup::Producer(warpgroup) => {
            if warpgroup.reg_dealloc(gpu).thread() == 0 && steps > 0 {
                for tile in tiles {
                    let (i, j) = raster::<16>(tile.number(), group, tiles_m, tiles_n);
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
        Warpgroup::Consumer(warpgroup) => {
            warpgroup.reg_alloc(gpu);
            let thread = gpu.thread() - 128;
            let (quiet, warpgroup) = (thread % 128, thread / 128 % 2);
            // 1: no leading offset; 64: the distance of 8 rows; 1 << 30: swizzle of 128 bytes.
            let a_first = (((shared_a + 8192 * warpgroup) & 0x3ffff) / 16) | (1 << 16);
            let b_first = ((shared_b & 0x3ffff) / 16) | (1 << 16);
            let bits = |low: u32| (((1 << 30) | 64) << 32) | low as u64;
            let column = thread % 4 * 2;
            let row = quiet / 32 * 16 + quiet / 4 % 8 + 64 * warpgroup;
            let c_wide =
                (thread / 32 * 16 + thread / 4 % 8) * ldc + T::column(gpu.thread(), thread);
            let mut step = 0;
            let mut rest = Rest::none(c.wrapping_add(c_wide as usize));
            while let Some(tile) = tiles.next() {
                let mut acc = <[f32; 128] as zellige_gpu::wgmma::Accumulators>::ZERO;
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
                                &mut acc,
                                a,
                                b,
                                ScaleOut::One,
                            );
                        });
                        gpu.wgmma_commit();
                        rest.write_next(gpu, thread, ldc);
                        gpu.wgmma_wait::<1>();
                        release(gpu, step, quiet, empty + 8 * ((stage + 3) % 4));
                        (before, count, step) = (stage, count + 1, step + 1);
                        if step == steps {
                            break;
                        }
                    }
                    gpu.wgmma_wait::<0>();
                    gpu.warpgroup_fence_operand(&mut acc);
                    release(gpu, step, quiet, empty + 8 * before);
                    step = 0;
                }

                let (i, j) = raster::<16>(tile.number(), group, tiles_m, tiles_n);
                let (tile_row, tile_column) = (128 * i, 256 * j);
                let (rows, columns) = (m - tile_row, n - tile_column);
                let c = c.wrapping_add(tile_row as usize * ldc as usize + tile_column as usize);
                if 127 < rows && 255 < columns && ldc % T::WIDTH == 0 {
                    let c = c.add(c_wide as usize);
                    let mut parts = [[0; 8]; 8];
                    unroll!(for part in 0..8 {
                        let mut rows = [[0.0; 8]; 2];
                        unroll!(for i in 0..2 {
                            unroll!(for b in 0..4 {
                                unroll!(for v in 0..2 {
                                    let sum = acc[(v + 2 * i + 4 * (4 * part + b)) as usize];
                                    rows[i as usize][(2 * b + v) as usize] = sum;
                                });
                            });
                        });
                        let c = c.add((32 * part) as usize);
                        parts[part as usize] = T::begin(gpu, thread, c, rows);
                    });
                    rest = Rest { parts, next: 0, to: c };
                    if steps < 8 || tiles.is_empty() {
                        rest.write_all(gpu, thread, ldc);
                    }
                } else {
                    rest.next = 8;
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
                                    let sum = acc[(v + 2 * i + 4 * j) as usize];
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

/// [`RowStore`](zellige_gpu::epilogue::RowStore), written by hand.
pub trait Written: Predicated {
    /// The number of elements in 16 bytes.
    const WIDTH: u32;
    /// The first column that thread `t` writes; `u` has the same last bits.
    fn column(t: u32, u: u32) -> u32;
    /// Writes the part of 32 columns in two rows that is due at once, and returns the rest.
    unsafe fn begin<G: Sm90 + Store>(
        gpu: G,
        t: u32,
        to: *mut Self,
        rows: [[f32; 8]; 2],
    ) -> [u32; 8];
    /// Writes the rest; the lower row is `down` elements behind `to`.
    unsafe fn end<G: Sm90 + Store>(gpu: G, t: u32, to: *mut Self, down: u32, rest: [u32; 8]);
}
impl Written for f32 {
    const WIDTH: u32 = 4;
    #[inline(always)]
    fn column(t: u32, u: u32) -> u32 {
        t % 2 * 8 + u / 2 % 2 * 4
    }
    #[inline(always)]
    unsafe fn begin<G: Sm90 + Store>(
        gpu: G,
        t: u32,
        to: *mut Self,
        rows: [[f32; 8]; 2],
    ) -> [u32; 8] {
        let bits = |[a, b, c, d, e, f, g, h]: [f32; 8]| {
            let (a, b, c, d) = (a.to_bits(), b.to_bits(), c.to_bits(), d.to_bits());
            let (e, f, g, h) = (e.to_bits(), f.to_bits(), g.to_bits(), h.to_bits());
            [a, b, c, d, e, f, g, h]
        };
        let (upper, lower) = (bits(rows[0]), bits(rows[1]));
        Self::end(gpu, t, to, 0, upper);
        lower
    }
    #[inline(always)]
    unsafe fn end<G: Sm90 + Store>(gpu: G, t: u32, to: *mut Self, down: u32, rest: [u32; 8]) {
        let [a0, a1, b0, b1, c0, c1, d0, d1] = rest;
        let to = to.add(down as usize);
        let ((a0, b0), (a1, b1)) = (exchange(gpu, t, 1, a0, b0), exchange(gpu, t, 1, a1, b1));
        let ((c0, d0), (c1, d1)) = (exchange(gpu, t, 1, c0, d0), exchange(gpu, t, 1, c1, d1));
        stream(gpu, to, [a0, a1, b0, b1]);
        stream(gpu, to.add(16), [c0, c1, d0, d1]);
    }
}
impl Written for Bf16 {
    const WIDTH: u32 = 8;
    #[inline(always)]
    fn column(t: u32, _: u32) -> u32 {
        t % 4 * 8
    }
    #[inline(always)]
    unsafe fn begin<G: Sm90 + Store>(
        gpu: G,
        _: u32,
        _: *mut Self,
        rows: [[f32; 8]; 2],
    ) -> [u32; 8] {
        let [[a, b, c, d], [e, f, g, h]] = rows.map(|[a0, a1, b0, b1, c0, c1, d0, d1]| {
            let pairs = [(a0, a1), (b0, b1), (c0, c1), (d0, d1)];
            pairs.map(|(low, high)| gpu.round_bf16(low, high))
        });
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    unsafe fn end<G: Sm90 + Store>(gpu: G, t: u32, to: *mut Self, down: u32, rest: [u32; 8]) {
        let [a, b, c, d, e, f, g, h] = rest;
        let ((a, b), (c, d)) = (exchange(gpu, t, 1, a, b), exchange(gpu, t, 1, c, d));
        let ((e, f), (g, h)) = (exchange(gpu, t, 1, e, f), exchange(gpu, t, 1, g, h));
        let ((a, c), (b, d)) = (exchange(gpu, t, 2, a, c), exchange(gpu, t, 2, b, d));
        let ((e, g), (f, h)) = (exchange(gpu, t, 2, e, g), exchange(gpu, t, 2, f, h));
        stream(gpu, to, [a, b, c, d]);
        stream(gpu, to.add(down as usize), [e, f, g, h]);
    }
}
/// Writes 16 bytes.
#[inline(always)]
unsafe fn stream<T>(gpu: impl Store, to: *mut T, words: [u32; 4]) {
    let [a, b, c, d] = words.map(f32::from_bits);
    gpu.stream_128(to.cast(), a, b, c, d);
}
/// Exchanges two blocks between threads t and t ^ `mask`: the lower thread gets both parts of the
/// first block, the upper one those of the second.
#[inline(always)]
pub(crate) unsafe fn exchange(
    gpu: impl Store,
    t: u32,
    mask: u32,
    first: u32,
    second: u32,
) -> (u32, u32) {
    let upper = t & mask != 0;
    let given = f32::from_bits(if upper { first } else { second });
    let got = gpu.shuffle_xor(given, mask).to_bits();
    if upper { (got, second) } else { (first, got) }
}

/// The parts of a tile that a thread still has to write, the next one first, and the position of
/// the tile.
struct Rest<T> {
    parts: [[u32; 8]; 8],
    /// The index of the next part; after the last one nothing is left.
    next: u32,
    to: *mut T,
}
impl<T: Written> Rest<T> {
    #[inline(always)]
    fn none(to: *mut T) -> Self {
        Rest { parts: [[0; 8]; 8], next: 8, to }
    }
    /// Returns the first part, and moves all others up.
    #[inline(always)]
    fn first(&mut self) -> [u32; 8] {
        let first = self.parts[0];
        unroll!(for i in 0..{ 7 } {
            self.parts[i as usize] = self.parts[i as usize + 1];
        });
        first
    }
    #[inline(always)]
    unsafe fn write_next<G: Sm90 + Store>(&mut self, gpu: G, t: u32, ldc: u32) {
        if self.next < 8 {
            let to = self.to.add((32 * self.next) as usize);
            T::end(gpu, t, to, 8 * ldc, self.first());
            self.next += 1;
        }
    }
    #[inline(always)]
    unsafe fn write_all<G: Sm90 + Store>(&mut self, gpu: G, t: u32, ldc: u32) {
        unroll!(for j in 0..8 {
            let to = self.to.add((32 * j) as usize);
            T::end(gpu, t, to, 8 * ldc, self.parts[j as usize]);
        });
        self.next = 8;
    }
}

/// Initializes the barriers of four stages: the `TmaRing` of a `Storage`.
#[inline(always)]
pub(crate) unsafe fn barriers(gpu: impl Sm90, full: u32, empty: u32) {
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
}

/// Releases a stage, if one was read and this thread is the first of its warpgroup:
/// `Consumer::release`.
#[inline(always)]
pub(crate) unsafe fn release(gpu: impl Sm90, steps: u32, quiet: u32, empty: u32) {
    if steps >= 1 && quiet == 0 {
        gpu.mbarrier_arrive(empty);
    }
}

/// Returns the position of the tile with this index: `Tile::coordinate`.
#[inline(always)]
pub unsafe fn raster<const ROWS: u32>(
    tile: u32,
    group: u32,
    tiles_m: u32,
    tiles_n: u32,
) -> (u32, u32) {
    assert_unchecked(tile < tiles_m * tiles_n && tiles_n > 0);
    assert_unchecked(group > 0);
    let (rest, number) = divide(tile, group);
    let first = ROWS * number;
    let rows = (tiles_m - first).min(ROWS);
    assert_unchecked(rows > 0);
    let (i, j) = divide(rest, rows);
    (first + i, j)
}

/// Returns the remainder and the quotient.
#[inline(always)]
fn divide(x: u32, by: u32) -> (u32, u32) {
    (x % by, x / by)
}
