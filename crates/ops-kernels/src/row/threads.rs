//! Who has a row: a warp, a block, or the blocks of a cluster, and how they combine their numbers.
//!
//! ```text
//! thread     x0   x1   ..  x31     reduce: all of a warp or of a block get f(x0, x1, ..)
//! block      [ m0 | m1 | .. ]      merge:  all of a cluster get f(m0, m1, ..)
//! ```

use super::stages::{self, Stages};
use super::{Row, THREADS};
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::prelude::*;
use zellige::tensor::Plain;
use zellige_gpu::barrier::ClusterBarrier;
use zellige_gpu::block::Scratch;
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::{Gpu, Sm90, unroll, warp};

/// The threads that have a row together.
pub trait Threads {
    /// The number of threads of a block.
    const THREADS: u32 = THREADS;
    /// The number of blocks of a cluster, which has a row; 0 without clusters.
    const CLUSTER: u32 = 0;
    /// The number of threads of a row.
    const OF_ROW: u32 = if Self::CLUSTER == 0 { 1 } else { Self::CLUSTER } * Self::THREADS;
    /// The number of those of a row times four: the words of a vector of each of them.
    type Tile: Tiler<TilerProfile = (usize,)> + Default;
    /// The copy of these vectors.
    type Vectors: CopyTiling;
    /// The number of bytes of shared memory of a block.
    const SHARED: u32;
}
/// The same on the machine G.
pub trait Combine<G>: Threads {
    /// Shared memory of a block: for reductions, and for rows of elements T that are on their way.
    type Memory<T: Plain>;
    /// Returns the number of the first row of this thread, and that of this thread in it.
    fn place(gpu: G) -> (u32, u32);
    /// Returns the memory.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once; nothing else uses the shared memory of its
    /// blocks.
    unsafe fn memory<T: Plain>(gpu: G) -> Self::Memory<T>;
    /// Begins to bring the first rows to the memory, if blocks have several rows.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once, after [`memory`](Self::memory). The matrix of the
    /// row has its rows.
    unsafe fn start<T: Plain, const ENDS: bool>(
        gpu: G,
        memory: &mut Self::Memory<T>,
        row: &Row<Self, T, ENDS>,
    ) where
        Self: Sized;
    /// Returns this thread's vectors of its row; past its ends they have any contents.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once for each row, after [`start`](Self::start); before
    /// another row, after [`refill`](Self::refill).
    unsafe fn read<T: Plain, const ENDS: bool, const N: usize, const V: usize>(
        gpu: G,
        memory: &mut Self::Memory<T>,
        row: &Row<Self, T, ENDS>,
    ) -> [[u32; 4]; V]
    where
        Self: Sized;
    /// Begins to bring another row to the place of the one that was read.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this after a [`reduce`](Self::reduce) that follows the
    /// [`read`](Self::read), once for each row.
    unsafe fn refill<T: Plain, const ENDS: bool>(
        gpu: G,
        memory: &mut Self::Memory<T>,
        row: &Row<Self, T, ENDS>,
    ) where
        Self: Sized;
    /// Combines the numbers of the threads that this block or warp has of the row by `f`,
    /// associative and commutative.
    ///
    /// # Safety
    ///
    /// All these threads execute this.
    unsafe fn reduce<T: Plain>(
        gpu: G,
        memory: &mut Self::Memory<T>,
        x: f32,
        f: impl Fn(f32, f32) -> f32,
    ) -> f32;
    /// Returns the sum of the same numbers.
    ///
    /// # Safety
    ///
    /// All these threads execute this.
    #[inline(always)]
    unsafe fn sum<T: Plain>(gpu: G, memory: &mut Self::Memory<T>, x: f32) -> f32 {
        Self::reduce(gpu, memory, x, |a, b| a + b)
    }
    /// Combines the numbers of the blocks that have the row by `f`, associative and commutative: K
    /// of each block, up to 4.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, those of a block with the same numbers. Between two
    /// merges the threads of a block [`reduce`](Self::reduce): all have then read the first one.
    unsafe fn merge<T: Plain, const K: usize>(
        gpu: G,
        memory: &mut Self::Memory<T>,
        x: [f32; K],
        f: impl Fn([f32; K], [f32; K]) -> [f32; K],
    ) -> [f32; K];
}
/// Defines the methods of [`Combine`] where one block has a row, and no other row.
macro_rules! one_row {
    () => {
        #[inline(always)]
        unsafe fn start<T: Plain, const ENDS: bool>(
            _: G,
            _: &mut Self::Memory<T>,
            _: &Row<Self, T, ENDS>,
        ) {
        }
        #[inline(always)]
        unsafe fn read<T: Plain, const ENDS: bool, const N: usize, const V: usize>(
            _: G,
            _: &mut Self::Memory<T>,
            row: &Row<Self, T, ENDS>,
        ) -> [[u32; 4]; V] {
            row.read::<N, V>(row.matrix, row.ld)
        }
        #[inline(always)]
        unsafe fn refill<T: Plain, const ENDS: bool>(
            _: G,
            _: &mut Self::Memory<T>,
            _: &Row<Self, T, ENDS>,
        ) {
        }
        #[inline(always)]
        unsafe fn merge<T: Plain, const K: usize>(
            _: G,
            _: &mut Self::Memory<T>,
            x: [f32; K],
            _: impl Fn([f32; K], [f32; K]) -> [f32; K],
        ) -> [f32; K] {
            x
        }
    };
}
type Vector = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;

