//! A ring that all threads fill and read together.

use crate::Sm80;
use zellige::refusal::Message;

/// A ring of 2 to 8 stages that `cp.async` fills: while one is read, the copies to all others are under way.
///
/// ```text
///   stage     0         1         2
///           +---------+---------+---------+
///           | read    | arrives | written |      next() waits for the oldest, and turns the ring by one
///           +---------+---------+---------+
/// ```
///
/// First all stages but the last are [`filled`](Self::filled), and the first one is waited for. Then, step by step, one stage is read, one is written and
/// [`commit`](Self::commit)ted, and [`next`](Self::next) goes on. With S stages, S - 1 steps are on their way when the first is read; each brings BYTES, and a
/// latency of L seconds is hidden from a rate of (S - 1) BYTES / L on.
///
/// ```
/// use zellige_gpu::{Sm80, pipeline::CpAsyncRing};
/// /// What a thread adds up of 16 bytes, many times; they go through its place in each of the stages.
/// unsafe fn sum<G: Sm80>(gpu: G, from: *const [u32; 4], steps: u32) -> u32 {
///     let place = |stage: u32| 16 * (gpu.thread() + 128 * stage);
///     let (mut ring, mut sum) = (CpAsyncRing::<5>::new(), 0);
///     // SAFETY: a block has 128 threads, which all are here, and 10240 bytes of shared memory; `from` has 16 bytes for each step.
///     unsafe {
///         // Nothing is read behind the end: zeros take its place.
///         let begin = |stage, step| gpu.cp_async_16_if(gpu.shared_address() + place(stage), from.wrapping_add(step as usize).cast(), step < steps);
///         for stage in 0..4 {
///             begin(stage, stage);
///             ring.filled(gpu);
///         }
///         ring.wait(gpu);
///         for step in 0..steps {
///             begin(ring.writing(), step + 4);
///             ring.commit(gpu);
///             let words = gpu.shared().add(place(ring.reading()) as usize).cast::<[u32; 4]>();
///             sum += (*words).iter().sum::<u32>();
///             ring.next(gpu);
///         }
///     }
///     sum
/// }
/// ```
///
/// Other numbers of stages do not compile:
///
/// ```compile_fail,E0080
/// # use zellige_gpu::pipeline::CpAsyncRing;
/// CpAsyncRing::<1>::new(); // a ring of 1 stages: it has 2 to 8
/// ```
///
/// CuTe: `smem_pipe_read` and `smem_pipe_write` of the tutorial `sgemm_sm80`.
#[doc(alias("PipelineAsync", "PipelineCpAsync"))]
#[derive(Debug)]
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
    /// Makes the ring; before it is read, all stages but the last must be filled.
    #[inline(always)]
    pub fn new() -> Self {
        const {
            if STAGES < 2 || STAGES > 8 {
                let m = Message::new().s("a ring of ").u(STAGES as u64);
                m.s(" stages: it has 2 to 8").raise()
            }
        }
        CpAsyncRing {
            read: 0,
            write: STAGES - 1,
        }
    }
    /// Records that one of the first stages is on its way, by the copies since the last one.
    ///
    /// # Safety
    ///
    /// The source of the copies stays valid until they have arrived.
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
            4 => gpu.cp_async_wait::<2>(),
            5 => gpu.cp_async_wait::<3>(),
            6 => gpu.cp_async_wait::<4>(),
            7 => gpu.cp_async_wait::<5>(),
            _ => gpu.cp_async_wait::<6>(),
        }
        gpu.sync_threads();
    }
    /// Returns the stage to be read.
    #[inline(always)]
    pub fn reading(&self) -> u32 {
        self.read
    }
    /// Returns the stage to be written.
    #[inline(always)]
    pub fn writing(&self) -> u32 {
        self.write
    }
    /// Records that the stage that is written is on its way; the next to be written is the one that is being read.
    ///
    /// # Safety
    ///
    /// The conditions of [`filled`](Self::filled) hold.
    #[inline(always)]
    pub unsafe fn commit(&mut self, gpu: impl Sm80) {
        gpu.cp_async_commit();
        self.write = self.read;
    }
    /// Goes on to read the next stage, once all threads have read this one.
    ///
    /// # Safety
    ///
    /// The conditions of [`wait`](Self::wait) hold.
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
