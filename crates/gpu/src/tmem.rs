//! Tensor memory, and the products of Blackwell that accumulate there.
//!
//! A block allocates columns of tensor memory, one thread begins products, and the warps read the
//! sums when the products are done. Types hold this order:
//!
//! ```text
//! TmemStorage --alloc--> Allocation -------------------------------------free--> (gone)
//!                               |
//!                          accumulate ---> Accumulating, one thread:  gemm, gemm, commit
//!                               |
//!                               +--------> Pending --wait--> Accumulated:  tile, by `copy`
//! ```
//!
//! With room for two tiles, [`InTurn`], one thread begins a tile while a warpgroup reads another:
//!
//! ```text
//! Allocation --begin--> Accumulating, one thread:    gemm, gemm, commit
//!            --wait---> Accumulated, a warpgroup:    tile, by `copy`, release
//! ```
//!
//! Attention multiplies twice, and its second product reads what a warpgroup makes of the first:
//! [`BackToBack`].
//!
//! - The columns follow from the types of what is allocated, [`Accumulator`]s and fragments of A.
//! - Nothing can be read from [`Pending`] accumulators. [`wait`](Pending::wait) returns those that
//!   can be read, when the barrier of the [commit](Accumulating::commit) says that all products are
//!   done.
//! - An [`Allocation`] is freed once, and not while it is borrowed. A build for a GPU refuses a
//!   kernel with a path on which it is never freed; the emulator reports a block that took one.
//!
//! | atoms | A from | elements of A and B | accumulators |
//! |---|---|---|---|
//! | `SM100_MMA_F16BF16_{SS,TS}` | shared, tensor memory | [`F16`], [`Bf16`] | `f32`; [`F16`] for [`F16`] |
//! | `SM100_MMA_TF32_{SS,TS}` | shared, tensor memory | [`Tf32`] | `f32` |
//! | `SM100_MMA_F8F6F4_{SS,TS}` | shared, tensor memory | [`E4m3`], [`E5m2`] | `f32`, [`F16`] |
//! | `SM100_MMA_F8F6F4_SS` | shared | the same and [`Padded`] numbers of 6 and 4 bits, in any mixture | `f32`, [`F16`] |
//! | `SM100_MMA_F8F6F4_TS` | tensor memory | the same B; A also of [`E2m3`], [`E3m2`] and [`E2m1`] | `f32`, [`F16`] |
//! | `SM100_MMA_S8_{SS,TS}` | shared, tensor memory | `i8`, `u8` | `i32` |
//! | `SM100_MMA_MXF8F6F4_SS` | shared | those of `SM100_MMA_F8F6F4_SS`, each 32 with a factor [`Ue8m0`] | `f32` |
//! | `SM100_MMA_MXF4_SS` for 32 | shared | [`E2m1`], each 32 with a factor [`Ue8m0`] | `f32` |
//! | `SM100_MMA_MXF4_SS` for 16 | shared | [`E2m1`], each 16 with [`Ue8m0`] or [`Ue4m3`] | `f32` |
//!
//! In tensor memory each number of A has a byte, those of 6 bits in its low bits, those of [`E2m1`]
//! in bits 2 to 5.
//!
//! [`F16`]: crate::F16
//! [`Bf16`]: crate::Bf16
//! [`Tf32`]: crate::Tf32
//! [`E4m3`]: crate::E4m3
//! [`E5m2`]: crate::E5m2
//! [`E2m3`]: crate::number::E2m3
//! [`E3m2`]: crate::number::E3m2
//! [`E2m1`]: crate::number::E2m1
//! [`Padded`]: crate::number::Padded
//! [`Ue8m0`]: crate::number::Ue8m0
//! [`Ue4m3`]: crate::number::Ue4m3
//!
//! The atoms are also those of a [pair of CTAs](CtaGroup), `_2x1SM_SS` and `_2x1SM_TS`: see
//! [Pairs](self#pairs).
//!
//! Rows of shared memory are copied to tensor memory by [`tmem_copy`](Sm100::tmem_copy) of the
//! machine, tiles of scale factors by [`copy_factors`](Accumulating::copy_factors).
//! [`shift_rows`](Accumulating::shift_rows) moves the rows of A there down by one.
//!
//! None of this has run on a GPU yet: kernels are emulated, and assembled for `sm_100a`.
//!
//! ```
//! use zellige::atom::{smem::LayoutKSw128Atom, tmem_copy::*, umma::SM100_MMA_F16BF16_SS, *};
//! use zellige::{ops::TileToShape, prelude::*};
//! use zellige_gpu::tmem::{Accumulator, Allocation};
//! use zellige_gpu::{Bf16, Sm100, copy::copy, registers::ConsumerWarpgroup, tensor::{rmem, smem}};
//! type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
//! type D = Accumulator<Mma, shape!((128, 64))>; // 64 columns
//! type A = TileToShape<LayoutKSw128Atom<int!(16)>, shape!((128, 64))>;
//! type B = TileToShape<LayoutKSw128Atom<int!(16)>, shape!((64, 64))>;
//! /// Multiplies 128 x 64 numbers in shared memory by 64 x 64; a thread gets a row of the product.
//! unsafe fn product<G: Sm100>(
//!     gpu: G,
//!     role: &ConsumerWarpgroup,
//!     memory: &mut Allocation<D>,
//! ) -> [f32; 64] {
//!     let a = smem::<Bf16, _>(gpu, 0, A::STATIC).umma_descriptors::<OperandA, _>(Mma::STATIC);
//!     let b = smem::<Bf16, _>(gpu, 8192, B::STATIC).umma_descriptors::<OperandB, _>(Mma::STATIC);
//!     let mut row = [0.0; 64];
//!     // SAFETY: A and B are in shared memory, and the threads of the warpgroup execute this.
//!     unsafe {
//!         let (thread, pending) = memory.accumulate(role);
//!         if let Some(mut thread) = thread {
//!             thread.gemm(gpu, a, b); // four instructions
//!             thread.commit(gpu);
//!         }
//!         let tile = pending.wait(gpu).tile(0); // (128, 64)
//!         let atom = <CopyAtom<SM100_TMEM_LOAD_32dp32b<int!(64)>, int!(32)>>::default();
//!         let load = make_tmem_copy(atom, tile.layout());
//!         let mine = tile.partition_s(load, role.thread());
//!         copy(gpu, load, mine, rmem(&mut row, layout!(((64, 1), 1, 1))));
//!     }
//!     row
//! }
//! ```
//!
//! Scale factors multiply the elements of A and B, each 32 or 16 of them along K. The thread that
//! multiplies copies them from shared memory, where they are
//! [laid out as in CuTe](zellige::atom::block_scaled). The elements [`E2m1`] lie two to a byte in a
//! tensor of `u8`; `umma_pairs` returns their descriptors.
//!
//! ```
//! use zellige::atom::{TiledMma, block_scaled::*, smem::LayoutKSw128Atom, umma::*, *};
//! use zellige::{ops::TileToShape, prelude::*};
//! use zellige_gpu::number::Ue8m0;
//! use zellige_gpu::tmem::{Accumulating, Accumulator, Sfa, Sfb, TmemOf};
//! use zellige_gpu::{E4m3, Sm100, storage::SmemTensor};
//! type Mma = TiledMma<SM100_MMA_MXF8F6F4_SS<E4m3, E4m3, f32, Ue8m0, int!(128), int!(64)>>;
//! type Tile = shape!((128, 64, 128)); // M, N, K: four instructions
//! type Rows<N> = TileToShape<LayoutKSw128Atom<int!(8)>, (N, int!(128))>;
//! /// Begins the product of a tile. The kernel allocates tensor memory for `(Sums, (Sfa<Mma, Tile>,
//! /// Sfb<Mma, Tile>))`, and the factors there are its `second` and `third` fragment.
//! unsafe fn begin<G: Sm100>(
//!     gpu: G,
//!     thread: &mut Accumulating<'_, Accumulator<Mma, shape!((128, 64))>>,
//!     a: SmemTensor<E4m3, Rows<int!(128)>>,
//!     b: SmemTensor<E4m3, Rows<int!(64)>>,
//!     sfa: SmemTensor<Ue8m0, DeduceSmemLayoutSfa<Mma, Tile>>,
//!     sfb: SmemTensor<Ue8m0, DeduceSmemLayoutSfb<Mma, Tile>>,
//!     (to_a, to_b): (TmemOf<Ue8m0, Sfa<Mma, Tile>>, TmemOf<Ue8m0, Sfb<Mma, Tile>>),
//! ) {
//!     let a = a.umma_descriptors::<OperandA, _>(Mma::STATIC);
//!     let b = b.umma_descriptors::<OperandB, _>(Mma::STATIC);
//!     // SAFETY: all threads wait for a commit before they change the tiles or the factors.
//!     unsafe {
//!         thread.copy_factors(gpu, sfa, to_a);
//!         thread.copy_factors(gpu, sfb, to_b);
//!         thread.gemm_scaled(gpu, (a, to_a), (b, to_b));
//!     }
//! }
//! ```
//!
//! # Pairs
//!
//! With an atom of two CTAs, the blocks of a pair execute the same code. Both allocate, which makes
//! them meet at the barrier of the cluster, and free. Each copies the rows that it has of A and B,
//! half of both, to stages [`OfCtas`](crate::storage::OfCtas); [`OfCta`] gives their descriptors.
//! Only the leader has the thread that begins products, for both; its commits arrive in both, and
//! each block reads its own sums:
//!
//! ```text
//!              leader                                   the other block
//! shared       A: rows 0..M/2      B: rows 0..N/2       A: rows M/2..M     B: rows N/2..N
//! accumulate   Accumulating: gemm, gemm, commit         -
//! wait         Accumulated: rows 0..M/2, all columns    Accumulated: rows M/2..M, all columns
//! ```
//!
//! Of scale factors, each block has those of its own rows of A, and of all rows of B, in shared
//! memory. The leader begins their copies to the tensor memory of both.
//!
//! ```
//! use zellige::{atom::{TiledMma, umma::SM100_MMA_F16BF16_2x1SM_SS}, prelude::*};
//! use zellige_gpu::{Bf16, Sm100, storage::Allocate, tmem::{Accumulator, Allocation, TmemStorage}};
//! type Op = SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32, int!(256), int!(128)>;
//! type Sums = Accumulator<TiledMma<Op>, shape!((256, 128))>;
//! /// Allocates 128 columns in both blocks: `tcgen05.alloc.cta_group::2`.
//! unsafe fn columns<G: Sm100>(gpu: G) -> Allocation<Sums> {
//!     // SAFETY: all threads of the cluster execute this.
//!     unsafe { <TmemStorage<Sums>>::allocate(gpu).alloc(gpu) }
//! }
//! ```
//!
//! ```compile_fail,E0599
//! # use zellige_gpu::{Sm100, tmem::{Accumulator, Pending}};
//! # unsafe fn f<F>(pending: Pending<'_, F>) {
//! pending.tile(0); // no method named `tile` found for struct `Pending`
//! # }
//! ```

