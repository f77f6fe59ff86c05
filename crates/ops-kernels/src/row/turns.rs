//! The numbers of the rows of a cluster, which has them one after the other.
//!
//! ```text
//! cluster 0   [ row 0     ][ row 3 ][ row 7    ]         3 clusters: the first two rows of
//! cluster 1   [ row 1 ][ row 4  ][ row 6  ][ row 9 ]     each by its number, the others
//! cluster 2   [ row 2   ][ row 5     ][ row 8 ]          from the counter
//! ```
//!
//! Clusters read and write memory at different speeds: with equal shares, the slowest one ends
//! last. So they may draw numbers from a counter. While a cluster has a row, the next one is on its
//! way, and the number after that is drawn: thread 0 of block 0 draws it, and hands it on to all
//! blocks through one of two slots.

use super::Threads;
use zellige::prelude::*;
use zellige_gpu::engine::Smem;
use zellige_gpu::tensor::{GpuTensor, smem};
use zellige_gpu::{Sm90, unroll};

/// The numbers of the rows of a cluster, as one thread sees them.
pub struct Turns {
    counter: *mut u32,
    slots: GpuTensor<Smem<u32>, layout!(2)>,
    /// The address of the slots' barriers.
    barriers: u32,
}
impl Turns {
    /// The number of bytes of shared memory: two barriers, two slots, and up to a multiple of 16.
    pub const BYTES: u32 = 32;
    /// Returns the numbers, and initialises their barriers, `first` bytes from the beginning of
    /// shared memory on. Where the counter is null, rows are at a distance of the cluster count.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this, once, and meet before they draw. The counter is 0
    /// when the grid begins, and only its clusters use it; it is 0 again at the end.
    #[inline(always)]
    pub unsafe fn new(gpu: impl Sm90, first: u32, counter: *mut u32) -> Self {
        let barriers = gpu.shared_address() + first;
        if gpu.thread() == 0 && !counter.is_null() {
            gpu.mbarrier_init(barriers, 1);
            gpu.mbarrier_init(barriers + 8, 1);
        }
        Turns { counter, slots: smem(gpu, first / 4 + 4, layout!(2)), barriers }
    }
    /// Draws a number, in the thread that draws; it has some 1000 cycles until
    /// [`hand_on`](Self::hand_on) needs it.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this, once for each row.
    #[inline(always)]
    pub unsafe fn draw<R: Threads>(&self, gpu: impl Sm90) -> u32 {
        if self.is_first::<R>(gpu) { gpu.fetch_add(self.counter, 1) } else { 0 }
    }
    /// Returns whether this thread draws.
    #[inline(always)]
    fn is_first<R: Threads>(&self, gpu: impl Sm90) -> bool {
        // Kept from row to row, this would take a register.
        let first = gpu.black_box(gpu.thread()) == 0;
        !self.counter.is_null() && first && (R::CLUSTER < 2 || gpu.cluster_rank() == 0)
    }
    /// Returns the number of the row after this one, row `step` of the cluster: the number that was
    /// handed on in the step before.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this, once for each row.
    #[inline(always)]
    pub unsafe fn next<R: Threads>(&self, gpu: impl Sm90, number: u32, step: u32) -> u32 {
        if step == 0 || self.counter.is_null() {
            return number + gpu.grid_x() / R::CLUSTER;
        }
        let before = step - 1;
        gpu.mbarrier_wait(self.barriers + 8 * (before % 2), before / 2 % 2);
        self.slots.read(before % 2)
    }
    /// Hands the number that was drawn on to all blocks, if the cluster has one more row after
    /// this one. Each row draws one number: after the last of them, the counter is 0 again.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this, once for each row, after all threads of the block
    /// have got the [`next`](Self::next) number; between two calls, the threads of
    /// the cluster merge numbers.
    #[inline(always)]
    pub unsafe fn hand_on<R: Threads>(
        &self,
        gpu: impl Sm90,
        rows: u32,
        (drawn, step): (u32, u32),
        has_next: bool,
    ) {
        if self.counter.is_null() || gpu.black_box(gpu.thread()) != 0 {
            return;
        }
        let (slot, barrier) = (self.slots.at(step % 2), self.barriers + 8 * (step % 2));
        if R::CLUSTER > 1 && has_next {
            gpu.mbarrier_arrive_expect(barrier, 4);
        }
        if !self.is_first::<R>(gpu) {
            return;
        }
        if drawn == rows - 1 {
            gpu.store_release(self.counter, 0);
        }
        let number = drawn + 2 * (gpu.grid_x() / R::CLUSTER);
        match has_next {
            true if R::CLUSTER > 1 => {
                unroll!(for block in 0..{ R::CLUSTER } {
                    gpu.store_async(slot.address(), number, barrier, block);
                });
            }
            true => {
                self.slots.write(step % 2, number);
                gpu.mbarrier_arrive(barrier);
            }
            false => {}
        }
    }
}
