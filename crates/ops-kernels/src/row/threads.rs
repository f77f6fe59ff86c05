//! Who has a row: a warp, a block, or the blocks of a cluster, and how they combine their numbers.
//!
//! ```text
//! thread     x0   x1  to  x31     reduce: all of a warp or of a block get f of x0 to x31
//! block      [ m0 | m1 to m7 ]    across: all of a cluster get f of m0 to m7
//! ```

use super::stage::{self, SharedRows, Stage};
use super::{Element, Numbers, Row, THREADS, Words};
use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy};
use zellige::prelude::*;
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
    /// The number of threads of a block that have a row.
    const OF_BLOCK: u32 = Self::THREADS;
    /// The same number times four: the words of a vector of each.
    type Tile: Tiler<TilerProfile = (usize,)> + Default;
    /// The copy of these vectors.
    type Vectors: CopyTiling;
    /// The number of bytes of shared memory of a block, for reductions.
    const SHARED: u32;
}
/// The threads that have a row together, on the machine G.
///
/// A kernel without clusters has one row for each block or warp: its threads have nothing to bring
/// or to exchange.
pub trait Combine<G>: Threads + Sized {
    /// Shared memory of a block, for reductions.
    type Memory;
    /// Memory for a row that is on its way, if blocks have several rows.
    type Stage;
    /// Memory for rows that all rows share, if blocks have several rows.
    type SharedRows;
    /// Returns the number of the first row of this thread, and that of this thread in it.
    fn place(gpu: G) -> (u32, u32);
    /// Returns the memory.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once; nothing else uses the shared memory of its
    /// blocks.
    unsafe fn memory(gpu: G) -> Self::Memory;
    /// Begins to bring the first row to the stage, V vectors for each thread.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once, before [`memory`](Self::memory). The matrix of
    /// the row has its rows, and blocks have as much [`shared`](super::shared) memory as parts,
    /// which begins with the memory: a part for this row, and one for each row that all rows share.
    /// If the counter is not null, only these clusters use it; it is 0 when the grid begins, and
    /// when it ends.
    unsafe fn stage<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
        gpu: G,
        row: &Row<Self, T, N, V, ENDS>,
        counter: *mut u32,
    ) -> Self::Stage;
    /// Returns what this thread has of its row, and the number of the next one of its cluster,
    /// which it begins to bring.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, once for each row, and between two rows, their blocks
    /// [exchange](Self::exchange) numbers.
    #[inline(always)]
    unsafe fn read<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
        _: G,
        _: &mut Self::Stage,
        row: &Row<Self, T, N, V, ENDS>,
    ) -> (Words<V>, u32) {
        (row.read(row.matrix, row.ld), u32::MAX)
    }
    /// Begins to bring two rows that all rows share, such as a weight and a bias, to the memory of
    /// a block that has several rows.
    ///
    /// # Safety
    ///
    /// As for [`stage`](Self::stage). Addresses that are not null are multiples of 16 bytes, and
    /// have an element for each column.
    unsafe fn share<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
        gpu: G,
        row: &Row<Self, T, N, V, ENDS>,
        rows: [*const T; 2],
    ) -> Self::SharedRows;
    /// Replaces each number h by f(h, x), for the numbers x of row k of these two, if there is one.
    ///
    /// # Safety
    ///
    /// As for [`share`](Self::share), with the address of that row.
    unsafe fn combine_shared<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
        gpu: G,
        shared: &Self::SharedRows,
        row: &Row<Self, T, N, V, ENDS>,
        which: (usize, *const T),
        h: &mut Numbers<N, V>,
        f: impl Fn(f32, f32) -> f32,
    );
    /// Combines the numbers of the threads that this block or warp has of the row by `f`,
    /// associative and commutative.
    ///
    /// # Safety
    ///
    /// All these threads execute this.
    unsafe fn reduce(gpu: G, memory: &mut Self::Memory, x: f32, f: impl Fn(f32, f32) -> f32)
    -> f32;
    /// Returns the sum of the same numbers.
    ///
    /// # Safety
    ///
    /// All these threads execute this.
    #[inline(always)]
    unsafe fn sum(gpu: G, memory: &mut Self::Memory, x: f32) -> f32 {
        Self::reduce(gpu, memory, x, |a, b| a + b)
    }
    /// Passes K numbers of each block that has the row, up to 4, to all of these blocks.
    /// Neighbouring threads get those of one block each, as [`across`](Self::across) combines them.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this, those of a block with the same numbers. Between two
    /// exchanges the threads of a block [`reduce`](Self::reduce): all have then read the first one.
    #[inline(always)]
    unsafe fn exchange<const K: usize>(_: G, _: &mut Self::Memory, x: [f32; K]) -> [f32; K] {
        x
    }
    /// Combines a number of each block by `f`, associative and commutative.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this. A thread passes a number of the block that
    /// [`exchange`](Self::exchange) gave it.
    #[inline(always)]
    unsafe fn across(_: G, x: f32, _: impl Fn(f32, f32) -> f32) -> f32 {
        x
    }
}
/// What threads that have one row bring: nothing.
macro_rules! nothing_arrives {
    ($G:ident) => {
        type Stage = ();
        type SharedRows = ();
        #[inline(always)]
        unsafe fn stage<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
            _: $G,
            _: &Row<Self, T, N, V, ENDS>,
            _: *mut u32,
        ) {
        }
        #[inline(always)]
        unsafe fn share<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
            _: $G,
            _: &Row<Self, T, N, V, ENDS>,
            _: [*const T; 2],
        ) {
        }
        #[inline(always)]
        unsafe fn combine_shared<
            T: Element<N>,
            const N: usize,
            const V: usize,
            const ENDS: bool,
        >(
            _: $G,
            _: &(),
            row: &Row<Self, T, N, V, ENDS>,
            (_, from): (usize, *const T),
            h: &mut Numbers<N, V>,
            f: impl Fn(f32, f32) -> f32,
        ) {
            h.combine::<T>(row.read_shared(from), f);
        }
    };
}
type Vector = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;

