//! The operations that Hopper GPUs add: barriers in shared memory, copies of boxes, warpgroup
//! products.

use super::Sm89;
use crate::wgmma::{Accumulators, Majors, ScaleOut, Wgmma};

/// A thread of a GPU with compute capability 9.0, compiled for `sm_90a`.
///
/// # Safety of the methods
///
/// The conditions are those of [`Gpu`](super::Gpu). A *barrier* is the address of 8 bytes of shared
/// memory, aligned to 8. Methods on `wgmma` are called by all threads of a warpgroup: 128 threads,
/// starting at a multiple of 128. A *cluster* consists of consecutive blocks in x, as many as
/// [`#[kernel(cluster = ..)]`](mod@crate::kernel) says. A block accesses the memory of another
/// block only while that one runs: after both have met at the cluster's barrier, and before they
/// meet there for the last time.
#[diagnostic::on_unimplemented(
    message = "the machine `{Self}` is not known to have the instructions of sm_90a",
    label = "needs `Sm90`",
    note = "add the bound `G: Sm90`, or compile with `-Ctarget-cpu=sm_90a`"
)]
pub trait Sm90: Sm89 {
    /// Initialises a barrier, which starts in phase 0. Its phases end when `arrivals` threads, and
    /// all bytes that they expect, have arrived. PTX: `mbarrier.init`.
    #[doc(alias = "initialize_barrier")]
    unsafe fn mbarrier_init(self, barrier: u32, arrivals: u32);
    /// Publishes barriers that this thread initialised to the accelerator, before other threads
    /// learn of them. PTX: `fence.mbarrier_init`, `fence.proxy.async.shared::cta`.
    unsafe fn mbarrier_fence(self);
    /// Arrives at a barrier. PTX: `mbarrier.arrive`.
    #[doc(alias = "arrive_barrier")]
    unsafe fn mbarrier_arrive(self, barrier: u32);
    /// Arrives at a barrier, and makes it wait for `bytes` more bytes. PTX:
    /// `mbarrier.arrive.expect_tx`.
    #[doc(alias("set_barrier_transaction_bytes", "mbarrier_arrive_and_expect_tx"))]
    unsafe fn mbarrier_arrive_expect(self, barrier: u32, bytes: u32);
    /// Waits until the phase `parity`, 0 or 1, has ended. Before phase 0, phase 1 counts as ended.
    /// PTX: a loop around `mbarrier.try_wait.parity`.
    #[doc(alias = "wait_barrier")]
    unsafe fn mbarrier_wait(self, barrier: u32, parity: u32);

    /// Arrives at the barrier with the same address in block `block` of the cluster. PTX:
    /// `mapa.shared::cluster`, `mbarrier.arrive.release.cluster.shared::cluster`. CUTLASS:
    /// `ClusterBarrier::arrive(cta_id)`.
    unsafe fn mbarrier_arrive_remote(self, barrier: u32, block: u32);

    /// Returns the number of this block in its cluster. PTX: `%cluster_ctarank`. CuTe:
    /// `block_rank_in_cluster`.
    #[doc(alias("block_rank_in_cluster", "block_idx_in_cluster"))]
    fn cluster_rank(self) -> u32;
    /// Returns the number of blocks in the cluster, 1 to 16; 1 if the kernel has no clusters. PTX:
    /// `%cluster_nctarank`.
    #[doc(alias("cluster_shape", "cluster_size"))]
    fn cluster_blocks(self) -> u32;
    /// Arrives at the barrier of the cluster without waiting. Threads that have waited see what
    /// this thread wrote. PTX: `barrier.cluster.arrive`. CuTe: `cluster_arrive`.
    unsafe fn cluster_arrive(self);
    /// Waits at the barrier of the cluster, at which this thread has arrived, for all threads of
    /// all its blocks. PTX: `barrier.cluster.wait`. CuTe: `cluster_wait`.
    unsafe fn cluster_wait(self);

