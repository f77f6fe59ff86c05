//! The machine interface that a kernel is generic over, by capability.
//!
//! A kernel is a function that is generic over its machine: over [`Gpu`], which every GPU is, or over what it needs in
//! addition. An instruction that the machine does not have does not compile.
//!
//! | trait | machines | what it adds |
//! |---|---|---|
//! | [`Gpu`] | all | the thread's place, the block's shared memory and barriers, arithmetic, shuffles |
//! | [`Sm80`] | Ampere, Ada, Hopper, Blackwell | `cp.async`, `ldmatrix`, `mma.sync` |
//! | [`Sm89`] | Ada, Hopper, Blackwell | `mma.sync` of numbers of 8 bits |
//! | [`Sm90`] | Hopper, as `sm_90a` | `stmatrix`, `mbarrier`, TMA, `wgmma`, registers handed from warpgroup to warpgroup |
//! | [`Store`] | all | stores with a cache policy or a predicate, and the rounding on the way there |
//!
//! Two machines implement them: `Nvptx`, whose methods are single instructions and which exists only for the target
//! `nvptx64-nvidia-cuda`, with the traits of the `target-cpu` that it is compiled for, and the emulator of the crate
//! `zellige-emulator`, which runs the threads of a block in turn on the CPU. So the source that is tested is the
//! source that is compiled for the GPU.
//!
//! ```
//! use zellige_gpu::{Gpu, Sm80};
//! /// Every thread of the block brings 16 bytes into shared memory.
//! ///
//! /// # Safety
//! ///
//! /// `from` points to 16 bytes for each thread, aligned to 16, and the block has as many of shared memory.
//! unsafe fn bring<G: Sm80>(gpu: G, from: *const u8) {
//!     let place = 16 * gpu.thread();
//!     // SAFETY: as the caller promises, and every thread of the block is here.
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
//!     unsafe { bring(gpu, from) } // `G` is a machine without `cp.async`, as far as is known
//! }
//! ```

#[cfg(target_arch = "nvptx64")]
mod nvptx;
mod sm_80;
mod sm_89;
mod sm_90;
mod store;
#[cfg(target_arch = "nvptx64")]
pub use nvptx::Nvptx;
pub use sm_80::Sm80;
pub use sm_89::Sm89;
pub use sm_90::{Sm90, TensorMap};
pub use store::Store;

use zellige::prelude::Layout;

/// One thread of a grid: its place, and the operations that it does alone or together with others.
///
/// Blocks are one-dimensional, grids have one or two dimensions. Addresses in shared memory are `u32`s,
/// in bytes, as the instructions take them.
///
/// # Safety of the methods
///
/// Methods that are `unsafe` have the conditions of the instruction that they are named after: every
/// address must be valid and aligned, and where threads act together (a block, a warp, a warpgroup), all of
/// them must call the method, and call it together.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a machine that runs kernels",
    label = "is not a machine",
    note = "add the bound `G: Gpu`; the GPU itself is `zellige_gpu::Nvptx`"
)]
pub trait Gpu: Copy {
    /// Returns the number of this thread in its block. PTX: `%tid.x`.
    #[doc(alias("threadIdx", "thread_idx"))]
    fn thread(self) -> u32;
    /// Returns the place of this block in the grid. PTX: `%ctaid.x`.
    #[doc(alias("blockIdx", "block_idx"))]
    fn block_x(self) -> u32;
    /// Returns the place of this block in the grid's second dimension. PTX: `%ctaid.y`.
    #[doc(alias("blockIdx", "block_idx"))]
    fn block_y(self) -> u32;
    /// Returns the number of blocks along the grid's first mode. PTX: `%nctaid.x`.
    #[doc(alias("gridDim", "grid_dim"))]
    fn grid_x(self) -> u32;
    /// Returns the number of blocks along the grid's second mode. PTX: `%nctaid.y`.
    fn grid_y(self) -> u32;

