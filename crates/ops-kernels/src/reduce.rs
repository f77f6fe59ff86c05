//! Reduces the middle mode of a row-major, contiguous tensor of the shape (outer, reduced, inner).
//!
//! ```text
//! y[o, i] = op of x[o, r, i] over r < reduced                                         one pass
//! y[o, p, i] = op of x[o, r, i] over p * part <= r < (p + 1) * part, r < reduced      in parts
//! ```
//!
//! | op | y | if reduced = 0 |
//! |---|---|---|
//! | [`SUM`] | the sum | 0 |
//! | [`MAX`] | the largest element | -inf |
//! | [`MIN`] | the smallest element | +inf |
//! | [`MEAN`] | the sum divided by `reduced` | NaN |
//!
//! If an element is NaN, so is the result. Numbers are accumulated in f32, in an order that depends
//! only on the sizes and on the address of x modulo 16 bytes: the result is the same in every run.
//!
//! [`reduce_rows`](fn@reduce_rows) is for inner = 1: a warp or a block has a row. The vectors of 16
//! bytes of a row begin at multiples of 16 bytes, wherever the row does; the first threads
//! have one element each of those before the first vector and behind the last one.
//!
//! [`reduce_columns`](fn@reduce_columns) is for inner > 1: of the threads of a block, `side` are
//! side by side, with a vector each, and the others below each other. Shuffles combine the rows of
//! a warp, and the warps exchange their results in shared memory. Where there are few columns, the
//! blocks of a cluster share their rows, and send their results to the first of them: blocks of
//! 1024 threads, where a block that has all rows has 256. [`Split::of`] chooses both numbers. With
//! 16 threads side by side and 2 blocks:
//!
//! ```text
//!                 columns 0 to N-1   N to 2N-1     15N to 16N-1
//! r = 0 mod 64    thread 0           thread 1      thread 15
//! r = 1 mod 64    thread 16          thread 17     thread 31       warp 0: r = 0 and 1 mod 64
//! r = 63 mod 64   thread 1008        thread 1009   thread 1023
//!
//! r = 0 to 511        block 0     8 vectors for each thread, which are on their way together
//! r = 512 to 1023     block 1 of a cluster of 2
//! r = 1024 to 1535    block 0
//! ```
//!
//! If the results are few and the blocks of clusters do not fill the GPU, two passes are faster:
//! the first one in parts, with results of f32, and a second one that reduces these.
//! [`part_of_rows`] and [`Split::part`] choose `part`; in one pass, it is `reduced`.

use crate::turn::take_turn;
use crate::words::{Element, pack, unpack};
use core::hint::assert_unchecked;
use zellige::atom::smem::SharedTile;
use zellige::prelude::*;
use zellige_gpu::barrier::{ClusterArrived, ClusterBarrier};
use zellige_gpu::block::Scratch;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::gmem;
use zellige_gpu::vector::Vector16;
use zellige_gpu::warp::Shuffled;
use zellige_gpu::{Bf16, F16, Gpu, Sm90, Store, kernel, unroll, warp};

/// The number of threads of a block.
pub const THREADS: u32 = 256;
/// The sum.
pub const SUM: u32 = 0;
/// The largest element.
pub const MAX: u32 = 1;
/// The smallest element.
pub const MIN: u32 = 2;
/// The mean.
pub const MEAN: u32 = 3;

/// The number of rows of a block of [`reduce_rows`](fn@reduce_rows): 8, one for each warp, if they
/// are short.
pub const fn rows_of_block(reduced: u32) -> u32 {
    if reduced <= 1024 { 8 } else { 1 }
}

/// The number of blocks of 256 threads that fill a GPU: two for each of 132 multiprocessors.
const FILL: u32 = 256;

/// The most results of the first of two passes.
pub const RESULTS_OF_PARTS: usize = 1 << 15;

/// Returns the elements of a part if two passes are faster for `outer` rows of `reduced` elements,
/// N in a vector.
///
/// ```
/// use zellige_ops_kernels::reduce::part_of_rows;
/// assert_eq!(part_of_rows((1, 1 << 28), 8), Some(1 << 17)); // 2048 parts, a block each
/// assert_eq!(part_of_rows((512, 1 << 20), 8), None); // the rows fill the GPU
/// assert_eq!(part_of_rows((1, 1 << 15), 8), None); // a second pass would cost more
/// ```
pub const fn part_of_rows((outer, reduced): (u32, u32), n: u32) -> Option<u32> {
    // Eight times as many blocks, of few registers each: the multiprocessors have more than one
    // round of them, and end at about the same time. (Of one round, a sum has 0.88 of a copy.)
    let step = 4 * n * THREADS;
    if outer == 0 || outer > FILL || reduced < 8 * step {
        return None;
    }
    Some(reduced.div_ceil(8 * FILL / outer).next_multiple_of(step))
}

