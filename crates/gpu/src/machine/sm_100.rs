//! The operations that datacenter Blackwell GPUs add: tensor memory, products by one thread, and
//! clusters that take over the work of others.

use super::Sm90;
use crate::tmem::{CtaGroup, ScaledArguments, TmemCopies, TmemLoads, TmemStores, Umma, UmmaScaled};
use crate::wgmma::{Accumulators, ScaleOut};

/// A thread of a GPU with compute capability 10.0, compiled for `sm_100a`. All `tcgen05`
/// instructions of its kernel are those of one CTA, or all are those of a [pair](CtaGroup).
///
/// Barriers in shared memory, clusters and boxes are those of [`Sm90`]. `wgmma`, which is there,
/// too, is Hopper's alone: a kernel for `sm_100a` that calls it does not compile,
/// ``the GPU has no `wgmma`: compile with -Ctarget-cpu=sm_90a``.
///
/// # Safety of the methods
///
/// The conditions are those of [`Gpu`](super::Gpu). An *address* in tensor memory has the lane in
/// bits 16 to 31 and the column in bits 0 to 15, as
/// [`Address`](zellige::atom::tmem::Address) has them. All lanes of a warp call a method on
/// allocations, loads or stores together, with the same arguments except for registers.
#[diagnostic::on_unimplemented(
    message = "the machine `{Self}` is not known to have the instructions of sm_100a",
    label = "needs `Sm100`",
    note = "add the bound `G: Sm100`, or compile with `-Ctarget-cpu=sm_100a`"
)]
pub trait Sm100: Sm90 {
    /// Allocates `columns` columns of tensor memory, a power of two from 32 to 512 that is not
    /// larger than in the block's earlier calls, and writes the address to the word of shared
    /// memory at `to`. Waits until the columns are free. A warp of each block of a pair calls this,
    /// and both get the same columns. PTX: `tcgen05.alloc`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::Sm100;
    /// /// Allocates 64 columns in each block of a pair: the word is at the same offset in both.
    /// unsafe fn columns<G: Sm100>(gpu: G) {
    ///     if gpu.thread() < 32 {
    ///         unsafe { gpu.tmem_alloc::<int!(2)>(gpu.shared_address(), 64) }
    ///     }
    /// }
    /// ```
    unsafe fn tmem_alloc<P: CtaGroup>(self, to: u32, columns: u32);
    /// Frees the columns that [`tmem_alloc`](Self::tmem_alloc) allocated at this address, which
    /// nobody accesses any more, in either block of a pair. A block does so with all that it
    /// allocated. PTX: `tcgen05.dealloc`.
    unsafe fn tmem_dealloc<P: CtaGroup>(self, address: u32, columns: u32);
    /// Lets other blocks of the multiprocessor allocate; this block does not any more. PTX:
    /// `tcgen05.relinquish_alloc_permit`.
    unsafe fn tmem_relinquish_alloc_permit<P: CtaGroup>(self);

    /// Begins the load I from an address in the lanes that the warp reaches: 32 w to 32 w + 31 for
    /// w, its number modulo 4. The registers are undefined until they are
    /// [waited for](Self::tmem_wait_load). PTX: `tcgen05.ld`.
    unsafe fn tmem_load<I: TmemLoads>(self, address: u32) -> I::Registers;
    /// Waits for all loads that this thread has begun, and defines their registers, which are all
    /// given, in the order of the loads. PTX: `tcgen05.wait::ld`. CUTLASS:
    /// `fence_view_async_tmem_load`.
    #[doc(alias("fence_view_async_tmem_load", "tmem_wait_ld"))]
    unsafe fn tmem_wait_load<S: Accumulators, const N: usize>(self, registers: &mut [S; N]);
    /// Begins the store I to an address in the lanes that the warp reaches. PTX: `tcgen05.st`.
    unsafe fn tmem_store<I: TmemStores>(self, address: u32, registers: I::Registers);
    /// Waits for all stores that this thread has begun. PTX: `tcgen05.wait::st`. CUTLASS:
    /// `fence_view_async_tmem_store`.
    #[doc(alias("fence_view_async_tmem_store", "tmem_wait_st"))]
    unsafe fn tmem_wait_store(self);

