//! [`mma_gemm`](super::mma_gemm()) of matrices that begin anywhere: element by element, with indices.

use super::{Fill, FragmentA, FragmentB, LAST_STAGE, LoadA, LoadB, Mma, Stages, Sums};
use zellige::atom::*;
use zellige::construct::make_identity_layout;
use zellige::ops::*;
use zellige::prelude::*;
use zellige_gpu::gemm::SM80_16x8x16_F32HalfHalfF32_TN;
use zellige_gpu::{Half, Sm80, unroll};

/// (value, m, k) to the register of two elements of A.
type RegistersA = Upcast<FragmentA, int!(2)>;
/// (value, n, k) to the register of two elements of B.
type RegistersB = Upcast<FragmentB, int!(2)>;
/// (value, m, n) to the four registers of sums.
type RegistersC = Upcast<Sums, int!(4)>;
/// (value of `ldmatrix`, m, k) to the register of A.
type LoadedA = Upcast<Retile<LoadA, FragmentA>, int!(2)>;
/// (value of `ldmatrix`, n, k) to the register of B.
type LoadedB = Upcast<Retile<LoadB, FragmentB>, int!(2)>;

/// C = A Bᵀ, of matrices that begin anywhere. The grid has 8 ⌈N/128⌉ by ⌈M/1024⌉ blocks.
#[zellige_gpu::kernel(
    threads = super::THREADS,
    shared = super::SHARED,
    instances(mma_gemm_bf16_any = <zellige_gpu::Bf16>, mma_gemm_f16_any = <zellige_gpu::F16>)
)]
#[inline(always)]
pub unsafe fn mma_gemm_any<T: Half, G: Sm80>(
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
    let (x, column) = layout!((8, (n.div_ceil(128)))).idx2crd(gpu.block_x());
    let row = layout!((8, (m.div_ceil(1024))) : (1, 8)).crd2idx((x, gpu.block_y()));
    let (m0, n0) = (128 * row, 128 * column);
    if m0 >= m {
        return;
    }
    let address = |offset: u32| gpu.shared_address() + 2 * offset;

    // What this thread copies to shared memory: 8 elements of every 16th row, from a column on.
    let copy = Fill::default().get_slice(thread);
    let (place, start) = copy.partition_s(make_identity_layout((int!(128), k)));
    let (first_row, first_column) = start.coordinate();
    let (to, _) = copy.partition_d(Stages::STATIC);
    let (to_a, to) = (to.crd2idx(0u32), to.inner());
    let to_b = Stages::COSIZE as u32 + to_a;
    let rows_a = m.saturating_sub(m0 + first_row);
    let rows_b = n.saturating_sub(n0 + first_row);
    let columns = k.saturating_sub(first_column);
    let mut a = a.wrapping_add(
        layout!((m, k) : (lda, 1)).offset_as::<usize>((m0 + first_row, first_column)),
    );
    let mut b = b.wrapping_add(
        layout!((n, k) : (ldb, 1)).offset_as::<usize>((n0 + first_row, first_column)),
    );
    let fill =
        |from: *const T, ld: u32, rows: u32, first: u32, tile: u32, stage: u32| -> *const T {
            let (_, column) = place.crd2idx((0u32, 0u32, tile)).coordinate();
            let rows = if column < columns { rows } else { 0 };
            let (of, _) = copy.partition_s(layout!((128, (k)) : (ld, 1)));
            let first = gpu
                .shared()
                .cast::<u16>()
                .add((first + to.crd2idx((0u32, 0u32, 0u32, stage))) as usize);
            let mut i = 0u32;
            while i < 8 {
                let (row, _) = place.crd2idx((0u32, i, 0u32)).coordinate();
                let mut v = 0u32;
                while v < 8 {
                    let from = from.wrapping_add(of.crd2idx((v, i, 0u32)) as usize);
                    let to = first.add(to.crd2idx((v, i, 0u32, 0u32)) as usize);
                    *to = if row < rows && column + v < columns {
                        *from.cast::<u16>()
                    } else {
                        0
                    };
                    v += 1;
                }
                i += 1;
            }
            from.wrapping_add(of.crd2idx((0u32, 0u32, 1u32)) as usize)
        };

    // What it multiplies: fragments in registers, from the rows whose addresses it gives.
    let (from_a, _) = <LoadA>::default()
        .get_slice(thread)
        .partition_s(Stages::STATIC);
    let (from_b, _) = <LoadB>::default()
        .get_slice(thread)
        .partition_s(Stages::STATIC);
    let rows_of_a = [0, 1, 2, 3].map(|k: u32| address(from_a.crd2idx((0u32, 0u32, k, 0u32))));
    let rows_of_b = [0, 1, 2, 3]
        .map(|k: u32| address(Stages::COSIZE as u32 + from_b.crd2idx((0u32, 0u32, k, 0u32))));
    let (from_a, from_b) = (from_a.inner(), from_b.inner());
    let (registers_a, registers_b, registers_c) =
        (RegistersA::STATIC, RegistersB::STATIC, RegistersC::STATIC);
    let (loaded_a, loaded_b) = (LoadedA::STATIC, LoadedB::STATIC);
    let mut fa = [0u32; RegistersA::SIZE];
    let mut fb = [0u32; RegistersB::SIZE];
    let mut fc = [[0f32; 4]; RegistersC::SIZE];
    macro_rules! fetch {
        ($k:expr, $stage:expr) => {
            unroll!(for i in 0..4 {
                let row = rows_of_a[$k as usize] + 2 * from_a.crd2idx((0u32, i, 0u32, $stage));
                let four = gpu.ldmatrix_x4(row);
                unroll!(for v in 0..4 {
                    fa[loaded_a.crd2idx((v, i, $k)) as usize] = four[v as usize];
                });
            });
            unroll!(for j in 0..4 {
                let row = rows_of_b[$k as usize] + 2 * from_b.crd2idx((0u32, j, 0u32, $stage));
                let four = gpu.ldmatrix_x4(row);
                unroll!(for v in 0..4 {
                    fb[loaded_b.crd2idx((v, j, $k)) as usize] = four[v as usize];
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
                        &mut fc[registers_c.crd2idx((0u32, i, j)) as usize],
                        [0, 1, 2, 3].map(|v: u32| fa[registers_a.crd2idx((v, i, k)) as usize]),
                        [0, 1].map(|v: u32| fb[registers_b.crd2idx((v, j, k)) as usize]),
                    );
                });
            });
        });
        tile += 1;
        if tile >= tiles {
            break;
        }
    }

    // What it has of C.
    let mma = <Mma>::default().get_slice(thread);
    let (place, start) = mma.partition_c(make_identity_layout(shape!((128, 128))));
    let (first_row, first_column) = start.coordinate();
    let (first_row, first_column) = (m0 + first_row, n0 + first_column);
    let (rows, columns) = (m.saturating_sub(first_row), n.saturating_sub(first_column));
    let c =
        c.wrapping_add(layout!((m, n) : (ldc, 1)).offset_as::<usize>((first_row, first_column)));
    let (of, _) = mma.partition_c(layout!((128, 128) : (ldc, 1)));
    unroll!(for i in 0..4 {
        unroll!(for h in 0..2 {
            let (row, _) = place.crd2idx(((0u32, h), i, 0u32)).coordinate();
            let to = c.wrapping_add(of.crd2idx(((0u32, h), i, 0u32)) as usize);
            if row < rows {
                unroll!(for j in 0..8 {
                    let (_, column) = place.crd2idx((0u32, 0u32, j)).coordinate();
                    let to = to.wrapping_add(of.crd2idx((0u32, 0u32, j)) as usize);
                    let four = fc[registers_c.crd2idx((0u32, i, j)) as usize];
                    let (x, y) = (four[2 * h as usize], four[2 * h as usize + 1]);
                    if column < columns {
                        *to = x;
                    }
                    if column + 1 < columns {
                        *to.wrapping_add(1) = y;
                    }
                });
            }
        });
    });
}
