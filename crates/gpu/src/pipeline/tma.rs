//! A ring that one thread fills, and that others read at their own pace.

use crate::barrier::{ClusterBarrier, Filling, Place, Row, check_bytes, publish};
use crate::registers::{ConsumerWarpgroup, Consumers, ProducerWarpgroup};
use crate::storage::{Allocate, Loads, SharedStorage, Staged};
use crate::tmem::{CtaGroup, leads};
use crate::unroll;
use crate::{Sm90, Sm100};
use core::marker::PhantomData;
use zellige::refusal::Message;

/// A ring of the stages T that the tensor memory accelerator fills: a producer waits until a stage
/// is empty, and the consumers R wait until it is full, or, if they are
/// [`Changed`](crate::registers::Changed), until a warpgroup has changed it.
///
/// ```text
///               load -- copies -->  [ stage step % STAGES ]  -- wait -->
///   Producer      ^                                                |       Consumer
///                 +----------------- release ----------------------+
/// ```
///
/// T defines what a stage holds, the stage count, and the number of bytes that arrive in each
/// stage: [`Stages`](crate::storage::Stages) of a tile, or a tuple of several of them. The tiles
/// are in shared memory, followed by two rows of barriers: 8 bytes per stage that signal *full*,
/// and 8 bytes per stage that signal *empty*. [`allocate`](Allocate::allocate) places them. A
/// thread splits the ring into the halves that its part of the work needs:
///
/// - Warpgroups with roles take the half of their role: [`producer`](TmaRing::producer),
///   [`consumer`](TmaRing::consumer).
/// - Without roles, every thread consumes, and one thread also produces: [`split`](TmaRing::split).
///
/// Blocks of a cluster that load parts of each other's stages each have a ring
/// [`of_cluster`](TmaRing::of_cluster); those of a pair that multiply together have stages
/// [`OfCtas`](crate::storage::OfCtas).
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Sm90, pipeline::TmaRing, storage::{Allocate, SharedStorage, Stages}};
/// /// Four stages of 1024 bytes that 32 threads read.
/// type Ring = TmaRing<Stages<u8, layout!((1024, 4))>, int!(32)>;
/// assert_eq!(Ring::BYTES, 4 * 1024 + 2 * 4 * 8);
/// /// The sum of bytes, 1024 per step. A block has 32 threads, and `Ring::BYTES` bytes of shared
/// /// memory.
/// unsafe fn sum<G: Sm90>(gpu: G, from: *const u8, steps: u32) -> u32 {
///     let mut sum = 0;
///     // SAFETY: all threads execute this, nothing else uses shared memory, and `from` has the
///     // bytes.
///     unsafe {
///         let ring = Ring::allocate(gpu);
///         let bytes = ring.tiles(); // (byte, stage)
///         let (mut producer, mut consumer) = ring.split(gpu);
///         for step in 0..steps + 3 {
///             // Three steps are in flight while one is read.
///             if let (Some(producer), true) = (&mut producer, step < steps) {
///                 let filling = producer.acquire(gpu);
///                 let to = bytes.at((.., filling.stage())).address();
///                 gpu.bulk_load(to, from.add(1024 * step as usize), 1024, filling.barrier());
///             }
///             if step >= 3 {
///                 let full = consumer.wait(gpu);
///                 let stage = bytes.at((.., full.stage()));
///                 for i in 0..32 {
///                     sum += u32::from(stage.read(gpu.thread() + 32 * i));
///                 }
///                 full.release(gpu);
///             }
///         }
///     }
///     sum
/// }
/// ```
///
/// A stage cannot be read before the thread waits for it, since only [`Full`] has its number, and
/// it cannot be released twice. It cannot be written before it is empty, since only [`Filling`] has
/// its barrier:
///
/// ```compile_fail,E0382
/// # use zellige::prelude::*;
/// # use zellige_gpu::{Sm90, pipeline::Consumer, storage::Stages};
/// # unsafe fn f<G: Sm90>(gpu: G, mut consumer: Consumer<Stages<u8, layout!((1024, 4))>>) {
/// let full = consumer.wait(gpu);
/// full.release(gpu);
/// full.release(gpu); // use of moved value: `full`
/// # }
/// ```
///
/// ```compile_fail,E0499
/// # use zellige::prelude::*;
/// # use zellige_gpu::{Sm90, pipeline::Consumer, storage::Stages};
/// # unsafe fn f<G: Sm90>(gpu: G, mut consumer: Consumer<Stages<u8, layout!((1024, 4))>>) {
/// let first = consumer.wait(gpu);
/// let second = consumer.wait(gpu); // cannot borrow `consumer` as mutable more than once at a time
/// first.release(gpu);
/// # }
/// ```
///
/// CUTLASS: `PipelineTmaAsync<STAGES>`, where `Params` names the bytes and the consumers;
/// `PipelineState` is inside the halves.
#[doc(alias(
    "PipelineTmaAsync",
    "PipelineState",
    "make_pipeline_state",
    "make_producer_start_state"
))]
pub struct TmaRing<T: Staged, R> {
    tiles: T::Tiles,
    barriers: Barriers,
    consumers: PhantomData<R>,
}
/// The barriers of a ring.
#[derive(Copy, Clone, Debug)]
struct Barriers {
    full: Row,
    empty: Row,
    /// What consumers wait for: `full`, or a row of its own if stages are changed.
    ready: Row,
    /// The blocks to which stages are released, as bits; 0 for this block alone, without a cluster.
    blocks: u16,
    /// Whether the block is the leader of its group: without a pair, each one is.
    leads: bool,
}
impl<T: Staged, R: Consumers> SharedStorage for TmaRing<T, R> {
    const ALIGN: u32 = T::Tiles::ALIGN;
    const TILES: u32 = T::Tiles::TILES;
    const BARRIERS: u32 = {
        check_bytes(T::STAGE_BYTES as u64);
        if R::CHANGERS == 0 { 2 * 8 * T::STAGES } else { 3 * 8 * T::STAGES }
    };
}
impl<G: Sm90, T: Staged<Tiles: Allocate<G>>, R: Consumers> Allocate<G> for TmaRing<T, R> {
    #[inline(always)]
    unsafe fn carve(gpu: G, tiles: u32, barriers: u32) -> Self {
        Self::carved(gpu, tiles, barriers, 0)
    }
    #[inline(always)]
    unsafe fn publish(gpu: G) {
        publish(gpu)
    }
}
impl<T: Staged, R: Consumers> TmaRing<T, R> {
    /// Initialises the barriers at the offset `barriers` in shared memory.
    #[inline(always)]
    unsafe fn carved<G: Sm90>(gpu: G, tiles: u32, barriers: u32, blocks: u16) -> Self
    where
        T::Tiles: Allocate<G>,
    {
        let (address, count) = (gpu.shared_address() + barriers, blocks.count_ones());
        let arrivals = R::ARRIVALS * if count == 0 { 1 } else { count };
        let full = Row::init(gpu, address, T::STAGES, 1);
        let empty = Row::init(gpu, address + 8 * T::STAGES, T::STAGES, arrivals);
        let ready = if R::CHANGERS == 0 {
            full
        } else {
            Row::init(gpu, address + 16 * T::STAGES, T::STAGES, R::CHANGERS)
        };
        let barriers = Barriers { full, empty, ready, blocks, leads: leads::<T::Ctas>(gpu) };
        TmaRing { tiles: T::Tiles::carve(gpu, tiles, 0), barriers, consumers: PhantomData }
    }
    /// Allocates the ring of a block in a cluster whose blocks fill each other's stages: those with
    /// a 1 in `blocks`, which include this block. Each copies its part to all of them by
    /// [`copy_box_multicast`](crate::copy::copy_box_multicast). T has the bytes of a whole stage,
    /// whichever block copies them, and R the consumers of one block. The ring is at the beginning
    /// of shared memory, and occupies [`BYTES`](SharedStorage::BYTES) bytes.
    ///
    /// ```text
    ///              block 0                            block 1
    /// acquire      waits for the consumers of both    waits for the consumers of both
    /// copies       part 0, to both                    part 1, to both
    /// wait         parts 0 and 1 are there            parts 0 and 1 are there
    /// release      to the producers of both           to the producers of both
    /// ```
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Gpu, Sm90, TensorMap, barrier::ClusterBarrier};
    /// use zellige_gpu::{pipeline::TmaRing, storage::Stages};
    /// /// Two stages, each with a part of 32 numbers from each of two blocks. A block has 64
    /// /// threads.
    /// type Ring = TmaRing<Stages<f32, layout!((32, 2, 2))>, int!(64)>;
    /// /// This thread's sum over the steps: a step has 64 numbers, one per thread. The map has
    /// /// boxes of 32.
    /// unsafe fn sum<G: Sm90>(gpu: G, map: *const TensorMap, steps: u32) -> f32 {
    ///     let rank = gpu.cluster_rank();
    ///     let mut sum = 0.0;
    ///     // SAFETY: all threads of the cluster execute this, and shared memory is used for
    ///     // nothing else.
    ///     unsafe {
    ///         let mut cluster = ClusterBarrier::new();
    ///         let ring = Ring::of_cluster(gpu, &mut cluster, 0b11);
    ///         let numbers = ring.tiles(); // (number, part, stage)
    ///         let (mut producer, mut consumer) = ring.split(gpu);
    ///         for step in 0..steps {
    ///             if let Some(producer) = &mut producer {
    ///                 let filling = producer.acquire(gpu);
    ///                 let to = numbers.at((.., rank, filling.stage())).address();
    ///                 let at = [(64 * step + 32 * rank) as i32];
    ///                 gpu.tma_load_multicast(to, map, at, filling.barrier(), 0b11);
    ///             }
    ///             let full = consumer.wait(gpu);
    ///             sum += numbers.at((.., .., full.stage())).read(gpu.thread());
    ///             full.release(gpu);
    ///         }
    ///         if let Some(producer) = producer {
    ///             producer.finish(gpu); // others arrive at the barriers of this block until then
    ///         }
    ///     }
    ///     sum
    /// }
    /// ```
    ///
    /// CUTLASS: `PipelineTmaAsync` with a cluster shape and a `block_id_mask`.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this together, and the bytes are used for nothing else
    /// until the block ends. If a block names another one in `blocks`, the other names it, too. The
    /// producer of each block calls [`finish`](Producer::finish).
    #[inline(always)]
    pub unsafe fn of_cluster<G: Sm90>(gpu: G, cluster: &mut ClusterBarrier, blocks: u16) -> Self
    where
        T::Tiles: Allocate<G>,
    {
        let ring = Self::carved(gpu, 0, Self::BYTES - Self::BARRIERS, blocks);
        if gpu.thread() == 0 {
            gpu.mbarrier_fence();
        }
        cluster.sync(gpu);
        ring
    }
    /// Returns the stages in shared memory as a tensor, with the stage as its last mode, or as a
    /// tuple of such tensors for several tiles.
    #[inline(always)]
    pub fn tiles(&self) -> T::Tiles {
        self.tiles
    }
    /// Returns the producer half of a warpgroup; only one thread of all producers gets it.
    #[inline(always)]
    pub fn producer(self, role: &ProducerWarpgroup) -> Option<Producer<T>> {
        (role.thread() == 0).then_some(Producer {
            tiles: self.tiles,
            barriers: self.barriers,
            step: 0,
        })
    }
    /// Returns the consumer half of a warpgroup, which releases each stage LATE steps later; see
    /// [`Consumer`]. The first thread of the warpgroup releases for all.
    #[inline(always)]
    pub fn consumer<const LATE: u32>(self, role: &ConsumerWarpgroup) -> Consumer<T, LATE> {
        self.consumer_of(role.thread() % 128)
    }
    /// Returns the consumer half of the thread of the producers that begins products for all, which
    /// is in another warp than the one that copies. It
    /// [releases](Full::release_after_products) stages by commits, so the consumers R arrive once.
    /// Of a pair, only the leader has such a thread.
    #[inline(always)]
    pub fn multiplier(&self, role: &ProducerWarpgroup) -> Option<Consumer<T>> {
        const { assert!(R::ARRIVALS == 1, "one thread alone releases the stages") }
        (self.barriers.leads && role.thread() == 32).then(|| self.consumer_of(0))
    }
    /// Returns the half of a thread that changes stages in place: it waits for the copies, and its
    /// [release](Full::release) hands the stage on to the consumers, once all N threads of
    /// [`Changed<R, N>`](crate::registers::Changed) release it. Before the release, a thread that has written calls
    /// [`fence_proxy_async`](Sm90::fence_proxy_async): products may read what it has written, and
    /// later copies overwrite it.
    ///
    /// ```text
    /// Producer -- copies --> full -- wait --> changer -- release --> ready -- wait --> Consumer
    ///    ^                                                                                |
    ///    +---------------------------------- release -------------------------------------+
    /// ```
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Sm90, pipeline::TmaRing, registers::Changed, storage::Stages};
    /// /// Doubles the numbers of `steps` steps, 128 in each, by the threads of a warpgroup.
    /// unsafe fn double<G: Sm90>(
    ///     gpu: G,
    ///     ring: TmaRing<Stages<f32, layout!((128, 4))>, Changed<int!(256), 128>>,
    ///     thread: u32,
    ///     steps: u32,
    /// ) {
    ///     let numbers = ring.tiles(); // (number, stage)
    ///     let Some(mut changer) = ring.changer() else { return };
    ///     for _ in 0..steps {
    ///         // SAFETY: all threads of the warpgroup execute this, each for its number.
    ///         unsafe {
    ///             let full = changer.wait(gpu);
    ///             let at = (thread, full.stage());
    ///             numbers.write(at, 2.0 * numbers.read(at));
    ///             gpu.fence_proxy_async();
    ///             full.release(gpu);
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// There is none if the consumers are not [`Changed`](crate::registers::Changed).
    #[inline(always)]
    pub fn changer(&self) -> Option<Consumer<T>> {
        let Barriers { full, ready, leads, .. } = self.barriers;
        (R::CHANGERS != 0).then_some(Consumer {
            barriers: Barriers { full, empty: ready, ready: full, blocks: 0, leads },
            quiet: 0,
            step: 0,
            stage: 0,
            since: 0,
            stages: PhantomData,
        })
    }
    /// Returns both halves: each thread consumes, and thread 0 of the block produces.
    #[inline(always)]
    pub fn split(self, gpu: impl Sm90) -> (Option<Producer<T>>, Consumer<T>) {
        let producer = (gpu.thread() == 0).then_some(Producer {
            tiles: self.tiles,
            barriers: self.barriers,
            step: 0,
        });
        (producer, self.consumer_of(0))
    }
    #[inline(always)]
    fn consumer_of<const LATE: u32>(&self, quiet: u32) -> Consumer<T, LATE> {
        const { check_late(T::STAGES, LATE) }
        Consumer {
            barriers: self.barriers,
            quiet,
            step: 0,
            stage: 0,
            since: 0,
            stages: PhantomData,
        }
    }
}

