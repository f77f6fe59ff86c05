//! A ring that one thread fills, and others read at their own pace.

use crate::barrier::{ClusterBarrier, Filling, Mbarriers, Place, Uninit};
use crate::registers::{ConsumerWarpgroup, ProducerWarpgroup};
use crate::{Sm90, unroll};
use zellige::refusal::Message;

/// A ring of stages that the tensor memory accelerator fills with BYTES bytes each: a producer waits until a stage is empty, consumers
/// until it is full.
///
/// ```text
///               acquire -- BYTES by copies -->  [ stage step % STAGES ]  -- wait -->
///   Producer      ^                                                          |       Consumer
///                 +---------------------------- release ---------------------+
/// ```
///
/// Its two rows of [`Mbarriers`] lie in shared memory: 8 bytes for each stage that say *full*, then as many that say *empty*. A thread splits
/// the ring in the halves that its part of the work needs:
///
/// - Blocks whose warpgroups have roles give each the half of its role: [`producer`](TmaRing::producer), [`consumer`](TmaRing::consumer).
/// - In others every thread consumes, and one produces besides: [`split`](TmaRing::split).
///
/// Blocks of a cluster that bring each other parts of their stages have a ring [`of_cluster`](TmaRing::of_cluster) each.
///
/// ```
/// use zellige_gpu::{Gpu, Sm90, pipeline::TmaRing};
/// /// The sum of bytes, 1024 in each step, which go through four stages. A block has 32 threads, and 4160 bytes of shared memory.
/// unsafe fn sum<G: Sm90>(gpu: G, from: *const u8, steps: u32) -> u32 {
///     let (shared, bytes) = (gpu.shared_address(), gpu.shared());
///     let mut sum = 0;
///     // SAFETY: all threads are here, the barriers are behind the stages, and `from` has 1024 bytes for each step.
///     unsafe {
///         let ring = <TmaRing<4, 1024>>::new(gpu, shared + 4096, 32);
///         let (mut producer, mut consumer) = ring.split(gpu);
///         for step in 0..steps + 3 {
///             // Three steps are on their way while one is read.
///             if let (Some(producer), true) = (&mut producer, step < steps) {
///                 let filling = producer.acquire(gpu);
///                 let to = shared + 1024 * filling.stage();
///                 gpu.bulk_load(to, from.add(1024 * step as usize), 1024, filling.barrier());
///             }
///             if step >= 3 {
///                 let full = consumer.wait(gpu);
///                 let stage = bytes.add(1024 * full.stage() as usize);
///                 for i in 0..32 {
///                     sum += u32::from(*stage.add((gpu.thread() + 32 * i) as usize));
///                 }
///                 full.release(gpu);
///             }
///         }
///     }
///     sum
/// }
/// ```
///
/// A stage cannot be read before it is waited for, since only [`Full`] knows its number, nor released twice; nor written before it is empty,
/// since only [`Filling`] has its barrier:
///
/// ```compile_fail,E0382
/// # use zellige_gpu::{Sm90, pipeline::Consumer};
/// # unsafe fn f<G: Sm90>(gpu: G, mut consumer: Consumer<4>) {
/// let full = consumer.wait(gpu);
/// full.release(gpu);
/// full.release(gpu); // use of moved value: `full`
/// # }
/// ```
///
/// ```compile_fail,E0499
/// # use zellige_gpu::{Sm90, pipeline::Consumer};
/// # unsafe fn f<G: Sm90>(gpu: G, mut consumer: Consumer<4>) {
/// let first = consumer.wait(gpu);
/// let second = consumer.wait(gpu); // cannot borrow `consumer` as mutable more than once at a time
/// first.release(gpu);
/// # }
/// ```
///
/// CUTLASS: `PipelineTmaAsync<STAGES>`, whose `Params` name the bytes and the consumers; `PipelineState` is inside of the halves.
#[doc(alias(
    "PipelineTmaAsync",
    "PipelineState",
    "make_pipeline_state",
    "make_producer_start_state"
))]
#[derive(Debug)]
pub struct TmaRing<const STAGES: u32, const BYTES: u32> {
    full: Mbarriers<STAGES>,
    empty: Mbarriers<STAGES>,
    /// The blocks to which stages are released, by their bits; 0 for this block alone, without a cluster.
    blocks: u16,
}
impl<const STAGES: u32, const BYTES: u32> TmaRing<STAGES, BYTES> {
    /// The number of bytes of its barriers.
    pub const BARRIERS: u32 = 2 * Uninit::<STAGES>::BYTES;
    /// Makes the ring whose barriers lie at the address, a multiple of 8. A stage is empty when `consumers` consumers have released it: threads, if the
    /// ring is [split](TmaRing::split), warpgroups, if they have roles.
    ///
    /// # Safety
    ///
    /// All threads of the block are here, and the bytes are used for nothing else until the block ends.
    #[inline(always)]
    pub unsafe fn new(gpu: impl Sm90, address: u32, consumers: u32) -> Self {
        let full = Uninit::<STAGES>::new(address);
        let empty = Uninit::<STAGES>::new(address + Uninit::<STAGES>::BYTES);
        let (full, empty) = full
            .init(gpu, 1)
            .and(empty.init(gpu, consumers))
            .publish(gpu);
        TmaRing {
            full,
            empty,
            blocks: 0,
        }
    }
    /// Makes the ring of a block whose stages are filled by the producers of all blocks of its cluster whose bits in `blocks` are 1, its own
    /// among them, and whose producer fills theirs: each copies its part to all of them by
    /// [`copy_box_multicast`](crate::copy::copy_box_multicast). BYTES are those of a stage, whoever copies them; `consumers` those of one block.
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
    /// use zellige_gpu::{Gpu, Sm90, TensorMap, barrier::ClusterBarrier, pipeline::TmaRing};
    /// /// The sum of 64 numbers of each step: either of two blocks brings 32 of them to both. The map has boxes of 32, and a block has 64 threads
    /// /// and 544 bytes of shared memory.
    /// unsafe fn sum<G: Sm90>(gpu: G, map: *const TensorMap, steps: u32) -> f32 {
    ///     let (rank, shared, numbers) = (gpu.cluster_rank(), gpu.shared_address(), gpu.shared().cast::<f32>());
    ///     let mut sum = 0.0;
    ///     // SAFETY: all threads of the cluster are here, and the barriers are behind two stages of 256 bytes.
    ///     unsafe {
    ///         let mut cluster = ClusterBarrier::new();
    ///         let ring = <TmaRing<2, 256>>::of_cluster(gpu, &mut cluster, shared + 512, 64, 0b11);
    ///         let (mut producer, mut consumer) = ring.split(gpu);
    ///         for step in 0..steps {
    ///             if let Some(producer) = &mut producer {
    ///                 let filling = producer.acquire(gpu);
    ///                 let to = shared + 256 * filling.stage() + 128 * rank;
    ///                 let at = [(64 * step + 32 * rank) as i32];
    ///                 gpu.tma_load_multicast(to, map, at, filling.barrier(), 0b11);
    ///             }
    ///             let full = consumer.wait(gpu);
    ///             sum += *numbers.add((64 * full.stage() + gpu.thread()) as usize);
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
    /// All threads of the cluster are here, the bytes have the same address in each of its blocks, and are used for nothing else until the
    /// block ends. Who names a block is named by it. The producer of each block calls [`finish`](Producer::finish).
    #[inline(always)]
    pub unsafe fn of_cluster(
        gpu: impl Sm90,
        cluster: &mut ClusterBarrier,
        address: u32,
        consumers: u32,
        blocks: u16,
    ) -> Self {
        let full = Uninit::<STAGES>::new(address);
        let empty = Uninit::<STAGES>::new(address + Uninit::<STAGES>::BYTES);
        let (full, empty) = full
            .init(gpu, 1)
            .and(empty.init(gpu, consumers * blocks.count_ones()))
            .publish_to_cluster(gpu, cluster);
        TmaRing {
            full,
            empty,
            blocks,
        }
    }
    /// Makes the half of a warpgroup that produces; of all producers one thread has it.
    #[inline(always)]
    pub fn producer(self, role: &ProducerWarpgroup) -> Option<Producer<STAGES, BYTES>> {
        (role.thread() == 0).then_some(Producer {
            ring: self,
            step: 0,
        })
    }
    /// Makes the half of a warpgroup that consumes, and gives each stage back LATE steps later; see [`Consumer`]. The first thread of the warpgroup
    /// releases for all.
    #[inline(always)]
    pub fn consumer<const LATE: u32>(self, role: &ConsumerWarpgroup) -> Consumer<STAGES, LATE> {
        self.consumer_of(role.thread() % 128)
    }
    /// Makes both halves: each thread consumes, and thread 0 of the block produces.
    #[inline(always)]
    pub fn split(self, gpu: impl Sm90) -> (Option<Producer<STAGES, BYTES>>, Consumer<STAGES>) {
        let producer = (gpu.thread() == 0).then_some(Producer {
            ring: TmaRing {
                full: self.full.another(),
                empty: self.empty.another(),
                ..self
            },
            step: 0,
        });
        (producer, self.consumer_of(0))
    }
    #[inline(always)]
    fn consumer_of<const LATE: u32>(self, quiet: u32) -> Consumer<STAGES, LATE> {
        const { check_late(STAGES, LATE) }
        Consumer {
            full: self.full,
            empty: self.empty,
            blocks: self.blocks,
            quiet,
            step: 0,
            stage: 0,
            since: 0,
        }
    }
}