mod atoms;
mod back_to_back;
mod factors;
mod group;
mod pointer;
mod product;
mod storage;
mod transfer;
pub use atoms::{
    ScaledArguments, SourceOfUmma, Umma, UmmaKind, UmmaOperands, UmmaScaled, UmmaScaledKind,
    UmmaSource,
};
pub use back_to_back::{BackToBack, Link, TmemMatrix};
pub use factors::{Factor, ScaledOperand, Sfa, Sfb};
pub use group::{CtaGroup, OfCta};
pub(crate) use group::{leader, leads};
pub use pointer::TmemPtr;
pub use product::GivesUmmaA;
pub use storage::TmemStorage;
use storage::{Owed, meet};
pub use transfer::{TmemCopies, TmemLoads, TmemStores};

use crate::Sm100;
use crate::barrier::{Place, Row};
use crate::registers::ConsumerWarpgroup;
use crate::tensor::GpuTensor;
use crate::wgmma::ScaleOut;
use core::marker::PhantomData;
use zellige::Steps;
use zellige::atom::tmem::{Address, COLUMNS, TmemFragment, TmemFrg, TmemTensor, allocation};
use zellige::atom::umma::UmmaAtom;
use zellige::atom::{MmaAtom, MmaTiling, OperandC, PartitionShape};
use zellige::prelude::*;
use zellige::refusal::Message;
use zellige::tuple::IntTuple;
use zellige::typenum::U1;

