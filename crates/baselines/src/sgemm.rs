//! The baselines of [`sgemm_1`](zellige_kernels::sgemm::sgemm_1) and
//! [`sgemm_2`](zellige_kernels::sgemm::sgemm_2).
//!
//! `T` means that the elements of a row of A and of B are adjacent, instead of those of a column.

use core::array::from_fn;
use core::hint::assert_unchecked;
use zellige_gpu::vector::read;
use zellige_gpu::{Gpu, Sm80, unroll};
use zellige_kernels::sgemm::THREADS;

/// The parameters of all these kernels.
#[derive(Copy, Clone)]
struct Gemm {
    m: u32,
    n: u32,
    k: u32,
    alpha: f32,
    a: *const f32,
    lda: u32,
    b: *const f32,
    ldb: u32,
    beta: f32,
    c: *mut f32,
    ldc: u32,
}

/// A or B: rows of K elements. A has M rows, B has N.
#[derive(Copy, Clone)]
struct Factor {
    pointer: *const f32,
    rows: u32,
    k: u32,
    ld: u32,
}

impl Gemm {
    #[inline(always)]
    fn a(self) -> Factor {
        Factor { pointer: self.a, rows: self.m, k: self.k, ld: self.lda }
    }
    #[inline(always)]
    fn b(self) -> Factor {
        Factor { pointer: self.b, rows: self.n, k: self.k, ld: self.ldb }
    }
}

/// The distance of two columns of a tile in shared memory.
const COLUMN: u32 = 132;
/// The distance of two tiles of 8 columns in shared memory.
const TILE_1: usize = 8 * 132;
/// The distance of two stages in shared memory.
const STAGE: u32 = 16 * COLUMN;
/// The distance of two pairs of stages in shared memory.
const STAGES: u32 = 2 * STAGE;

/// Copies four elements of a tile of 128 x 8 to shared memory: the tile with this index along K,
/// from this row on. The elements begin at (m, k) in the tile, and are every 32nd along m.
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
    let from = f.pointer.wrapping_add((m * row_stride + k * k_stride) as usize);
    unroll!(for i in 0..4 {
        let inside = 32 * i < left.0 && 0 < left.1;
        let from = from.wrapping_add((32 * i * row_stride) as usize);
        *to.add(32 * i as usize) = if inside { *from } else { 0.0 };
    });
}

/// Adds the products of 8 by 8 numbers to their accumulators: two rows at a time, there and back.
#[inline(always)]
fn multiply<G: Gpu>(gpu: G, a: [f32; 8], b: [f32; 8], acc: &mut [f32; 64]) {
    unroll!(for rows in 0..4 {
        unroll!(for number in 0..16 {
            let (m, n) = (2 * rows + number % 2, number / 2);
            let n = if rows % 2 == 0 { n } else { 7 - n };
            let sum = &mut acc[(m + 8 * n) as usize];
            *sum = gpu.fma(a[m as usize], b[n as usize], *sum);
        });
    });
}

#[inline(always)]
unsafe fn sgemm_1<G: Gpu, const T: bool>(gpu: G, gemm: Gemm) {
    let Gemm { m, n, k, alpha, beta, c, ldc, .. } = gemm;
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    let s_a = gpu.shared().cast::<f32>();
    let s_b = s_a.add(TILE_1);
    // Threads follow the contiguous mode.
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
    let mut acc = [0.0; 64];

    let (x, y) = (x * 128, y * 128);
    let mut tile = 0;
    loop {
        copy::<T>(gemm.a(), (x, tile), (to_m, to_k), to_a);
        copy::<T>(gemm.b(), (y, tile), (to_m, to_k), to_b);
        gpu.sync_threads();
        unroll!(for k in 0..8 {
            let a = from_fn(|m| *from_a.add(16 * m + (COLUMN * k) as usize));
            let b = from_fn(|n| *from_b.add(16 * n + (COLUMN * k) as usize));
            multiply(gpu, a, b, &mut acc);
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
            write_if(gpu, inside, c, acc[(i + 8 * j) as usize], (alpha, beta));
        });
    });
}

/// Writes alpha times the sum, plus beta times the previous value.
#[inline(always)]
unsafe fn write_if<G: Gpu>(gpu: G, inside: bool, c: *mut f32, sum: f32, (alpha, beta): (f32, f32)) {
    if inside {
        let sum = alpha * sum;
        *c = if beta == 0.0 { sum } else { gpu.fma(beta, *c, sum) };
    }
}

