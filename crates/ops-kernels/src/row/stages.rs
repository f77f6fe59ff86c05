//! Rows on their way to the shared memory of the blocks of a cluster, which has several rows one
//! after the other.
//!
//! ```text
//! stage      0        1        2        0        1     ..     STAGES = 3
//! row        r        r + c    r + 2c   r + 3c   r + 4c       c clusters in the grid
//! ```
//!
//! While the threads combine the numbers of a row and write it, the next rows arrive: the blocks
//! wait for each other, but memory does not wait for them. The bulk copies of a block bring its
//! vectors of 16 bytes; where a row begins or ends in the middle of one, a thread for each element
//! brings that vector. Such an element is loaded when the copies begin, and stored a row later, so
//! that no thread waits for it; those of the first rows are stored at once.

use super::{Row, Threads, Wide};
use core::mem;
use zellige::prelude::*;
use zellige::tensor::Plain;
use zellige_gpu::storage::{SharedStorage, SmemTensor};
use zellige_gpu::tensor::{gmem, smem};
use zellige_gpu::{Sm90, unroll};

/// The number of rows that a block holds.
const STAGES: u32 = 3;
/// The number of vectors of a thread.
const VECTORS: u32 = 4;
/// Words of vectors: (word, thread, vector, stage).
type Words = SmemTensor<u32, layout!((4, 512, 4, 3))>;
/// The stages, and a barrier for each.
pub type Storage = (Words, SmemTensor<u64, layout!(3)>);
const _: () = assert!(Words::TILES == 16 * Wide::THREADS * VECTORS * STAGES);

/// The stages as one thread sees them.
pub struct Stages<T> {
    words: Words,
    barriers: SmemTensor<u64, layout!(3)>,
    /// The number of the next row among those of this cluster.
    step: u32,
    /// An element at an end of the row that was begun last, and its place in the stages.
    held: Option<(T, u32)>,
}
impl<T: Plain> Stages<T> {
    const N: u32 = 16 / size_of::<T>() as u32;
    /// The number of elements of a stage.
    const STAGE: u32 = VECTORS * Wide::THREADS * Self::N;

