//! Rows on their way to the shared memory of the blocks of a cluster, which has several rows one
//! after the other.
//!
//! ```text
//! registers      row r: read, merge, write      row r + c: read, merge, write       c clusters in
//! the stage      row r + c arrives              row r + 2c arrives                  the grid
//! shared rows    a weight, a bias
//! ```
//!
//! A bulk copy brings the vectors of a block; an element of the edge is on its way to a register of
//! its thread. The blocks wait for each other, but memory does not wait for them. Rows that all
//! rows share are brought once.

use super::turns::Turns;
use super::{Element, Numbers, Row, Threads, Words, map, past_elements};
use zellige::prelude::*;
use zellige_gpu::engine::Smem;
use zellige_gpu::tensor::{GpuTensor, smem};
use zellige_gpu::{Sm90, unroll};

/// The number of bytes before the vectors of a part, which have its barrier.
const BARRIER: u32 = 16;
/// Returns the number of bytes of a part with V vectors for each thread, and one more.
const fn bytes<R: Threads>(v: usize) -> u32 {
    BARRIER + 16 * (R::THREADS * v as u32 + 1)
}
/// Returns the number of bytes of shared memory of a block for reductions, and for turns and
/// `parts` parts if it has several rows.
pub const fn shared<R: Threads>(v: usize, parts: u32) -> u32 {
    if R::CLUSTER == 0 { R::SHARED } else { turns::<R>() + Turns::BYTES + parts * bytes::<R>(v) }
}
/// Returns the number of bytes of shared memory before the turns.
const fn turns<R: Threads>() -> u32 {
    R::SHARED.next_multiple_of(16)
}

/// The part of a row that a block has, and a barrier at which it arrives.
#[derive(Copy, Clone)]
struct Part {
    vectors: GpuTensor<Smem<[u32; 4]>, Strided<u32, int!(1)>>,
    barrier: u32,
}
impl Part {
    /// Returns part `number` of a block, and initialises its barrier.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once for each part, and synchronise before they use
    /// it. It is in the block's shared memory.
    #[inline(always)]
    unsafe fn new<R: Threads>(gpu: impl Sm90, v: usize, number: u32) -> Self {
        let first = shared::<R>(v, number);
        let barrier = gpu.shared_address() + first;
        if gpu.thread() == 0 {
            gpu.mbarrier_init(barrier, 1);
        }
        let vectors = R::THREADS * v as u32 + 1;
        Part { vectors: smem(gpu, (first + BARRIER) / 16, layout!(vectors : 1)), barrier }
    }
    /// Begins the copy of this number of vectors.
    ///
    /// # Safety
    ///
    /// Thread 0 of the block executes this, and no thread reads the part. The address is a multiple
    /// of 16, and has as many vectors.
    #[inline(always)]
    unsafe fn bring<T>(&self, gpu: impl Sm90, from: *const T, vectors: u32) {
        gpu.mbarrier_arrive_expect(self.barrier, 16 * vectors);
        if vectors > 0 {
            gpu.bulk_load(self.vectors.at(0u32).address(), from.cast(), 16 * vectors, self.barrier);
        }
    }
}

/// A row that arrives, as one thread sees it.
pub struct Stage {
    part: Part,
    turns: Turns,
    /// The number of the next row among those of this cluster.
    step: u32,
    /// This thread's element of the edge of the next row.
    edge: u32,
}
/// Two rows that all rows share, in shared memory.
pub struct SharedRows([Part; 2]);

