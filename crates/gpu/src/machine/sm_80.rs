//! The operations that GPUs since Ampere add: asynchronous copies to shared memory, and products of
//! small matrices.

use super::Gpu;
use crate::gemm::MmaSync;

/// A thread of a GPU with compute capability 8.0 or more.
///
/// # Safety of the methods
///
/// The conditions are those of [`Gpu`].
#[diagnostic::on_unimplemented(
    message = "the machine `{Self}` is not known to have the instructions of sm_80",
    label = "needs `Sm80`",
    note = "add the bound `G: Sm80`, or compile with `-Ctarget-cpu=sm_80` or newer"
)]
pub trait Sm80: Gpu {
    /// Begins to copy 16 bytes to shared memory: reads the first `bytes` bytes, and fills the rest
    /// with zeros. PTX: `cp.async.cg.shared.global [to], [from], 16, bytes`.
    unsafe fn cp_async_16(self, to: u32, from: *const u8, bytes: u32);
    /// Begins to copy 16 bytes to shared memory; if `read` is false, writes zeros and reads
    /// nothing. PTX: `cp.async.cg.shared.global [to], [from], 16, !read`.
    unsafe fn cp_async_16_if(self, to: u32, from: *const u8, read: bool);
    /// Begins to copy BYTES bytes, 4, 8 or 16, to shared memory through all caches; if `read` is
    /// false, writes zeros and reads nothing. PTX:
    /// `cp.async.ca.shared.global [to], [from], BYTES, !read`.
    unsafe fn cp_async_ca_if<const BYTES: u32>(self, to: u32, from: *const u8, read: bool);
    /// Begins to copy 4 bytes to shared memory, or 4 zeros if `bytes` is 0 instead of 4. PTX:
    /// `cp.async.ca.shared.global [to], [from], 4, bytes`.
    unsafe fn cp_async_4(self, to: u32, from: *const u8, bytes: u32);
    /// Makes a group of the copies that this thread began since the last group. PTX:
    /// `cp.async.commit_group`.
    #[doc(alias("cp_async_fence", "cp_async_commit_group"))]
    unsafe fn cp_async_commit(self);
    /// Waits until at most `N` of this thread's groups are in flight. PTX: `cp.async.wait_group N`.
    #[doc(alias = "cp_async_wait_group")]
    unsafe fn cp_async_wait<const N: u32>(self);

    /// Writes a number that signals to other blocks: a thread that reads it by
    /// [`load_acquire`](Sm80::load_acquire) sees everything that this thread has written or seen
    /// before. PTX: `st.release.gpu.u32`.
    #[doc(alias(
        "__threadfence",
        "fence_acq_rel_gpu",
        "fence_acq_rel_cta",
        "fence_acq_rel_cluster",
        "fence_acq_rel_sys"
    ))]
    unsafe fn store_release(self, to: *mut u32, number: u32);
    /// Reads a number that another block may write at the same time by
    /// [`store_release`](Sm80::store_release). PTX: `ld.acquire.gpu.u32`.
    unsafe fn load_acquire(self, from: *const u32) -> u32;
    /// Adds to a number in global memory, atomically for all blocks, and returns its previous
    /// value. It does not order other accesses. PTX: `atom.relaxed.gpu.global.add.u32`.
    #[doc(alias("atomicAdd", "atomic_add"))]
    unsafe fn fetch_add(self, to: *mut u32, number: u32) -> u32;
    /// Adds as [`fetch_add`](Sm80::fetch_add) does, and orders accesses: a thread that adds later
    /// sees what this thread has written or seen before, and this thread sees what earlier adders
    /// had written or seen. PTX: `atom.acq_rel.gpu.global.add.u32`.
    unsafe fn fetch_add_acq_rel(self, to: *mut u32, number: u32) -> u32;
    /// Adds to a number in global memory, atomically for all blocks, and returns its previous
    /// value. It does not order other accesses, and the order of additions differs from run to run.
    /// PTX: `atom.relaxed.gpu.global.add.f32`.
    #[doc(alias("atomicAdd", "atomic_add"))]
    unsafe fn fetch_add_f32(self, to: *mut f32, number: f32) -> f32;

    /// Begins to read the cache line with this byte of global memory into the L2 cache. PTX:
    /// `prefetch.global.L2`.
    #[doc(alias("prefetch", "cooperative_prefetch"))]
    unsafe fn prefetch_l2(self, from: *const u8);

    /// Loads a matrix of 8 by 8 elements of 16 bits. Thread j of the warp, j < 8, passes the
    /// address of row j, a multiple of 16; thread t gets the elements 2 (t % 4) and 2 (t % 4) + 1
    /// of row t / 4. PTX: `ldmatrix.sync.aligned.m8n8.x1.shared.b16`.
    unsafe fn ldmatrix_x1(self, row: u32) -> [u32; 1];
    /// Loads two matrices as [`ldmatrix_x1`](Sm80::ldmatrix_x1) does: thread 8 i + j passes the
    /// address of row j of matrix i. PTX: `ldmatrix.x2`.
    unsafe fn ldmatrix_x2(self, row: u32) -> [u32; 2];
    /// Loads four matrices as [`ldmatrix_x2`](Sm80::ldmatrix_x2) does. PTX: `ldmatrix.x4`.
    unsafe fn ldmatrix_x4(self, row: u32) -> [u32; 4];
    /// Loads one matrix, transposed: thread t gets rows 2 (t % 4) and 2 (t % 4) + 1 of column t /
    /// 4. PTX: `ldmatrix.x1.trans`.
    unsafe fn ldmatrix_x1_trans(self, row: u32) -> [u32; 1];
    /// Loads two matrices, transposed. PTX: `ldmatrix.x2.trans`.
    unsafe fn ldmatrix_x2_trans(self, row: u32) -> [u32; 2];
    /// Loads four matrices, transposed. PTX: `ldmatrix.x4.trans`.
    unsafe fn ldmatrix_x4_trans(self, row: u32) -> [u32; 4];

    /// Computes C += A B for small matrices that the threads of the warp hold in registers, as the
    /// atom I specifies. PTX: `mma.sync`.
    unsafe fn mma_sync<I: MmaSync<Self>>(
        self,
        c: &mut I::RegistersC,
        a: I::RegistersA,
        b: I::RegistersB,
    );
}
