//! Who has a row: a warp, a block, or the blocks of a cluster, and how they merge their numbers.
//!
//! ```text
//! threads    [ x0 | x1 to x31 ] [          ]     each warp merges those of its threads
//! warps      [ m0              | m1 to m15 ]     each block those of its warps, in shared memory
//! blocks     [ b0 | b1 to b7               ]     all blocks of a cluster those of each
//! ```

use super::stage::{SharedRows, Stage};
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
/// or to merge with other blocks.
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
    /// All threads of the row execute this, once for each row, and between two rows, they
    /// [merge](Self::merge) numbers.
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
    /// Replaces each number h by h x + y, where x and y are the numbers of these rows; a null row
    /// is left out.
    ///
    /// # Safety
    ///
    /// As for [`share`](Self::share), with the same addresses. `x` is the first row, if the threads
    /// have read it.
    unsafe fn affine<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
        gpu: G,
        shared: &Self::SharedRows,
        row: &Row<Self, T, N, V, ENDS>,
        rows: [*const T; 2],
        x: Option<Words<V>>,
        h: &mut Numbers<N, V>,
    );
    /// Merges K numbers of each thread that has the row, up to 4, and returns those of the row.
    ///
    /// # Safety
    ///
    /// All threads of the row execute this.
    unsafe fn merge<const K: usize>(
        gpu: G,
        memory: &mut Self::Memory,
        x: [f32; K],
        of: &impl Merge<K>,
    ) -> [f32; K];
}
/// How K numbers of each member become K numbers of their group: of the threads of a warp, then of
/// the warps of a block, and of the blocks of a cluster.
pub trait Merge<const K: usize> {
    /// Returns the numbers of a group: at level 0, of a warp; at 1, of a block of a cluster; at 2,
    /// of all threads that have the row. Each of the threads `lanes` of a warp has the numbers x of
    /// one member.
    ///
    /// # Safety
    ///
    /// All threads of the warp execute this.
    unsafe fn merge<L: Layout>(
        &self,
        gpu: impl Gpu,
        x: [f32; K],
        lanes: L,
        level: usize,
    ) -> [f32; K];
}
/// Combines a number of each member by an associative and commutative function.
pub struct Reduce<F>(pub F);
impl<F: Fn(f32, f32) -> f32> Merge<1> for Reduce<F> {
    #[inline(always)]
    unsafe fn merge<L: Layout>(
        &self,
        gpu: impl Gpu,
        [x]: [f32; 1],
        lanes: L,
        _: usize,
    ) -> [f32; 1] {
        [warp::reduce(gpu, x, lanes, &self.0)]
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
        unsafe fn affine<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
            gpu: $G,
            _: &(),
            row: &Row<Self, T, N, V, ENDS>,
            [to_x, y]: [*const T; 2],
            x: Option<Words<V>>,
            h: &mut Numbers<N, V>,
        ) {
            match x {
                // A block of warps has the registers for both.
                Some(x) if V <= 2 && !ENDS => {
                    h.scale_and_shift::<T>(gpu, x, row.read_shared(y));
                }
                x => {
                    match x {
                        Some(_) => h.combine::<T>(x, |h, x| h * x),
                        None => row.combine(to_x, h, |h, x| h * x),
                    }
                    match Self::OF_BLOCK == 32 && V <= 2 {
                        true => h.combine::<T>(row.read_shared(y), |h, y| h + y),
                        false => row.combine(y, h, |h, y| h + y),
                    }
                }
            }
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
    unsafe fn merge<const K: usize>(
        gpu: G,
        _: &mut (),
        x: [f32; K],
        of: &impl Merge<K>,
    ) -> [f32; K] {
        of.merge(gpu, x, layout!(32), 0)
    }
}

/// Four numbers for each member of a group, in two halves that the threads use in turn: while one
/// of them is written, slower threads still read the other one. L is (members, 4, 2).
pub struct Members<L> {
    numbers: SmemTensor<f32, L>,
    /// How often numbers were written.
    turns: u32,
}
impl<L> Members<L> {
    /// Returns the memory.
    fn new(numbers: SmemTensor<f32, L>) -> Self {
        Members { numbers, turns: 0 }
    }
}
/// Reads the K numbers of a member.
macro_rules! numbers_of {
    ($members:expr, $member:expr, $turn:ident) => {{
        let mut x = [0.0; K];
        unroll!(for k in 0..{ K as u32 } {
            x[k as usize] = $members.numbers.read(($member, k, $turn));
        });
        x
    }};
}
/// A row for a block of half as many threads as [`Block`] has.
pub struct Narrow;
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
            const SHARED: u32 = <SmemTensor<f32, layout!(($warps, 4, 2))>>::BYTES;
        }
        impl<G: Gpu> Combine<G> for $Block {
            type Memory = Members<layout!(($warps, 4, 2))>;
            nothing_arrives!(G);
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                (gpu.block_x(), gpu.thread())
            }
            #[inline(always)]
            unsafe fn memory(gpu: G) -> Self::Memory {
                Members::new(Allocate::allocate(gpu))
            }
            #[inline(always)]
            unsafe fn merge<const K: usize>(
                gpu: G,
                memory: &mut Self::Memory,
                x: [f32; K],
                of: &impl Merge<K>,
            ) -> [f32; K] {
                let mut x = of.merge(gpu, x, layout!(32), 0);
                // A barrier for each number; only kernels for rows of any length have two. With the
                // code of clusters, loads of cross-entropy came later: 0.91 of a copy, not 0.98.
                unroll!(for k in 0..{ K as u32 } {
                    let numbers = memory.numbers.at((.., k, memory.turns % 2));
                    x[k as usize] = Scratch::new(numbers).exchange(gpu, x[k as usize]).0;
                });
                memory.turns += 1;
                of.merge(gpu, x, layout!($warps), 2)
            }
        }
    };
}
block!(Narrow: 128 threads, 512 words, 4 warps);
block!(Block: 256 threads, 1024 words, 8 warps);
block!(Wide: 512 threads, 2048 words, 16 warps);

