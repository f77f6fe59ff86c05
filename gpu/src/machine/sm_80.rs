//! What GPUs since Ampere have in addition: copies to shared memory that run on, and products of small matrices.

use super::Gpu;
use crate::gemm::MmaSync;

/// A thread of a GPU with compute capability 8.0 or more.
///
/// # Safety of the methods
///
/// As for [`Gpu`].
#[diagnostic::on_unimplemented(
    message = "the machine `{Self}` is not known to have the instructions of sm_80",
    label = "needs `Sm80`",
    note = "bound it, `G: Sm80`, or compile with `-Ctarget-cpu=sm_80` or newer"
)]
pub trait Sm80: Gpu {
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
    /// C += A B, of small matrices that the threads of the warp hold in their registers, as the atom I says. PTX:
    /// `mma.sync`.
    unsafe fn mma_sync<I: MmaSync<Self>>(
        self,
        c: &mut I::RegistersC,
        a: I::RegistersA,
        b: I::RegistersB,
    );
}