/// Begins to copy eight elements of a tile of 128 x 16, W at a time, to a stage at the address
/// `to`: the tile with this index along K, from this row on.
#[inline(always)]
unsafe fn copy_async<G: Sm80, const T: bool, const W: u32>(
    gpu: G,
    f: Factor,
    (row, tile): (u32, u32),
    t: u32,
    (to, stage): (u32, u32),
) {
    let (row_stride, k_stride) = if T { (f.ld, 1) } else { (1, f.ld) };
    // The number of vectors of a thread along m, and their distance, before it continues along k.
    let [along_m, step_m, step_k] = match (T, W) {
        (false, 4) => [1, 0, 8],
        (false, _) => [1, 0, 2],
        (true, _) => [4, 32, 8],
    };
    // Its first element: threads follow the contiguous mode.
    let (m, k) = match (T, W) {
        (false, 4) => (t % 32 * 4, t / 32),
        (false, _) => (t % 128, t / 128),
        (true, _) => (t / 8, t % 8),
    };
    let (m, k) = (m + row, k + tile * 16);
    let left = (f.rows.saturating_sub(m), f.k.saturating_sub(k));
    let from = f.pointer.wrapping_add((m * row_stride + k * k_stride) as usize);
    let to = to + 4 * STAGE * stage;
    unroll!(for i in 0..{ 8 / W } {
        let (m, k) = (i % along_m * step_m, i / along_m * step_k);
        let inside = m < left.0 && k < left.1;
        let to = to + 4 * (m + k * COLUMN);
        let from = if T {
            from.wrapping_add((m * row_stride) as usize).wrapping_add(k as usize)
        } else {
            from.wrapping_add((k * k_stride) as usize).wrapping_add(m as usize)
        };
        let from = from.cast();
        match W {
            4 => gpu.cp_async_16_if(to, from, inside),
            _ => gpu.cp_async_ca_if::<4>(to, from, inside),
        }
    });
}

/// Returns the distance from the thread's first row, or column, of the tile of C to its row, or
/// column, i.
const fn step(i: u32) -> u32 {
    i % 4 + i / 4 * 64
}

#[inline(always)]
unsafe fn sgemm_2<G: Sm80, const T: bool, const W: u32>(gpu: G, gemm: Gemm) {
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    let s_a = gpu.shared().cast::<f32>();
    let s_b = s_a.add(STAGES as usize);
    let (to_a, to_b) = (gpu.shared_address(), gpu.shared_address() + 4 * STAGES);
    let to = match (T, W) {
        (false, 4) => t % 32 * 4 + t / 32 * COLUMN,
        (false, _) => t / 32 / 4 * (COLUMN - 128) + t,
        (true, _) => t % 8 * COLUMN + t / 8,
    };
    let (to_a, to_b) = (to_a + 4 * to, to_b + 4 * to);
    // Warps are 2 x 4 of 8 x 4 threads, with 4 x 4 adjacent elements each. Two adjacent threads
    // share a row if T is set.
    let (tm, tn) = if T { (t / 2 % 8, t % 2) } else { (t % 8, t / 8 % 4) };
    let from_a = s_a.add((tm * 4 + t / 32 % 2 * 32) as usize);
    let half = if T { (t / 2) & 8 } else { 0 };
    let from_b = s_b.add((t / 8 / 8 * 16 + half + tn * 4) as usize);
    let mut acc = [0.0; 64];

    let (x, y) = (x * 128, y * 128);
    let (a, b) = (gemm.a(), gemm.b());
    let copy = |tile: u32, stage: u32| {
        let (of_a, of_b) = ((x, tile), (y, tile));
        copy_async::<G, T, W>(gpu, a, of_a, t, (to_a, stage));
        copy_async::<G, T, W>(gpu, b, of_b, t, (to_b, stage));
    };
    copy(0, 0);
    let mut tile = 0;
    loop {
        let stage = tile % 2;
        gpu.cp_async_commit();
        gpu.cp_async_wait::<0>();
        gpu.sync_threads();
        copy(tile + 1, 1 - stage);
        let from_a = from_a.add((stage * STAGE) as usize);
        let from_b = from_b.add((stage * STAGE) as usize);
        unroll!(for k in 0..16 {
            let from_a = from_a.add((COLUMN * k) as usize);
            let from_b = from_b.add((COLUMN * k) as usize);
            let a = [read::<f32, 4>(from_a), read(from_a.add(64))];
            let b = [read::<f32, 4>(from_b), read(from_b.add(64))];
            multiply(gpu, from_fn(|i| a[i / 4][i % 4]), from_fn(|i| b[i / 4][i % 4]), &mut acc);
        });
        tile += 1;
        if tile >= gemm.k.div_ceil(16) {
            break;
        }
    }

    let half = if T { (t / 8) & 2 } else { 0 };
    let (tm, tn) = (t / 32 * 8 % 16 + tm, t / 64 % 4 * 4 + half + tn);
    write_sums(gpu, gemm, (4 * tm + x, 4 * tn + y), &acc);
}