/// The accumulators of a tiled MMA M by `tcgen05.mma` for a tile of the shape S, (rows, columns):
/// CuTe's `tiled_mma.make_fragment_C`, as a type.
///
/// ```
/// use zellige::{atom::{TiledMma, umma::SM100_MMA_F16BF16_SS}, prelude::*};
/// use zellige_gpu::{Bf16, tmem::{Accumulator, Fragments}};
/// type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(96)>>;
/// // Three instructions side by side.
/// assert_eq!(<Accumulator<Mma, shape!((128, 288))>>::COLUMNS, 288);
/// ```
#[doc(alias("make_fragment_C", "partition_fragment_C"))]
pub struct Accumulator<M, S>(PhantomData<(M, S)>);
/// The fragment of an [`Accumulator`].
type Sums<M, S> = TmemFragment<
    PartitionShape<M, OperandC, S>,
    <Group<M> as CtaGroup>::Frg<<<M as MmaTiling>::Atom as MmaAtom>::BitsC>,
>;
/// The CTAs of the atom of M.
type Group<M> = <<M as MmaTiling>::Atom as UmmaAtom>::Group;
impl<M: MmaTiling<Atom: UmmaAtom<Group: CtaGroup>>, S: IntTuple> TmemTensor for Accumulator<M, S> {
    type Layout = <Sums<M, S> as TmemTensor>::Layout;
    const PER_WORD: u32 = <Sums<M, S> as TmemTensor>::PER_WORD;
}

