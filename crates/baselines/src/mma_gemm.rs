//! The baselines of [`mma_gemm`](mod@zellige_kernels::mma_gemm).

mod any;
pub use any::{mma_gemm_any_by_hand, mma_gemm_bf16_any_by_hand, mma_gemm_f16_any_by_hand};

use zellige_gpu::gemm::SM80_16x8x16_F32HalfHalfF32_TN;
use zellige_gpu::{Half, Sm80, unroll, vector};
use zellige_kernels::mma_gemm::THREADS;

/// The elements of a stage, and of the three stages of A.
const STAGE: u32 = 128 * 64;
const STAGES_B: u32 = 3 * STAGE;
/// The index of the last stage.
const LAST_STAGE: u32 = 2;

/// Returns the offset of the element (row, column) of a matrix with rows `ld` apart.
#[inline(always)]
fn at(row: u32, column: u32, ld: u32) -> usize {
    let (row, column) = (row as usize, column as usize);
    row * ld as usize + column
}

/// Returns the offset of an element in its stage, swizzled: row % 8 flips the group of 8 columns.
#[inline(always)]
fn swizzle(place: u32) -> u32 {
    place ^ (place / 64 % 8 * 8)
}

/// [`mma_gemm`](zellige_kernels::mma_gemm::mma_gemm()) with hand-written indices.
#[zellige_gpu::kernel(
    threads = THREADS,
    shared = 98304,
    instances(mma_gemm_bf16_by_hand = <zellige_gpu::Bf16>, mma_gemm_f16_by_hand = <zellige_gpu::F16>)
)]
#[inline(always)]
pub unsafe fn mma_gemm_by_hand<T: Half, G: Sm80>(
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
    let n0 = 128 * (gpu.block_x() / 8);
    if m0 >= m {
        return;
    }
    let address = |offset: u32| gpu.shared_address() + 2 * offset;

    // The share of this thread in the copies to shared memory: 8 elements of every 16th row, from a
    // column on.
    let (first_column, first_row) = (thread % 8 * 8, thread / 8);
    let place = swizzle(first_row * 64 + first_column);
    let to_a = address(place);
    let rows_a = m.saturating_sub(m0 + first_row);
    let columns = k.saturating_sub(first_column);
    let mut a = a.wrapping_add(at(m0 + first_row, first_column, lda));
    let to_b = address(STAGES_B + place);
    let rows_b = n.saturating_sub(n0 + first_row);
    let mut b = b.wrapping_add(at(n0 + first_row, first_column, ldb));
    let fill =
        |from: *const T, ld: u32, rows: u32, first: u32, tile: u32, stage: u32| -> *const T {
            let rows = if 64 * tile < columns { rows } else { 0 };
            let next = from.wrapping_add(64);
            let stage = stage * STAGE;
            unroll!(for i in 0..8 {
                let inside = 16 * i < rows;
                let from = from.wrapping_add((16 * i * ld) as usize);
                let to = first + 2 * (1024 * i + stage);
                gpu.cp_async_16_if(to, from.cast(), inside);
            });
            next
        };

    // Its share of the product: fragments in registers, from the rows that it addresses.
    let (row, half, warp) = (thread % 16 * 64, thread / 16 % 2 * 8, thread / 16 / 2 % 2 * 1024);
    let row_a = row + (warp + half);
    let rows_of_a = [0, 1, 2, 3].map(|k: u32| address(swizzle(row_a + 16 * k)));
    let (row, half) = (thread % 8 * 64, thread / 8 % 2 * 8);
    let (atom, warp) = (thread / 8 / 2 % 2 * 1024, thread / 8 / 2 / 2 / 2 * 512);
    let row_b = row + (half + (warp + atom));
    let rows_of_b = [0, 1, 2, 3].map(|k: u32| address(STAGES_B + swizzle(row_b + 16 * k)));
    let mut fa = [0u32; 64];
    let mut fb = [0u32; 64];
    let mut fc = [0f32; 128];
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
                        &mut *fc.as_mut_ptr().add(4 * (i + 4 * j) as usize).cast(),
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
    let (first_row, first_column) = (m0 + first_row, n0 + first_column);
    let (rows, columns) = (m.saturating_sub(first_row), n.saturating_sub(first_column));
    let c = c.wrapping_add(at(first_row, first_column, ldc));
    unroll!(for i in 0..4 {
        unroll!(for h in 0..2 {
            let row = 8 * h + 32 * i;
            let to = c.wrapping_add((8 * ldc * h + 32 * ldc * i) as usize);
            let inside = row < rows;
            let columns = if inside { columns } else { 0 };
            if inside {
                unroll!(for j in 0..8 {
                    if 16 * j < columns {
                        let to = to.wrapping_add(16 * j as usize);
                        let of = (4 * (i + 4 * j) + 2 * h) as usize;
                        vector::write(to, [fc[of], fc[of + 1]]);
                    }
                });
            }
        });
    });
}