/// A row for each warp of a block of [`THREADS`].
pub struct Warp;
impl Threads for Warp {
    type Tile = (int!(128),);
    type Vectors = MakeTiledCopy<Vector, layout!((32,)), layout!((4,))>;
    const OF_ROW: u32 = 32;
    const SHARED: u32 = 0;
}
impl<G: Gpu> Combine<G> for Warp {
    type Memory<T: Plain> = ();
    one_row!();
    #[inline(always)]
    fn place(gpu: G) -> (u32, u32) {
        let (lane, warp) = layout!((32, 8)).idx2crd(gpu.thread());
        (layout!((8, (gpu.grid_x()))).crd2idx((warp, gpu.block_x())), lane)
    }
    #[inline(always)]
    unsafe fn memory<T: Plain>(_: G) {}
    #[inline(always)]
    unsafe fn reduce<T: Plain>(gpu: G, _: &mut (), x: f32, f: impl Fn(f32, f32) -> f32) -> f32 {
        warp::reduce(gpu, x, layout!(32), f)
    }
}

/// A number for each warp of a block, twice: W has a slot for each warp.
type Numbers<W> = (SmemTensor<f32, W>, SmemTensor<f32, W>);
/// Memory for the reductions of a block, which use its two halves in turn: while one of them is
/// written, slower warps still read the other one.
pub struct Warps<W> {
    numbers: Numbers<W>,
    turn: bool,
}
impl<W: Layout> Warps<W> {
    /// Combines the numbers of all threads of the block by `f`.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this. W has a slot for each of its warps.
    #[inline(always)]
    unsafe fn reduce<G: Gpu>(&mut self, gpu: G, x: f32, f: impl Fn(f32, f32) -> f32) -> f32 {
        let (first, second) = self.numbers;
        self.turn = !self.turn;
        Scratch::new(if self.turn { first } else { second }).reduce(gpu, x, f).0
    }
}
/// A row for a block of [`THREADS`].
pub struct Block;
/// A long row for a block of twice as many.
pub struct Wide;
macro_rules! block {
    ($Block:ident: $threads:literal threads, $words:literal words, $warps:literal warps) => {
        impl Threads for $Block {
            const THREADS: u32 = $threads;
            type Tile = (int!($words),);
            type Vectors = MakeTiledCopy<Vector, layout!(($threads,)), layout!((4,))>;
            const SHARED: u32 = <Numbers<layout!($warps)>>::BYTES;
        }
        impl<G: Gpu> Combine<G> for $Block {
            type Memory<T: Plain> = Warps<layout!($warps)>;
            one_row!();
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                (gpu.block_x(), gpu.thread())
            }
            #[inline(always)]
            unsafe fn memory<T: Plain>(gpu: G) -> Self::Memory<T> {
                Warps { numbers: Allocate::allocate(gpu), turn: false }
            }
            #[inline(always)]
            unsafe fn reduce<T: Plain>(
                gpu: G,
                memory: &mut Self::Memory<T>,
                x: f32,
                f: impl Fn(f32, f32) -> f32,
            ) -> f32 {
                memory.reduce(gpu, x, f)
            }
        }
    };
}
block!(Block: 256 threads, 1024 words, 8 warps);
block!(Wide: 512 threads, 2048 words, 16 warps);