/// How the threads of a grid of [`reduce_columns`](fn@reduce_columns) lie on a tensor.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The number of threads side by side: 1, 2, 4, 8, 16 or 32.
    pub side: u32,
    /// The number of blocks that share the rows of their columns: 1, 2, 4, 8 or 16.
    pub blocks: u32,
}
impl Split {
    /// The number of blocks that fill a GPU: of 256 threads, and half as many of 1024 threads.
    const FILL: u64 = FILL as u64;

    /// Returns the numbers for a tensor of the shape (outer, reduced, inner) with N elements in a
    /// vector, for up to `most` blocks below each other: 1 before Hopper.
    ///
    /// ```
    /// use zellige_ops_kernels::reduce::Split;
    /// // Each row of 1024 vectors is 64 tiles, and 2 blocks share the rows of a tile.
    /// assert_eq!(Split::of((1, 8192, 8192), 8, 16), Split { side: 16, blocks: 2 });
    /// // The tiles of wide rows suffice.
    /// assert_eq!(Split::of((1, 128, 1 << 20), 8, 16), Split { side: 32, blocks: 1 });
    /// // Without clusters, 4 threads side by side make 63 tiles of a row of 250 vectors.
    /// assert_eq!(Split::of((1, 1000, 1000), 4, 1), Split { side: 4, blocks: 1 });
    /// ```
    pub const fn of((outer, reduced, inner): (u32, u32, u32), n: u32, most: u32) -> Self {
        let (mut side, mut blocks) = (32, 1);
        while side > 1 && side / 2 >= inner.div_ceil(n) {
            side /= 2; // to the width of a row
        }
        // 512 bytes of a row where such tiles fill the GPU, else 256, and fewer only where the
        // blocks of clusters do not fill it: at least 64 bytes, which memory reads together.
        if side == 32 && Self::tiles(side, (outer, inner), n) < Self::FILL {
            side = 16;
        }
        let fill = if most > 1 { Self::FILL / 2 } else { Self::FILL };
        while side > 4 && Self::tiles(side, (outer, inner), n) * (most as u64) < fill {
            side /= 2;
        }
        let tiles = Self::tiles(side, (outer, inner), n);
        while blocks < most
            && tiles * (blocks as u64) < if blocks == 1 { Self::FILL } else { Self::FILL / 2 }
            && reduced > blocks * LOADS * (4 * THREADS / side)
        {
            blocks *= 2;
        }
        Split { side, blocks }
    }
    /// Returns the rows of a part if two passes are faster for a tensor of the shape (outer,
    /// reduced, inner) with N elements in a vector, and up to `most` blocks below each other.
    ///
    /// ```
    /// use zellige_ops_kernels::reduce::Split;
    /// assert_eq!(Split::part((1, 1 << 20, 128), 8, 16), Some(4096)); // 256 parts, a block each
    /// assert_eq!(Split::part((1, 1 << 20, 4096), 8, 16), None); // clusters fill the GPU
    /// assert_eq!(Split::part((1, 4096, 128), 8, 16), None); // a second pass would cost more
    /// ```
    pub const fn part((outer, reduced, inner): (u32, u32, u32), n: u32, most: u32) -> Option<u32> {
        let mut side = 16;
        while side > 1 && side / 2 >= inner.div_ceil(n) {
            side /= 2;
        }
        let (tiles, step) = (Self::tiles(side, (outer, inner), n), LOADS * THREADS / side);
        let one = Self::of((outer, reduced, inner), n, most);
        let fills = one.side >= side && one.grid((outer, inner), n) >= Self::FILL / 2;
        if tiles == 0 || tiles > Self::FILL / 2 || fills || reduced < 64 * step {
            return None;
        }
        Some(reduced.div_ceil(FILL / tiles as u32).next_multiple_of(step))
    }
    /// Returns the number of tiles, of the columns of a block each.
    const fn tiles(side: u32, (outer, inner): (u32, u32), n: u32) -> u64 {
        inner.div_ceil(side * n) as u64 * outer as u64
    }
    /// Returns the number of blocks of a grid.
    pub const fn grid(self, (outer, inner): (u32, u32), n: u32) -> u64 {
        Self::tiles(self.side, (outer, inner), n) * self.blocks as u64
    }
}
/// The number of vectors that a thread of [`reduce_columns`](fn@reduce_columns) has on their way.
const LOADS: u32 = 8;

