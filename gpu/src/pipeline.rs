//! Rings of stages in shared memory.

use crate::Sm80;

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