/// Writes the accumulators of a thread, the first one to this row and column of C.
#[inline(always)]
unsafe fn write_sums<G: Gpu>(gpu: G, gemm: Gemm, (row, column): (u32, u32), acc: &[f32; 64]) {
    let Gemm { m, n, alpha, beta, c, ldc, .. } = gemm;
    let left = (m.saturating_sub(row), n.saturating_sub(column));
    let c = c.wrapping_add((row + column * ldc) as usize);
    unroll!(for j in 0..8 {
        unroll!(for i in 0..8 {
            let column = c.wrapping_add((step(j) * ldc) as usize);
            let c = column.wrapping_add(step(i) as usize);
            let inside = step(i) < left.0 && step(j) < left.1;
            write_if(gpu, inside, c, acc[(i + 8 * j) as usize], (alpha, beta));
        });
    });
}

/// The distance of two vectors of a tile of 128 x 16 in shared memory, with columns of four
/// adjacent vectors: 64 rows of each.
const VECTOR: u32 = 64;
/// The distance of 64 rows of such a tile.
const ROWS: u32 = 4 * VECTOR;
/// The distance of two elements of a vector.
const ELEMENT: u32 = 2 * ROWS;
/// The distance of two stages of such tiles.
const STAGE_T: u32 = 4 * ELEMENT;
/// Returns the offset of the element at x before the swizzle: 8 rows change places with 8 others,
/// by the index of the vector.
#[inline(always)]
const fn swizzled(x: u32) -> u32 {
    x ^ ((x / 8) & 24)
}

/// Reads two vectors along a row of a tile of 128 x 16: the tile with this index along K, from this
/// row on.
#[inline(always)]
unsafe fn read_vectors(f: Factor, (row, tile): (u32, u32), t: u32) -> [[f32; 4]; 2] {
    let (m, k) = (t / 4 + row, t % 4 * 4 + tile * 16);
    let left = (f.rows.saturating_sub(m), f.k.saturating_sub(k));
    let from = f.pointer.wrapping_add((m * f.ld + k) as usize);
    let vector = |i: u32| {
        if 64 * i < left.0 && 0 < left.1 {
            read(from.wrapping_add((64 * i * f.ld) as usize))
        } else {
            [0.0; 4]
        }
    };
    [vector(0), vector(1)]
}

/// Writes the elements of two vectors to columns of a stage.
#[inline(always)]
unsafe fn write_columns(vectors: [[f32; 4]; 2], to: *mut f32, stage: u32) {
    let to = to.add((STAGE_T * stage) as usize);
    unroll!(for i in 0..2 {
        unroll!(for k in 0..4 {
            *to.add((ROWS * i + ELEMENT * k) as usize) = vectors[i as usize][k as usize];
        });
    });
}