/// A number for each warp.
type Sums = SmemTensor<f32, layout!(8)>;
/// Numbers of (column, block).
type Slots = SmemTensor<f32, layout!((256, 16))>;

/// The blocks that share the rows of their columns.
pub trait Blocks {
    /// Their number, 2 to 16; 0 without clusters.
    const CLUSTER: u32;
    /// The number of threads of each.
    const THREADS: u32;
    /// A place for each column and each warp of a block.
    type Columns: SharedTile<Profile = (usize, usize)>;
    /// Shared memory for their results.
    type Slots: SharedStorage;
}
/// The same on the machine G.
pub trait Merge<G: Gpu>: Blocks<Slots: Allocate<G>> {
    /// The barrier of the blocks, at which this thread has arrived.
    type Arrived;
    /// Says that this block runs.
    ///
    /// # Safety
    ///
    /// All threads of the blocks execute this, and [`merge`](Self::merge) afterwards, once.
    unsafe fn arrive(gpu: G) -> Self::Arrived;
    /// Combines the results x of all blocks, in their order, in the first block: its thread t
    /// returns column t. Other blocks and the threads past the columns return any number.
    ///
    /// # Safety
    ///
    /// All threads of the blocks execute this together. The slots are those of this block, and
    /// `block` is its number.
    unsafe fn merge(
        gpu: G,
        arrived: Self::Arrived,
        slots: Self::Slots,
        block: u32,
        columns: u32,
        x: f32,
        f: impl Fn(f32, f32) -> f32,
    ) -> f32;
}
/// A block that has all rows.
pub struct One;
impl Blocks for One {
    const CLUSTER: u32 = 0;
    const THREADS: u32 = THREADS;
    type Columns = layout!((256, 8));
    type Slots = ();
}
impl<G: Gpu> Merge<G> for One {
    type Arrived = ();
    #[inline(always)]
    unsafe fn arrive(_: G) {}
    #[inline(always)]
    unsafe fn merge(
        _: G,
        _: (),
        _: (),
        _: u32,
        _: u32,
        x: f32,
        _: impl Fn(f32, f32) -> f32,
    ) -> f32 {
        x
    }
}
/// The blocks of a cluster of B, of four times as many threads.
pub struct Cluster<const B: u32>;
impl<const B: u32> Blocks for Cluster<B> {
    const CLUSTER: u32 = B;
    const THREADS: u32 = 4 * THREADS;
    type Columns = layout!((256, 32));
    type Slots = Slots;
}
impl<const B: u32, G: Sm90> Merge<G> for Cluster<B> {
    type Arrived = ClusterArrived;
    #[inline(always)]
    unsafe fn arrive(gpu: G) -> ClusterArrived {
        ClusterBarrier::new().arrive(gpu)
    }
    #[inline(always)]
    unsafe fn merge(
        gpu: G,
        arrived: ClusterArrived,
        slots: Slots,
        block: u32,
        columns: u32,
        mut x: f32,
        f: impl Fn(f32, f32) -> f32,
    ) -> f32 {
        let (thread, mut all_run) = (gpu.thread(), arrived.wait(gpu));
        if thread < columns {
            slots.of_block(gpu, 0).write((thread, block), x);
        }
        all_run.sync(gpu); // all have written
        if block == 0 && thread < columns {
            unroll!(for b in 0..{ B - 1 } { x = f(x, slots.read((thread, b + 1))) });
        }
        x
    }
}

/// Reduces rows. The grid has `results.div_ceil(rows_of_block(part))` blocks, for as many results
/// as rows or, in parts, parts of rows.
///
/// # Safety
///
/// x has `outer` rows of `reduced` elements, fewer than 2^32 - 8192, and y has an element for each
/// part of `part` elements of each row; there are fewer than 2^32 of them. `part` is `reduced`, or
/// it is less and not 0.
#[kernel(threads = THREADS, shared = Sums::BYTES, instances(
    reduce_rows_f32 = <f32, f32, 4>,
    reduce_rows_bf16 = <Bf16, Bf16, 8>,
    reduce_rows_f16 = <F16, F16, 8>,
    reduce_rows_bf16_to_f32 = <Bf16, f32, 8>,
    reduce_rows_f16_to_f32 = <F16, f32, 8>,
    reduce_rows_f32_to_bf16 = <f32, Bf16, 4>,
    reduce_rows_f32_to_f16 = <f32, F16, 4>,
))]
pub unsafe fn reduce_rows<
    T: Element<Number = f32>,
    U: Element<Number = f32>,
    const N: usize,
    G: Store,