    /// Initialises the barriers. The other threads learn of it when they wait for the block.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once, and then wait for each other. The storage is
    /// the beginning of its shared memory.
    #[inline(always)]
    pub unsafe fn new(gpu: impl Sm90, (words, barriers): Storage) -> Self {
        let stages = Stages { words, barriers, step: 0, held: None };
        if gpu.thread() == 0 {
            unroll!(for stage in 0..{ STAGES } { gpu.mbarrier_init(stages.barrier(stage), 1) });
            gpu.mbarrier_fence();
        }
        stages
    }
    #[inline(always)]
    fn barrier(&self, stage: u32) -> u32 {
        self.barriers.at(stage).address()
    }
    /// Begins to bring the first rows.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once. The matrix has its rows.
    #[inline(always)]
    pub unsafe fn start<R: Threads, G: Sm90, const ENDS: bool>(
        &mut self,
        gpu: G,
        row: &Row<R, T, ENDS>,
    ) {
        unroll!(for stage in 0..{ STAGES } {
            let row = row.ahead(gpu, stage);
            if row.is_inside() {
                self.copy(gpu, &row, stage);
                self.hold(gpu, &row, stage);
                self.store(gpu);
            }
        });
        gpu.sync_threads();
    }
    /// Waits for the row, and returns this thread's vectors.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once for each row.
    #[inline(always)]
    pub unsafe fn read<R: Threads, G: Sm90, const ENDS: bool, const V: usize>(
        &self,
        gpu: G,
        row: &Row<R, T, ENDS>,
    ) -> [[u32; 4]; V] {
        const { assert!(V as u32 <= VECTORS, "a stage has 4 vectors for each thread") }
        let stage = self.step % STAGES;
        gpu.mbarrier_wait(self.barrier(stage), self.step / STAGES % 2);
        let mut words = [[0; 4]; V];
        unroll!(for v in 0..{ V as u32 } {
            if row.has(v) {
                let vectors = self.words.slice((.., .., v, stage)).recast::<[u32; 4], 16>();
                words[v as usize] = vectors.read((gpu.thread(),));
            }
        });
        words
    }
    /// Begins to bring a row to the stage of this one, which all threads have read.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once for each row, after they have read it and waited
    /// for each other.
    #[inline(always)]
    pub unsafe fn refill<R: Threads, G: Sm90, const ENDS: bool>(
        &mut self,
        gpu: G,
        row: &Row<R, T, ENDS>,
    ) {
        self.store(gpu);
        let (stage, row) = (self.step % STAGES, row.ahead(gpu, STAGES));
        if row.is_inside() {
            self.copy(gpu, &row, stage);
            self.hold(gpu, &row, stage);
        }
        self.step += 1;
    }
    /// Begins the copies of this block's whole vectors of a row.
    #[inline(always)]
    unsafe fn copy<R: Threads, const ENDS: bool>(
        &self,
        gpu: impl Sm90,
        row: &Row<R, T, ENDS>,
        stage: u32,
    ) {
        if gpu.thread() != 0 {
            return;
        }
        let (barrier, whole) = (self.barrier(stage), row.whole());
        let part = |v: u32| {
            let first = R::OF_ROW * v + row.thread;
            let (begin, end) = (first.max(whole.0), (first + R::THREADS).min(whole.1));
            (first, begin, end.saturating_sub(begin))
        };
        let mut vectors = 0;
        unroll!(for v in 0..{ VECTORS } { vectors += part(v).2 });
        gpu.mbarrier_arrive_expect(barrier, 16 * vectors);
        unroll!(for v in 0..{ VECTORS } {
            let (first, begin, vectors) = part(v);
            if vectors > 0 {
                let to = self.words.at((0u32, begin - first, v, stage)).address();
                let from = row.vectors().cast::<[u32; 4]>().wrapping_add(begin as usize);
                gpu.bulk_load(to, from.cast(), 16 * vectors, barrier);
            }
        });
    }
    /// Where the row begins or ends in the middle of a vector, loads this thread's element of it.
    #[inline(always)]
    unsafe fn hold<R: Threads, const ENDS: bool>(
        &mut self,
        gpu: impl Sm90,
        row: &Row<R, T, ENDS>,
        stage: u32,
    ) {
        let thread = gpu.thread();
        if !ENDS || thread >= 2 * Self::N {
            return;
        }
        let (i, at_end) = (thread % Self::N, thread >= Self::N);
        let (begins, end) = (row.before > 0, row.before + row.columns);
        let last = end.saturating_sub(1) / Self::N;
        let vector = if at_end { last } else { 0 };
        let is_part = if at_end { end % Self::N != 0 && !(begins && last == 0) } else { begins };
        let (v, of_row) = (vector / R::OF_ROW, vector % R::OF_ROW);
        if is_part && of_row / R::THREADS == row.thread / R::THREADS {
            let column = (vector * Self::N + i).wrapping_sub(row.before);
            let elements = gmem(row.begin(row.matrix, row.ld), layout!((row.columns) : 1));
            // SAFETY: zeros are a value of a plain type.
            let zero = || unsafe { mem::zeroed() };
            let element = if column < row.columns { elements.read(column) } else { zero() };
            let vector = v * R::THREADS + of_row % R::THREADS;
            self.held = Some((element, stage * Self::STAGE + vector * Self::N + i));
        }
    }
    /// Stores the element that this thread holds.
    #[inline(always)]
    unsafe fn store(&mut self, gpu: impl Sm90) {
        if let Some((element, place)) = self.held.take() {
            smem(gpu, 0, layout!((STAGES * Self::STAGE) : 1)).write(place, element);
            gpu.fence_proxy_async(); // a later copy may write there
        }
    }
}
