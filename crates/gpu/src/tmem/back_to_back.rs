//! Two products one after the other: the sums of the first, changed by a warpgroup, are operand A
//! of the second, without leaving tensor memory.

use super::{Accumulated, Accumulating, Accumulator, AccumulatorTile, Allocation, Fragments};
use super::{GivesUmmaA, TmemOf, TmemPtr, Umma, UmmaOperands, side_by_side, sums};
use crate::Sm100;
use crate::barrier::Place;
use crate::number::FragmentElement;
use crate::tensor::GpuTensor;
use crate::wgmma::{Descriptors, ScaleOut};
use core::marker::PhantomData;
use zellige::Steps;
use zellige::atom::gmma::Blackwell;
use zellige::atom::smem::SharedTile;
use zellige::atom::tmem::{Address, TmemFragment, TmemFrg1sm, TmemTensor};
use zellige::atom::{MmaTiling, OperandA, PartitionShape};
use zellige::prelude::*;
use zellige::tuple::IntTuple;
use zellige::typenum::U1;

/// The accumulators of two products of one CTA, for two tiles in turn: S = A B, and
/// O = f(S) C + O, where f is what a warpgroup does with the sums S. Its result P takes the place
/// of S, as operand A of the second product. Both are [`Accumulator`]s.
///
/// ```text
/// columns      0 to 127        128 to 255      256 to 383      384 to 511
///              S, then P       O               S, then P       O
///              tile 0 ----------------------   tile 1 ----------------------
///
/// one thread   Allocation --next--> Link:  second, first     of tiles 0 and 1 in turn
/// warpgroup i  Allocation --wait_for(i)--> Accumulated:  tile, second, operand, release
/// ```
///
/// A turn of the thread is the second product of a step, and the first of the next step: so a
/// warpgroup that has waited for S knows that P was read, and that O has the sums of all steps
/// before. While one warpgroup computes P of its tile, the products of the other tile run. The
/// first product overwrites P while the second one may still run: the tensor cores execute the
/// products of a thread in order, as FlashAttention-4 requires, too.
///
/// ```
/// use zellige::{atom::{TiledMma, umma::*}, prelude::*};
/// use zellige_gpu::{Bf16, tmem::{Accumulator, BackToBack, Fragments}};
/// // 128 queries by 128 keys, and 128 queries by 128 columns of values.
/// type S = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(128)>>;
/// type O = TiledMma<SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(128)>>;
/// type Tiles = BackToBack<
///     Accumulator<S, shape!((128, 128))>,
///     Accumulator<O, shape!((128, 128))>,
/// >;
/// assert_eq!((Tiles::COLUMNS, Tiles::TILES), (512, 2));
/// ```
///
/// Accumulators of more columns than there are do not compile:
///
/// ```text
/// tensor memory has 512 columns, but the fragments take 384 and 384
/// ```
///
/// CUTLASS: the examples `77_blackwell_fmha` and `13_two_tensor_op_fusion`.
#[doc(alias("PipelineAsyncUmma", "b2b_gemm", "fmha"))]
pub struct BackToBack<S, O>(PhantomData<(S, O)>);
impl<S, O> Fragments for BackToBack<S, O>
where
    S: Fragments<First = S, Ctas = U1> + TmemTensor,
    O: Fragments<First = O, Ctas = U1> + TmemTensor,
{
    type First = S;
    type Ctas = U1;
    const COLUMNS: u32 = {
        let tile = side_by_side(S::COLUMNS, O::COLUMNS);
        side_by_side(tile, tile)
    };
    const TILES: u32 = 2;
}
/// The elements of operand A of a tiled MMA.
type ElementA<M> = <<M as MmaTiling>::Atom as UmmaOperands>::ElementA;
/// A in tensor memory: the instructions of the tiled MMA M for R rows and K columns.
type FragmentA<M, R, K> = Packed<ElementA<M>, PartitionShape<M, OperandA, (R, K)>>;
/// The same elements as a matrix.
type MatrixA<M, R, K> = Packed<ElementA<M>, ((R, K), U1, U1)>;
type Packed<T, S> =
    TmemFragment<S, TmemFrg1sm<<T as FragmentElement>::Bits, <T as FragmentElement>::Bits>>;