    /// Returns the address in the cluster of the byte that has the address `address` in the shared
    /// memory of block `block`. PTX: `mapa.shared::cluster`. CuTe: `set_block_rank`.
    #[doc(alias("set_block_rank", "mapa"))]
    fn map_shared_rank(self, address: u32, block: u32) -> u32;
    /// Reads a V of 1, 2, 4, 8 or 16 bytes at an address in the cluster, which is a multiple of
    /// their number. The block that has the memory runs: both have met at the cluster's barrier
    /// before, and meet there afterwards. PTX: `ld.shared::cluster`.
    unsafe fn load_shared_cluster<V: Copy>(self, from: u32) -> V;
    /// Writes a V at such an address. PTX: `st.shared::cluster`.
    unsafe fn store_shared_cluster<V: Copy>(self, to: u32, value: V);
    /// Begins to write a word to the shared memory of block `block`; the cluster has two or more.
    /// `to`, a multiple of 4, and `barrier` are addresses in this block. The word goes to the same
    /// address in the other one, and when it has arrived, its 4 bytes count at the barrier there,
    /// which expects them, or will. The other block waits for that barrier before it ends. Then it
    /// sees the word, but not what this thread wrote before: unlike an arrival at a barrier of
    /// another block, this waits for no other access of the thread. PTX: `mapa.shared::cluster`,
    /// `st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32`. CUTLASS:
    /// `store_shared_remote`.
    #[doc(alias("store_shared_remote", "store_async_dsmem"))]
    unsafe fn store_async(self, to: u32, word: u32, barrier: u32, block: u32);

    /// Writes a matrix of 8 by 8 elements of 16 bits: the inverse of
    /// [`ldmatrix_x1`](super::Sm80::ldmatrix_x1). PTX: `stmatrix.sync.aligned.m8n8.x1.shared.b16`.
    unsafe fn stmatrix_x1(self, row: u32, matrices: [u32; 1]);
    /// Writes two matrices. PTX: `stmatrix.x2`.
    unsafe fn stmatrix_x2(self, row: u32, matrices: [u32; 2]);
    /// Writes four matrices. PTX: `stmatrix.x4`.
    #[doc(alias = "StMatrix8x8x16bOp")]
    unsafe fn stmatrix_x4(self, row: u32, matrices: [u32; 4]);
    /// Writes one matrix, transposed. PTX: `stmatrix.x1.trans`.
    unsafe fn stmatrix_x1_trans(self, row: u32, matrices: [u32; 1]);
    /// Writes two matrices, transposed. PTX: `stmatrix.x2.trans`.
    unsafe fn stmatrix_x2_trans(self, row: u32, matrices: [u32; 2]);
    /// Writes four matrices, transposed. PTX: `stmatrix.x4.trans`.
    unsafe fn stmatrix_x4_trans(self, row: u32, matrices: [u32; 4]);

    /// Makes this thread's writes to shared memory visible to the accelerator and to `wgmma`. PTX:
    /// `fence.proxy.async.shared::cta`, which does not wait for writes to global memory. CuTe:
    /// `tma_store_fence`.
    #[doc(alias("tma_store_fence", "fence_proxy"))]
    unsafe fn fence_proxy_async(self);
    /// Returns true in the only lane of a warp that calls this, lane 0. Where the result is true,
    /// ptxas knows that the other lanes do not execute the instructions that begin copies of boxes
    /// and products of tensor memory; elsewhere it puts each of them into a loop over the lanes.
    /// PTX: `elect.sync`. CuTe: `elect_one_sync`.
    ///
    /// ```
    /// use zellige_gpu::{Sm90, TensorMap};
    /// /// Fetches a box of a matrix into the L2 cache.
    /// unsafe fn prefetch<G: Sm90>(gpu: G, map: *const TensorMap, row: i32) {
    ///     unsafe {
    ///         if gpu.thread() == 0 && gpu.elect_one() {
    ///             gpu.tma_prefetch(map, [0, row])
    ///         }
    ///     }
    /// }
    /// ```
    #[doc(alias = "elect_one_sync")]
    unsafe fn elect_one(self) -> bool;

