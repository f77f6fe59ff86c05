//! The mbarriers of Hopper, in shared memory.

use super::ClusterBarrier;
use crate::tmem::{CtaGroup, leader};
use crate::{Sm90, Sm100, TensorMap};
use zellige::refusal::Message;

/// Bytes of shared memory for N contiguous barriers that are not initialised yet.
#[must_use = "call `init` before using these barriers"]
#[derive(Debug)]
pub struct Uninit<const N: u32 = 1> {
    address: u32,
}
impl<const N: u32> Uninit<N> {
    /// The number of bytes: 8 for each barrier.
    pub const BYTES: u32 = 8 * N;
    /// Takes the bytes that begin at this address, a multiple of 8.
    ///
    /// # Safety
    ///
    /// The bytes are in the block's shared memory, and nothing else uses them until the block ends.
    #[inline(always)]
    pub unsafe fn new(address: u32) -> Self {
        Uninit { address }
    }
    /// Initialises the barriers: each phase of each barrier ends when `arrivals` threads have
    /// arrived, 1 to 2^20 - 1. Thread 0 of the block initialises them. PTX: `mbarrier.init`.
    ///
    /// # Safety
    ///
    /// Every thread of the block calls this for the same bytes, with the same count.
    #[inline(always)]
    pub unsafe fn init(self, gpu: impl Sm90, arrivals: u32) -> Initialized<Mbarriers<N>> {
        let row = Row::init(gpu, self.address, N, arrivals);
        Initialized(Mbarriers { row, step: 0 })
    }
}

/// Barriers B that one thread has initialised, and that the others do not know yet.
#[must_use = "call `publish` before other threads use these barriers"]
#[derive(Debug)]
pub struct Initialized<B>(B);
impl<B> Initialized<B> {
    /// Joins these barriers with others, to publish them together with one fence.
    ///
    /// ```
    /// use zellige_gpu::{Sm90, barrier::{Mbarriers, Uninit}};
    /// /// Four barriers at which one thread arrives, and four for 256 threads, in 64 bytes.
    /// unsafe fn make<G: Sm90>(gpu: G, full: Uninit<4>, empty: Uninit<4>) -> (Mbarriers<4>, Mbarriers<4>) {
    ///     // SAFETY: all threads of the block execute this.
    ///     unsafe { full.init(gpu, 1).and(empty.init(gpu, 256)).publish(gpu) }
    /// }
    /// ```
    #[inline(always)]
    pub fn and<C>(self, others: Initialized<C>) -> Initialized<(B, C)> {
        Initialized((self.0, others.0))
    }
    /// Publishes the barriers to all threads of the block and to the tensor memory accelerator, and
    /// waits for the block. PTX: `fence.mbarrier_init`, `fence.proxy.async.shared::cta`,
    /// `bar.sync 0`. CUTLASS: `cutlass::arch::fence_barrier_init`.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn publish(self, gpu: impl Sm90) -> B {
        publish(gpu);
        self.0
    }
    /// Publishes the barriers to all threads of the cluster, and waits for its blocks, which have
    /// then published theirs, too. PTX: `fence.mbarrier_init`, `fence.proxy.async.shared::cta`,
    /// `barrier.cluster.arrive`, `barrier.cluster.wait`.
    ///
    /// # Safety
    ///
    /// All threads of the cluster execute this together.
    #[inline(always)]
    pub unsafe fn publish_to_cluster(self, gpu: impl Sm90, cluster: &mut ClusterBarrier) -> B {
        if gpu.thread() == 0 {
            gpu.mbarrier_fence();
        }
        cluster.sync(gpu);
        self.0
    }
}