/// The turn of the thread that begins the products of a tile: the [second](Self::second), of what
/// the warpgroup has made of S, then the [first](Self::first), which overwrites that.
///
/// The order is in the types: `first` ends the turn.
///
/// ```compile_fail,E0382
/// # use zellige::{atom::{TiledMma, umma::*, smem::SharedTile}, prelude::*};
/// # use zellige_gpu::{Bf16, Sm100, tmem::*, wgmma::{Descriptors, ScaleOut}, tensor::GpuTensor};
/// # use zellige::atom::{OperandB, gmma::Blackwell, smem::LayoutKSw128Atom, OperandA};
/// # type S = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
/// # type O = TiledMma<SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(64)>>;
/// # type Both = BackToBack<Accumulator<S, shape!((128, 64))>, Accumulator<O, shape!((128, 64))>>;
/// # type T<R> = zellige::ops::TileToShape<LayoutKSw128Atom<int!(16)>, (R, int!(64))>;
/// # unsafe fn f<G: Sm100>(gpu: G, mut memory: Allocation<Both>) {
/// # use zellige_gpu::tensor::smem;
/// # let a = smem::<Bf16, _>(gpu, 0, <T<int!(128)>>::STATIC).umma_descriptors::<OperandA, _>(S::STATIC);
/// # let b = smem::<Bf16, _>(gpu, 0, <T<int!(64)>>::STATIC).umma_descriptors::<OperandB, _>(S::STATIC);
/// # let c = smem::<Bf16, _>(gpu, 0, <T<int!(64)>>::STATIC).umma_descriptors::<OperandB, _>(O::STATIC);
/// let mut link = memory.next(gpu);
/// link.first(gpu, a, b);
/// link.second(gpu, c, ScaleOut::One); // borrow of moved value: `link`
/// # }
/// ```
#[must_use = "call `first` or `commit`: the warpgroup waits for it"]
pub struct Link<'a, S, O> {
    first: Accumulating<'a, S>,
    second: Accumulating<'a, O>,
}

