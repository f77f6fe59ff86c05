//! Rings of stages in shared memory.

use crate::{Sm80, Sm90};

/// A ring of stages that `cp.async` fills: while one is read, all others are on their way.
///
/// ```text
///   stage     0         1         2
///           +---------+---------+---------+
///           | read    | arrives | written |      next() waits for the oldest, and turns the ring by one
///           +---------+---------+---------+
/// ```
///
/// CuTe: `smem_pipe_read` and `smem_pipe_write` of the tutorial `sgemm_sm80`.
pub struct CpAsyncRing<const STAGES: u32> {
    read: u32,
    write: u32,
}
impl<const STAGES: u32> Default for CpAsyncRing<STAGES> {
    #[inline(always)]
    fn default() -> Self {
        Self::new()
    }
}
impl<const STAGES: u32> CpAsyncRing<STAGES> {
    /// The ring of 2 to 4 stages; before it is read, all stages but the last are to be filled.
    #[inline(always)]
    pub fn new() -> Self {
        const { assert!(2 <= STAGES && STAGES <= 4, "a ring has 2 to 4 stages") }
        CpAsyncRing {
            read: 0,
            write: STAGES - 1,
        }
    }
    /// One of the first stages is on its way: the copies since the last one.
    ///
    /// # Safety
    ///
    /// What the copies read stays valid until they have arrived.
    #[inline(always)]
    pub unsafe fn filled(&self, gpu: impl Sm80) {
        gpu.cp_async_commit();
    }
    /// Waits, with all threads of the block, for the oldest stage that is on its way.
    ///
    /// # Safety
    ///
    /// All threads of the block are here.
    #[inline(always)]
    pub unsafe fn wait(&self, gpu: impl Sm80) {
        match STAGES {
            2 => gpu.cp_async_wait::<0>(),
            3 => gpu.cp_async_wait::<1>(),
            _ => gpu.cp_async_wait::<2>(),
        }
        gpu.sync_threads();
    }
    /// The stage to be read.
    #[inline(always)]
    pub fn reading(&self) -> u32 {
        self.read
    }
    /// The stage to be written.
    #[inline(always)]
    pub fn writing(&self) -> u32 {
        self.write
    }
    /// The stage that is written is on its way; the next to be written is the one that is being read.
    ///
    /// # Safety
    ///
    /// As of [`filled`](Self::filled).
    #[inline(always)]
    pub unsafe fn commit(&mut self, gpu: impl Sm80) {
        gpu.cp_async_commit();
        self.write = self.read;
    }
    /// Goes on to read the next stage, once all threads have what they read of this one.
    ///
    /// # Safety
    ///
    /// As of [`wait`](Self::wait).
    #[inline(always)]
    pub unsafe fn next(&mut self, gpu: impl Sm80) {
        self.read = if self.read == STAGES - 1 {
            0
        } else {
            self.read + 1
        };
        self.wait(gpu);
    }
}

/// A ring of stages that the tensor memory accelerator fills: a producer waits until a stage is empty, consumers until it is
/// full.
///
/// ```text
///   producer   acquire(count)  -- boxes -->  [ stage count % STAGES ]  -- wait(count) -->  consumers
///                   ^                                                                        |
///                   +------------------------------- release(count) -------------------------+
/// ```
///
/// Its barriers lie in shared memory: 8 bytes for each stage that say *full*, then as many that say *empty*. CuTe:
/// `PipelineTmaAsync`.
#[derive(Copy, Clone)]
pub struct TmaRing<const STAGES: u32> {
    full: u32,
}
/// A stage that is being filled: the copies to it count at its barrier.
#[derive(Copy, Clone)]
pub struct Filling {
    stage: u32,
    barrier: u32,
}
impl Filling {
    /// The number of the stage.
    #[inline(always)]
    pub fn stage(self) -> u32 {
        self.stage
    }
    /// The barrier at which bytes count that are copied to it.
    #[inline(always)]
    pub fn barrier(self) -> u32 {
        self.barrier
    }
}
impl<const STAGES: u32> TmaRing<STAGES> {
    /// The bytes of its barriers.
    pub const BYTES: u32 = 2 * 8 * STAGES;
    /// The ring whose barriers lie at the address, a multiple of 8. Thread 0 makes them, all threads wait for it.
    ///
    /// # Safety
    ///
    /// All threads of the block are here, and the bytes are used for nothing else.
    #[inline(always)]
    pub unsafe fn new(gpu: impl Sm90, address: u32, consumers: u32) -> Self {
        let ring = TmaRing { full: address };
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
    pub unsafe fn acquire(self, gpu: impl Sm90, count: u32, bytes: u32) -> Filling {
        let (turn, stage) = (count / STAGES % 2, count % STAGES);
        gpu.mbarrier_wait(self.empty(stage), turn ^ 1);
        let barrier = self.full(stage);
        gpu.mbarrier_arrive_expect(barrier, bytes);
        Filling { stage, barrier }
    }
    /// Waits until the stage of step `count` is full; returns its number.
    ///
    /// # Safety
    ///
    /// The stage is acquired by some thread for this step.
    #[inline(always)]
    pub unsafe fn wait(self, gpu: impl Sm90, count: u32) -> u32 {
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
    pub unsafe fn release(self, gpu: impl Sm90, count: u32) {
        gpu.mbarrier_arrive(self.empty(count % STAGES))
    }
}
