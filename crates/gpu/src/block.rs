//! Reductions and scans in a block.
//!
//! ```text
//! threads   0 .. 31    32 .. 63    ..         each warp for itself, by shuffles
//!              |           |
//! memory    [  0   ]   [   1   ]   [ .. ]     a value a warp, written by its first thread; then a barrier
//!              |           |
//! threads   0 .. 31    32 .. 63    ..         thread t reads value t mod the number of warps, and all reduce these
//! ```
//!
//! The memory may be written again only after all threads have read it. It is therefore [`Scratch`]
//! before, and [`Used`] afterwards: to use it again, the block waits once more, by [`Used::again`].
//!
//! ```
//! use zellige::prelude::*;
//! use zellige_gpu::{Gpu, block::Scratch, tensor::smem};
//! /// The mean of the numbers of 256 threads, and the largest distance of a number from it.
//! unsafe fn spread<G: Gpu>(gpu: G, x: f32) -> (f32, f32) {
//!     // SAFETY: all threads of the block execute this, and 32 bytes of its shared memory are used
//!     // for nothing else.
//!     unsafe {
//!         let warps = Scratch::new(smem::<f32, _>(gpu, 0, layout!(8)));
//!         let (sum, used) = warps.sum(gpu, x);
//!         let mean = sum / 256.0;
//!         let (farthest, _) = used.again(gpu).max(gpu, (x - mean).abs());
//!         (mean, farthest)
//!     }
//! }
//! ```

use crate::engine::{Get, Set, Smem};
use crate::number::Ordered;
use crate::storage::SmemTensor;
use crate::tensor::GpuTensor;
use crate::warp::{self, Shuffled};
use crate::{Gpu, Sm80};
use core::ops::Add;
use zellige::prelude::*;

/// Shared memory for a value of each warp of a block: the layout L has as many slots as there are
/// warps, a power of two up to 32.
pub struct Scratch<T, L>(GpuTensor<Smem<T>, L>);
/// A [`Scratch`] from which threads of the block may still read.
pub struct Used<T, L>(GpuTensor<Smem<T>, L>);

/// All lanes of a warp.
type Lanes = layout!(32);
/// As many lanes of a warp as the block has warps.
type Firsts<L> = Strided<<L as Layout>::Size, int!(1)>;