/// The half of a [`TmaRing`] that fills stages.
#[derive(Debug)]
pub struct Producer<const STAGES: u32, const BYTES: u32> {
    ring: TmaRing<STAGES, BYTES>,
    step: u32,
}
impl<const STAGES: u32, const BYTES: u32> Producer<STAGES, BYTES> {
    /// Waits until the next stage is empty, and makes it expect its bytes; the copies that follow bring them. CUTLASS: `producer_acquire`; its
    /// `producer_commit` has nothing to do for such copies.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that this half was made for.
    #[inline(always)]
    #[doc(alias("producer_acquire", "producer_commit"))]
    pub unsafe fn acquire(&mut self, gpu: impl Sm90) -> Filling {
        let place = Place::of::<STAGES>(self.step);
        self.ring.empty.wait_before(gpu, place);
        let filling = self.ring.full.expect_at::<BYTES>(gpu, place.stage);
        self.step = self.step.wrapping_add(1);
        filling
    }
    /// Waits until all stages that were filled are empty again, so that the block may end, and with it the memory that other blocks of its cluster
    /// arrive at. CUTLASS: `producer_tail`.
    ///
    /// # Safety
    ///
    /// The conditions of [`acquire`](Self::acquire) hold.
    #[inline(always)]
    #[doc(alias = "producer_tail")]
    pub unsafe fn finish(self, gpu: impl Sm90) {
        let mut i = 0;
        while i < STAGES {
            let place = Place::of::<STAGES>(self.step.wrapping_add(i));
            self.ring.empty.wait_before(gpu, place);
            i += 1;
        }
    }
}