impl<R: Threads, T: Element<N>, const N: usize, const V: usize, const ENDS: bool>
    Row<R, T, N, V, ENDS>
{
    /// Initialises the barriers of a stage, and begins to bring this row.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this, once, and meet before the first row is read. The
    /// block has [`shared`] bytes of shared memory for V vectors and a part, and the matrix has its
    /// rows. The counter is null, or as for [`Turns::new`].
    #[inline(always)]
    pub(super) unsafe fn stage(&self, gpu: impl Sm90, counter: *mut u32) -> Stage {
        let (part, turns) = (Part::new::<R>(gpu, V, 0), Turns::new(gpu, turns::<R>(), counter));
        let mut stage = Stage { part, turns, step: 0, edge: 0 };
        gpu.mbarrier_fence();
        gpu.sync_threads();
        self.bring(gpu, &mut stage);
        stage
    }
    /// Begins the copy of this block's vectors of the row, and loads this thread's element of its
    /// edge.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, and none reads the stage. The matrix has the row.
    #[inline(always)]
    unsafe fn bring(&self, gpu: impl Sm90, to: &mut Stage) {
        let begin = self.begin(self.matrix, self.ld);
        if gpu.thread() == 0 {
            to.part.bring(gpu, self.body(begin), self.vectors());
        }
        to.edge = self.read_edge(begin);
    }
    /// Waits for the row, and returns what this thread has of it, and the number of the cluster's
    /// next row, which it begins to bring.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this, once for each row, and between two rows, they
    /// merge numbers.
    #[inline(always)]
    pub(super) unsafe fn read_staged(&self, gpu: impl Sm90, stage: &mut Stage) -> (Words<V>, u32) {
        let (drawn, step) = (stage.turns.draw::<R>(gpu), stage.step);
        gpu.mbarrier_wait(stage.part.barrier, step % 2);
        let mut vectors = [[0; 4]; V];
        unroll!(for v in 0..{ V as u32 } {
            if self.has(v) {
                vectors[v as usize] = stage.part.vectors.read(R::THREADS * v + gpu.thread());
            }
        });
        let words = Words { vectors, edge: stage.edge };
        let number = stage.turns.next::<R>(gpu, self.number, step);
        gpu.sync_threads(); // all have read
        let next = self.next(number);
        if let Some(next) = &next {
            next.bring(gpu, stage);
        }
        stage.turns.hand_on::<R>(gpu, self.rows, (drawn, step), next.is_some());
        stage.step += 1;
        (words, number)
    }
    /// Begins to bring what a block has of two rows that all rows share. An address may be null:
    /// then there is no such row.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this, once. The block has [`shared`] bytes of shared memory
    /// for V vectors and three parts. The rows begin at multiples of 16 bytes, and have an element
    /// for each column.
    #[inline(always)]
    pub(super) unsafe fn share(&self, gpu: impl Sm90, rows: [*const T; 2]) -> SharedRows {
        let parts = [Part::new::<R>(gpu, V, 1), Part::new::<R>(gpu, V, 2)];
        gpu.mbarrier_fence();
        gpu.sync_threads();
        let bring = |k: usize| {
            if !rows[k].is_null() {
                parts[k].bring(gpu, rows[k].wrapping_add(N * self.first() as usize), self.around());
            }
        };
        if gpu.thread() == 0 {
            bring(0);
            bring(1);
        }
        SharedRows(parts)
    }
    /// Waits for those rows, and replaces each number h by h x + y for their numbers x and y.
    ///
    /// # Safety
    ///
    /// The rows were brought from these addresses.
    #[inline(always)]
    pub(super) unsafe fn affine(
        &self,
        gpu: impl Sm90,
        shared: &SharedRows,
        rows: [*const T; 2],
        h: &mut Numbers<N, V>,
    ) {
        let [x, y] = &shared.0;
        if rows[0].is_null() || rows[1].is_null() {
            self.combine_shared(gpu, x, rows[0], h, |h, x| h * x);
            return self.combine_shared(gpu, y, rows[1], h, |h, y| h + y);
        }
        let edges = rows.map(|row| T::of_word(self.read_edge(row)).into());
        gpu.mbarrier_wait(x.barrier, 0);
        gpu.mbarrier_wait(y.barrier, 0);
        self.update(h, |v, h| {
            let (x, y) = (self.read_shared_part(gpu, x, v), self.read_shared_part(gpu, y, v));
            map(h, |i, h| gpu.fma(h, x[i as usize], y[i as usize]))
        });
        h.edge = gpu.fma(h.edge, edges[0], edges[1]);
    }
    /// Waits for one of those rows, and replaces each number h by f(h, x) for its numbers x, if
    /// there is such a row.
    ///
    /// # Safety
    ///
    /// The row was brought from this address.
    #[inline(always)]
    unsafe fn combine_shared(
        &self,
        gpu: impl Sm90,
        part: &Part,
        from: *const T,
        h: &mut Numbers<N, V>,
        f: impl Fn(f32, f32) -> f32,
    ) {
        if from.is_null() {
            return;
        }
        let edge = self.read_edge(from);
        gpu.mbarrier_wait(part.barrier, 0);
        self.update(h, |v, h| {
            let x = self.read_shared_part(gpu, part, v);
            map(h, |i, h| f(h, x[i as usize]))
        });
        h.edge = f(h.edge, T::of_word(edge).into());
    }
    /// Returns the numbers of this thread's vector `v` of such a row.
    ///
    /// # Safety
    ///
    /// The row has arrived.
    #[inline(always)]
    unsafe fn read_shared_part(&self, gpu: impl Sm90, part: &Part, v: u32) -> [f32; N] {
        let load = |next: u32| part.vectors.read(R::THREADS * v + gpu.thread() + next);
        let mut words = load(0);
        if ENDS && self.head > 0 {
            words = past_elements::<T>([words, load(1)], self.head);
        }
        T::unpack(words)
    }
}