/// The half of a [`TmaRing`] that fills stages.
pub struct Producer<T: Staged> {
    tiles: T::Tiles,
    barriers: Barriers,
    step: u32,
}
impl<T: Staged> Producer<T> {
    /// Waits until the next stage is empty, and begins to copy the tiles at `from` to it by the
    /// tensor memory accelerator; `from` has a tensor for each tile of a stage. CUTLASS:
    /// `producer_acquire` and the copies that follow it; `producer_commit` does nothing for them.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Bf16, Sm90, TensorMap, pipeline::Producer, storage::KMajorTile, tensor::tma};
    /// /// Four stages of 64 by 64 elements of A, and of B.
    /// type Tile = KMajorTile<Bf16, int!(64), int!(64), int!(4)>;
    /// /// Loads the tiles of `steps` steps along K.
    /// unsafe fn load<G: Sm90>(
    ///     gpu: G,
    ///     (a, b): (*const TensorMap, *const TensorMap),
    ///     mut producer: Producer<(Tile, Tile)>,
    ///     steps: u32,
    /// ) {
    ///     let extents = (64u32, 64 * steps);
    ///     let g_a = tma(a, extents).local_tile(shape!((64, 64)), (0u32, ..)); // (BLK_M, BLK_K, k)
    ///     let g_b = tma(b, extents).local_tile(shape!((64, 64)), (0u32, ..));
    ///     for step in 0..steps {
    ///         // SAFETY: this is the producer's thread, and the maps have boxes of these tiles.
    ///         unsafe { producer.load(gpu, (g_a.at((.., .., step)), g_b.at((.., .., step)))) }
    ///     }
    /// }
    /// ```
    ///
    /// A tensor that is not one tile does not compile: `a tile has two modes, rows and columns, and
    /// this tensor has the profile (usize, usize, usize)`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread for which this half was created. The maps describe the tensors, and have
    /// the box of the tile, as [`TmaTile`](crate::storage::TmaTile) requires.
    #[inline(always)]
    #[doc(alias("producer_acquire", "producer_commit"))]
    pub unsafe fn load<F>(&mut self, gpu: impl Sm90, from: F)
    where
        T: Loads<F>,
    {
        let filling = self.acquire(gpu);
        T::load(gpu, filling, from, self.tiles)
    }
    /// [Loads](Self::load) the tiles `from(0)`, `from(1)`, and so on, of `steps` steps, at least
    /// one. In the example of `load` it replaces the loop:
    /// `producer.load_steps(gpu, steps, |step| (g_a.at((.., .., step)), g_b.at((.., .., step))))`.
    ///
    /// # Safety
    ///
    /// As for [`load`](Self::load), for the tiles of each step.
    #[inline(always)]
    pub unsafe fn load_steps<F>(&mut self, gpu: impl Sm90, steps: u32, from: impl Fn(u32) -> F)
    where
        T: Loads<F>,
    {
        let mut step = 0u32;
        loop {
            let filling = self.acquire(gpu);
            T::load(gpu, filling, from(step), self.tiles);
            step += 1;
            if step == steps {
                break;
            }
        }
    }
    /// Waits until the next stage is empty, and makes it expect its bytes, which the caller's own
    /// copies bring.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread for which this half was created.
    #[inline(always)]
    pub unsafe fn acquire(&mut self, gpu: impl Sm90) -> Filling {
        let place = Place::of(self.step, T::STAGES);
        self.barriers.empty.wait_before(gpu, place);
        let Barriers { full, leads, .. } = self.barriers;
        let filling = match T::Ctas::CTAS {
            1 => full.expect_at(gpu, place.stage, T::STAGE_BYTES),
            _ => full.expect_of_pair(gpu, place.stage, T::STAGE_BYTES, leads),
        };
        self.step = self.step.wrapping_add(1);
        filling
    }
    /// Waits until all stages that were filled are empty again. Only then may the block end, and
    /// with it the memory at which other blocks of its cluster arrive. CUTLASS: `producer_tail`.
    ///
    /// # Safety
    ///
    /// The conditions of [`acquire`](Self::acquire) hold.
    #[inline(always)]
    #[doc(alias = "producer_tail")]
    pub unsafe fn finish(self, gpu: impl Sm90) {
        let mut i = 0;
        while i < T::STAGES {
            let place = Place::of(self.step.wrapping_add(i), T::STAGES);
            self.barriers.empty.wait_before(gpu, place);
            i += 1;
        }
    }
}