impl<T: Shuffled, L: Layout> Scratch<T, L> {
    /// Creates scratch memory from this tensor, for the warps of this block.
    ///
    /// # Safety
    ///
    /// The tensor is in the block's shared memory, aligned for T, and used for nothing else. The
    /// block has 32 threads for each slot.
    #[inline(always)]
    pub unsafe fn new(memory: GpuTensor<Smem<T>, L>) -> Self {
        Scratch(memory)
    }
    /// Makes the value of each warp visible to all others: returns the value of the first thread of
    /// the warp with the number `thread % 32 % warps`.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn exchange<G: Gpu>(self, gpu: G, x: T) -> (T, Used<T, L>) {
        let (lane, warp) = layout!((32, 32)).idx2crd(gpu.thread());
        if lane == 0 {
            self.0.element(warp).set(x);
        }
        gpu.sync_threads();
        (self.0.element(lane % L::SIZE as u32).get(), Used(self.0))
    }
    /// Combines the values of all threads of the block by `f`; see [`warp::reduce`].
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn reduce<G: Gpu>(self, gpu: G, x: T, f: impl Fn(T, T) -> T) -> (T, Used<T, L>) {
        let (x, used) = self.exchange(gpu, warp::reduce(gpu, x, Lanes::STATIC, &f));
        (warp::reduce(gpu, x, <Firsts<L>>::STATIC, f), used)
    }
    /// Returns the sum of the numbers of all threads of the block.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn sum<G: Gpu>(self, gpu: G, x: T) -> (T, Used<T, L>)
    where
        T: Add<Output = T>,
    {
        self.reduce(gpu, x, |a, b| a + b)
    }
    /// Returns the largest number of all threads of the block, ignoring NaN.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn max<G: Gpu>(self, gpu: G, x: T) -> (T, Used<T, L>)
    where
        T: Ordered,
    {
        self.reduce(gpu, x, T::larger)
    }
}
impl<T: Shuffled, L: Layout> Scratch<T, L> {
    /// Combines the value of each thread with the values of all threads before it, in order, by the
    /// associative `f`. Returns the result, and the combination of the values of all threads. CUB:
    /// `BlockScan::InclusiveScan`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Gpu, block::Scratch, storage::{Allocate, SmemTensor}};
    /// /// The sum of the numbers up to this thread's, of 256 threads, and the sum of all: if each
    /// /// number is 1, thread 9 gets (10, 256).
    /// unsafe fn sums<G: Gpu>(gpu: G, x: f32) -> (f32, f32) {
    ///     // SAFETY: all threads of the block execute this, and nothing else uses its shared
    ///     // memory.
    ///     unsafe {
    ///         let warps = Scratch::new(<SmemTensor<f32, layout!(8)>>::allocate(gpu));
    ///         let (sums, _) = warps.scan(gpu, x, |a, b| a + b);
    ///         sums
    ///     }
    /// }
    /// ```
    ///
    /// A segmented scan is a scan of pairs: `(begins, x)` with
    /// `|a, b| if b.0 != 0 { b } else { (a.0 | b.0, a.1 + b.1) }`.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[doc(alias = "BlockScan")]
    #[inline(always)]
    pub unsafe fn scan<G: Gpu>(self, gpu: G, x: T, f: impl Fn(T, T) -> T) -> ((T, T), Used<T, L>) {
        let (lane, warp) = layout!((32, 32)).idx2crd(gpu.thread());
        let x = warp::scan(gpu, x, Lanes::STATIC, &f);
        let (before, all, used) = self.before(gpu, (lane, warp), x, &f);
        ((if warp == 0 { x } else { f(before, x) }, all), used)
    }
    /// Combines `first` with the values of all threads before each thread, in order, without the
    /// thread's own value: thread 0 gets `first`. Returns the result, and the combination of the
    /// values of all threads, without `first`. CUB: `BlockScan::ExclusiveScan`.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn exclusive_scan<G: Gpu>(
        self,
        gpu: G,
        x: T,
        first: T,
        f: impl Fn(T, T) -> T,
    ) -> ((T, T), Used<T, L>) {
        let (lane, warp) = layout!((32, 32)).idx2crd(gpu.thread());
        let x = warp::scan(gpu, x, Lanes::STATIC, &f);
        let (before, all, used) = self.before(gpu, (lane, warp), x, &f);
        let before = if warp == 0 { first } else { f(first, before) };
        let in_warp = x.shuffle_up(gpu, 1);
        let x = if lane == 0 { before } else { f(before, in_warp) };
        ((x, all), used)
    }
    /// Returns the combinations of the warps before this one and of all warps, for the inclusive
    /// scan `x` of a warp's lanes.
    #[inline(always)]
    unsafe fn before<G: Gpu>(
        self,
        gpu: G,
        (lane, warp): (u32, u32),
        x: T,
        f: impl Fn(T, T) -> T,
    ) -> (T, T, Used<T, L>) {
        if lane == 31 {
            self.0.element(warp).set(x);
        }
        gpu.sync_threads();
        let mine = self.0.element(lane % L::SIZE as u32).get();
        let warps = warp::scan(gpu, mine, <Firsts<L>>::STATIC, f);
        let all = warps.shuffle(gpu, L::SIZE as u32 - 1);
        (warps.shuffle(gpu, warp.wrapping_sub(1)), all, Used(self.0))
    }
}
impl<T, L> Used<T, L> {
    /// Waits until all threads have read the memory, so that it may be written again.
    ///
    /// # Safety
    ///
    /// All threads of the block execute this together.
    #[inline(always)]
    pub unsafe fn again(self, gpu: impl Gpu) -> Scratch<T, L> {
        gpu.sync_threads();
        Scratch(self.0)
    }
}

/// Returns true in all threads of the last of `blocks` blocks that call this. That block sees what
/// the others wrote before the call, and reduces their results. `counter`, in global memory, is 0
/// before and after. CUDA's sample `threadFenceReduction`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Sm80, block, storage::{Allocate, SmemTensor}};
/// /// Each block writes a number, and the last block writes the sum of all.
/// unsafe fn sum<G: Sm80>(gpu: G, numbers: *mut f32, counter: *mut u32, to: *mut f32) {
///     // SAFETY: all threads execute this, each block has a number, and nothing else uses shared
///     // memory.
///     unsafe {
///         if gpu.thread() == 0 {
///             *numbers.add(gpu.block_x() as usize) = gpu.block_x() as f32;
///         }
///         let shown = <SmemTensor<u32, layout!(1)>>::allocate(gpu);
///         if block::is_last(gpu, counter, gpu.grid_x(), shown) && gpu.thread() == 0 {
///             *to = (0..gpu.grid_x()).map(|i| *numbers.add(i as usize)).sum();
///         }
///     }
/// }
/// ```
///
/// # Safety
///
/// All threads of the block execute this together, `blocks` blocks call it with this counter, once
/// each, and nothing else uses the counter or the memory of `shown`.
#[doc(alias("threadFenceReduction", "__threadfence"))]
#[inline(always)]
pub unsafe fn is_last<G: Sm80>(
    gpu: G,
    counter: *mut u32,
    blocks: u32,
    shown: SmemTensor<u32, layout!(1)>,
) -> bool {
    gpu.sync_threads(); // all threads have written
    if gpu.thread() == 0 {
        let before = gpu.fetch_add_acq_rel(counter, 1);
        if before.wrapping_add(1) == blocks {
            gpu.store_release(counter, 0);
        }
        shown.engine().set(before);
    }
    gpu.sync_threads(); // all threads see what thread 0 has seen
    shown.engine().get().wrapping_add(1) == blocks
}