impl<S, O> Allocation<BackToBack<S, O>>
where
    S: Fragments<First = S, Ctas = U1> + TmemTensor,
    O: Fragments<First = O, Ctas = U1> + TmemTensor,
{
    /// Begins the next turn: of tile 0, of tile 1, of tile 0 and so on. Waits until the warpgroup
    /// of the tile has [released](Accumulated::release) it; before the first two turns, which begin
    /// the first product only, there is nothing to wait for.
    ///
    /// ```
    /// use zellige::atom::{TiledMma, smem::LayoutKSw128Atom, umma::*};
    /// use zellige::atom::{MmaTiling, OperandA, OperandB};
    /// use zellige::{ops::TileToShape, prelude::*};
    /// use zellige_gpu::tmem::{Accumulator, Allocation, BackToBack};
    /// use zellige_gpu::{Bf16, Sm100, storage::SmemTensor, wgmma::ScaleOut};
    /// type S = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
    /// type O = TiledMma<SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(64)>>;
    /// type Sums<M> = Accumulator<M, shape!((128, 64))>;
    /// type Rows<N> = SmemTensor<Bf16, TileToShape<LayoutKSw128Atom<int!(16)>, (N, int!(64))>>;
    /// /// Begins O = f(A B) C of two tiles: f is what the warpgroups do.
    /// unsafe fn multiply<G: Sm100>(
    ///     gpu: G,
    ///     (a, b, c): ([Rows<int!(128)>; 2], Rows<int!(64)>, Rows<int!(64)>),
    ///     mut memory: Allocation<BackToBack<Sums<S>, Sums<O>>>,
    /// ) {
    ///     let b = b.umma_descriptors::<OperandB, _>(S::STATIC);
    ///     let c = c.umma_descriptors::<OperandB, _>(O::STATIC);
    ///     for a in a {
    ///         let a = a.umma_descriptors::<OperandA, _>(S::STATIC);
    ///         unsafe { memory.next(gpu).first(gpu, a, b) }; // four instructions
    ///     }
    ///     for _ in 0..2 {
    ///         unsafe {
    ///             let mut link = memory.next(gpu); // waits for f
    ///             link.second(gpu, c, ScaleOut::Zero);
    ///             link.commit(gpu);
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// # Safety
    ///
    /// One thread of the block executes this, the same each time, and does not
    /// [`wait_for`](Self::wait_for) a tile. The warpgroup of a tile waits once for each of its turns.
    #[inline(always)]
    pub unsafe fn next(&mut self, gpu: impl Sm100) -> Link<'_, S, O> {
        let place = self.next_place();
        self.read.wait_before(gpu, place);
        gpu.tcgen05_after_thread_sync();
        let (address, barrier, stage) = (self.address_of(place.stage), self.barrier, place.stage);
        let second = behind::<S>(address);
        Link {
            first: Accumulating {
                address,
                barrier,
                stage,
                out: ScaleOut::Zero,
                accumulators: PhantomData,
            },
            second: Accumulating {
                address: second,
                barrier,
                stage,
                out: ScaleOut::Zero,
                accumulators: PhantomData,
            },
        }
    }
    /// Waits for the products of the next turn of a tile.
    ///
    /// ```
    /// use zellige::{atom::{TiledMma, umma::*}, prelude::*};
    /// use zellige_gpu::tmem::{Accumulator, AccumulatorTile, Allocation, BackToBack};
    /// use zellige_gpu::{Bf16, Sm100};
    /// type S = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
    /// type O = TiledMma<SM100_MMA_F16BF16_TS<Bf16, Bf16, f32, int!(128), int!(64)>>;
    /// type Tile = shape!((128, 64));
    /// /// Computes P of each step, and returns the sums O, (128, 64).
    /// unsafe fn change<G: Sm100>(
    ///     gpu: G,
    ///     memory: &mut Allocation<BackToBack<Accumulator<S, Tile>, Accumulator<O, Tile>>>,
    ///     tile: u32,
    ///     steps: u32,
    /// ) -> AccumulatorTile<O, Tile> {
    ///     for _ in 0..steps {
    ///         let turn = unsafe { memory.wait_for(gpu, tile) };
    ///         // copy(gpu, load, turn.tile(0).partition_s(load, thread), row)
    ///         // copy(gpu, store, p, turn.operand().partition_d(store, thread))
    ///         unsafe { turn.release(gpu) };
    ///     }
    ///     unsafe { memory.wait_for(gpu, tile) }.second(0)
    /// }
    /// ```
    ///
    /// # Safety
    ///
    /// All threads of one warpgroup execute this, the same one for the same tile, 0 or 1, each
    /// time, and [release](Accumulated::release) the tile before its next turn.
    #[inline(always)]
    pub unsafe fn wait_for(
        &mut self,
        gpu: impl Sm100,
        tile: u32,
    ) -> Accumulated<'_, BackToBack<S, O>> {
        self.barrier.wait_at(gpu, Place { parity: self.phases % 2, stage: tile });
        self.phases = self.phases.wrapping_add(1);
        gpu.tcgen05_after_thread_sync();
        self.accumulated(tile)
    }
}
/// Returns the address behind the fragment S.
#[inline(always)]
fn behind<S: Fragments>(address: Address) -> Address {
    address + Address::new(0, const { S::COLUMNS })
}

