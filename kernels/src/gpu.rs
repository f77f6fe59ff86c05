//! What a kernel asks of the machine that runs it.
//!
//! A kernel is a function that is generic over a [`Gpu`]. There are two: `Nvptx`, whose methods are
//! single instructions and which exists only for the target `nvptx64-nvidia-cuda`, and the emulator of
//! the crate `zellige-launch`, which runs every thread of a block as a thread of the CPU. So the source
//! that is tested is the source that is compiled for the GPU.

mod hopper;
#[cfg(target_arch = "nvptx64")]
mod nvptx;
pub use hopper::{Hopper, TensorMap};
#[cfg(target_arch = "nvptx64")]
pub use nvptx::Nvptx;

/// One thread of a grid: where it is, and what it can do together with others.
///
/// Blocks are one-dimensional, grids have one or two dimensions. Addresses in shared memory are `u32`s,
/// in bytes, as the instructions take them.
///
/// # Safety of the methods
///
/// Methods that are `unsafe` have the conditions of the instruction that they are named after: every
/// address must be valid and aligned, and where threads act together (a block, a warp, a warpgroup), all of
/// them must call the method, and call it together.
pub trait Gpu: Copy {
    /// The number of this thread in its block. PTX: `%tid.x`.
    fn thread(self) -> u32;
    /// The place of this block in the grid. PTX: `%ctaid.x`.
    fn block_x(self) -> u32;
    /// The place of this block in the grid's second dimension. PTX: `%ctaid.y`.
    fn block_y(self) -> u32;
    /// The number of blocks in the grid. PTX: `%nctaid.x`.
    fn grid_x(self) -> u32;

    /// The block's shared memory, as large as the launch says.
    fn shared(self) -> *mut u8;
    /// The address of [`shared`](Gpu::shared).
    fn shared_address(self) -> u32;
    /// Waits for all threads of the block. PTX: `bar.sync 0`.
    unsafe fn sync_threads(self);

    /// a * b + c, rounded once. PTX: `fma.rn.f32`.
    fn fma(self, a: f32, b: f32, c: f32) -> f32;
    /// 2 to the power of x, with an error of a few units in the last place. PTX: `ex2.approx.ftz.f32`.
    fn exp2(self, x: f32) -> f32;
    /// 1 / x, with an error of a unit in the last place. PTX: `rcp.approx.ftz.f32`.
    fn reciprocal(self, x: f32) -> f32;
    /// The x of the thread of the warp whose number differs in the bits of `mask`. PTX: `shfl.sync.bfly`.
    unsafe fn shuffle_xor(self, x: f32, mask: u32) -> f32;

    /// Begins to copy 16 bytes to shared memory, of which the first `bytes` are read and the others are
    /// zero. PTX: `cp.async.cg.shared.global [to], [from], 16, bytes`.
    unsafe fn cp_async_16(self, to: u32, from: *const u8, bytes: u32);
    /// Begins to copy 16 bytes to shared memory; without `read` they are zero, and nothing is read. PTX:
    /// `cp.async.cg.shared.global [to], [from], 16, !read`.
    unsafe fn cp_async_16_if(self, to: u32, from: *const u8, read: bool);
    /// Begins to copy 4 bytes to shared memory, which are zero if `bytes` is 0 instead of 4. PTX:
    /// `cp.async.ca.shared.global [to], [from], 4, bytes`.
    unsafe fn cp_async_4(self, to: u32, from: *const u8, bytes: u32);
    /// Makes a group of the copies that this thread began since the last group. PTX:
    /// `cp.async.commit_group`.
    unsafe fn cp_async_commit(self);
    /// Waits until at most `N` of this thread's groups are under way. PTX: `cp.async.wait_group N`.
    unsafe fn cp_async_wait<const N: u32>(self);

    /// Four matrices of 8 by 8 elements of 16 bits. Thread 8 i + j of the warp gives the address of row
    /// j of matrix i, and gets elements 2 (t % 4) and 2 (t % 4) + 1 of row t / 4 of each matrix. PTX:
    /// `ldmatrix.sync.aligned.m8n8.x4.shared.b16`.
    unsafe fn ldmatrix_x4(self, row: u32) -> [u32; 4];
    /// Adds the product of a 16 by 16 and a 16 by 8 matrix of `T` to a 16 by 8 matrix of f32, which the
    /// threads of the warp hold in their registers. PTX:
    /// `mma.sync.aligned.m16n8k16.row.col.f32.T.T.f32`.
    unsafe fn mma_16x8x16<T: Half>(self, d: &mut [f32; 4], a: [u32; 4], b: [u32; 2]);
}

/// A floating-point number of 16 bits, which only tensor cores compute with.
pub trait Half: Copy + 'static {
    /// Is it `bf16`, with the exponent of an f32? Else it is IEEE's `f16`.
    const BRAIN: bool;
}

/// The bits of a number of 16 bits with 8 bits of exponent.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Bf16(pub u16);
impl Half for Bf16 {
    const BRAIN: bool = true;
}

/// The bits of a number of 16 bits with 5 bits of exponent.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct F16(pub u16);
impl Half for F16 {
    const BRAIN: bool = false;
}