/// What an [`Allocation`] holds: an [`Accumulator`], two [in turn](InTurn), a fragment, or a pair
/// side by side: (accumulator, A) or (accumulator, ([scale factors of A](Sfa), [of B](Sfb))).
///
/// More columns than there are do not compile:
/// `tensor memory has 512 columns, but the fragments take 256 and 384`.
pub trait Fragments {
    /// The fragment that begins at the first column.
    type First: TmemTensor;
    /// The number of columns that are used, of each block.
    const COLUMNS: u32;
    /// The CTAs that allocate the columns together: those of the accumulators' atom.
    type Ctas: CtaGroup;
    /// The number of tiles with accumulators of their own.
    const TILES: u32 = 1;
    /// The number of columns that are allocated: a power of two, at least 32.
    const ALLOCATED: u32 = allocation(Self::COLUMNS);
}
impl<S: IntTuple, F: TmemFrg> Fragments for TmemFragment<S, F> {
    type First = Self;
    type Ctas = U1;
    const COLUMNS: u32 = Self::columns();
}
impl<M: MmaTiling<Atom: UmmaAtom<Group: CtaGroup>>, S: IntTuple> Fragments for Accumulator<M, S> {
    type First = Self;
    type Ctas = Group<M>;
    const COLUMNS: u32 = <Sums<M, S>>::columns();
}
impl<C: Fragments<First = C> + TmemTensor, A: Fragments> Fragments for (C, A) {
    type First = C;
    type Ctas = C::Ctas;
    const COLUMNS: u32 = side_by_side(C::COLUMNS, A::COLUMNS);
}
/// The accumulators C of two tiles, in turn: one thread begins the products of a tile while a
/// warpgroup reads the sums of the tile before. CUTLASS: `PipelineUmmaAsync<2>`.
///
/// ```
/// use zellige::{atom::{TiledMma, umma::SM100_MMA_F16BF16_SS}, prelude::*};
/// use zellige_gpu::{Bf16, storage::SharedStorage, tmem::*};
/// type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(96)>>;
/// type Sums = InTurn<Accumulator<Mma, shape!((128, 96))>>;
/// assert_eq!((Sums::COLUMNS, <TmemStorage<Sums>>::BYTES), (192, 40));
/// ```
#[doc(alias("PipelineUmmaAsync"))]
pub struct InTurn<C>(PhantomData<C>);
impl<C: Fragments<First = C> + TmemTensor> Fragments for InTurn<C> {
    type First = C;
    type Ctas = C::Ctas;
    const COLUMNS: u32 = side_by_side(C::COLUMNS, C::COLUMNS);
    const TILES: u32 = 2;
}
/// Returns the number of columns of two fragments; panics if there are not so many.
const fn side_by_side(first: u32, second: u32) -> u32 {
    if first + second > COLUMNS {
        let m = Message::new().s("tensor memory has ").u(COLUMNS as u64);
        let m = m.s(" columns, but the fragments take ").u(first as u64);
        m.s(" and ").u(second as u64).raise()
    }
    first + second
}

