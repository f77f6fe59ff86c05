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
//! The memory may be written again only when all threads have read it. So it is [`Scratch`] before,
//! and [`Used`] after: to use it again, the block waits once more, by [`Used::again`].
//!
//! ```
//! use zellige::prelude::*;
//! use zellige_gpu::{Gpu, block::Scratch, tensor::smem};
//! /// The mean of the numbers of 256 threads, and how far the farthest of them is away from it.
//! unsafe fn spread<G: Gpu>(gpu: G, x: f32) -> (f32, f32) {
//!     // SAFETY: all threads of the block are here, and its shared memory has 32 bytes that are used for nothing else.
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

/// Shared memory for a value of each warp of a block: the layout L has as many places as there are
/// warps, a power of two up to 32.
pub struct Scratch<T, L>(GpuTensor<Smem<T>, L>);
/// [`Scratch`] from which threads of the block may still read.
pub struct Used<T, L>(GpuTensor<Smem<T>, L>);

/// All lanes of a warp.
type Lanes = layout!(32);
/// As many lanes of a warp as the block has warps.
type Firsts<L> = Strided<<L as Layout>::Size, int!(1)>;

impl<T: Shuffled, L: Layout> Scratch<T, L> {
    /// Makes scratch memory of this tensor, for the warps of this block.
    ///
    /// # Safety
    ///
    /// The tensor is in the block's shared memory, aligned as T is, and used for nothing else. The
    /// block has 32 threads for each place.
    #[inline(always)]
    pub unsafe fn new(memory: GpuTensor<Smem<T>, L>) -> Self {
        Scratch(memory)
    }
    /// Shows the value of each warp to all others: returns the value that the first thread of the
    /// warp with the number `thread % 32 % warps` has shown.
    ///
    /// # Safety
    ///
    /// All threads of the block are here.
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
    /// All threads of the block are here.
    #[inline(always)]
    pub unsafe fn reduce<G: Gpu>(self, gpu: G, x: T, f: impl Fn(T, T) -> T) -> (T, Used<T, L>) {
        let (x, used) = self.exchange(gpu, warp::reduce(gpu, x, Lanes::STATIC, &f));
        (warp::reduce(gpu, x, <Firsts<L>>::STATIC, f), used)
    }
    /// Returns the sum of the numbers of all threads of the block.
    ///
    /// # Safety
    ///
    /// All threads of the block are here.
    #[inline(always)]
    pub unsafe fn sum<G: Gpu>(self, gpu: G, x: T) -> (T, Used<T, L>)
    where
        T: Add<Output = T>,
    {
        self.reduce(gpu, x, |a, b| a + b)
    }
    /// Returns the largest of the numbers of all threads of the block; a NaN counts as no number.
    ///
    /// # Safety
    ///
    /// All threads of the block are here.
    #[inline(always)]
    pub unsafe fn max<G: Gpu>(self, gpu: G, x: T) -> (T, Used<T, L>)
    where
        T: Ordered,
    {
        self.reduce(gpu, x, T::larger)
    }
}
impl<T: Shuffled, L: Layout> Scratch<T, L> {
    /// Combines the value of each thread with those of all threads before it, in their order, by
    /// `f`, which is associative. Returns that, and the values of all threads. CUB:
    /// `BlockScan::InclusiveScan`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::{Gpu, block::Scratch, storage::{Allocate, SmemTensor}};
    /// /// The sum of the numbers up to this thread's, of 256 threads, and the sum of all: if each is 1,
    /// /// thread 9 gets (10, 256).
    /// unsafe fn sums<G: Gpu>(gpu: G, x: f32) -> (f32, f32) {
    ///     // SAFETY: all threads of the block are here, and nothing else uses its shared memory.
    ///     unsafe {
    ///         let warps = Scratch::new(<SmemTensor<f32, layout!(8)>>::allocate(gpu));
    ///         let (sums, _) = warps.scan(gpu, x, |a, b| a + b);
    ///         sums
    ///     }
    /// }
    /// ```
    ///
    /// A segmented scan is one of pairs: `(begins, x)` with
    /// `|a, b| if b.0 != 0 { b } else { (a.0 | b.0, a.1 + b.1) }`.
    ///
    /// # Safety
    ///
    /// All threads of the block are here.
    #[doc(alias = "BlockScan")]
    #[inline(always)]
    pub unsafe fn scan<G: Gpu>(self, gpu: G, x: T, f: impl Fn(T, T) -> T) -> ((T, T), Used<T, L>) {
        let (lane, warp) = layout!((32, 32)).idx2crd(gpu.thread());
        let x = warp::scan(gpu, x, Lanes::STATIC, &f);
        let (before, all, used) = self.before(gpu, (lane, warp), x, &f);
        ((if warp == 0 { x } else { f(before, x) }, all), used)
    }
    /// Combines `first` with the values of all threads before each, in their order, and without its
    /// own: thread 0 gets `first`. Returns that, and the values of all threads, without `first`.
    /// CUB: `BlockScan::ExclusiveScan`.
    ///
    /// # Safety
    ///
    /// All threads of the block are here.
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
        let x = if lane == 0 {
            before
        } else {
            f(before, in_warp)
        };
        ((x, all), used)
    }
    /// Returns what the warps before this one have, and what all have, where `x` is what a warp has
    /// up to each lane.
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
    /// Waits until all threads have read it, so that it may be written again.
    ///
    /// # Safety
    ///
    /// All threads of the block are here.
    #[inline(always)]
    pub unsafe fn again(self, gpu: impl Gpu) -> Scratch<T, L> {
        gpu.sync_threads();
        Scratch(self.0)
    }
}

/// Returns true in all threads of the block that calls this last, of so many blocks: it sees what
/// the others wrote before, and reduces their results. `counter`, in global memory, is 0 before and
/// after. CUDA's sample `threadFenceReduction`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Sm80, block, storage::{Allocate, SmemTensor}};
/// /// Each block writes a number, and the last one the sum of all.
/// unsafe fn sum<G: Sm80>(gpu: G, numbers: *mut f32, counter: *mut u32, to: *mut f32) {
///     // SAFETY: all threads are here, each block has a number, and nothing else uses shared memory.
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
/// All threads of the block are here, `blocks` blocks call this with this counter, once each, and
/// nobody else uses it or the memory of `shown`.
#[doc(alias("threadFenceReduction", "__threadfence"))]
#[inline(always)]
pub unsafe fn is_last<G: Sm80>(
    gpu: G,
    counter: *mut u32,
    blocks: u32,
    shown: SmemTensor<u32, layout!(1)>,
) -> bool {
    gpu.sync_threads(); // all have written
    if gpu.thread() == 0 {
        let before = gpu.fetch_add_acq_rel(counter, 1);
        if before + 1 == blocks {
            gpu.store_release(counter, 0);
        }
        shown.engine().set(before);
    }
    gpu.sync_threads(); // all see what thread 0 has seen
    shown.engine().get() + 1 == blocks
}