>(
    gpu: G,
    outer: u32,
    reduced: u32,
    part: u32,
    x: *const T,
    y: *mut U,
    op: u32,
) {
    take_turn(gpu);
    let shape = (outer, reduced, part);
    match op {
        MAX => rows::<T, U, N, G>(gpu, shape, x, y, MAX, f32::NEG_INFINITY, larger),
        MIN => rows::<T, U, N, G>(gpu, shape, x, y, MIN, f32::INFINITY, smaller),
        _ => rows::<T, U, N, G>(gpu, shape, x, y, op, 0.0, |a, b| a + b),
    }
}
/// Combines the elements of each part of a row by `f`, beginning with `first`; for the mean,
/// divides by the elements of a row.
#[inline(always)]
unsafe fn rows<T: Element<Number = f32>, U: Element<Number = f32>, const N: usize, G: Store>(
    gpu: G,
    (outer, reduced, part): (u32, u32, u32),
    x: *const T,
    y: *mut U,
    op: u32,
    first: f32,
    f: impl Fn(f32, f32) -> f32,
) {
    let (thread, block, n) = (gpu.thread(), gpu.block_x(), N as u32);
    let (lane, warp) = layout!((32, 8)).idx2crd(thread);
    let short = rows_of_block(part) == 8;
    let (place, threads, result) = if short {
        (lane, 32, layout!((8, (gpu.grid_x()))).crd2idx((warp, block)))
    } else {
        (thread, 256, block)
    };
    let (from, elements, results) = match parts(reduced, part) {
        1 => (result as usize * reduced as usize, reduced, outer),
        parts => {
            let (p, o) = layout!((parts, outer)).idx2crd(result);
            let row = o as usize * reduced as usize;
            (row + p as usize * part as usize, part.min(reduced - p * part), parts * outer)
        }
    };
    // The elements before the first vector, those of vectors, and the others.
    let from = x.wrapping_add(from);
    let head = ((n - from.addr() as u32 / size_of::<T>() as u32 % n) % n).min(elements);
    let vectors = if result < results { (elements - head) / n } else { 0 };
    let body = from.wrapping_add(head as usize).cast::<Vector16>();
    let body = gmem(body, layout!(vectors : 1));

    let (mut sums, filler) = ([first; N], pack::<T, N>(gpu, &[first; N], 0));
    let tiles = layout!((threads, 4, (vectors.div_ceil(4 * threads))));
    for tile in 0..tiles.shape().2 {
        let mut four = [filler; 4];
        unroll!(for i in 0..4 {
            four[i as usize] = body.read_or(tiles.crd2idx((place, i, tile)), filler);
        });
        unroll!(for i in 0..4 {
            combine::<T, N>(&mut sums, four[i as usize], &f)
        });
    }
    let others = if place < head { place } else { place + n * vectors };
    if result < results {
        let element = gmem(from, layout!(elements : 1)).read_or(others, T::default());
        if others < elements {
            sums[0] = f(sums[0], element.widen());
        }
    }
    let sum = warp::reduce(gpu, of_all(&sums, &f), layout!(32), &f);
    let sum = if short {
        sum
    } else {
        let (sum, _) = Scratch::new(Sums::allocate(gpu)).exchange(gpu, sum);
        warp::reduce(gpu, sum, layout!(8), &f)
    };
    if place == 0 {
        gmem(y, layout!(results : 1)).write_if(result, U::narrow(gpu, divided(op, sum, reduced)));
    }
}