/// Columns of tensor memory that a block has allocated for F. The block [frees](Self::free) them
/// before it ends.
///
/// A kernel with a path that does not free them, such as an early `return`, does not compile for a
/// GPU. The error names F:
///
/// ```text
/// tensor memory is never freed on a path of a kernel: call `free` there
/// note: the above error was encountered while instantiating `fn <Owed<F> as Drop>::drop`
/// ```
#[must_use = "call `free` before the block ends"]
pub struct Allocation<F> {
    owed: Owed<F>,
    address: Address,
    barrier: Row,
    read: Row,
    /// The number of phases of the barrier that have ended, or the tiles of this thread.
    phases: u32,
    /// Whether the block begins the products of its group.
    leads: bool,
    fragments: PhantomData<F>,
}
impl<F: Fragments> Allocation<F> {
    /// Begins accumulators: one thread of the warpgroup gets the half that begins products, of a
    /// pair only in the leader, and every thread gets the half that waits for them.
    ///
    /// # Safety
    ///
    /// All threads of one warpgroup execute this, the same one each time. If it has read earlier
    /// accumulators, its threads, and those of the other block of a pair, have met at a barrier
    /// since, between [`tcgen05_before_thread_sync`](Sm100::tcgen05_before_thread_sync) and
    /// [`tcgen05_after_thread_sync`](Sm100::tcgen05_after_thread_sync).
    #[inline(always)]
    pub unsafe fn accumulate(
        &mut self,
        role: &ConsumerWarpgroup,
    ) -> (Option<Accumulating<'_, F::First>>, Pending<'_, F>) {
        const { assert!(F::TILES == 1, "accumulators in turn are begun by `begin`") }
        let thread = (role.thread() % 128 == 0 && self.leads).then_some(Accumulating {
            address: self.address,
            barrier: self.barrier,
            stage: 0,
            out: ScaleOut::Zero,
            accumulators: PhantomData,
        });
        (thread, Pending(self))
    }
    /// Returns the address of lane 0 of the first column.
    #[inline(always)]
    pub fn address(&self) -> Address {
        self.address
    }
    /// Returns the address of the accumulators of a stage.
    #[inline(always)]
    fn address_of(&self, stage: u32) -> Address {
        self.address + Address::of_element(F::COLUMNS / F::TILES * stage, 1)
    }
    #[inline(always)]
    fn accumulated(&self, stage: u32) -> Accumulated<'_, F> {
        let (address, read) = (self.address_of(stage), self.read);
        Accumulated { address, read, stage, memory: PhantomData }
    }
    /// Returns the place of the next tile, in turn.
    #[inline(always)]
    fn next_place(&mut self) -> Place {
        let place = Place::of(self.phases, F::TILES);
        self.phases = self.phases.wrapping_add(1);
        place
    }
    /// Frees the columns. PTX: `tcgen05.dealloc`.
    ///
    /// # Safety
    ///
    /// The conditions of [`alloc`](TmemStorage::alloc) hold.
    #[inline(always)]
    pub unsafe fn free(self, gpu: impl Sm100) {
        self.owed.settle();
        meet::<F::Ctas>(gpu);
        if gpu.thread() < 32 {
            gpu.tmem_dealloc::<F::Ctas>(self.address.bits(), F::ALLOCATED);
        }
    }
}
impl<C: Fragments<First = C> + TmemTensor> Allocation<InTurn<C>> {
    /// Begins the next tile, when the sums of the tile before the last are [read](
    /// Accumulated::release). CUTLASS: `producer_acquire` of the accumulators.
    ///
    /// # Safety
    ///
    /// One thread of the block executes this, the same each time, and does not
    /// [`wait`](Self::wait); of a pair, it is one of the leader. The threads that wait do so for
    /// each of its tiles.
    #[inline(always)]
    pub unsafe fn begin(&mut self, gpu: impl Sm100) -> Accumulating<'_, C> {
        let place = self.next_place();
        self.read.wait_before(gpu, place);
        gpu.tcgen05_after_thread_sync();
        let address = self.address_of(place.stage);
        let (barrier, stage) = (self.barrier, place.stage);
        Accumulating { address, barrier, stage, out: ScaleOut::Zero, accumulators: PhantomData }
    }
    /// Waits for all products of the next tile.
    ///
    /// ```
    /// # use zellige::atom::tmem::TmemTensor;
    /// use zellige_gpu::{Sm100, tmem::{Allocation, Fragments, InTurn}};
    /// unsafe fn write<C>(gpu: impl Sm100, mut sums: Allocation<InTurn<C>>)
    /// where
    ///     C: Fragments<First = C> + TmemTensor,
    /// {
    ///     for _tile in 0..3 {
    ///         let read = unsafe { sums.wait(gpu) }; // the other role: `begin`, `gemm`, `commit`
    ///         // copy(gpu, load, read.tile(0).partition_s(load, thread), registers)
    ///         unsafe { read.release(gpu) };
    ///     }
    /// }
    /// ```
    ///
    /// # Safety
    ///
    /// All threads of one warpgroup execute this, the same one each time, and
    /// [release](Accumulated::release) the sums before the next tile.
    #[inline(always)]
    pub unsafe fn wait(&mut self, gpu: impl Sm100) -> Accumulated<'_, InTurn<C>> {
        let place = self.next_place();
        self.barrier.wait_at(gpu, place);
        gpu.tcgen05_after_thread_sync();
        self.accumulated(place.stage)
    }
}
impl<C: Fragments<First = C> + TmemTensor, A: Fragments<First: TmemTensor>> Allocation<(C, A)> {
    /// Returns the second fragment as elements T: operand A of products that read it from tensor
    /// memory, (V, M, K).
    #[inline(always)]
    pub fn second<T>(&self) -> TmemOf<T, A::First> {
        let at = self.address + Address::new(0, const { C::COLUMNS });
        GpuTensor::new(TmemPtr::new(at), Layout::UNCHECKED)
    }
}
impl<C, A, B> Allocation<(C, (A, B))>
where
    C: Fragments<First = C> + TmemTensor,
    A: Fragments<First = A> + TmemTensor,
    B: Fragments<First: TmemTensor>,
{
    /// Returns the fragment behind the [`second`](Self::second) as elements T: the scale factors of
    /// B, behind those of A.
    #[inline(always)]
    pub fn third<T>(&self) -> TmemOf<T, B::First> {
        let at = self.address + Address::new(0, const { C::COLUMNS + A::COLUMNS });
        GpuTensor::new(TmemPtr::new(at), Layout::UNCHECKED)
    }
}
/// Elements T in tensor memory, laid out as the fragment F says.
pub type TmemOf<T, F> = GpuTensor<TmemPtr<T>, <F as TmemTensor>::Layout>;

