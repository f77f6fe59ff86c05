//! A ring that all threads fill and read together.

use crate::{Sm80, unroll};
use core::marker::PhantomData;
use zellige::integer::Integer;
use zellige::refusal::Message;

/// A ring of S stages, 2 to 8, that `cp.async` fills: while one is read, the copies to all others
/// are in flight.
///
/// ```text
///   stage     0         1         2
///           +---------+---------+---------+
///           | read    | arrives | written |      next() waits for the oldest, and turns the ring by one
///           +---------+---------+---------+
/// ```
///
/// [`start`](Self::start) begins the copies to all stages but the last, and waits for the first.
/// Then, in each step, one stage is read, one is written and [`commit`](Self::commit)ted, and
/// [`next`](Self::next) advances the ring. With S stages, S - 1 steps are in flight when the first
/// is read. Each step brings BYTES bytes, so a latency of L seconds is hidden at rates of up to
/// (S - 1) BYTES / L.
///
/// S is a type, so that the configuration of a kernel can name it next to the layout of the stages:
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Sm80, pipeline::CpAsyncRing};
/// trait Config {
///     type Stages: Integer;
/// }
/// /// The sum of 16 bytes per step, of a thread; they pass through its slot in each of the stages.
/// unsafe fn sum<C: Config, G: Sm80>(gpu: G, from: *const [u32; 4], steps: u32) -> u32 {
///     let place = |stage: u32| 16 * (gpu.thread() + 128 * stage);
///     let mut sum = 0;
///     // SAFETY: the block has 128 threads, which all execute this, and 2048 bytes of shared
///     // memory for each stage; `from` has 16 bytes for each step.
///     unsafe {
///         // Nothing is read past the end: zeros take its place.
///         let begin = |stage, step| gpu.cp_async_16_if(gpu.shared_address() + place(stage), from.wrapping_add(step as usize).cast(), step < steps);
///         let mut ring = <CpAsyncRing<C::Stages>>::start(gpu, |stage| begin(stage, stage));
///         for step in 0..steps {
///             begin(ring.writing(), step + ring.ahead());
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
/// Other stage counts do not compile:
///
/// ```compile_fail,E0080
/// # use zellige::prelude::*;
/// # use zellige_gpu::pipeline::CpAsyncRing;
/// const STAGES: u32 = <CpAsyncRing<int!(1)>>::STAGES; // a ring of 1 stages: it must have 2 to 8
/// ```
///
/// CuTe: `smem_pipe_read` and `smem_pipe_write` of the tutorial `sgemm_sm80`.
#[doc(alias("PipelineAsync", "PipelineCpAsync"))]
#[derive(Debug)]
pub struct CpAsyncRing<S> {
    read: u32,
    write: u32,
    stages: PhantomData<S>,
}
impl<S: Integer> Default for CpAsyncRing<S> {
    #[inline(always)]
    fn default() -> Self {
        Self::new()
    }
}
impl<S: Integer> CpAsyncRing<S> {
    /// The number of stages.
    pub const STAGES: u32 = {
        if S::KNOWN < 2 || S::KNOWN > 8 {
            let m = Message::new().s("a ring of ").u(S::KNOWN);
            m.s(" stages: it must have 2 to 8").raise()
        }
        S::KNOWN as u32
    };
    /// Creates the ring; before it is read, all stages but the last must be filled.
    #[inline(always)]
    pub fn new() -> Self {
        CpAsyncRing { read: 0, write: Self::STAGES - 1, stages: PhantomData }
    }
    /// Creates the ring, and fills all stages but the last: `fill` begins the copies of a step to
    /// the stage of the same number. Waits for the first stage.
    ///
    /// # Safety
    ///
    /// The conditions of [`filled`](Self::filled) and [`wait`](Self::wait) hold.
    #[inline(always)]
    pub unsafe fn start(gpu: impl Sm80, mut fill: impl FnMut(u32)) -> Self {
        let ring = Self::new();
        unroll!(for stage in 0..{ Self::STAGES - 1 } {
            fill(stage);
            ring.filled(gpu);
        });
        ring.wait(gpu);
        ring
    }
    /// Records that one of the first stages is in flight, filled by the copies since the previous
    /// call.
    ///
    /// # Safety
    ///
    /// The source of the copies stays valid until they have arrived.
    #[inline(always)]
    pub unsafe fn filled(&self, gpu: impl Sm80) {
        gpu.cp_async_commit();
    }
    /// Waits, with all threads of the block, for the oldest stage in flight.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn wait(&self, gpu: impl Sm80) {
        match const { Self::STAGES } {
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
    /// Returns how many steps the stage to be written is ahead of the stage to be read: the stage
    /// count minus one.
    #[inline(always)]
    pub fn ahead(&self) -> u32 {
        Self::STAGES - 1
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
    /// Records that the stage being written is in flight; the next one to be written is the one
    /// that is now being read.
    ///
    /// # Safety
    ///
    /// The conditions of [`filled`](Self::filled) hold.
    #[inline(always)]
    pub unsafe fn commit(&mut self, gpu: impl Sm80) {
        gpu.cp_async_commit();
        self.write = self.read;
    }
    /// Advances to the next stage, after all threads have read the current one.
    ///
    /// # Safety
    ///
    /// The conditions of [`wait`](Self::wait) hold.
    #[inline(always)]
    pub unsafe fn next(&mut self, gpu: impl Sm80) {
        self.read = if self.read == Self::STAGES - 1 { 0 } else { self.read + 1 };
        self.wait(gpu);
    }
}