    /// Begins the copy I from shared memory, by a matrix descriptor, to tensor memory from an
    /// address on. One thread calls this for the block, or for both blocks of a pair, in the
    /// leader: each copies from its own shared memory, at the same offsets, to its own tensor
    /// memory. A thread's products that begin later read what it copies; earlier ones, and other
    /// copies, may come after it. The source must not change, and the words must not be loaded,
    /// before a thread has waited for the [commit](Self::umma_commit). PTX: `tcgen05.cp`. CuTe:
    /// `SM100_UTCCP_4x32dp128bit_1cta::copy`, `SM100_UTCCP_4x32dp128bit_2cta::copy`.
    ///
    /// [`make_utccp_copy`](zellige::atom::utccp::make_utccp_copy) says which blocks of a tile of
    /// scale factors are copied, and where to.
    unsafe fn tmem_copy<I: TmemCopies>(self, to: u32, from: u64);
    /// Begins to move 8 columns of 32 lanes, from an address on, down by one lane: lane i + 1 gets
    /// the words of lane i for i from 0 to 30, and lane 0 keeps its own. The first lane is a
    /// multiple of 32. One thread calls this for the block, or for both blocks of a pair, in the
    /// leader. It follows the products that the thread began before, and later products and copies
    /// [`SM100_UTCCP_4dp256bit`](zellige::atom::tmem_copy::SM100_UTCCP_4dp256bit) follow it, but
    /// other copies, and another shift, may come before or after it. The words must not be loaded
    /// before a thread has waited for the [commit](Self::umma_commit). PTX: `tcgen05.shift.down`.
    ///
    /// ```
    /// use zellige::{atom::tmem::Address, prelude::*};
    /// use zellige_gpu::Sm100;
    /// /// Moves the words of lanes 32 to 62, in columns 8 to 15, to lanes 33 to 63.
    /// unsafe fn shift<G: Sm100>(gpu: G) {
    ///     unsafe { gpu.tmem_shift::<int!(1)>(Address::new(32, 8).bits()) }
    /// }
    /// ```
    unsafe fn tmem_shift<P: CtaGroup>(self, address: u32);

    /// Begins the product of the atom I: D = A B + D, or D = A B, for D at the address `d`, A by a
    /// matrix descriptor or at an address, B by a matrix descriptor, and an
    /// [instruction descriptor](zellige::atom::instr_desc). One thread calls this for the block, or
    /// for both blocks of a pair, in the leader: A, B and D are at the same places in both, which
    /// have half of their rows, and of the columns of B, each. A thread's products on the same D
    /// follow one another; A and B must not change, and D must not be read, before a thread has
    /// waited for their [commit](Self::umma_commit). PTX: `tcgen05.mma`. CuTe:
    /// `SM100_MMA_F16BF16_SS::fma`.
    unsafe fn umma<I: Umma<Self>>(
        self,
        d: u32,
        a: I::OperandA,
        b: u64,
        descriptor: u32,
        out: ScaleOut,
    );
    /// Begins the product of the atom I with scale factors: D = (A SFA) (B SFB) + D, or the product
    /// alone. The other arguments are those of [`umma`](Self::umma); `factors` are the addresses of
    /// the words with the scale factors of A and of B, on all four quarters of the lanes; each
    /// block of a pair has those of its own rows of A, and of all columns of B. The descriptor says
    /// [at which byte](zellige::atom::instr_desc::InstrDescriptor::scale_ids) of a word they begin.
    /// They must not change before a thread has waited for the [commit](Self::umma_commit). PTX:
    /// `tcgen05.mma.block_scale`. CuTe: `SM100_MMA_MXF8F6F4_SS::fma`,
    /// `SM100_MMA_MXF8F6F4_2x1SM_SS::fma`.
    unsafe fn umma_scaled<I: UmmaScaled<Self>>(self, arguments: ScaledArguments);
    /// Arrives once at a barrier when all products, copies and shifts that this thread has begun
    /// are done. PTX: `tcgen05.commit`. CUTLASS: `umma_arrive`.
    #[doc(alias = "umma_arrive")]
    unsafe fn umma_commit<P: CtaGroup>(self, barrier: u32);
    /// Arrives, as [`umma_commit`](Self::umma_commit) does, at the barrier at this address in each
    /// block of the cluster that has a 1 in `blocks`. PTX: `.multicast::cluster`. CUTLASS:
    /// `umma_arrive_multicast`, `umma_arrive_multicast_2x1SM`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::Sm100;
    /// /// Arrives in both blocks of the first pair when the products of its leader are done.
    /// unsafe fn commit<G: Sm100>(gpu: G, barrier: u32) {
    ///     unsafe { gpu.umma_commit_multicast::<int!(2)>(barrier, 0b11) }
    /// }
    /// ```
    #[doc(alias("umma_arrive_multicast", "umma_arrive_multicast_2x1SM"))]
    unsafe fn umma_commit_multicast<P: CtaGroup>(self, barrier: u32, blocks: u16);
    /// Orders the thread's `tcgen05` operations before the synchronization that follows. PTX:
    /// `tcgen05.fence::before_thread_sync`. CUTLASS: `tcgen05_before_thread_sync`.
    unsafe fn tcgen05_before_thread_sync(self);
    /// Orders the `tcgen05` operations that follow after the synchronization before. PTX:
    /// `tcgen05.fence::after_thread_sync`. CUTLASS: `tcgen05_after_thread_sync`.
    unsafe fn tcgen05_after_thread_sync(self);