/// The shared memory of a block of a cluster to merge numbers: of its warps, and of the blocks,
/// with a barrier for each half of these. W is (warps, 4, 2), and B is (blocks, 4, 2).
type Storage<W, B> = (SmemTensor<f32, W>, SmemTensor<f32, B>, SmemTensor<u64, layout!(2)>);
/// The same as values.
pub struct OfCluster<W, B> {
    warps: Members<W>,
    blocks: Members<B>,
    barriers: SmemTensor<u64, layout!(2)>,
}
macro_rules! cluster {
    ($Cluster:ident: $blocks:literal x $threads:literal threads) => {
        #[doc = concat!("Rows for ", $blocks, " x ", $threads, " threads, one after the other.")]
        pub struct $Cluster;
        impl Threads for $Cluster {
            const THREADS: u32 = $threads;
            const CLUSTER: u32 = $blocks;
            type Tile = (int!({ 4 * $threads }),);
            type Vectors = MakeTiledCopy<Vector, layout!(($threads,)), layout!((4,))>;
            const SHARED: u32 =
                <Storage<layout!(({ $threads / 32 }, 4, 2)), layout!(($blocks, 4, 2))>>::BYTES;
        }
        impl<G: Sm90> Combine<G> for $Cluster {
            type Memory = OfCluster<layout!(({ $threads / 32 }, 4, 2)), layout!(($blocks, 4, 2))>;
            type Stage = Stage;
            type SharedRows = SharedRows;
            #[inline(always)]
            fn place(gpu: G) -> (u32, u32) {
                let (block, row) =
                    layout!(($blocks, (gpu.grid_x() / $blocks))).idx2crd(gpu.block_x());
                (row, layout!(($threads, $blocks)).crd2idx((gpu.thread(), block)))
            }
            #[inline(always)]
            unsafe fn memory(gpu: G) -> Self::Memory {
                let (warps, blocks, barriers): Storage<
                    layout!(({ $threads / 32 }, 4, 2)),
                    layout!(($blocks, 4, 2)),
                > = Allocate::allocate(gpu);
                if $blocks > 1 {
                    if gpu.thread() == 0 {
                        gpu.mbarrier_init(barriers.at(0u32).address(), 1);
                        gpu.mbarrier_init(barriers.at(1u32).address(), 1);
                        gpu.mbarrier_fence();
                    }
                    ClusterBarrier::new().sync(gpu); // before a block writes to another one
                }
                OfCluster { warps: Members::new(warps), blocks: Members::new(blocks), barriers }
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
            unsafe fn affine<T: Element<N>, const N: usize, const V: usize, const ENDS: bool>(
                gpu: G,
                shared: &SharedRows,
                row: &Row<Self, T, N, V, ENDS>,
                rows: [*const T; 2],
                _: Option<Words<V>>,
                h: &mut Numbers<N, V>,
            ) {
                row.affine(gpu, shared, rows, h);
            }
            /// The numbers count at a barrier of the block that gets them: at `barrier.cluster`,
            /// each thread would wait until its writes to global memory are done.
            #[inline(always)]
            unsafe fn merge<const K: usize>(
                gpu: G,
                memory: &mut Self::Memory,
                x: [f32; K],
                of: &impl Merge<K>,
            ) -> [f32; K] {
                let mut x = of.merge(gpu, x, layout!(32), 0);
                // Kept from row to row, what depends on the thread would take registers.
                let thread = gpu.black_box(gpu.thread());
                let (lane, warp) = layout!((32, { $threads / 32 })).idx2crd(thread);
                let turn = memory.warps.turns % 2;
                if lane == 0 {
                    unroll!(for k in 0..{ K as u32 } {
                        memory.warps.numbers.write((warp, k, turn), x[k as usize]);
                    });
                }
                gpu.sync_threads();
                memory.warps.turns += 1;
                x = numbers_of!(memory.warps, lane % ($threads / 32), turn);
                if $blocks == 1 {
                    return of.merge(gpu, x, layout!({ $threads / 32 }), 2);
                }
                x = of.merge(gpu, x, layout!({ $threads / 32 }), 1);
                let turn = memory.blocks.turns % 2;
                let barrier = memory.barriers.at(turn).address();
                if thread == 0 {
                    gpu.mbarrier_arrive_expect(barrier, const { 4 * K as u32 * $blocks });
                }
                if thread < $blocks {
                    unroll!(for k in 0..{ K as u32 } {
                        let to = memory.blocks.numbers.at((gpu.cluster_rank(), k, turn)).address();
                        gpu.store_async(to, x[k as usize].to_bits(), barrier, thread);
                    });
                }
                gpu.mbarrier_wait(barrier, memory.blocks.turns / 2 % 2);
                memory.blocks.turns += 1;
                let x = numbers_of!(memory.blocks, thread % $blocks, turn);
                of.merge(gpu, x, layout!($blocks), 2)
            }
        }
    };
}
cluster!(Cluster1: 1 x 256 threads);
cluster!(Cluster2: 2 x 256 threads);
cluster!(Cluster4: 4 x 256 threads);
cluster!(Cluster8: 8 x 256 threads);
cluster!(Cluster16: 16 x 256 threads);
cluster!(WideCluster1: 1 x 512 threads);
cluster!(WideCluster2: 2 x 512 threads);
cluster!(WideCluster4: 4 x 512 threads);
cluster!(WideCluster8: 8 x 512 threads);