/// The half of accumulators C that begins products, of one thread. The first
/// [`gemm`](Self::gemm) overwrites the accumulators, the others add to them.
#[must_use = "call `commit`: the other threads wait for it"]
pub struct Accumulating<'a, C> {
    address: Address,
    barrier: Row,
    stage: u32,
    out: ScaleOut,
    accumulators: PhantomData<(&'a (), C)>,
}
impl<C: Fragments> Accumulating<'_, C> {
    /// Lets the barrier know when all products are done. PTX: `tcgen05.commit`. CUTLASS:
    /// `umma_arrive`.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this half.
    #[inline(always)]
    pub unsafe fn commit(self, gpu: impl Sm100) {
        self.barrier.commit_at::<C::Ctas>(gpu, self.stage)
    }
}

/// Accumulators that may be in computation: nothing can read them.
#[must_use = "call `wait` before reading the accumulators"]
pub struct Pending<'a, F>(&'a mut Allocation<F>);
/// Accumulators with the sums of all products that were begun.
pub struct Accumulated<'a, F> {
    address: Address,
    read: Row,
    stage: u32,
    memory: PhantomData<&'a Allocation<F>>,
}
impl<'a, F: Fragments> Pending<'a, F> {
    /// Waits for all products of the other half.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread for which this half was made, and all threads of its warpgroup execute
    /// this before they accumulate again.
    #[inline(always)]
    pub unsafe fn wait(self, gpu: impl Sm100) -> Accumulated<'a, F> {
        self.0.barrier.wait_at(gpu, Place::of(self.0.phases, 1));
        self.0.phases = self.0.phases.wrapping_add(1);
        gpu.tcgen05_after_thread_sync();
        self.0.accumulated(0)
    }
}
impl<M: MmaTiling<Atom: UmmaOperands>, S: IntTuple, F> Accumulated<'_, F>
where
    F: Fragments<First = Accumulator<M, S>>,
    Accumulator<M, S>: TmemTensor,
{
    /// Returns the accumulators of instruction `i` of the tile, the row of instructions first:
    /// (rows, columns), for a copy by [`make_tmem_copy`](zellige::atom::tmem_copy::make_tmem_copy).
    ///
    /// Only thread t of the warpgroup reaches the lanes of its warp's quarter, which are those that
    /// its share of the copy names.
    #[inline(always)]
    pub fn tile(&self, i: u32) -> AccumulatorTile<M, S> {
        sums::<M, S>(self.address).vector(i)
    }
}
impl<C: Fragments> Accumulated<'_, InTurn<C>> {
    /// Lets the next tile but one overwrite the sums. CUTLASS: `consumer_release` of the
    /// accumulators.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has waited, and it reads none of these sums any more.
    #[inline(always)]
    pub unsafe fn release(self, gpu: impl Sm100) {
        gpu.tcgen05_before_thread_sync();
        self.read.arrive_at_leader::<C::Ctas>(gpu, self.stage)
    }
}
/// The accumulators of one instruction: see [`Accumulated::tile`].
pub type AccumulatorTile<M, S> = GpuTensor<
    TmemPtr<<<M as MmaTiling>::Atom as UmmaOperands>::ElementC>,
    <<Accumulator<M, S> as TmemTensor>::Layout as Steps>::Head,
>;
/// Returns all accumulators at an address: (V, M, N).
#[inline(always)]
fn sums<M: MmaTiling<Atom: UmmaOperands>, S: IntTuple>(
    address: Address,
) -> TmemOf<<M::Atom as UmmaOperands>::ElementC, Accumulator<M, S>>
where
    Accumulator<M, S>: TmemTensor,
{
    GpuTensor::new(TmemPtr::new(address), Layout::UNCHECKED)
}

#[cfg(test)]
mod tests {
    use super::side_by_side;

    #[test]
    fn columns_of_two_fragments() {
        assert_eq!(side_by_side(256, 256), 512);
    }
    #[test]
    #[should_panic(expected = "tensor memory has 512 columns, but the fragments take 256 and 384")]
    fn too_many_columns() {
        side_by_side(256, 384);
    }
}
