//! The machine interface that a kernel is generic over, by capability.
//!
//! A kernel is a function that is generic over its machine: over [`Gpu`], which every GPU
//! implements, or over further capabilities that it needs. An instruction that the machine does not
//! have does not compile.
//!
//! | trait | machines | adds |
//! |---|---|---|
//! | [`Gpu`] | all | the thread's position, the block's shared memory and barriers, arithmetic, shuffles |
//! | [`Sm80`] | Ampere, Ada, Hopper, Blackwell | `cp.async`, `ldmatrix`, `mma.sync` |
//! | [`Sm89`] | Ada, Hopper, Blackwell | `mma.sync` of 8-bit floating-point numbers |
//! | [`Sm90`] | Hopper, as `sm_90a` | `stmatrix`, `mbarrier`, TMA, `wgmma`, registers handed from warpgroup to warpgroup |
//! | [`Sm100`] | datacenter Blackwell, as `sm_100a` | tensor memory, `tcgen05.mma`; all of `Sm90` except `wgmma` |
//! | [`Sm120`] | Blackwell of RTX 50, as `sm_120a` | `mma.sync` of 8-bit and 4-bit numbers with scale factors; all of `Sm89` |
//! | [`Store`] | all | stores with a cache policy or a predicate, and arithmetic in 16 bits before them |
//!
//! Two machines implement these traits. The methods of `Nvptx` are single instructions; it exists
//! only for the target `nvptx64-nvidia-cuda`, with the traits of the `target-cpu` for which it is
//! compiled. The emulator of the crate `zellige-emulator` runs the threads of a block in turn on
//! the CPU. The source that is tested is thus the source that is compiled for the GPU.
//!
//! ```
//! use zellige_gpu::{Gpu, Sm80};
//! /// Every thread of the block copies 16 bytes to shared memory.
//! ///
//! /// # Safety
//! ///
//! /// `from` points to 16 bytes for each thread, aligned to 16, and the block has as much shared
//! /// memory.
//! unsafe fn bring<G: Sm80>(gpu: G, from: *const u8) {
//!     let place = 16 * gpu.thread();
//!     // SAFETY: as the caller promises, and every thread of the block executes this.
//!     unsafe {
//!         gpu.cp_async_16(gpu.shared_address() + place, from.add(place as usize), 16);
//!         gpu.cp_async_commit();
//!         gpu.cp_async_wait::<0>();
//!         gpu.sync_threads();
//!     }
//! }
//! ```
//!
//! ```compile_fail,E0277
//! # use zellige_gpu::{Gpu, Sm80};
//! # unsafe fn bring<G: Sm80>(gpu: G, from: *const u8) {}
//! unsafe fn on_any_gpu<G: Gpu>(gpu: G, from: *const u8) {
//!     unsafe { bring(gpu, from) } // `G` is not known to be a machine with `cp.async`
//! }
//! ```

#[cfg(target_arch = "nvptx64")]
mod nvptx;
mod sm_100;
mod sm_120;
mod sm_80;
mod sm_89;
mod sm_90;
mod store;
#[cfg(target_arch = "nvptx64")]
pub use nvptx::Nvptx;
#[cfg(target_arch = "nvptx64")]
pub(crate) use nvptx::widened_f16;
pub use sm_80::Sm80;
pub use sm_89::Sm89;
pub use sm_90::{CachePolicy, Evicted, Reduction, Sm90, TensorMap};
pub use sm_100::Sm100;
pub use sm_120::Sm120;
pub use store::Store;

use zellige::prelude::Layout;

/// A thread of a grid: its position, and the operations that it executes alone or together with
/// others.
///
/// Blocks are one-dimensional; grids have one or two dimensions. Addresses in shared memory are
/// `u32`s, in bytes, as the instructions take them.
///
/// # Safety of the methods
///
/// `unsafe` methods have the conditions of the instructions that they are named after: every
/// address must be valid and aligned, and if threads act together (a block, a warp, a warpgroup),
/// all of them must call the method together.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a machine that runs kernels",
    label = "is not a machine",
    note = "add the bound `G: Gpu`; the GPU itself is `zellige_gpu::Nvptx`"
)]
pub trait Gpu: Copy {
    /// Returns the number of this thread in its block. PTX: `%tid.x`.
    #[doc(alias("threadIdx", "thread_idx"))]
    fn thread(self) -> u32;
    /// Returns the position of this block in the grid's first dimension. PTX: `%ctaid.x`.
    ///
    /// Grids have two dimensions, and blocks have one. A layout makes more modes of them:
    ///
    /// ```
    /// use zellige::prelude::*;
    /// // A grid of 4 tiles by 3 by 5 matrices, launched as (4, 15): block (2, 7) has tile (2, 1) of
    /// // matrix 2.
    /// let (block_x, block_y) = (2u32, 7u32);
    /// let (n, batch) = layout!((3, 5)).idx2crd(block_y);
    /// assert_eq!((block_x, n, batch), (2, 1, 2));
    /// ```
    #[doc(alias("blockIdx", "block_idx"))]
    fn block_x(self) -> u32;
    /// Returns the position of this block in the grid's second dimension. PTX: `%ctaid.y`.
    #[doc(alias("blockIdx", "block_idx"))]
    fn block_y(self) -> u32;
    /// Returns the number of blocks along the grid's first dimension. PTX: `%nctaid.x`.
    #[doc(alias("gridDim", "grid_dim", "grid_z", "block_z"))]
    fn grid_x(self) -> u32;
    /// Returns the number of blocks along the grid's second dimension. PTX: `%nctaid.y`.
    fn grid_y(self) -> u32;

