//! A row on its way to the shared memory of the blocks of a cluster, which has several rows one
//! after the other.
//!
//! ```text
//! registers    row r: reduce, merge, write    row r + c: reduce, merge, write     c clusters in
//! the stage    row r + c arrives              row r + 2c arrives                  the grid
//! ```
//!
//! A bulk copy brings the vectors of a block; an element of the edge is on its way to a register of
//! its thread. The blocks wait for each other, but memory does not wait for them.

use super::{Element, Row, Threads, Wide, Words};
use zellige::prelude::*;
use zellige_gpu::storage::{SharedStorage, SmemTensor};
use zellige_gpu::{Sm90, unroll};

/// The number of threads of a block.
pub const THREADS: u32 = Wide::THREADS;
/// The number of vectors of a thread.
const VECTORS: u32 = 8;
/// Words of vectors: (word, thread, vector).
type Vectors = SmemTensor<u32, layout!((4, 512, 8))>;
const _: () = assert!(Vectors::BYTES == 16 * THREADS * VECTORS);
/// The row, and a barrier at which it arrives.
pub type Storage = (SmemTensor<u64, layout!(1)>, Vectors);

/// The stage as one thread sees it.
pub struct Stage {
    vectors: Vectors,
    barrier: u32,
    /// The number of the next row among those of this cluster.
    step: u32,
    /// This thread's element of the edge of the next row.
    edge: u32,
}
impl Stage {
    /// Initialises the barrier, and begins to bring the first row.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once. The storage is in its shared memory, and the
    /// matrix has its rows.
    #[inline(always)]
    pub unsafe fn new<R: Threads, T: Element<N>, G: Sm90, const N: usize>(
        gpu: G,
        (barrier, vectors): Storage,
        row: &Row<R, T>,
    ) -> Self {
        let barrier = barrier.at(0u32).address();
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
            gpu.mbarrier_fence();
        }
        gpu.sync_threads();
        let mut stage = Stage { vectors, barrier, step: 0, edge: 0 };
        stage.bring(gpu, row);
        stage
    }
    /// Begins the copy of this block's vectors of a row, and loads this thread's element of its
    /// edge.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, and none reads the stage. The matrix has the row.
    #[inline(always)]
    unsafe fn bring<R: Threads, T: Element<N>, const N: usize>(
        &mut self,
        gpu: impl Sm90,
        row: &Row<R, T>,
    ) {
        let begin = row.begin(row.matrix, row.ld);
        if gpu.thread() == 0 {
            let (to, bytes) = (self.vectors.at((0u32, 0u32, 0u32)).address(), 16 * row.vectors());
            gpu.mbarrier_arrive_expect(self.barrier, bytes);
            if bytes > 0 {
                gpu.bulk_load(to, row.body(begin).cast(), bytes, self.barrier);
            }
        }
        self.edge = row.read_edge(begin);
    }
    /// Waits for the row, and returns what this thread has of it. Then begins to bring the next row
    /// of its cluster.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once for each row.
    #[inline(always)]
    pub unsafe fn read<R: Threads, T: Element<N>, G: Sm90, const N: usize, const V: usize>(
        &mut self,
        gpu: G,
        row: &Row<R, T>,
    ) -> Words<V> {
        const { assert!(V as u32 <= VECTORS, "the stage has 8 vectors for each thread") }
        gpu.mbarrier_wait(self.barrier, self.step % 2);
        self.step += 1;
        let mut vectors = [[0; 4]; V];
        unroll!(for v in 0..{ V as u32 } {
            if row.has(v) {
                let words = self.vectors.slice((.., .., v)).recast::<[u32; 4], 16>();
                vectors[v as usize] = words.read((gpu.thread(),));
            }
        });
        let words = Words { vectors, edge: self.edge };
        gpu.sync_threads(); // all have read
        if let Some(next) = row.next(gpu) {
            self.bring(gpu, &next);
        }
        words
    }
}