/// The half of a [`TmaRing`] that reads stages, and releases each LATE steps after it was read.
///
/// Products of warpgroups keep running while the next ones begin. Their stage may be filled again
/// only when they have ended: with LATE = 1, the [`Full`] of the next step releases it, after all
/// products but the last group have been waited for:
///
/// ```text
/// step              0               1               2
/// wait, begin       stage 0         stage 1         stage 2
/// products end                      of stage 0      of stage 1
/// release           nothing         stage 0         stage 1       flush: stage 2
/// ```
#[derive(Debug)]
pub struct Consumer<T, const LATE: u32 = 0> {
    barriers: Barriers,
    /// 0 for threads that release stages.
    quiet: u32,
    step: u32,
    /// The stage of the previous step.
    stage: u32,
    since: u32,
    stages: PhantomData<T>,
}
/// A stage that is full, for as long as it is read.
#[derive(Debug)]
#[must_use = "a stage is filled again when it is released"]
pub struct Full<'a, T, const LATE: u32 = 0> {
    consumer: &'a mut Consumer<T, LATE>,
    stage: u32,
}

impl<T: Staged, const LATE: u32> Consumer<T, LATE> {
    /// Waits until the next stage is full. CUTLASS: `consumer_wait`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread for which this half was created.
    #[inline(always)]
    #[doc(alias = "consumer_wait")]
    pub unsafe fn wait(&mut self, gpu: impl Sm90) -> Full<'_, T, LATE> {
        let place = Place::of(self.step, T::STAGES);
        self.barriers.ready.wait_at(gpu, place);
        Full { consumer: self, stage: place.stage }
    }
    /// Returns the number of stages that were released, or kept because of LATE, since the
    /// beginning or the last [`flush`](Self::flush).
    #[inline(always)]
    pub fn steps(&self) -> u32 {
        self.since
    }
    /// Releases the stages that were kept.
    ///
    /// # Safety
    ///
    /// The conditions of [`Full::release`] hold for these stages.
    #[inline(always)]
    pub unsafe fn flush(&mut self, gpu: impl Sm90) {
        unroll!(for i in 0..{ LATE } {
            let ago = LATE - 1 - i;
            self.release(gpu, ago + 1, before::<T>(self.stage, ago));
        });
        self.since = 0;
    }
    /// Releases the stage, if there were at least `steps` steps since the last flush.
    #[inline(always)]
    unsafe fn release(&self, gpu: impl Sm90, steps: u32, stage: u32) {
        if self.since >= steps && self.quiet == 0 {
            match self.barriers.blocks {
                0 => self.barriers.empty.arrive_at(gpu, stage),
                blocks => self.barriers.empty.arrive_cluster_at(gpu, blocks, stage),
            }
        }
    }
}
/// Returns the stage of the step `ago` steps before this one.
#[inline(always)]
fn before<T: Staged>(stage: u32, ago: u32) -> u32 {
    (stage + T::STAGES - ago) % T::STAGES
}
impl<T: Staged, const LATE: u32> Full<'_, T, LATE> {
    /// Returns the number of the stage.
    #[inline(always)]
    pub fn stage(&self) -> u32 {
        self.stage
    }
    /// Returns the number of steps before this one, since the beginning or the last
    /// [`flush`](Consumer::flush).
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.consumer.since
    }
    /// Releases the stage that was read LATE steps before this one, so that it may be filled again.
    /// CUTLASS: `consumer_release`.
    ///
    /// # Safety
    ///
    /// All threads for which this thread releases have read that stage.
    #[inline(always)]
    #[doc(alias = "consumer_release")]
    pub unsafe fn release(self, gpu: impl Sm90) {
        let consumer = self.consumer;
        consumer.release(gpu, LATE, before::<T>(self.stage, LATE));
        consumer.stage = self.stage;
        consumer.step = consumer.step.wrapping_add(1);
        consumer.since = consumer.since.wrapping_add(1);
    }
}