    /// Begins to copy a box of a tensor of D modes, 1 to 5, to shared memory. The box's first
    /// element has the coordinates `at` in the tensor of the map, the contiguous mode first.
    /// Elements outside the tensor are zero. The bytes of the whole box count at the barrier when
    /// they have arrived. `to` is a multiple of 128, or of the period of the swizzle: 1024 for a
    /// swizzle of 128 bytes. The first coordinate of `at` is a multiple of 16 bytes: any other is
    /// an illegal instruction (observed on an H100; PTX does not specify it). PTX:
    /// `cp.async.bulk.tensor.Dd.shared::cluster.global`.
    unsafe fn tma_load<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
    );
    /// Begins the same copy, but its bytes count at the barrier with this address in the leader of
    /// the block's [pair](crate::tmem::CtaGroup). Only a kernel for `sm_100a` can execute it. PTX:
    /// `.cta_group::2`. CuTe: `SM100_TMA_2SM_LOAD`.
    ///
    /// ```
    /// use zellige_gpu::{Sm100, TensorMap};
    /// /// Begins to copy box i to this block, which has the number i in its pair.
    /// unsafe fn copy<G: Sm100>(gpu: G, to: u32, map: *const TensorMap, rows: i32, barrier: u32) {
    ///     let row = rows * gpu.cluster_rank() as i32;
    ///     unsafe { gpu.tma_load_pair(to, map, [0, row], barrier) }
    /// }
    /// ```
    #[doc(alias = "SM100_TMA_2SM_LOAD")]
    unsafe fn tma_load_pair<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
    );
    /// Begins the same copy as [`tma_load`](Self::tma_load), and keeps the lines that it reads in
    /// the L2 cache by the policy. PTX: `.L2::cache_hint`.
    unsafe fn tma_load_hint<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
        policy: CachePolicy,
    );
    /// Returns the policy for lines of the L2 cache that are evicted at this time. PTX:
    /// `createpolicy.fractional.L2::evict_first.b64`, with a fraction of 1.
    #[doc(alias("createpolicy", "CacheEvictionPriority"))]
    fn cache_policy(self, evicted: Evicted) -> CachePolicy;
    /// Adds to four numbers in global memory, at a multiple of 16 bytes: each atomically for all
    /// blocks, without an order of other accesses, and with an order of additions that differs from
    /// run to run. PTX: `red.relaxed.gpu.global.add.v4.f32`.
    #[doc(alias("atomicAdd", "atomic_add"))]
    unsafe fn add_f32x4(self, to: *mut f32, numbers: [f32; 4]);
    /// Begins to read a box of a tensor into the L2 cache, at a coordinate at which it may be
    /// [loaded](Self::tma_load). PTX: `cp.async.bulk.prefetch.tensor.Dd.L2.global`.
    unsafe fn tma_prefetch<const D: usize>(self, map: *const TensorMap, at: [i32; D]);
    /// Begins to read bytes into the L2 cache, which may be [copied](Self::bulk_load). PTX:
    /// `cp.async.bulk.prefetch.L2.global`. CuTe: `SM90_BULK_COPY_G2S::PREFETCH`.
    unsafe fn bulk_prefetch(self, from: *const u8, bytes: u32);
    /// Begins to read a map into the cache of the accelerator. PTX: `prefetch.tensormap`. CuTe:
    /// `prefetch_tma_descriptor`.
    #[doc(alias("prefetch_tma_descriptor", "prefetch_descriptor"))]
    unsafe fn prefetch_tensor_map(self, map: *const TensorMap);
    /// Begins the same copy to the same address in every block of the cluster that has a 1 in
    /// `blocks`, where the bytes count at the barrier with the same address. PTX:
    /// `.multicast::cluster`.
    unsafe fn tma_load_multicast<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
        blocks: u16,
    );
    /// Begins to copy a column of pixels to shared memory, by a map of im2col mode: a tensor of D
    /// modes, 3 to 5, with the S = D - 2 of an image between the channels and the
    /// images. From `at` on, the pixels are those at which a filter begins, one after the other,
    /// in all rows of the image and in the images that follow. Of each, the channels at `offsets`
    /// from the pixel are copied, or zeros outside of the image. `at` and `offsets` begin with the
    /// contiguous mode. Offsets are less than 2^16, 2^8 and 2^5 for 3, 4 and 5 modes; all other
    /// conditions are those of [`tma_load`](Self::tma_load). PTX:
    /// `cp.async.bulk.tensor.Dd.shared::cluster.global.im2col`.
    #[doc(alias = "SM90_TMA_LOAD_IM2COL")]
    unsafe fn tma_load_im2col<const D: usize, const S: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        offsets: [u16; S],
        barrier: u32,
    );
    /// Begins to copy a box from shared memory to the tensor of a map; elements outside the tensor
    /// are not written. The box begins at a coordinate at which one may be
    /// [loaded](Self::tma_load). PTX: `cp.async.bulk.tensor.Dd.global.shared::cta.bulk_group`.
    unsafe fn tma_store<const D: usize>(self, map: *const TensorMap, at: [i32; D], from: u32);
    /// Begins to combine a box in shared memory with the elements of the tensor of a map, as
    /// [`tma_store`](Self::tma_store) copies it: each element x of the tensor becomes x + y, or the
    /// smaller or larger of x and y, where y is the element of the box. Each is combined
    /// atomically. The map has the type of the elements: integers of 32 or 64 bits, f16 or bf16; or
    /// f32 or f64, which can only be added. PTX:
    /// `cp.reduce.async.bulk.tensor.Dd.global.shared::cta.add.bulk_group`.
    unsafe fn tma_reduce<const D: usize>(
        self,
        by: Reduction,
        map: *const TensorMap,
        at: [i32; D],
        from: u32,
    );
    /// Begins to copy `bytes` bytes to shared memory, which count at the barrier when they have
    /// arrived. Addresses and `bytes` are multiples of 16. PTX:
    /// `cp.async.bulk.shared::cluster.global`.
    #[doc(alias("SM90_BULK_COPY_AUTO", "SM90_BULK_COPY_G2S", "CopyBulkG2SOp"))]
    unsafe fn bulk_load(self, to: u32, from: *const u8, bytes: u32, barrier: u32);
    /// Begins to copy `bytes` bytes from shared memory. Addresses and `bytes` are multiples of 16.
    /// PTX: `cp.async.bulk.global.shared::cta.bulk_group`.
    #[doc(alias("SM90_BULK_COPY_S2G", "CopyBulkS2GOp"))]
    unsafe fn bulk_store(self, to: *mut u8, from: u32, bytes: u32);
    /// Makes a group of the copies from shared memory that this thread began since the last group.
    /// PTX: `cp.async.bulk.commit_group`. CuTe: `tma_store_arrive`.
    #[doc(alias("tma_store_arrive", "cp_async_bulk_commit_group"))]
    unsafe fn bulk_commit(self);
    /// Waits until at most N of this thread's groups still have to read shared memory. PTX:
    /// `cp.async.bulk.wait_group.read`. CuTe: `tma_store_wait<N>`.
    #[doc(alias("tma_store_wait", "cp_async_bulk_wait_group"))]
    unsafe fn bulk_wait_read<const N: u32>(self);
    /// Waits until at most N of this thread's groups are in flight: all others have written. PTX:
    /// `cp.async.bulk.wait_group`.
    #[doc(alias = "cp_async_bulk_wait_group")]
    unsafe fn bulk_wait<const N: u32>(self);

    /// Copies a map to shared memory, to edit it there: 128 bytes at `to`, a multiple of 128. One
    /// thread calls it. PTX: `ld.v2.b64`, `st.shared.v2.b64`. CuTe: a `copy` of the descriptor.
    ///
    /// A kernel edits a map if the host does not know the tensor, such as the rows of one group.
    /// One thread copies any map with the same elements, boxes, swizzle and number of modes, and
    /// replaces what differs; its warp [releases](Self::release_tensor_map) the copy to global
    /// memory; each block [acquires](Self::acquire_tensor_map) it there, and copies boxes by it.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
    /// use zellige_gpu::{Sm90, TensorMap, kernel};
    /// type Edited = SmemTensor<TensorMap, layout!(1)>;
    /// /// Edits a map for each block: of the rows from `starts[b]` to `starts[b + 1]` of a matrix.
    /// ///
    /// /// # Safety
    /// ///
    /// /// `any` is a map of rows of `columns` numbers, there is a map for each block, and one start
    /// /// more than there are blocks. The starts increase, and rows are a multiple of 16 bytes.
    /// #[kernel(threads = 32, shared = Edited::BYTES)]
    /// unsafe fn edit<G: Sm90>(
    ///     gpu: G,
    ///     any: *const TensorMap,
    ///     a: *const f32,
    ///     starts: *const u32,
    ///     columns: u32,
    ///     maps: *mut TensorMap,
    /// ) {
    ///     let block = gpu.block_x() as usize;
    ///     // SAFETY: the whole warp executes this, and each block has its own map.
    ///     unsafe {
    ///         let edited = Edited::allocate(gpu).address();
    ///         let (start, end) = (*starts.add(block), *starts.add(block + 1));
    ///         if gpu.thread() == 0 {
    ///             gpu.copy_tensor_map(edited, any);
    ///             let first = a.add(start as usize * columns as usize);
    ///             gpu.replace_tensor_map_address(edited, first.cast());
    ///             gpu.replace_tensor_map_extent::<1>(edited, end - start);
    ///             gpu.replace_tensor_map_stride::<1>(edited, 4 * u64::from(columns));
    ///         }
    ///         gpu.release_tensor_map(maps.add(block), edited);
    ///         gpu.acquire_tensor_map(maps.add(block)); // then copy boxes by `maps.add(block)`
    ///     }
    /// }
    /// ```
    #[doc(alias = "copy_tensormap")]
    unsafe fn copy_tensor_map(self, to: u32, map: *const TensorMap);
    /// Replaces the address of the tensor in a [copied](Self::copy_tensor_map) map: a multiple of
    /// 16 bytes. As for the other edits, one thread calls it, the map is one of tiles, and the
    /// threads of other warps neither read nor edit the copy meanwhile. PTX:
    /// `tensormap.replace.tile.global_address.shared::cta.b1024.b64`. CuTe:
    /// `tma_descriptor_replace_addr_in_shared_mem`.
    #[doc(alias("tma_descriptor_replace_addr_in_shared_mem", "update_tma_descriptor"))]
    unsafe fn replace_tensor_map_address(self, map: u32, address: *const u8);
    /// Replaces the number of elements along mode MODE, which is not 0. The contiguous mode is mode
    /// 0, and MODE is less than the number of modes. PTX:
    /// `tensormap.replace.tile.global_dim.shared::cta.b1024.b32`. CuTe:
    /// `tma_descriptor_replace_dims_strides_in_shared_mem`.
    #[doc(alias = "tma_descriptor_replace_dims_strides_in_shared_mem")]
    unsafe fn replace_tensor_map_extent<const MODE: usize>(self, map: u32, extent: u32);
    /// Replaces the distance between adjacent elements along mode MODE, from 1 on: a number of
    /// bytes, a multiple of 16, less than 2^40. PTX:
    /// `tensormap.replace.tile.global_stride.shared::cta.b1024.b64`, with MODE - 1. CuTe:
    /// `tma_descriptor_replace_dims_strides_in_shared_mem`.
    ///
    /// Assemblers and drivers before CUDA 12.5 take the distance in units of 16 bytes, so
    /// `zellige-kernel-build` raises the PTX to version 8.5, which they refuse.
    #[doc(alias = "tma_descriptor_replace_dims_strides_in_shared_mem")]
    unsafe fn replace_tensor_map_stride<const MODE: usize>(self, map: u32, bytes: u64);
    /// Copies the map at `from` in shared memory to global memory, and releases it to the
    /// accelerator: after a barrier or a signal, others can
    /// [acquire](Self::acquire_tensor_map) it. All threads of a warp call it together, with the
    /// same arguments; one of them has edited the map. `to` is a multiple of 64 bytes, and no copy
    /// by a map that was there before is in flight: loads have been waited for, and stores by
    /// [`bulk_wait_read`](Self::bulk_wait_read). PTX: `bar.warp.sync`,
    /// `tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned`.
    /// CuTe: `tma_descriptor_cp_fence_release`.
    #[doc(alias(
        "tma_descriptor_cp_fence_release",
        "tma_descriptor_fence_release",
        "fence_tma_desc_release",
        "cp_fence_tma_desc_release"
    ))]
    unsafe fn release_tensor_map(self, to: *mut TensorMap, from: u32);
    /// Acquires a map in global memory that a warp has [released](Self::release_tensor_map), in
    /// this kernel or an earlier one. Only afterwards can this thread copy boxes by it, and other
    /// threads of the block that have met this one at a barrier since. Other blocks acquire it
    /// themselves, and so do all after it was edited again: until then, the accelerator may use
    /// the map that was there before. PTX: `fence.proxy.tensormap::generic.acquire.gpu`. CuTe:
    /// `tma_descriptor_fence_acquire`.
    #[doc(alias("tma_descriptor_fence_acquire", "fence_tma_desc_acquire"))]
    unsafe fn acquire_tensor_map(self, map: *const TensorMap);

    /// Orders accesses to registers and shared memory before the products that follow. PTX:
    /// `wgmma.fence`.
    unsafe fn wgmma_fence(self);
    /// Begins the product of the atom I: D = A B + D, or D = A B. It takes the descriptors of A and
    /// B, or the registers of A; A and B are contiguous along the modes that M specifies. The
    /// operands must not change until the product has been waited for. PTX: `wgmma.mma_async`.
    unsafe fn wgmma<I: Wgmma<Self>, M: Majors>(
        self,
        d: &mut I::Accumulators,
        a: I::OperandA,
        b: u64,
        out: ScaleOut,
    );
    /// Makes a group of the products begun since the last group. PTX: `wgmma.commit_group`.
    unsafe fn wgmma_commit(self);
    /// Waits until at most N groups are in flight. PTX: `wgmma.wait_group`.
    unsafe fn wgmma_wait<const N: u32>(self);

    /// Keeps instructions that read and write these registers on their side of this point: after
    /// [`wgmma_wait`](Sm90::wgmma_wait), the registers have other values, which the compiler does
    /// not know. PTX: none. CuTe: `warpgroup_fence_operand`.
    unsafe fn warpgroup_fence_operand<S: Accumulators>(self, d: &mut S);

    /// Reduces the registers of this warpgroup to N per thread. PTX: `setmaxnreg.dec`.
    unsafe fn registers_down<const N: u32>(self);
    /// Raises the registers of this warpgroup to N per thread, when others have given them up. PTX:
    /// `setmaxnreg.inc`.
    unsafe fn registers_up<const N: u32>(self);
}

/// The time at which lines of the L2 cache are evicted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Evicted {
    /// Before others, for data that is read once.
    First,
    /// After others, for data that many blocks read.
    Last,
}
/// The policy by which the L2 cache keeps lines, as [`Sm90::cache_policy`] returns it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CachePolicy(pub u64);

/// The operation that combines an element of a tensor with an element that is written to it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Their sum; for integers, modulo 2^32 or 2^64.
    Add,
    /// The smaller of them.
    Min,
    /// The larger of them.
    Max,
}

/// The description of a tensor, and of the boxes copied from it, for the tensor memory accelerator.
///
/// It is created on the host, by `cuTensorMapEncodeTiled` or `cuTensorMapEncodeIm2col` for a GPU;
/// its content is specific to the machine. A kernel may [edit](Sm90::copy_tensor_map) a copy.
#[doc(alias = "TmaDescriptor")]
#[derive(Copy, Clone, Debug)]
#[repr(C, align(64))]
pub struct TensorMap(pub [u64; 16]);
