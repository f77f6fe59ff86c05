//! The shared memory through which a block allocates tensor memory.

use super::{Allocation, CtaGroup, Fragments, leads};
use crate::barrier::{Row, publish};
use crate::engine::{Get, SharedAddress, Smem};
use crate::storage::{Allocate, SharedStorage};
use crate::tensor::smem;
use crate::{Sm90, Sm100};
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use zellige::atom::tmem::Address;
use zellige::prelude::*;

/// The part of a block's shared memory through which it allocates F in tensor memory: a barrier,
/// at which products arrive, and a word for the address. [`InTurn`](super::InTurn) has two such
/// barriers, and two at which the threads that have read sums arrive, of both blocks of a pair. A
/// block has one, among the parts of its [storage](crate::storage).
///
/// ```
/// use zellige::{atom::{TiledMma, umma::SM100_MMA_F16BF16_SS}, prelude::*};
/// use zellige_gpu::{Bf16, storage::SharedStorage, tmem::{Accumulator, TmemStorage}};
/// type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
/// assert_eq!(<TmemStorage<Accumulator<Mma, shape!((128, 64))>>>::BYTES, 16);
/// ```
#[doc(alias("Allocator1Sm", "Allocator2Sm", "alloc_tmem"))]
#[must_use = "call `alloc` to have the columns"]
pub struct TmemStorage<F> {
    barrier: Row,
    read: Row,
    word: Smem<u32>,
    fragments: PhantomData<F>,
}
impl<F: Fragments> SharedStorage for TmemStorage<F> {
    const ALIGN: u32 = 1;
    const TILES: u32 = 0;
    const BARRIERS: u32 = if F::TILES == 1 { 16 } else { 16 * F::TILES + 8 };
}
impl<G: Sm90, F: Fragments> Allocate<G> for TmemStorage<F> {
    #[inline(always)]
    unsafe fn carve(gpu: G, _: u32, barriers: u32) -> Self {
        let address = gpu.shared_address() + barriers;
        let barrier = Row::init(gpu, address, F::TILES, 1);
        let read = match F::TILES {
            1 => barrier,
            tiles => Row::init(gpu, address + 8 * tiles, tiles, 128 * F::Ctas::CTAS),
        };
        TmemStorage {
            barrier,
            read,
            word: smem(gpu, (barriers + Self::BARRIERS) / 4 - 2, layout!(1)).engine(),
            fragments: PhantomData,
        }
    }
    #[inline(always)]
    unsafe fn publish(gpu: G) {
        publish(gpu)
    }
}
impl<F: Fragments> TmemStorage<F> {
    /// Allocates the columns, [`ALLOCATED`](Fragments::ALLOCATED), for the block, which then lets
    /// other blocks of the multiprocessor allocate. Waits until there are so many. The blocks of a
    /// pair also meet at the [barrier of the cluster](crate::barrier::ClusterBarrier), after which
    /// each may use the barriers of the other. PTX: `tcgen05.alloc`,
    /// `tcgen05.relinquish_alloc_permit`. CUTLASS: `TMEM::Allocator1Sm`, `TMEM::Allocator2Sm`.
    ///
    /// # Safety
    ///
    /// All threads of the block, or of the cluster with pairs, execute this together, and none of
    /// these has arrived at the barrier of the cluster without waiting.
    #[inline(always)]
    pub unsafe fn alloc(self, gpu: impl Sm100) -> Allocation<F> {
        if gpu.thread() < 32 {
            gpu.tmem_alloc::<F::Ctas>(self.word.address(), F::ALLOCATED);
            gpu.tmem_relinquish_alloc_permit::<F::Ctas>();
        }
        meet::<F::Ctas>(gpu);
        // The word is the same for all threads.
        let address = Address::of_bits(gpu.broadcast(self.word.get()));
        let Self { barrier, read, .. } = self;
        let leads = leads::<F::Ctas>(gpu);
        let owed = Owed(PhantomData);
        Allocation { owed, address, barrier, read, phases: 0, leads, fragments: PhantomData }
    }
}
/// The duty to free the columns of F. A program that may drop it does not compile where panics
/// abort, as on a GPU. Elsewhere every panic drops what a function has, so the emulator reports
/// columns that are never freed.
pub(super) struct Owed<F>(PhantomData<F>);
impl<F> Owed<F> {
    #[inline(always)]
    pub(super) fn settle(self) {
        let _ = ManuallyDrop::new(self);
    }
}
#[cfg(panic = "abort")]
impl<F> Drop for Owed<F> {
    #[inline(always)]
    fn drop(&mut self) {
        const { panic!("tensor memory is never freed on a path of a kernel: call `free` there") }
    }
}
/// Waits for all threads of the block, or of the cluster with a pair, with `tcgen05` operations on
/// their side of this point.
#[inline(always)]
pub(super) unsafe fn meet<P: CtaGroup>(gpu: impl Sm100) {
    gpu.tcgen05_before_thread_sync();
    if P::CTAS == 1 {
        gpu.sync_threads();
    } else {
        gpu.cluster_arrive();
        gpu.cluster_wait();
    }
    gpu.tcgen05_after_thread_sync();
}