/// Four numbers for each block of a cluster, twice, and a barrier for each half.
type OfBlocks<B> = (SmemTensor<f32, B>, SmemTensor<u64, layout!(2)>);
/// The shared memory of a block of a cluster.
type Storage<B> = (stages::Storage, Numbers<layout!(16)>, OfBlocks<B>);
/// The same as values: rows on their way, memory for reductions of the block, and of the cluster.
pub struct OfCluster<T, B> {
    stages: Stages<T>,
    warps: Warps<layout!(16)>,
    blocks: OfBlocks<B>,
    /// How often the blocks have combined their numbers.
    merges: u32,
}
/// Rows for a cluster of 2 blocks of as many threads as [`Wide`] has.
pub struct Cluster2;
/// Rows for a cluster of 4 such blocks.
pub struct Cluster4;
/// Rows for a cluster of 8 such blocks.
pub struct Cluster8;
/// Rows for a cluster of 16 such blocks.
pub struct Cluster16;
macro_rules! cluster {
    ($Cluster:ident: $blocks:literal blocks, $threads:literal threads, $words:literal words) => {
        impl Threads for $Cluster {
            const THREADS: u32 = Wide::THREADS;
            const CLUSTER: u32 = $blocks;
            type Tile = (int!($words),);
            type Vectors = MakeTiledCopy<Vector, layout!(($threads,)), layout!((4,))>;
            const SHARED: u32 = <Storage<layout!(($blocks, 4, 2))>>::BYTES;
        }
        impl<G: Sm90> Combine<G> for $Cluster {
            type Memory<T: Plain> = OfCluster<T, layout!(($blocks, 4, 2))>;
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                let (block, row) =
                    layout!(($blocks, (gpu.grid_x() / $blocks))).idx2crd(gpu.block_x());
                (row, layout!((512, $blocks)).crd2idx((gpu.thread(), block)))
            }
            #[inline(always)]
            unsafe fn memory<T: Plain>(gpu: G) -> Self::Memory<T> {
                let (stages, numbers, blocks): Storage<layout!(($blocks, 4, 2))> =
                    Allocate::allocate(gpu);
                if gpu.thread() == 0 {
                    gpu.mbarrier_init(blocks.1.at(0u32).address(), 1);
                    gpu.mbarrier_init(blocks.1.at(1u32).address(), 1);
                }
                let stages = Stages::new(gpu, stages); // its fence publishes these barriers, too
                ClusterBarrier::new().sync(gpu); // before a block writes to another one
                OfCluster { stages, warps: Warps { numbers, turn: false }, blocks, merges: 0 }
            }
            #[inline(always)]
            unsafe fn start<T: Plain, const ENDS: bool>(
                gpu: G,
                memory: &mut Self::Memory<T>,
                row: &Row<Self, T, ENDS>,
            ) {
                memory.stages.start(gpu, row)
            }
            #[inline(always)]
            unsafe fn read<T: Plain, const ENDS: bool, const N: usize, const V: usize>(
                gpu: G,
                memory: &mut Self::Memory<T>,
                row: &Row<Self, T, ENDS>,
            ) -> [[u32; 4]; V] {
                memory.stages.read(gpu, row)
            }
            #[inline(always)]
            unsafe fn refill<T: Plain, const ENDS: bool>(
                gpu: G,
                memory: &mut Self::Memory<T>,
                row: &Row<Self, T, ENDS>,
            ) {
                memory.stages.refill(gpu, row)
            }
            #[inline(always)]
            unsafe fn reduce<T: Plain>(
                gpu: G,
                memory: &mut Self::Memory<T>,
                x: f32,
                f: impl Fn(f32, f32) -> f32,
            ) -> f32 {
                memory.warps.reduce(gpu, x, f)
            }
            /// The blocks use two halves of their memory in turn: while one of them is written, a
            /// slower block still reads the other one. The numbers count at a barrier of the block
            /// that gets them: at `barrier.cluster`, each thread would wait until its writes to
            /// global memory are done.
            #[inline(always)]
            unsafe fn merge<T: Plain, const K: usize>(
                gpu: G,
                memory: &mut Self::Memory<T>,
                x: [f32; K],
                f: impl Fn([f32; K], [f32; K]) -> [f32; K],
            ) -> [f32; K] {
                let (thread, turn) = (gpu.thread(), memory.merges % 2);
                let (numbers, barrier) = (memory.blocks.0, memory.blocks.1.at(turn).address());
                if thread == 0 {
                    gpu.mbarrier_arrive_expect(barrier, const { 4 * K as u32 * $blocks });
                }
                if thread < $blocks {
                    unroll!(for k in 0..{ K as u32 } {
                        let to = numbers.at((gpu.cluster_rank(), k, turn)).address();
                        gpu.store_async(to, x[k as usize].to_bits(), barrier, thread);
                    });
                }
                gpu.mbarrier_wait(barrier, memory.merges / 2 % 2);
                memory.merges += 1;
                let mut all = x;
                unroll!(for k in 0..{ K as u32 } {
                    all[k as usize] = numbers.read((thread % $blocks, k, turn));
                });
                warp::reduce(gpu, all, layout!($blocks), f)
            }
        }
    };
}
cluster!(Cluster2: 2 blocks, 1024 threads, 4096 words);
cluster!(Cluster4: 4 blocks, 2048 threads, 8192 words);
cluster!(Cluster8: 8 blocks, 4096 threads, 16384 words);
cluster!(Cluster16: 16 blocks, 8192 threads, 32768 words);