/// The same as `sgemm_2` for elements that are adjacent in a row, with vectors that wait in
/// registers.
#[inline(always)]
unsafe fn sgemm_2_in_registers<G: Sm80>(gpu: G, gemm: Gemm) {
    let (t, x, y) = (gpu.thread(), gpu.block_x(), gpu.block_y());
    assert_unchecked(t < THREADS);
    let s_a = gpu.shared().cast::<f32>();
    let s_b = s_a.add(2 * STAGE_T as usize);
    let columns = VECTOR * t % ROWS;
    let to = ((columns / 8) ^ (t / 4 + columns)) as usize;
    let (to_a, to_b) = (s_a.add(to), s_b.add(to));
    let (tm, tn) = (t / 2 % 8, t % 2);
    let from_m = tm * 4 + t / 32 % 2 * 32;
    let from_n = ((t / 4) & 48) + ((t / 2) & 8) + tn * 4;
    let mut acc = [0.0; 64];

    let (x, y) = (x * 128, y * 128);
    let (a, b) = (gemm.a(), gemm.b());
    let begin = |tile: u32| (read_vectors(a, (x, tile), t), read_vectors(b, (y, tile), t));
    let mut held = begin(0);
    let mut tile = 0;
    loop {
        let stage = tile % 2;
        write_columns(held.0, to_a, stage);
        write_columns(held.1, to_b, stage);
        gpu.sync_threads();
        held = begin(tile + 1);
        let stage = STAGE_T * stage;
        unroll!(for k in 0..16 {
            let from_a = s_a.add(swizzled(from_m + VECTOR * (k / 4)) as usize);
            let from_b = s_b.add(swizzled(from_n + VECTOR * (k / 4)) as usize);
            let [first, second] = [0, ROWS].map(|row| (row + ELEMENT * (k % 4) + stage) as usize);
            let a = [read::<f32, 4>(from_a.add(first)), read(from_a.add(second))];
            let b = [read::<f32, 4>(from_b.add(first)), read(from_b.add(second))];
            multiply(gpu, from_fn(|i| a[i / 4][i % 4]), from_fn(|i| b[i / 4][i % 4]), &mut acc);
        });
        tile += 1;
        if tile >= gemm.k.div_ceil(16) {
            break;
        }
    }
    let (tm, tn) = (t / 32 * 8 % 16 + tm, ((t / 16) & 12) + ((t / 8) & 2) + tn);
    write_sums(gpu, gemm, (4 * tm + x, 4 * tn + y), &acc);
}

/// Implements kernels of a machine that take the parameters one by one, as in a launch.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident on $Machine:ident = $body:expr;)*) => { $(
        $(#[$doc])*
        pub unsafe fn $name<G: $Machine>(
            gpu: G,
            m: u32,
            n: u32,
            k: u32,
            alpha: f32,
            a: *const f32,
            lda: u32,
            b: *const f32,
            ldb: u32,
            beta: f32,
            c: *mut f32,
            ldc: u32,
        ) {
            $body(gpu, Gemm { m, n, k, alpha, a, lda, b, ldb, beta, c, ldc })
        }
    )* };
}

kernels! {
    /// The baseline of [`sgemm_1_nt`](zellige_kernels::sgemm::sgemm_1::sgemm_1_nt).
    #[zellige_gpu::kernel(threads = THREADS, shared = 1056 * 8)]
    sgemm_1_nt_by_hand on Gpu = sgemm_1::<G, false>;
    /// The baseline of [`sgemm_1_tn`](zellige_kernels::sgemm::sgemm_1::sgemm_1_tn).
    #[zellige_gpu::kernel(threads = THREADS, shared = 1056 * 8)]
    sgemm_1_tn_by_hand on Gpu = sgemm_1::<G, true>;
    /// The baseline of [`sgemm_2_nt`](zellige_kernels::sgemm::sgemm_2::sgemm_2_nt).
    #[zellige_gpu::kernel(threads = THREADS, shared = 4224 * 8, min_blocks = 2)]
    sgemm_2_nt_by_hand on Sm80 = sgemm_2::<G, false, 4>;
    /// The baseline of [`sgemm_2_tn`](zellige_kernels::sgemm::sgemm_2::sgemm_2_tn).
    #[zellige_gpu::kernel(threads = THREADS, shared = 4096 * 8, min_blocks = 2)]
    sgemm_2_tn_by_hand on Sm80 = sgemm_2_in_registers;
    /// The baseline of [`sgemm_2_tn_any`](zellige_kernels::sgemm::sgemm_2::sgemm_2_tn_any).
    #[zellige_gpu::kernel(threads = THREADS, shared = 4224 * 8, min_blocks = 2)]
    sgemm_2_tn_any_by_hand on Sm80 = sgemm_2::<G, true, 1>;
    /// The baseline of [`sgemm_2_nt_any`](zellige_kernels::sgemm::sgemm_2::sgemm_2_nt_any).
    #[zellige_gpu::kernel(threads = THREADS, shared = 4224 * 8, min_blocks = 2)]
    sgemm_2_nt_any_by_hand on Sm80 = sgemm_2::<G, false, 1>;
}