impl<T: Staged> Full<'_, T> {
    /// Releases the stage when all products are done that this thread has begun by
    /// [`gemm`](crate::tmem::Accumulating::gemm). A ring that is released in this way has one
    /// consumer for each warpgroup, as [`WarpRoles`](crate::registers::WarpRoles) has. CUTLASS:
    /// `PipelineTmaUmmaAsync::consumer_release`.
    ///
    /// # Safety
    ///
    /// The ring is not of a cluster, and this thread alone releases its stages.
    #[inline(always)]
    #[doc(alias("PipelineTmaUmmaAsync", "PipelineTmaUmma"))]
    pub unsafe fn release_after_products(self, gpu: impl Sm100) {
        let consumer = self.consumer;
        consumer.barriers.empty.commit_at::<T::Ctas>(gpu, self.stage);
        (consumer.step, consumer.since) = (consumer.step.wrapping_add(1), consumer.since + 1);
    }
}

/// Panics if a consumer keeps all stages, so that none is ever filled again.
const fn check_late(stages: u32, late: u32) {
    if late >= stages {
        let m = Message::new().s("a consumer keeps ").u(late as u64);
        let m = m.s(" of ").u(stages as u64);
        m.s(" stages, so it waits for a stage that no producer can fill").raise()
    }
}

#[cfg(test)]
mod tests {
    use super::check_late;

    #[test]
    fn stages_that_are_kept() {
        check_late(1, 0);
        check_late(4, 3);
    }
    #[test]
    #[should_panic(
        expected = "a consumer keeps 2 of 2 stages, so it waits for a stage that no producer can fill"
    )]
    fn all_stages_kept() {
        check_late(2, 2);
    }
}
