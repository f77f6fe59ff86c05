//! The fix-up: adds the accumulators of a tile that several blocks have computed in parts.

use super::{Part, Split};
use crate::block::is_last;
use crate::engine::{Rmem, Sequence};
use crate::storage::SmemTensor;
use crate::tensor::GpuTensor;
use crate::transform::transform;
use crate::{Sm80, access};
use core::ops::Add;
use zellige::prelude::*;

/// Global memory through which the blocks of a [`StreamK`](super::StreamK) schedule pass their
/// accumulators to the owners of the tiles, and through which the blocks that [`Split`] a tile pass
/// theirs to the last of them.
///
/// ```text
/// block 0     owns tiles 0 to 2:   .. 2 2 | waits for 1 | adds its accumulators | writes tile 2
/// block 1     2 | leaves its accumulators, sets its flag | 3 3 3 3 ...
/// ```
///
/// Each block has space for the accumulators of its THREADS threads, and a flag. The owner of a
/// tile waits for the flags of the blocks that compute the rest of it, and adds their accumulators
/// in the order of their numbers. The order of additions thus depends only on the counts of tiles,
/// steps and blocks, and the result is the same each time. No block waits before it has passed on
/// what others wait for.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::schedule::{Raster, Workspace};
/// use zellige_gpu::{Sm80, tensor::{gmem, rmem}, transform::transform};
/// /// Adds the five rows of 256 numbers of each of three tiles.
/// unsafe fn acc<G: Sm80>(gpu: G, from: *const f32, to: *mut f32, shares: *mut f32, flags: *mut u32) {
///     let from = gmem(from, layout!((15u32, 256u32) : (256u32, 1)));
///     let to = gmem(to, layout!((3u32, 256u32) : (256u32, 1)));
///     let (row, threads, thread) = (shape!((1, 256)), layout!((1, 64)), gpu.thread());
///     let workspace = Workspace::<f32, 64>::new(shares, flags);
///     for part in Raster::<1>::new(1, 3).stream_k(5, gpu) {
///         let tile = part.tile().number();
///         let mut acc = [0.0; 4];
///         let acc = rmem(&mut acc, layout!(4));
///         // SAFETY: the matrices have these rows, and a thread has four numbers of a row. All 64
///         // threads execute this, all blocks run at the same time, and there are a flag and 256
///         // shares for each block.
///         unsafe {
///             for step in part.steps() {
///                 let row = from.local_tile(row, (5 * tile + step, 0u32));
///                 let mine = row.local_partition(threads, thread);
///                 transform((acc, mine), acc, |(sum, x)| sum + x);
///             }
///             if workspace.fix_up(gpu, thread, &part, acc) {
///                 let row = to.local_tile(row, (tile, 0u32));
///                 transform(acc, row.local_partition(threads, thread), |sum| sum);
///             }
///         }
///     }
/// }
/// ```
///
/// CUTLASS: the workspace and `fixup` of `PersistentTileSchedulerSm90StreamK`.
pub struct Workspace<T, const THREADS: u32, const BARRIER: u32 = 0> {
    shares: *mut T,
    flags: *mut u32,
}
impl<T, const THREADS: u32, const BARRIER: u32> Clone for Workspace<T, THREADS, BARRIER> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, const THREADS: u32, const BARRIER: u32> Copy for Workspace<T, THREADS, BARRIER> {}

