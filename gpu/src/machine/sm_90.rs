//! What Hopper GPUs have in addition: barriers in shared memory, copies of boxes, warpgroup products.

use super::Sm89;
use crate::wgmma::{Majors, ScaleOut, Sums, Wgmma};

/// A thread of a GPU with compute capability 9.0, compiled for `sm_90a`.
///
/// # Safety of the methods
///
/// As for [`Gpu`](super::Gpu). A *barrier* is the address of 8 bytes of shared memory, aligned to 8. Methods on
/// `wgmma` are called by all threads of a warpgroup: 128 threads, from a multiple of 128 on.
#[diagnostic::on_unimplemented(
    message = "the machine `{Self}` is not known to have the instructions of sm_90a",
    label = "needs `Sm90`",
    note = "bound it, `G: Sm90`, or compile with `-Ctarget-cpu=sm_90a`"
)]
pub trait Sm90: Sm89 {
    /// Makes a barrier whose phases end when `arrivals` threads have arrived, and all bytes that they
    /// expected. It is in phase 0. PTX: `mbarrier.init`.
    unsafe fn mbarrier_init(self, barrier: u32, arrivals: u32);
    /// Makes barriers that this thread made known to the accelerator, before others are told of them.
    /// PTX: `fence.mbarrier_init`, `fence.proxy.async`.
    unsafe fn mbarrier_fence(self);
    /// Arrives at a barrier. PTX: `mbarrier.arrive`.
    unsafe fn mbarrier_arrive(self, barrier: u32);
    /// Arrives at a barrier, and lets it wait for `bytes` more bytes. PTX: `mbarrier.arrive.expect_tx`.
    unsafe fn mbarrier_arrive_expect(self, barrier: u32, bytes: u32);
    /// Waits until the phase `parity`, 0 or 1, has ended. Before phase 0, phase 1 counts as ended. PTX: a
    /// loop around `mbarrier.try_wait.parity`.
    unsafe fn mbarrier_wait(self, barrier: u32, parity: u32);

    /// Writes one matrix of 8 by 8 elements of 16 bits: the other direction of [`ldmatrix_x1`](super::Sm80::ldmatrix_x1). PTX:
    /// `stmatrix.sync.aligned.m8n8.x1.shared.b16`.
    unsafe fn stmatrix_x1(self, row: u32, matrices: [u32; 1]);
    /// Writes two matrices. PTX: `stmatrix.x2`.
    unsafe fn stmatrix_x2(self, row: u32, matrices: [u32; 2]);
    /// Writes four matrices. PTX: `stmatrix.x4`.
    unsafe fn stmatrix_x4(self, row: u32, matrices: [u32; 4]);
    /// Writes one matrix, transposed. PTX: `stmatrix.x1.trans`.
    unsafe fn stmatrix_x1_trans(self, row: u32, matrices: [u32; 1]);
    /// Writes two matrices, transposed. PTX: `stmatrix.x2.trans`.
    unsafe fn stmatrix_x2_trans(self, row: u32, matrices: [u32; 2]);
    /// Writes four matrices, transposed. PTX: `stmatrix.x4.trans`.
    unsafe fn stmatrix_x4_trans(self, row: u32, matrices: [u32; 4]);

    /// Makes known to the accelerator and to `wgmma` what this thread wrote to shared memory. PTX: `fence.proxy.async`. CuTe:
    /// `tma_store_fence`.
    unsafe fn fence_proxy_async(self);

    /// Begins to copy a box to shared memory: that whose first element has the coordinates `inner` and
    /// `outer` in the matrix of the map. Elements outside of the matrix are zero. The bytes of the whole
    /// box count at the barrier when they are there. `to` is a multiple of 128, or of the period of the
    /// swizzle: 1024 for one of 128 bytes. PTX: `cp.async.bulk.tensor.2d`.
    unsafe fn tma_load_2d(
        self,
        to: u32,
        map: *const TensorMap,
        inner: u32,
        outer: u32,
        barrier: u32,
    );

    /// Orders registers and shared memory before the products that follow. PTX: `wgmma.fence`.
    unsafe fn wgmma_fence(self);
    /// Begins the product of the atom I: D = A B + D, or D = A B. Of A and B, each contiguous along the mode that M says, it takes
    /// the descriptors, or the registers of A; they stay as they are until the product is waited for. PTX: `wgmma.mma_async`.
    unsafe fn wgmma<I: Wgmma<Self>, M: Majors>(
        self,
        d: &mut I::Sums,
        a: I::OperandA,
        b: u64,
        out: ScaleOut,
    );
    /// Makes a group of the products that were begun since the last group. PTX: `wgmma.commit_group`.
    unsafe fn wgmma_commit(self);
    /// Waits until at most N groups are under way. PTX: `wgmma.wait_group`.
    unsafe fn wgmma_wait<const N: u32>(self);

    /// Keeps what reads and writes these registers on its side of this point: after [`wgmma_wait`](Sm90::wgmma_wait) they
    /// have other values, of which the compiler knows nothing. PTX: none. CuTe: `warpgroup_fence_operand`.
    unsafe fn warpgroup_fence_operand<S: Sums>(self, d: &mut S);

    /// Lets this warpgroup have N registers a thread, less than before. PTX: `setmaxnreg.dec`.
    unsafe fn registers_down<const N: u32>(self);
    /// Lets this warpgroup have N registers a thread, more than before, when others gave them up. PTX:
    /// `setmaxnreg.inc`.
    unsafe fn registers_up<const N: u32>(self);
}

/// What the tensor memory accelerator has to know of a matrix, and of the boxes that it copies from it.
///
/// It is made on the host, by `cuTensorMapEncodeTiled` for a GPU; its content is the machine's own.
#[derive(Copy, Clone, Debug)]
#[repr(C, align(64))]
pub struct TensorMap(pub [u64; 16]);