/// Reduces columns, with `side` threads side by side. The grid has as many blocks as
/// [`Split::grid`] says, for outer * parts in place of `outer`.
///
/// # Safety
///
/// x has outer * reduced * inner elements, and y has outer * parts * inner; reduced and inner are
/// less than 2^32 - 65536; `side` is 1, 2, 4, 8, 16 or 32; and `part` is `reduced`, or it is less
/// and not 0.
#[kernel(threads = B::THREADS, shared = <(SmemTensor<f32, B::Columns>, B::Slots)>::BYTES,
    min_blocks = 1024 / B::THREADS, cluster = B::CLUSTER, instances(
    reduce_columns_f32 = <f32, f32, One, 4>,
    reduce_columns_f32_cluster_2: Sm90 = <f32, f32, Cluster<2>, 4>,
    reduce_columns_f32_cluster_4: Sm90 = <f32, f32, Cluster<4>, 4>,
    reduce_columns_f32_cluster_8: Sm90 = <f32, f32, Cluster<8>, 4>,
    reduce_columns_f32_cluster_16: Sm90 = <f32, f32, Cluster<16>, 4>,
    reduce_columns_bf16 = <Bf16, Bf16, One, 8>,
    reduce_columns_bf16_cluster_2: Sm90 = <Bf16, Bf16, Cluster<2>, 8>,
    reduce_columns_bf16_cluster_4: Sm90 = <Bf16, Bf16, Cluster<4>, 8>,
    reduce_columns_bf16_cluster_8: Sm90 = <Bf16, Bf16, Cluster<8>, 8>,
    reduce_columns_bf16_cluster_16: Sm90 = <Bf16, Bf16, Cluster<16>, 8>,
    reduce_columns_f16 = <F16, F16, One, 8>,
    reduce_columns_f16_cluster_2: Sm90 = <F16, F16, Cluster<2>, 8>,
    reduce_columns_f16_cluster_4: Sm90 = <F16, F16, Cluster<4>, 8>,
    reduce_columns_f16_cluster_8: Sm90 = <F16, F16, Cluster<8>, 8>,
    reduce_columns_f16_cluster_16: Sm90 = <F16, F16, Cluster<16>, 8>,
    reduce_columns_bf16_to_f32 = <Bf16, f32, One, 8>,
    reduce_columns_f16_to_f32 = <F16, f32, One, 8>,
    reduce_columns_f32_to_bf16 = <f32, Bf16, One, 4>,
    reduce_columns_f32_to_f16 = <f32, F16, One, 4>,
))]
pub unsafe fn reduce_columns<
    T: Element<Number = f32>,
    U: Element<Number = f32>,
    B: Blocks + Merge<G>,
    const N: usize,
    G: Store,
>(
    gpu: G,
    outer: u32,
    reduced: u32,
    inner: u32,
    part: u32,
    side: u32,
    x: *const T,
    y: *mut U,
    op: u32,
) {
    gpu.griddepcontrol_wait(); // and the next kernel begins when this one ends: see `turn`
    let shape = (outer, reduced, inner);
    match op {
        MAX => {
            columns::<T, U, B, N, G>(gpu, shape, part, side, x, y, MAX, f32::NEG_INFINITY, larger)
        }
        MIN => columns::<T, U, B, N, G>(gpu, shape, part, side, x, y, MIN, f32::INFINITY, smaller),
        _ => columns::<T, U, B, N, G>(gpu, shape, part, side, x, y, op, 0.0, |a, b| a + b),
    }
}
/// Combines the elements of each part of a column by `f`, beginning with `first`; for the mean,
/// divides by the elements of a column.
#[inline(always)]
unsafe fn columns<
    T: Element<Number = f32>,
    U: Element<Number = f32>,
    B: Blocks + Merge<G>,
    const N: usize,
    G: Store,