    /// Returns the block's shared memory, with the size given by the launch.
    fn shared(self) -> *mut u8;
    /// Returns the same memory for a tensor of elements T in this layout, which begins at the
    /// element `first`.
    ///
    /// An emulator sees the accesses of tensors, and reports the coordinate of an invalid one; in
    /// memory accessed through [`shared`](Gpu::shared) it does not know which elements are written.
    #[inline(always)]
    fn shared_of_tensor<T, L: Layout>(self, first: u32, layout: L) -> *mut u8 {
        let _ = (first, layout);
        self.shared()
    }
    /// Returns the address of [`shared`](Gpu::shared).
    fn shared_address(self) -> u32;
    /// Waits for all threads of the block. PTX: `bar.sync 0`.
    #[doc(alias = "__syncthreads")]
    unsafe fn sync_threads(self);
    /// Waits at the barrier ID until THREADS threads of the block, in whole warps, have arrived.
    /// PTX: `bar.sync ID, THREADS`.
    unsafe fn barrier_sync<const ID: u32, const THREADS: u32>(self);
    /// Arrives at the barrier ID without waiting. PTX: `bar.arrive ID, THREADS`.
    unsafe fn barrier_arrive<const ID: u32, const THREADS: u32>(self);
    /// Waits as [`barrier_sync`](Gpu::barrier_sync) does, at a barrier `id` that is known only at
    /// run time, 0 to 15.
    unsafe fn barrier_sync_at<const THREADS: u32>(self, id: u32);
    /// Arrives as [`barrier_arrive`](Gpu::barrier_arrive) does, at a barrier `id` that is known
    /// only at run time, 0 to 15.
    unsafe fn barrier_arrive_at<const THREADS: u32>(self, id: u32);

    /// Lets the next kernel of the stream begin, if it is launched to depend on this one: when all
    /// blocks have called this, or have ended. PTX: `griddepcontrol.launch_dependents`. CUTLASS:
    /// `launch_dependent_grids`.
    ///
    /// The next kernel may take registers and shared memory from blocks that have not begun, but
    /// sees no writes of this kernel before it [waits](Self::griddepcontrol_wait). A kernel that is
    /// compiled for a GPU before Hopper never depends on another one, and this does nothing.
    #[doc(alias("launch_dependent_grids", "cudaTriggerProgrammaticLaunchCompletion"))]
    fn griddepcontrol_launch_dependents(self) {}
    /// Waits until the kernels before this one in the stream are done, and sees what they wrote. It
    /// does not wait unless the kernel was launched to depend on them, by `launch_dependent` of
    /// `zellige-launch`. PTX: `griddepcontrol.wait`. CUTLASS: `wait_on_dependent_grids`.
    ///
    /// ```
    /// use zellige_gpu::{Gpu, kernel};
    /// /// Doubles the numbers of 32 threads of each block, which the kernel before has written.
    /// ///
    /// /// # Safety
    /// ///
    /// /// `numbers` points to 32 numbers for each block, which nothing else uses meanwhile.
    /// #[kernel(threads = 32)]
    /// unsafe fn double<G: Gpu>(gpu: G, numbers: *mut f32) {
    ///     let i = 32 * gpu.block_x() + gpu.thread(); // while the kernel before still runs
    ///     gpu.griddepcontrol_wait();
    ///     // SAFETY: one of the numbers, and only this thread has it.
    ///     unsafe { *numbers.add(i as usize) *= 2.0 }
    ///     gpu.griddepcontrol_launch_dependents();
    /// }
    /// ```
    #[doc(alias("wait_on_dependent_grids", "cudaGridDependencySynchronize"))]
    fn griddepcontrol_wait(self) {}