/// A row for each warp of a block of [`THREADS`].
pub struct Warp;
impl Threads for Warp {
    const OF_BLOCK: u32 = 32;
    type Tile = (int!(128),);
    type Vectors = MakeTiledCopy<Vector, layout!((32,)), layout!((4,))>;
    const SHARED: u32 = 0;
}
impl<G: Gpu> Combine<G> for Warp {
    type Memory = ();
    nothing_arrives!(G);
    #[inline(always)]
    fn place(gpu: G) -> (u32, u32) {
        let (lane, warp) = layout!((32, 8)).idx2crd(gpu.thread());
        (layout!((8, (gpu.grid_x()))).crd2idx((warp, gpu.block_x())), lane)
    }
    #[inline(always)]
    unsafe fn memory(_: G) {}
    #[inline(always)]
    unsafe fn reduce(gpu: G, _: &mut (), x: f32, f: impl Fn(f32, f32) -> f32) -> f32 {
        warp::reduce(gpu, x, layout!(32), f)
    }
}

/// A number for each warp of a block, twice: W has a slot for each warp.
type OfWarps<W> = (SmemTensor<f32, W>, SmemTensor<f32, W>);
/// Memory for the reductions of a block, which use its two halves in turn: while one of them is
/// written, slower warps still read the other one.
pub struct Warps<W> {
    numbers: OfWarps<W>,
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
            const SHARED: u32 = <OfWarps<layout!($warps)>>::BYTES;
        }
        impl<G: Gpu> Combine<G> for $Block {
            type Memory = Warps<layout!($warps)>;
            nothing_arrives!(G);
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                (gpu.block_x(), gpu.thread())
            }
            #[inline(always)]
            unsafe fn memory(gpu: G) -> Self::Memory {
                Warps { numbers: Allocate::allocate(gpu), turn: false }
            }
            #[inline(always)]
            unsafe fn reduce(
                gpu: G,
                memory: &mut Self::Memory,
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
/// The shared memory of a block of a cluster for reductions.
type Storage<B> = (OfWarps<layout!(16)>, OfBlocks<B>);
/// The same as values: for reductions of the block, and of the cluster.
pub struct OfCluster<B> {
    warps: Warps<layout!(16)>,
    blocks: OfBlocks<B>,
    /// How often the blocks have exchanged numbers.
    exchanges: u32,
}
/// Rows for a block of as many threads as [`Wide`] has, one after the other.
pub struct Cluster1;
/// Rows for a cluster of 2 such blocks.
pub struct Cluster2;
/// Rows for a cluster of 4 such blocks.
pub struct Cluster4;
/// Rows for a cluster of 8 such blocks.
pub struct Cluster8;
/// Rows for a cluster of 16 such blocks.
pub struct Cluster16;
macro_rules! cluster {
    ($Cluster:ident: $blocks:literal blocks) => {
        impl Threads for $Cluster {
            const THREADS: u32 = stage::THREADS;
            const CLUSTER: u32 = $blocks;
            type Tile = (int!(2048),);
            type Vectors = MakeTiledCopy<Vector, layout!((512,)), layout!((4,))>;
            const SHARED: u32 = <Storage<layout!(($blocks, 4, 2))>>::BYTES;
        }
        impl<G: Sm90> Combine<G> for $Cluster {
            type Memory = OfCluster<layout!(($blocks, 4, 2))>;
            type Stage = Stage;
            type SharedRows = SharedRows;
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                let (block, row) =
                    layout!(($blocks, (gpu.grid_x() / $blocks))).idx2crd(gpu.block_x());
                (row, layout!((512, $blocks)).crd2idx((gpu.thread(), block)))
            }
            #[inline(always)]
            unsafe fn memory(gpu: G) -> Self::Memory {
                let (numbers, blocks): Storage<layout!(($blocks, 4, 2))> = Allocate::allocate(gpu);
                if $blocks > 1 {
                    if gpu.thread() == 0 {
                        gpu.mbarrier_init(blocks.1.at(0u32).address(), 1);
                        gpu.mbarrier_init(blocks.1.at(1u32).address(), 1);
                        gpu.mbarrier_fence();
                    }
                    ClusterBarrier::new().sync(gpu); // before a block writes to another one
                }
                OfCluster { warps: Warps { numbers, turn: false }, blocks, exchanges: 0 }
            }
            #[inline(always)]
            unsafe fn stage<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
                gpu: G,
                row: &Row<Self, T, N, V, ENDS>,
                counter: *mut u32,
            ) -> Stage {
                row.stage(gpu, counter)
            }
            #[inline(always)]
            unsafe fn read<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
                gpu: G,
                stage: &mut Stage,
                row: &Row<Self, T, N, V, ENDS>,
            ) -> (Words<V>, u32) {
                row.read_staged(gpu, stage)
            }
            #[inline(always)]
            unsafe fn share<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
                gpu: G,
                row: &Row<Self, T, N, V, ENDS>,
                rows: [*const T; 2],
            ) -> SharedRows {
                row.share(gpu, rows)
            }
            #[inline(always)]
            unsafe fn combine_shared<
                T: Element<N>,
                const N: usize,
                const V: usize,
                const ENDS: bool,
            >(
                gpu: G,
                shared: &SharedRows,
                row: &Row<Self, T, N, V, ENDS>,
                which: (usize, *const T),
                h: &mut Numbers<N, V>,
                f: impl Fn(f32, f32) -> f32,
            ) {
                row.combine_shared(gpu, shared, which, h, f);
            }
            #[inline(always)]
            unsafe fn reduce(
                gpu: G,
                memory: &mut Self::Memory,
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
            unsafe fn exchange<const K: usize>(
                gpu: G,
                memory: &mut Self::Memory,
                x: [f32; K],
            ) -> [f32; K] {
                if $blocks == 1 {
                    return x;
                }
                let (thread, turn) = (gpu.thread(), memory.exchanges % 2);
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
                gpu.mbarrier_wait(barrier, memory.exchanges / 2 % 2);
                memory.exchanges += 1;
                let mut all = x;
                unroll!(for k in 0..{ K as u32 } {
                    all[k as usize] = numbers.read((thread % $blocks, k, turn));
                });
                all
            }
            #[inline(always)]
            unsafe fn across(gpu: G, x: f32, f: impl Fn(f32, f32) -> f32) -> f32 {
                if $blocks == 1 { x } else { warp::reduce(gpu, x, layout!($blocks), f) }
            }
        }
    };
}
cluster!(Cluster1: 1 blocks);
cluster!(Cluster2: 2 blocks);
cluster!(Cluster4: 4 blocks);
cluster!(Cluster8: 8 blocks);
cluster!(Cluster16: 16 blocks);