>(
    gpu: G,
    (outer, reduced, inner): (u32, u32, u32),
    part: u32,
    side: u32,
    x: *const T,
    y: *mut U,
    op: u32,
    first: f32,
    f: impl Fn(f32, f32) -> f32,
) {
    let (thread, n, blocks) = (gpu.thread(), N as u32, B::CLUSTER.max(1));
    assert_unchecked(side != 0 && side <= 32);
    let (rows, columns) = (B::THREADS / side, side * n);
    let (v, r) = layout!((side, rows)).idx2crd(thread);
    let (tiles, parts) = (inner.div_ceil(columns), parts(reduced, part));
    let grid = layout!((blocks, tiles, parts, outer));
    if gpu.block_x() >= grid.size() {
        return;
    }
    assert_unchecked(tiles != 0 && parts != 0 && outer != 0); // factors of the size
    let arrived = B::arrive(gpu);
    let (block, tile, p, o) = grid.idx2crd(gpu.block_x());
    let (from, end) = (p * part, if p == parts - 1 { reduced } else { (p + 1) * part });
    let mut sums = [first; N];
    let aligned = inner % n == 0 && x.addr() % 16 == 0;
    if aligned {
        let (row, filler) = (inner / n, pack::<T, N>(gpu, &[first; N], 0));
        let all = layout!((outer, end, row) : ((reduced as usize * row as usize), row, 1));
        let x = gmem(x.cast::<Vector16>(), all);
        let steps =
            layout!((rows, (LOADS), blocks, ((end - from).div_ceil(LOADS * blocks * rows))));
        for step in 0..steps.shape().3 {
            let mut vectors = [filler; LOADS as usize];
            unroll!(for i in 0..{ LOADS } {
                let r = from + steps.crd2idx((r, i, block, step));
                vectors[i as usize] = x.read_or((o, r, side * tile + v), filler);
            });
            unroll!(for i in 0..{ LOADS } {
                combine::<T, N>(&mut sums, vectors[i as usize], &f)
            });
        }
    } else {
        let all = layout!((outer, end, inner) : ((reduced as usize * inner as usize), inner, 1));
        let x = gmem(x, all);
        let mut r = from + layout!((rows, blocks)).crd2idx((r, block));
        while r < end {
            unroll!(for i in 0..{ N as u32 } {
                let column = layout!((side, n, tiles)).crd2idx((v, i, tile));
                if column < inner {
                    sums[i as usize] = f(sums[i as usize], x.read((o, r, column)).widen());
                }
            });
            r += rows * blocks;
        }
    }
    // The columns of a thread lie side by side in a vector, and `side` apart without vectors.
    let (step, other) = if aligned { (1, n) } else { (side, 1) };
    let (lane, warp) = layout!((32, 32)).idx2crd(thread);
    let (shared, slots) = <(SmemTensor<f32, B::Columns>, B::Slots)>::allocate(gpu);
    let mut mask = 16;
    while mask >= side {
        unroll!(for i in 0..{ N as u32 } {
            sums[i as usize] = f(sums[i as usize], sums[i as usize].shuffle_xor(gpu, mask));
        });
        mask /= 2;
    }
    if lane < side {
        unroll!(for i in 0..{ N as u32 } {
            let column = layout!((n, side) : (step, other)).crd2idx((i, v));
            shared.write((column, warp), sums[i as usize]);
        });
    }
    gpu.sync_threads();
    let mut sum = first;
    if thread < columns {
        unroll!(for eight in 0..{ B::THREADS / 256 } {
            unroll!(for warp in 0..8 { sum = f(sum, shared.read((thread, 8 * eight + warp))) });
        });
    }
    let sum = B::merge(gpu, arrived, slots, block, columns, sum, f);
    if block == 0 && thread < columns {
        let by_outer = parts as usize * inner as usize;
        let y = gmem(y, layout!((outer, parts, inner) : (by_outer, (inner as usize), 1)));
        let result = U::narrow(gpu, divided(op, sum, reduced));
        y.write_if((o, p, columns * tile + thread), result);
    }
}

/// Returns the number of parts of a row or a column.
#[inline(always)]
fn parts(reduced: u32, part: u32) -> u32 {
    if part < reduced { reduced.div_ceil(part) } else { 1 }
}
/// Combines each number of a vector with that of `sums`.
#[inline(always)]
fn combine<T: Element<Number = f32>, const N: usize>(
    sums: &mut [f32; N],
    vector: Vector16,
    f: impl Fn(f32, f32) -> f32,
) {
    let mut numbers = [0.0; N];
    unpack::<T, N>(vector, &mut numbers, 0);
    unroll!(for i in 0..{ N as u32 } {
        sums[i as usize] = f(sums[i as usize], numbers[i as usize]);
    });
}
/// Combines all numbers.
#[inline(always)]
fn of_all<const N: usize>(numbers: &[f32; N], f: impl Fn(f32, f32) -> f32) -> f32 {
    let mut sum = numbers[0];
    unroll!(for i in 0..{ N as u32 - 1 } { sum = f(sum, numbers[i as usize + 1]) });
    sum
}
/// Returns the result of the operation: the mean, for [`MEAN`], of so many numbers.
#[inline(always)]
fn divided(op: u32, sum: f32, reduced: u32) -> f32 {
    if op == MEAN { sum / reduced as f32 } else { sum }
}
/// Returns the larger number, or NaN if one is NaN.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a >= b || a.is_nan() { a } else { b }
}
/// Returns the smaller number, or NaN if one is NaN.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a <= b || a.is_nan() { a } else { b }
}