    /// Returns the word, but hides from the compiler where it came from: the compiler computes
    /// again what depends on it, in place of keeping that in registers. PTX: no instruction. Rust:
    /// [`black_box`](core::hint::black_box), which uses memory.
    ///
    /// ```
    /// use zellige_gpu::Gpu;
    ///
    /// /// Writes each of 64 bits times their sum. No register keeps a bit meanwhile.
    /// fn bits<G: Gpu>(gpu: G, words: [u32; 2], mut write: impl FnMut(u32)) {
    ///     let bit = |i: usize| gpu.black_box(words[i / 32]) >> (i % 32) & 1;
    ///     let sum = (0..64).map(bit).sum::<u32>();
    ///     (0..64).for_each(|i| write(sum * bit(i)));
    /// }
    /// ```
    #[inline(always)]
    fn black_box(self, word: u32) -> u32 {
        word
    }
    /// Returns four of the eight bytes of two words, those of `a` first: byte i of the result is
    /// the one with the number in bits 4i to 4i + 2 of `selector`. PTX: `prmt.b32`, without copies
    /// of signs.
    ///
    /// ```
    /// use zellige_gpu::Gpu;
    /// /// Returns the bytes at even places: of 0x33221100 and 0x77665544, 0x66442200.
    /// fn even<G: Gpu>(gpu: G, a: u32, b: u32) -> u32 {
    ///     gpu.prmt(a, b, 0x6420)
    /// }
    /// ```
    #[inline(always)]
    #[doc(alias("__byte_perm", "byte_permute"))]
    fn prmt(self, a: u32, b: u32, selector: u32) -> u32 {
        let bytes = (u64::from(b) << 32 | u64::from(a)).to_le_bytes();
        u32::from_le_bytes([0, 4, 8, 12].map(|bit| bytes[(selector >> bit & 7) as usize]))
    }
    /// Returns a * b + c, rounded once. PTX: `fma.rn.f32`.
    fn fma(self, a: f32, b: f32, c: f32) -> f32;
    /// Returns 2 to the power of x, with an error of a few units in the last place. PTX:
    /// `ex2.approx.ftz.f32`.
    #[doc(alias = "exp2f")]
    fn exp2(self, x: f32) -> f32;
    /// Returns the base-2 logarithm of x, with an error of a few units in the last place; for 0,
    /// minus infinity. PTX: `lg2.approx.ftz.f32`.
    #[doc(alias = "log2f")]
    fn log2(self, x: f32) -> f32;
    /// Returns 1 / x, with an error of one unit in the last place. PTX: `rcp.approx.ftz.f32`.
    #[doc(alias("__frcp_rn", "rcp_approx"))]
    fn reciprocal(self, x: f32) -> f32;
    /// Returns the square root of x, with a relative error of 2^-23. PTX: `sqrt.approx.ftz.f32`.
    #[doc(alias("sqrtf", "__fsqrt_rn", "sqrt_approx"))]
    fn sqrt(self, x: f32) -> f32;
    /// Returns 1 / sqrt(x), with a relative error of 2^-22.9; infinity for 0. PTX:
    /// `rsqrt.approx.ftz.f32`.
    #[doc(alias("rsqrtf", "__frsqrt_rn", "rsqrt_approx"))]
    fn rsqrt(self, x: f32) -> f32;
    /// Returns the x of the thread in the warp whose number differs in the bits of `mask`. PTX:
    /// `shfl.sync.bfly`.
    #[doc(alias("__shfl_xor_sync", "shuffle_sync_bfly"))]
    unsafe fn shuffle_xor(self, x: f32, mask: u32) -> f32;
    /// Returns the x of the thread `by` lanes before this one in its warp; the first `by` lanes get
    /// their own x. PTX: `shfl.sync.up`.
    #[doc(alias("__shfl_up_sync", "shuffle_sync_up"))]
    unsafe fn shuffle_up(self, x: f32, by: u32) -> f32;
    /// Returns the x of the thread `lane` mod 32 of the warp. PTX: `shfl.sync.idx`.
    #[doc(alias("__shfl_sync", "shuffle_sync"))]
    unsafe fn shuffle(self, x: f32, lane: u32) -> f32;
    /// Returns the x of the warp's first thread. The compiler knows that it is the same for all
    /// threads, and keeps values computed from it in the warp's uniform registers. PTX:
    /// `shfl.sync.idx`.
    #[doc(alias("__shfl_sync", "canonical_warp_idx_sync", "canonical_warp_group_idx"))]
    unsafe fn broadcast(self, x: u32) -> u32;
    /// Returns whether x is true for any thread of the warp. PTX: `vote.sync.any.pred`.
    #[doc(alias("__any_sync", "vote_any_sync"))]
    unsafe fn any(self, x: bool) -> bool;
}