/// A row of N barriers that a thread uses in turn, cyclically; N is 1 by default.
///
/// ```text
/// step       0  1  2  3   4  5  6  7   8 ..
/// barrier    0  1  2  3   0  1  2  3   0 ..     step % 4
/// parity     0  0  0  0   1  1  1  1   0 ..     step / 4 % 2, which phase of the barrier is meant
/// ```
///
/// The value is at one of the steps: [`arrive`](Mbarriers::arrive) arrives at that step, and
/// [`wait`](Arrived::wait) returns the value at the next one. The [module](super) describes the
/// states.
#[derive(Debug)]
pub struct Mbarriers<const N: u32 = 1> {
    row: Row,
    step: u32,
}
/// The same barriers for a thread that has arrived at one of them, and must wait there before it
/// moves on to the next.
#[must_use = "call `wait` to see what others did before they arrived"]
#[derive(Debug)]
pub struct Arrived<const N: u32 = 1>(Mbarriers<N>);

/// A stage that is being filled: its barrier counts the copies to it.
///
/// [`copy_box`](crate::copy::copy_box) and similar functions take it, so nothing can be copied for
/// a barrier that expects nothing.
#[derive(Copy, Clone, Debug)]
pub struct Filling {
    stage: u32,
    barrier: u32,
    /// Whether the barrier is that of the leader of a pair.
    pair: bool,
}
impl Filling {
    /// Creates the stage with this number. The barrier at this address in shared memory counts its
    /// copies.
    ///
    /// # Safety
    ///
    /// The barrier is initialised, and expects the bytes of the copies.
    #[inline(always)]
    pub unsafe fn of(stage: u32, barrier: u32) -> Self {
        Filling { stage, barrier, pair: false }
    }
    /// Returns the number of the stage, which is also the number of the barrier in its row.
    #[inline(always)]
    pub fn stage(self) -> u32 {
        self.stage
    }
    /// Returns the address of the barrier that counts the bytes copied to the stage. In a ring
    /// [`OfCtas`](crate::storage::OfCtas) of a pair, that of the leader counts them.
    #[inline(always)]
    pub fn barrier(self) -> u32 {
        self.barrier
    }
    /// Begins to copy a box to this address of the stage.
    #[inline(always)]
    pub(crate) unsafe fn load_box<const D: usize>(
        self,
        gpu: impl Sm90,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
    ) {
        if self.pair {
            gpu.tma_load_pair(to, map, at, self.barrier)
        } else {
            gpu.tma_load(to, map, at, self.barrier)
        }
    }
}