/// The half of a [`TmaRing`] that reads stages, and gives each back LATE steps after it was read.
///
/// Products of warpgroups run on when the next ones begin. Their stage may be filled again only when they have ended; with LATE = 1 it is
/// released by the [`Full`] of the step after, once all products but the last group have been waited for:
///
/// ```text
/// step              0               1               2
/// wait, begin       stage 0         stage 1         stage 2
/// products end                      of stage 0      of stage 1
/// release           nothing         stage 0         stage 1       flush: stage 2
/// ```
#[derive(Debug)]
pub struct Consumer<const STAGES: u32, const LATE: u32 = 0> {
    full: Mbarriers<STAGES>,
    empty: Mbarriers<STAGES>,
    /// The same as in the ring.
    blocks: u16,
    /// 0 for threads that release stages.
    quiet: u32,
    step: u32,
    /// The stage of the step before.
    stage: u32,
    since: u32,
}
/// A stage that is full, for as long as it is read.
#[derive(Debug)]
#[must_use = "a stage is filled again when it is released"]
pub struct Full<'a, const STAGES: u32, const LATE: u32 = 0> {
    consumer: &'a mut Consumer<STAGES, LATE>,
    stage: u32,
}

impl<const STAGES: u32, const LATE: u32> Consumer<STAGES, LATE> {
    /// Waits until the next stage is full. CUTLASS: `consumer_wait`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that this half was made for.
    #[inline(always)]
    #[doc(alias = "consumer_wait")]
    pub unsafe fn wait(&mut self, gpu: impl Sm90) -> Full<'_, STAGES, LATE> {
        let place = Place::of::<STAGES>(self.step);
        self.full.wait_at(gpu, place);
        Full {
            consumer: self,
            stage: place.stage,
        }
    }
    /// Returns the number of stages that were released, or kept back by LATE, since the beginning or the last [`flush`](Self::flush).
    #[inline(always)]
    pub fn steps(&self) -> u32 {
        self.since
    }
    /// Releases the stages that were kept back.
    ///
    /// # Safety
    ///
    /// The conditions of [`Full::release`] hold, for them.
    #[inline(always)]
    pub unsafe fn flush(&mut self, gpu: impl Sm90) {
        unroll!(for i in 0..{ LATE } {
            let ago = LATE - 1 - i;
            self.release(gpu, ago + 1, before::<STAGES>(self.stage, ago));
        });
        self.since = 0;
    }
    /// Releases the stage, if there were at least `steps` steps since the last flush.
    #[inline(always)]
    unsafe fn release(&self, gpu: impl Sm90, steps: u32, stage: u32) {
        if self.since >= steps && self.quiet == 0 {
            match self.blocks {
                0 => self.empty.arrive_at(gpu, stage),
                blocks => self.empty.arrive_cluster_at(gpu, blocks, stage),
            }
        }
    }
}
/// Returns the stage of so many steps before this one.
#[inline(always)]
fn before<const STAGES: u32>(stage: u32, ago: u32) -> u32 {
    (stage + STAGES - ago) % STAGES
}
impl<const STAGES: u32, const LATE: u32> Full<'_, STAGES, LATE> {
    /// Returns the number of the stage.
    #[inline(always)]
    pub fn stage(&self) -> u32 {
        self.stage
    }
    /// Returns the number of steps before this one since the beginning or the last [`flush`](Consumer::flush).
    #[inline(always)]
    pub fn number(&self) -> u32 {
        self.consumer.since
    }
    /// Releases the stage that was read LATE steps before this one, so that it may be filled again. CUTLASS: `consumer_release`.
    ///
    /// # Safety
    ///
    /// All threads for which this one releases have read that stage.
    #[inline(always)]
    #[doc(alias = "consumer_release")]
    pub unsafe fn release(self, gpu: impl Sm90) {
        let consumer = self.consumer;
        consumer.release(gpu, LATE, before::<STAGES>(self.stage, LATE));
        consumer.stage = self.stage;
        consumer.step = consumer.step.wrapping_add(1);
        consumer.since = consumer.since.wrapping_add(1);
    }
}

/// Panics if a half keeps all stages, so that none is ever filled again.
const fn check_late(stages: u32, late: u32) {
    if late >= stages {
        let m = Message::new().s("a consumer keeps ").u(late as u64);
        let m = m.s(" of ").u(stages as u64);
        m.s(" stages, and waits for one that nobody can fill")
            .raise()
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
        expected = "a consumer keeps 2 of 2 stages, and waits for one that nobody can fill"
    )]
    fn all_stages_kept() {
        check_late(2, 2);
    }
}