    /// Returns the block's shared memory, as large as the launch says.
    fn shared(self) -> *mut u8;
    /// Returns the same for a tensor of elements of T, from the element `first` on, in this layout.
    ///
    /// An emulator sees the accesses of tensors, and reports the coordinate of a wrong one; in memory that is reached by
    /// [`shared`](Gpu::shared) it does not know which elements are written.
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
    /// Waits at the barrier ID until THREADS threads of the block have come to it; they are whole warps. PTX:
    /// `bar.sync ID, THREADS`.
    unsafe fn barrier_sync<const ID: u32, const THREADS: u32>(self);
    /// Comes to the barrier ID without waiting. PTX: `bar.arrive ID, THREADS`.
    unsafe fn barrier_arrive<const ID: u32, const THREADS: u32>(self);
    /// Waits as [`barrier_sync`](Gpu::barrier_sync) does at the barrier `id`, which is known at run time, 0 to 15.
    unsafe fn barrier_sync_at<const THREADS: u32>(self, id: u32);
    /// Comes as [`barrier_arrive`](Gpu::barrier_arrive) does to the barrier `id`, which is known at run time, 0 to 15.
    unsafe fn barrier_arrive_at<const THREADS: u32>(self, id: u32);

    /// Returns a * b + c, rounded once. PTX: `fma.rn.f32`.
    fn fma(self, a: f32, b: f32, c: f32) -> f32;
    /// Returns 2 to the power of x, with an error of a few units in the last place. PTX: `ex2.approx.ftz.f32`.
    #[doc(alias = "exp2f")]
    fn exp2(self, x: f32) -> f32;
    /// Returns the logarithm of x to the base 2, with an error of a few units in the last place; of 0 minus infinity. PTX: `lg2.approx.ftz.f32`.
    #[doc(alias = "log2f")]
    fn log2(self, x: f32) -> f32;
    /// Returns 1 / x, with an error of a unit in the last place. PTX: `rcp.approx.ftz.f32`.
    #[doc(alias("__frcp_rn", "rcp_approx"))]
    fn reciprocal(self, x: f32) -> f32;
    /// Returns the square root of x, with a relative error of 2^-23. PTX: `sqrt.approx.ftz.f32`.
    #[doc(alias("sqrtf", "__fsqrt_rn", "sqrt_approx"))]
    fn sqrt(self, x: f32) -> f32;
    /// Returns 1 / sqrt(x), with a relative error of 2^-22.9; of 0 infinity. PTX:
    /// `rsqrt.approx.ftz.f32`.
    #[doc(alias("rsqrtf", "__frsqrt_rn", "rsqrt_approx"))]
    fn rsqrt(self, x: f32) -> f32;
    /// Returns the x of the thread of the warp whose number differs in the bits of `mask`. PTX: `shfl.sync.bfly`.
    #[doc(alias("__shfl_xor_sync", "shuffle_sync_bfly"))]
    unsafe fn shuffle_xor(self, x: f32, mask: u32) -> f32;
    /// Returns the x of the thread `by` lanes before this one in its warp; in the first `by` lanes,
    /// their own x. PTX: `shfl.sync.up`.
    #[doc(alias("__shfl_up_sync", "shuffle_sync_up"))]
    unsafe fn shuffle_up(self, x: f32, by: u32) -> f32;
    /// Returns the x of the thread `lane` mod 32 of the warp. PTX: `shfl.sync.idx`.
    #[doc(alias("__shfl_sync", "shuffle_sync"))]
    unsafe fn shuffle(self, x: f32, lane: u32) -> f32;
    /// Returns the x of the warp's first thread. The compiler knows that it is the same for all of them, and keeps in registers of the warp what is computed of
    /// it. PTX: `shfl.sync.idx`.
    #[doc(alias("__shfl_sync", "canonical_warp_idx_sync", "canonical_warp_group_idx"))]
    unsafe fn broadcast(self, x: u32) -> u32;
    /// Returns true if x is, for some thread of the warp. PTX: `vote.sync.any.pred`.
    #[doc(alias("__any_sync", "vote_any_sync"))]
    unsafe fn any(self, x: bool) -> bool;
}