    /// Asks the hardware to cancel the launch of a cluster of this grid that has not begun: this
    /// cluster then does its work. The response is written to the 16 bytes of shared memory at
    /// `to`, a multiple of 16, and the barrier counts these bytes. A thread that has waited there
    /// [queries](Self::query_cancel) the response. One thread calls this for its cluster, and not
    /// after a response without a cluster. PTX: `clusterlaunchcontrol.try_cancel.async`. CuTe:
    /// `issue_clc_query`.
    ///
    /// ```
    /// use zellige_gpu::{Sm100, barrier::Mbarriers};
    /// /// Takes over the work of a cluster, and returns its first block, if there is one.
    /// /// The barrier counts one arrival.
    /// unsafe fn take<G: Sm100>(gpu: G, barrier: Mbarriers) -> Option<(u32, u32)> {
    ///     // SAFETY: the first 16 bytes of shared memory are for the response.
    ///     unsafe {
    ///         let response = gpu.shared_address();
    ///         let arrived = if gpu.thread() == 0 {
    ///             let (filling, arrived) = barrier.arrive_expect::<16>(gpu);
    ///             gpu.try_cancel(response, filling.barrier());
    ///             arrived
    ///         } else {
    ///             barrier.watch()
    ///         };
    ///         arrived.wait(gpu);
    ///         gpu.query_cancel(response)
    ///     }
    /// }
    /// ```
    #[doc(alias("clusterlaunchcontrol", "issue_clc_query", "CLC"))]
    unsafe fn try_cancel(self, to: u32, barrier: u32);
    /// Asks as [`try_cancel`](Self::try_cancel) does. Every block of the cluster gets the response
    /// at the same place, and its barrier at the same place counts the bytes. PTX:
    /// `.multicast::cluster::all`.
    unsafe fn try_cancel_multicast(self, to: u32, barrier: u32);
    /// Returns the position in x and y of the first block of the cluster that was cancelled, as the
    /// response at this address says; `None` if none was. Before the place is
    /// used for another response, the thread calls
    /// [`fence_proxy_async`](Sm90::fence_proxy_async). PTX: `ld.shared.b128`,
    /// `clusterlaunchcontrol.query_cancel.is_canceled`, `.get_first_ctaid`. CUTLASS:
    /// `work_tile_info_from_clc_response`.
    #[doc(alias = "work_tile_info_from_clc_response")]
    unsafe fn query_cancel(self, response: u32) -> Option<(u32, u32)>;
}