impl<T: Copy + Add<Output = T>, const THREADS: u32, const BARRIER: u32>
    Workspace<T, THREADS, BARRIER>
{
    /// Creates a workspace for the accumulators of each of the THREADS threads of a block, which
    /// meet at the barrier BARRIER. `shares` has, for each block, THREADS times as many numbers as
    /// a thread has accumulators, and `flags` has a flag for each block.
    #[inline(always)]
    pub fn new(shares: *mut T, flags: *mut u32) -> Self {
        Workspace { shares, flags }
    }
    /// Passes the accumulators of a part to the block that owns its tile, or adds those of other
    /// blocks to them. Returns whether this block owns the tile; it then writes the accumulators,
    /// which are complete. `thread` numbers the THREADS threads from 0.
    ///
    /// # Safety
    ///
    /// - The THREADS threads of the block execute this together, each with the same part, and no
    ///   other thread uses the barrier BARRIER. The machine runs all blocks of the grid at the same
    ///   time, and each fixes up its parts in order, with a tensor of the same layout.
    /// - `shares` has THREADS times the size of L for each block, aligned, and nothing else uses
    ///   them. There is a flag for each block, 0 when the grid begins; it is 0 again after the grid
    ///   has ended.
    #[inline(always)]
    pub unsafe fn fix_up<G: Sm80, L: Layout, const ROWS: u32>(
        self,
        gpu: G,
        thread: u32,
        part: &Part<ROWS>,
        acc: GpuTensor<Rmem<T>, L>,
    ) -> bool {
        if !part.is_owned() {
            transform(acc, self.share::<L>(part.block(), thread), |sum| sum);
            gpu.barrier_sync::<BARRIER, THREADS>();
            if thread == 0 {
                gpu.store_release(self.flag(part.block()), 1);
            }
            return false;
        }
        if part.others() == 0 {
            return true;
        }
        // Each thread waits for another block, and clears its flag for the next grid. In this one
        // nobody uses the flag again: a block passes on only its first part.
        let mut other = thread + 1;
        while other <= part.others() {
            let flag = self.flag(part.block() + other);
            while gpu.load_acquire(flag) == 0 {}
            access::write(flag, 0);
            other += THREADS;
        }
        gpu.barrier_sync::<BARRIER, THREADS>();
        for other in 1..=part.others() {
            let other = self.share::<L>(part.block() + other, thread);
            transform((acc, other), acc, |(sum, other)| sum + other);
        }
        true
    }
    /// Reduces the accumulators of the blocks that [`Split`] a tile. Returns true in the block that
    /// comes last; its accumulators are complete, and it writes them. No block waits for another,
    /// and the accumulators are added in the order of the shares, so the result is the same each
    /// time.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::schedule::{Split, Workspace};
    /// use zellige_gpu::storage::{Allocate, SmemTensor};
    /// use zellige_gpu::{Sm80, tensor::{gmem, rmem}, transform::transform};
    ///     /// Adds many rows of 256 numbers, on a column of blocks of 64 threads for each matrix
    ///     /// of such rows.
    /// unsafe fn sums<G: Sm80>(gpu: G, from: *const f32, rows: u32, to: *mut f32, shares: *mut f32, flags: *mut u32) {
    ///     let (matrix, split) = (gpu.block_x(), Split::new(gpu.block_y(), gpu.grid_y()));
    ///     let from = gmem(from, layout!((gpu.grid_x(), rows, 256u32) : ((256 * rows), 256u32, 1)));
    ///     let to = gmem(to, layout!((gpu.grid_x(), 256u32) : (256u32, 1)));
    ///     let (threads, thread) = (layout!((1, 64)), gpu.thread());
    ///     let mut acc = [0.0; 4];
    ///     let acc = rmem(&mut acc, layout!(4));
    ///     // SAFETY: the tensors have these sizes, all threads execute this, each block has 256
    ///     // shares and each matrix a flag.
    ///     unsafe {
    ///         for row in split.steps(rows) {
    ///             let row = from.at((matrix, .., ..)).local_tile(shape!((1, 256)), (row, 0u32));
    ///             transform((acc, row.local_partition(threads, thread)), acc, |(sum, x)| sum + x);
    ///         }
    ///         let shown = <SmemTensor<u32, layout!(1)>>::allocate(gpu);
    ///         if Workspace::<f32, 64>::new(shares, flags).reduce(gpu, matrix, split, acc, shown) {
    ///             let row = to.local_tile(shape!((1, 256)), (matrix, 0u32));
    ///             transform(acc, row.local_partition(threads, thread), |sum| sum);
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// CUTLASS: `GemmSplitKParallel` and its reduction in one kernel; CUDA's
    /// `threadFenceReduction`.
    ///
    /// # Safety
    ///
    /// - The block has THREADS threads, which all execute this, with the same tile and share. Each
    ///   share of the tile is reduced once, by a different block, with a tensor of the same layout.
    /// - The memory of the shares has THREADS times the size of L for each share of each tile,
    ///   aligned. There is a flag for each tile, 0 before and after. Nothing else uses them, or the
    ///   memory of `shown`.
    #[inline(always)]
    pub unsafe fn reduce<G: Sm80, L: Layout>(
        self,
        gpu: G,
        tile: u32,
        split: Split,
        acc: GpuTensor<Rmem<T>, L>,
        shown: SmemTensor<u32, layout!(1)>,
    ) -> bool {
        if split.splits == 1 {
            return true;
        }
        let (thread, first) = (gpu.thread(), tile * split.splits);
        transform(acc, self.share::<L>(first + split.number, thread), |sum| sum);
        if !is_last(gpu, self.flag(tile), split.splits, shown) {
            return false;
        }
        transform(self.share::<L>(first, thread), acc, |sum| sum);
        for other in 1..split.splits {
            let other = self.share::<L>(first + other, thread);
            transform((acc, other), acc, |(sum, other)| sum + other);
        }
        true
    }
    /// Returns the share of a thread of a block: number i is THREADS elements after number i - 1,
    /// so that a warp writes whole lines.
    #[inline(always)]
    fn share<L: Layout>(self, block: u32, thread: u32) -> Share<T, L> {
        let size = L::SIZE as u32;
        let first = block as usize * (THREADS * size) as usize + thread as usize;
        let numbers = layout!(size : (THREADS));
        let numbers = Sequence::new(self.shares.wrapping_add(first), numbers, size);
        GpuTensor::new(numbers, Strided::STATIC)
    }
    #[inline(always)]
    fn flag(self, block: u32) -> *mut u32 {
        self.flags.wrapping_add(block as usize)
    }
}
/// As many numbers in global memory as the layout L has elements, with a run-time stride.
type Share<T, L> =
    GpuTensor<Sequence<*mut T, Strided<u32, u32>>, Strided<<L as Layout>::Size, int!(1)>>;