impl<const N: u32> Mbarriers<N> {
    /// Arrives: threads that have waited see what this thread has written to shared memory. PTX:
    /// `mbarrier.arrive`.
    ///
    /// # Safety
    ///
    /// The barrier counts this thread.
    #[inline(always)]
    pub unsafe fn arrive(self, gpu: impl Sm90) -> Arrived<N> {
        self.row.arrive_at(gpu, Place::of(self.step, N).stage);
        Arrived(self)
    }
    /// Arrives at these barriers in every block of the cluster that has a 1 in `blocks`: each
    /// counts this thread, which waits at the barriers of its own block. PTX:
    /// `mapa.shared::cluster`, `mbarrier.arrive.shared::cluster`. CUTLASS:
    /// `ClusterBarrier::arrive(cta_id)`.
    ///
    /// [`ClusterBarrier`] has an example.
    ///
    /// The conditions of [`arrive`](Self::arrive) hold in each of these blocks. The barriers have
    /// the same address there, were [published to the cluster](Initialized::publish_to_cluster),
    /// and their blocks do not end before one of their threads has waited for this arrival.
    #[inline(always)]
    pub unsafe fn arrive_cluster(self, gpu: impl Sm90, blocks: u16) -> Arrived<N> {
        self.row.arrive_cluster_at(gpu, blocks, Place::of(self.step, N).stage);
        Arrived(self)
    }
    /// Arrives, and makes the phase wait for BYTES more bytes, which copies to the stage bring.
    /// PTX: `mbarrier.arrive.expect_tx`. CUTLASS: `arrive_and_expect_tx`; CuTe:
    /// `set_barrier_transaction_bytes`.
    ///
    /// A barrier counts fewer than 2^20 bytes; more do not compile:
    /// `a barrier expects 1048576 bytes, but counts fewer than 1048576`.
    ///
    /// ```
    /// use zellige_gpu::{Gpu, Sm90, barrier::Mbarriers};
    /// /// Thread 0 starts a copy of 1024 bytes to the beginning of shared memory; all threads wait
    /// /// for it. The barrier counts one arrival.
    /// unsafe fn bring<G: Sm90>(gpu: G, barrier: Mbarriers, from: *const u8) -> Mbarriers {
    ///     // SAFETY: both sides have 1024 bytes, and no thread arrives at the next phase before
    ///     // all have waited for this one.
    ///     unsafe {
    ///         let arrived = if gpu.thread() == 0 {
    ///             let (filling, arrived) = barrier.arrive_expect::<1024>(gpu);
    ///             gpu.bulk_load(gpu.shared_address(), from, 1024, filling.barrier());
    ///             arrived
    ///         } else {
    ///             barrier.watch()
    ///         };
    ///         arrived.wait(gpu)
    ///     }
    /// }
    /// ```
    ///
    /// # Safety
    ///
    /// The conditions of [`arrive`](Self::arrive) hold.
    #[inline(always)]
    pub unsafe fn arrive_expect<const BYTES: u32>(self, gpu: impl Sm90) -> (Filling, Arrived<N>) {
        const { check_bytes(BYTES as u64) }
        let stage = Place::of(self.step, N).stage;
        let filling = self.row.expect_at(gpu, stage, BYTES);
        (filling, Arrived(self))
    }
    /// Returns barriers at which this thread can wait without arriving: the barrier does not count
    /// this thread.
    ///
    /// # Safety
    ///
    /// The phase after the one that is waited for does not end before this thread has waited: a
    /// thread that arrives for that phase knows that it has.
    #[inline(always)]
    pub unsafe fn watch(self) -> Arrived<N> {
        Arrived(self)
    }
}
/// Publishes barriers that thread 0 has initialised to all threads of the block.
#[inline(always)]
pub(crate) unsafe fn publish(gpu: impl Sm90) {
    if gpu.thread() == 0 {
        gpu.mbarrier_fence();
    }
    gpu.sync_threads();
}
/// A row of barriers that begins at an address. The caller knows how many there are.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
    address: u32,
}
impl Row {
    /// Takes the barriers that begin at this address, and lets thread 0 initialise `barriers` of
    /// them.
    #[inline(always)]
    pub(crate) unsafe fn init(gpu: impl Sm90, address: u32, barriers: u32, arrivals: u32) -> Self {
        if gpu.thread() == 0 {
            let mut i = 0;
            while i < barriers {
                gpu.mbarrier_init(address + 8 * i, arrivals);
                i += 1;
            }
        }
        Row { address }
    }
    /// Returns the address of a barrier.
    #[inline(always)]
    fn address_at(self, stage: u32) -> u32 {
        self.address + 8 * stage
    }
    /// Arrives at a barrier.
    #[inline(always)]
    pub(crate) unsafe fn arrive_at(self, gpu: impl Sm90, stage: u32) {
        gpu.mbarrier_arrive(self.address_at(stage))
    }
    /// Arrives at a barrier in each of these blocks of the cluster.
    #[inline(always)]
    pub(crate) unsafe fn arrive_cluster_at(self, gpu: impl Sm90, blocks: u16, stage: u32) {
        let mut left = u32::from(blocks);
        while left != 0 {
            gpu.mbarrier_arrive_remote(self.address_at(stage), left.trailing_zeros());
            left &= left - 1;
        }
    }
    /// Arrives at a barrier of the block, or of the leader of its pair.
    #[inline(always)]
    pub(crate) unsafe fn arrive_at_leader<P: CtaGroup>(self, gpu: impl Sm90, stage: u32) {
        match P::CTAS {
            1 => self.arrive_at(gpu, stage),
            _ => gpu.mbarrier_arrive_remote(self.address_at(stage), leader(gpu)),
        }
    }
    /// Arrives at a barrier, in each block of the group P, when the products that this thread has
    /// begun are done.
    #[inline(always)]
    pub(crate) unsafe fn commit_at<P: CtaGroup>(self, gpu: impl Sm100, stage: u32) {
        let barrier = self.address_at(stage);
        match P::CTAS {
            1 => gpu.umma_commit::<P>(barrier),
            _ => gpu.umma_commit_multicast::<P>(barrier, 0b11 << leader(gpu)),
        }
    }
    /// Arrives at a barrier, and makes it expect `bytes` bytes, fewer than 2^20.
    #[inline(always)]
    pub(crate) unsafe fn expect_at(self, gpu: impl Sm90, stage: u32, bytes: u32) -> Filling {
        let barrier = self.address_at(stage);
        gpu.mbarrier_arrive_expect(barrier, bytes);
        Filling { stage, barrier, pair: false }
    }
    /// Makes the barrier of the leader of a pair expect `bytes` bytes, of both blocks, if this is
    /// the leader.
    #[inline(always)]
    pub(crate) unsafe fn expect_of_pair(
        self,
        gpu: impl Sm90,
        stage: u32,
        bytes: u32,
        leads: bool,
    ) -> Filling {
        let barrier = self.address_at(stage);
        if leads {
            gpu.mbarrier_arrive_expect(barrier, bytes);
        }
        Filling { stage, barrier, pair: true }
    }
    /// Waits for the end of the phase at a position.
    #[inline(always)]
    pub(crate) unsafe fn wait_at(self, gpu: impl Sm90, Place { parity, stage }: Place) {
        gpu.mbarrier_wait(self.address_at(stage), parity)
    }
    /// Waits for the end of the previous phase; before the first phase of each barrier, there is
    /// nothing to wait for.
    #[inline(always)]
    pub(crate) unsafe fn wait_before(self, gpu: impl Sm90, Place { parity, stage }: Place) {
        gpu.mbarrier_wait(self.address_at(stage), parity ^ 1)
    }
}
/// The position of a step in a row of barriers.
#[derive(Copy, Clone)]
pub(crate) struct Place {
    /// The parity of the phase.
    pub parity: u32,
    /// The number of the barrier.
    pub stage: u32,
}
impl Place {
    /// Returns the position of a step in a row of `barriers`.
    #[inline(always)]
    pub fn of(step: u32, barriers: u32) -> Self {
        Place { parity: step / barriers % 2, stage: step % barriers }
    }
}
impl<const N: u32> Arrived<N> {
    /// Waits until the phase has ended: all threads that it counts have arrived, and all bytes that
    /// they expected. PTX: `mbarrier.try_wait.parity`. CUTLASS: `ClusterBarrier::wait`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that arrived.
    #[inline(always)]
    pub unsafe fn wait(self, gpu: impl Sm90) -> Mbarriers<N> {
        self.0.row.wait_at(gpu, Place::of(self.0.step, N));
        self.pass()
    }
    /// Continues without waiting, for a thread that does not need what others did.
    ///
    /// # Safety
    ///
    /// The thread arrives at the same barrier again only after this phase has ended, which it knows
    /// by other means.
    #[inline(always)]
    pub unsafe fn pass(self) -> Mbarriers<N> {
        Mbarriers { row: self.0.row, step: self.0.step.wrapping_add(1) }
    }
}

/// Panics if there are more bytes than a barrier can count.
pub(crate) const fn check_bytes(bytes: u64) {
    let end = 1 << 20;
    if bytes >= end {
        let m = Message::new().s("a barrier expects ").u(bytes);
        m.s(" bytes, but counts fewer than ").u(end).raise()
    }
}

#[cfg(test)]
mod tests {
    use super::check_bytes;

    #[test]
    fn bytes_that_a_barrier_counts() {
        check_bytes(0);
        check_bytes((1 << 20) - 1);
    }
    #[test]
    #[should_panic(expected = "a barrier expects 1048576 bytes, but counts fewer than 1048576")]
    fn too_many_bytes() {
        check_bytes(1 << 20);
    }
}
