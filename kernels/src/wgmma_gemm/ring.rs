//! The stages of this kernel, by the number of a step.

use zellige_gpu::Sm90;
use zellige_gpu::barrier::Filling;

/// A ring of stages that the tensor memory accelerator fills: a producer waits until a stage is empty, consumers until it is
/// full.
///
/// ```text
///   producer   acquire(count)  -- boxes -->  [ stage count % STAGES ]  -- wait(count) -->  consumers
///                   ^                                                                        |
///                   +------------------------------- release(count) -------------------------+
/// ```
///
/// Its barriers lie in shared memory: 8 bytes for each stage that say *full*, then as many that say *empty*. [`TmaRing`](zellige_gpu::pipeline::TmaRing) is
/// the same in halves, which cannot be mistaken for each other; with it the kernel's instructions are those of its twin in another order.
#[derive(Copy, Clone)]
pub(super) struct Ring<const STAGES: u32> {
    full: u32,
}
impl<const STAGES: u32> Ring<STAGES> {
    /// The bytes of its barriers.
    pub(super) const BYTES: u32 = 2 * 8 * STAGES;
    /// The ring whose barriers lie at the address, a multiple of 8. Thread 0 makes them, all threads wait for it.
    ///
    /// # Safety
    ///
    /// All threads of the block are here, and the bytes are used for nothing else.
    #[inline(always)]
    pub(super) unsafe fn new(gpu: impl Sm90, address: u32, consumers: u32) -> Self {
        let ring = Ring { full: address };
        if gpu.thread() == 0 {
            let mut stage = 0;
            while stage < STAGES {
                gpu.mbarrier_init(ring.full(stage), 1);
                gpu.mbarrier_init(ring.empty(stage), consumers);
                stage += 1;
            }
            gpu.mbarrier_fence();
        }
        gpu.sync_threads();
        ring
    }
    #[inline(always)]
    fn full(self, stage: u32) -> u32 {
        self.full + 8 * stage
    }
    #[inline(always)]
    fn empty(self, stage: u32) -> u32 {
        self.full + 8 * STAGES + 8 * stage
    }
    /// Waits until the stage of step `count` is empty, and lets it expect so many bytes.
    ///
    /// # Safety
    ///
    /// One thread does this for each step, in their order.
    #[inline(always)]
    pub(super) unsafe fn acquire(self, gpu: impl Sm90, count: u32, bytes: u32) -> Filling {
        let (turn, stage) = (count / STAGES % 2, count % STAGES);
        gpu.mbarrier_wait(self.empty(stage), turn ^ 1);
        let barrier = self.full(stage);
        gpu.mbarrier_arrive_expect(barrier, bytes);
        Filling::of(stage, barrier)
    }
    /// Waits until the stage of step `count` is full; returns its number.
    ///
    /// # Safety
    ///
    /// The stage is acquired by some thread for this step.
    #[inline(always)]
    pub(super) unsafe fn wait(self, gpu: impl Sm90, count: u32) -> u32 {
        let (turn, stage) = (count / STAGES % 2, count % STAGES);
        gpu.mbarrier_wait(self.full(stage), turn);
        stage
    }
    /// Says that a consumer has read the stage of step `count`.
    ///
    /// # Safety
    ///
    /// As many threads say so for each step as the ring has consumers, each once, and what they stand for has read it.
    #[inline(always)]
    pub(super) unsafe fn release(self, gpu: impl Sm90, count: u32) {
        gpu.mbarrier_arrive(self.empty(count % STAGES))
    }
}