impl<MS, MO, R, N, D> Link<'_, Accumulator<MS, (R, N)>, Accumulator<MO, (R, D)>>
where
    MS: MmaTiling,
    MO: MmaTiling<Atom: UmmaOperands>,
    R: IntTuple,
    N: IntTuple,
    D: IntTuple,
    Accumulator<MS, (R, N)>: Fragments + TmemTensor,
    Accumulator<MO, (R, D)>: Fragments + TmemTensor,
{
    /// Begins O = P C, or O = P C + O, for P that the warpgroup has stored, and (V, N, K) of C. A
    /// turn has one such product, and the first turn of a tile none.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this turn, and C does not change until a thread has waited for
    /// a commit after this call.
    #[inline(always)]
    pub unsafe fn second<G, C, CL>(
        &mut self,
        gpu: G,
        c: GpuTensor<Descriptors<<MO::Atom as UmmaOperands>::ElementB, C, Blackwell>, CL>,
        out: ScaleOut,
    ) where
        G: Sm100,
        MO::Atom: Umma<G>,
        TmemPtr<ElementA<MO>>: GivesUmmaA<<MO::Atom as UmmaOperands>::OperandA, ElementA<MO>>,
        FragmentA<MO, R, N>: TmemTensor,
        C: SharedTile,
        CL: Layout,
    {
        let p: TmemOf<ElementA<MO>, FragmentA<MO, R, N>> =
            GpuTensor::new(TmemPtr::new(self.first.address), Layout::UNCHECKED);
        self.second.out = out;
        self.second.gemm(gpu, p, c)
    }
    /// Begins S = A B for (V, M, K) of A and (V, N, K) of B, and ends the turn by a
    /// [commit](Self::commit).
    ///
    /// # Safety
    ///
    /// The conditions of [`Accumulating::gemm`] hold.
    #[inline(always)]
    pub unsafe fn first<G, A, AL, B, BL>(
        mut self,
        gpu: G,
        a: GpuTensor<A, AL>,
        b: GpuTensor<Descriptors<<MS::Atom as UmmaOperands>::ElementB, B, Blackwell>, BL>,
    ) where
        G: Sm100,
        MS::Atom: Umma<G>,
        A: GivesUmmaA<<MS::Atom as UmmaOperands>::OperandA, ElementA<MS>>,
        AL: Layout,
        B: SharedTile,
        BL: Layout,
    {
        self.first.gemm(gpu, a, b);
        self.commit(gpu)
    }
    /// Ends the turn, the last one of its tile or one with a first product: lets the warpgroup know
    /// when all products are done.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has this turn.
    #[inline(always)]
    pub unsafe fn commit(self, gpu: impl Sm100) {
        self.first.commit(gpu)
    }
}
impl<MS, MO, R, N, D> Accumulated<'_, BackToBack<Accumulator<MS, (R, N)>, Accumulator<MO, (R, D)>>>
where
    MO: MmaTiling<Atom: UmmaOperands>,
    R: IntTuple,
    N: IntTuple,
    D: IntTuple,
    Accumulator<MS, (R, N)>: Fragments,
    Accumulator<MO, (R, D)>: TmemTensor,
{
    /// Returns the accumulators O of instruction `i` of the second product, as
    /// [`tile`](Self::tile) does those of the first: the sums of the turns before. Until its next
    /// [release](Self::release), the warpgroup may change them, too.
    #[inline(always)]
    pub fn second(&self, i: u32) -> AccumulatorTile<MO, (R, D)> {
        sums::<MO, (R, D)>(behind::<Accumulator<MS, (R, N)>>(self.address)).vector(i)
    }
    /// Returns P, (rows, columns), to store it where S was loaded from: thread t of the warpgroup
    /// has row t of S, and stores row t of P.
    #[inline(always)]
    pub fn operand(&self) -> TmemMatrix<ElementA<MO>, R, N>
    where
        MatrixA<MO, R, N>: TmemTensor,
    {
        let p: TmemOf<ElementA<MO>, MatrixA<MO, R, N>> =
            GpuTensor::new(TmemPtr::new(self.address), Layout::UNCHECKED);
        p.vector(0)
    }
}
/// A matrix (R, K) of elements T in tensor memory: see [`Accumulated::operand`].
///
/// ```
/// use zellige::prelude::*;
/// use zellige_gpu::{Bf16, tmem::TmemMatrix};
/// fn layout(p: TmemMatrix<Bf16, int!(128), int!(64)>) -> String {
///     p.layout().to_string() // (_128,_64):(_131072,_1), two elements to a word
/// }
/// ```
pub type TmemMatrix<T, R, K> =
    GpuTensor<TmemPtr<T>, <<Packed<T, ((R, K), U1, U1)> as TmemTensor>::Layout as Steps>::Head>;
impl<S, O> Accumulated<'_, BackToBack<S, O>> {
    /// Lets the next turn of the tile begin: P is stored, and O is changed.
    ///
    /// # Safety
    ///
    /// `gpu` is the thread that has waited, and it has [waited](Sm100::tmem_wait_store) for its
    /// stores, as a `copy` does.
    #[inline(always)]
    pub unsafe fn release(self, gpu: impl Sm100) {
        gpu.tcgen05_before_thread_sync();
        self.read.arrive_at(gpu, self.stage)
    }
}
