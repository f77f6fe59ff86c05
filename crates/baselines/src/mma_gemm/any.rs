//! The baseline of [`mma_gemm()`](zellige_kernels::mma_gemm::mma_gemm()) for matrices of any size.

use super::{LAST_STAGE, STAGE, STAGES_B, at, swizzle};
use zellige_gpu::gemm::SM80_16x8x16_F32HalfHalfF32_TN;
use zellige_gpu::{Half, Sm80, unroll};
use zellige_kernels::mma_gemm::THREADS;

/// [`mma_gemm()`](zellige_kernels::mma_gemm::mma_gemm()) of
/// [`Any`](zellige_kernels::mma_gemm::Any), with hand-written indices.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = 98304,
    instances(mma_gemm_bf16_any_by_hand = <zellige_gpu::Bf16>, mma_gemm_f16_any_by_hand = <zellige_gpu::F16>)
)]
#[inline(always)]
pub unsafe fn mma_gemm_any_by_hand<T: Half, G: Sm80>(
    gpu: G,
    m: u32,
    n: u32,
    k: u32,
    a: *const T,
    lda: u32,
    b: *const T,
    ldb: u32,
    c: *mut f32,
    ldc: u32,
) {
    let thread = gpu.thread();

    // The tile of C, and the matrices from there on.
    let m0 = 128 * (gpu.block_x() % 8 + 8 * gpu.block_y());
    let column = gpu.block_x() / 8;
    if m0 >= m {
        return;
    }
    let address = |offset: u32| gpu.shared_address() + 2 * offset;

    // The share of this thread in the copies to shared memory: 8 elements of every 16th row, from a
    // column on.
    let (first_column, first_row) = (thread % 8 * 8, thread / 8);
    let to_a = swizzle(first_row * 64 + first_column);
    let to_b = STAGES_B + to_a;
    let rows_a = m.saturating_sub(m0 + first_row);
    let rows_b = n.saturating_sub(128 * column + first_row);
    let columns = k.saturating_sub(first_column);
    let mut a = a.wrapping_add(at(m0 + first_row, first_column, lda));
    let mut b = b.wrapping_add(at(128 * column + first_row, first_column, ldb));
    let fill =
        |from: *const T, ld: u32, rows: u32, first: u32, tile: u32, stage: u32| -> *const T {
            let first = gpu.shared().cast::<u16>().wrapping_add(first as usize);
            let next = from.wrapping_add(64);
            let inside = 64 * tile < columns;
            let (rows, columns) = match inside {
                true => (rows, columns - 64 * tile),
                false => (0, 0),
            };
            let mut i = 0u32;
            while i < 8 {
                let columns = if 16 * i < rows { columns } else { 0 };
                let from = from.wrapping_add((16 * i * ld) as usize);
                let to = first.wrapping_add((i * 1024 + stage * STAGE) as usize);
                let mut v = 0u32;
                while v < 8 {
                    *to.wrapping_add(v as usize) =
                        if v < columns { *from.wrapping_add(v as usize).cast::<u16>() } else { 0 };
                    v += 1;
                }
                i += 1;
            }
            next
        };

    // Its share of the product: fragments in registers, from the rows that it addresses.
    let (row, half, warp) = (thread % 16 * 64, thread / 16 % 2 * 8, thread / 16 / 2 % 2 * 1024);
    let row_a = row + (warp + half);
    let (row, half) = (thread % 8 * 64, thread / 8 % 2 * 8);
    let (atom, warp) = (thread / 8 / 2 % 2 * 1024, thread / 8 / 2 / 2 / 2 * 512);
    let row_b = row + (half + (warp + atom));
    let rows_of_a = [0, 1, 2, 3].map(|k: u32| address(swizzle(row_a + 16 * k)));
    let rows_of_b = [0, 1, 2, 3].map(|k: u32| address(STAGES_B + swizzle(row_b + 16 * k)));
    let mut fa = [0u32; 64];
    let mut fb = [0u32; 64];
    let mut fc = [[0f32; 4]; 32];
    macro_rules! fetch {
        ($k:expr, $stage:expr) => {
            unroll!(for i in 0..4 {
                let row = rows_of_a[$k as usize] + 2 * (i * 2048 + $stage * STAGE);
                let four = gpu.ldmatrix_x4(row);
                unroll!(for v in 0..4 {
                    fa[(16 * i + 4 * $k + v) as usize] = four[v as usize];
                });
            });
            unroll!(for j in 0..4 {
                let row = rows_of_b[$k as usize] + 2 * (j * 2048 + $stage * STAGE);
                let four = gpu.ldmatrix_x4(row);
                unroll!(for v in 0..4 {
                    fb[(8 * (2 * j + v / 2) + 2 * $k + v % 2) as usize] = four[v as usize];
                });
            });
        };
    }

    // The pipeline.
    let tiles = k.div_ceil(64);
    unroll!(for tile in 0..2 {
        a = fill(a, lda, rows_a, to_a, tile, tile);
        b = fill(b, ldb, rows_b, to_b, tile, tile);
        gpu.cp_async_commit();
    });
    let (mut read, mut write) = (0, LAST_STAGE);
    gpu.cp_async_wait::<1>();
    gpu.sync_threads();
    fetch!(0u32, read);
    let mut tile = 0;
    loop {
        unroll!(for k in 0..4 {
            if k == 3 {
                read = if read == LAST_STAGE { 0 } else { read + 1 };
                gpu.cp_async_wait::<1>();
                gpu.sync_threads();
            }
            fetch!((k + 1) % 4, read);
            if k == 0 {
                a = fill(a, lda, rows_a, to_a, tile + LAST_STAGE, write);
            }
            if k == 1 {
                b = fill(b, ldb, rows_b, to_b, tile + LAST_STAGE, write);
                gpu.cp_async_commit();
                write = read;
            }
            unroll!(for i in 0..4 {
                unroll!(for j in 0..8 {
                    let j = if i % 2 == 0 { j } else { 7 - j };
                    gpu.mma_sync::<SM80_16x8x16_F32HalfHalfF32_TN<T>>(
                        &mut fc[(i + 4 * j) as usize],
                        [0, 1, 2, 3].map(|v: u32| fa[(16 * i + 4 * k + v) as usize]),
                        [0, 1].map(|v: u32| fb[(8 * j + 2 * k + v) as usize]),
                    );
                });
            });
        });
        tile += 1;
        if tile >= tiles {
            break;
        }
    }

    // Its share of C.
    let (in_warp_n, in_warp_m) = (thread % 4 * 2, thread / 4 % 8);
    let (warp_m, warp_n) = (thread / 4 / 8 % 2 * 16, thread / 4 / 8 / 2 % 2 * 8);
    let (first_row, first_column) = (warp_m + in_warp_m, warp_n + in_warp_n);
    let (first_row, first_column) = (m0 + first_row, 128 * column + first_column);
    let (rows, columns) = (m.saturating_sub(first_row), n.saturating_sub(first_column));
    let c = c.wrapping_add(at(first_row, first_column, ldc));
    unroll!(for i in 0..4 {
        unroll!(for h in 0..2 {
            let row = 8 * h + 32 * i;
            let to = c.wrapping_add((8 * ldc * h + 32 * ldc * i) as usize);
            if row < rows {
                unroll!(for j in 0..8 {
                    let to = to.wrapping_add(16 * j as usize);
                    let four = fc[(i + 4 * j) as usize];
                    let (x, y) = (four[2 * h as usize], four[2 * h as usize + 1]);
                    if 16 * j < columns {
                        *to = x;
                    }
                    if 16 * j + 1 < columns {
                        *to.wrapping_add(1) = y;
                    }
                });
            }
        });
    });
}
