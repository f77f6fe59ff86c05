//! Reductions over the blocks of a cluster.
//!
//! ```text
//! block          0               1          ...
//! value          x0              x1                the same in all threads of a block
//!                | \           / |
//! memory    [ x0 | x1 ]    [ x0 | x1 ]    ...      each block writes to all blocks; then they meet
//!                |               |
//! result    f(x0, x1)       f(x0, x1)     ...      each block combines them, in the blocks' order
//! ```
//!
//! The memory may be written again only after all blocks have read theirs. It is therefore
//! [`Scratch`] before, and [`Used`] afterwards, as in [`block`](crate::block).
//!
//! ```
//! use zellige::prelude::*;
//! use zellige_gpu::barrier::ClusterBarrier;
//! use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
//! use zellige_gpu::{Sm90, block, cluster};
//! /// A slot for each of the 8 warps of a block, and one for each of the 4 blocks of a cluster.
//! type Storage = (SmemTensor<f32, layout!(8)>, SmemTensor<f32, layout!(4)>);
//! /// The sum of the numbers of all 4 * 256 threads of a cluster.
//! unsafe fn sum<G: Sm90>(gpu: G, x: f32) -> f32 {
//!     // SAFETY: all threads of the cluster execute this, and nothing else uses shared memory.
//!     unsafe {
//!         let mut barrier = ClusterBarrier::new();
//!         let (warps, blocks) = Storage::allocate(gpu);
//!         let blocks = cluster::Scratch::new(gpu, &mut barrier, blocks);
//!         let (x, _) = block::Scratch::new(warps).sum(gpu, x);
//!         let (sum, _) = blocks.reduce(gpu, &mut barrier, x, |a, b| a + b);
//!         sum
//!     }
//! }
//! ```

use crate::Sm90;
use crate::barrier::ClusterBarrier;
use crate::engine::{Get, Set};
use crate::storage::SmemTensor;
use crate::unroll;
use zellige::prelude::*;

/// Shared memory for a value of each block of a cluster: the layout L has as many slots as the
/// cluster has blocks, 1 to 16.
pub struct Scratch<T, L>(SmemTensor<T, L>);
/// A [`Scratch`] from which a block of the cluster may still read.
pub struct Used<T, L>(SmemTensor<T, L>);

impl<T: Copy, L: Layout> Scratch<T, L> {
    /// Creates scratch memory from this tensor, and waits until all blocks of the cluster run.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this together, with a tensor at the same address. It is
    /// in shared memory, aligned for T, and used for nothing else. The cluster has a block for each
    /// slot, and a block has at least as many threads.
    #[inline(always)]
    pub unsafe fn new(
        gpu: impl Sm90,
        cluster: &mut ClusterBarrier,
        memory: SmemTensor<T, L>,
    ) -> Self {
        cluster.sync(gpu);
        Scratch(memory)
    }
    /// Combines the values x of all blocks by `f`, in the order of the blocks: f(f(x0, x1), x2)
    /// with three blocks. All threads of the cluster get the same result, to the last bit. The x of
    /// a block is that of its first threads, as many as there are blocks; those of its other
    /// threads are not used.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this together.
    #[inline(always)]
    pub unsafe fn reduce<G: Sm90>(
        self,
        gpu: G,
        cluster: &mut ClusterBarrier,
        x: T,
        f: impl Fn(T, T) -> T,
    ) -> (T, Used<T, L>) {
        self.publish(gpu, cluster, x);
        let mut all = self.0.element(0).get();
        unroll!(for i in 0..{ L::SIZE as u32 } {
            if i > 0 {
                all = f(all, self.0.element(i).get());
            }
        });
        (all, Used(self.0))
    }
    /// Makes the value of each block visible to all others: returns the x of the block with the
    /// number `thread % blocks`, for [`warp::reduce`](crate::warp::reduce), which takes fewer
    /// registers than [`reduce`](Self::reduce). The x of a block is that of the same threads.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this together.
    #[inline(always)]
    pub unsafe fn exchange<G: Sm90>(
        self,
        gpu: G,
        cluster: &mut ClusterBarrier,
        x: T,
    ) -> (T, Used<T, L>) {
        self.publish(gpu, cluster, x);
        (self.0.element(gpu.thread() % L::SIZE as u32).get(), Used(self.0))
    }
    /// Writes the value of this block to all blocks, and waits until all have written theirs.
    #[inline(always)]
    unsafe fn publish<G: Sm90>(&self, gpu: G, cluster: &mut ClusterBarrier, x: T) {
        let block = gpu.thread();
        if block < L::SIZE as u32 {
            self.0.of_block(gpu, block).element(gpu.cluster_rank()).set(x);
        }
        cluster.sync(gpu);
    }
}
impl<T, L> Used<T, L> {
    /// Waits until all blocks of the cluster have read their memory, so that it may be written
    /// again.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this together.
    #[inline(always)]
    pub unsafe fn again(self, gpu: impl Sm90, cluster: &mut ClusterBarrier) -> Scratch<T, L> {
        cluster.sync(gpu);
        Scratch(self.0)
    }
}
