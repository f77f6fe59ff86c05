//! Tiled MMAs: an MMA atom repeated over threads and values, and each thread's share of a matrix.

use core::marker::PhantomData;
use core::ops::RangeFull;

use super::MmaAtom;
use super::mma_axis::{Along, Axis, Permutations};
use super::operand::{Operand, OperandA, OperandB, OperandC};
use super::operand_partition::{OperandPartition, PartitionOf, Second, Third};
use crate::algebra::width::{ThreadsBy, check_width_in};
use crate::construct::{ColMajor, col_major};
use crate::integer::*;
use crate::layout::Steps;
use crate::layout::{
    Layout, Modes, Partition, Products, Strided, check, check_thread, find_thread,
};
use crate::number::*;
use crate::profile::{AtomModes, PartitionedBy};
use crate::refusal::call::keep_call;
use crate::run_time::demand;
use crate::tuple::IntTuple;

/// A tiled MMA: an atom, repeated over threads and values, that partitions matrices.
///
/// [`TiledMma`] is the only implementor, and has methods with CuTe's names. The trait is for
/// generic code, and names the types of the results.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn of_thread_0<M: MmaTiling, C: Layout>(mma: M, c: C) -> Partitioned<M, OperandC, C> {
///     mma.partition::<OperandC, _, _>(c, int!(0)).0
/// }
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1)));
/// let c = of_thread_0(mma, layout!((32, 16)));
/// assert_eq!(c, layout!(((2, 2), 1, 1) : ((32, 8), 0, 0)));
/// ```
pub trait MmaTiling: Copy + 'static {
    /// The atom.
    type Atom: MmaAtom;
    /// See [`thr_layout_vmnk`](MmaTiling::thr_layout_vmnk).
    type ThrLayoutVmnk: Layout;
    /// See [`tile_shape`](MmaTiling::tile_shape).
    type TileShape: IntTuple;
    /// The value of the tiled MMA, which has no data, for generic code.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// fn threads<M: MmaTiling>() -> usize {
    ///     M::STATIC.thr_layout_vmnk().size().usize()
    /// }
    /// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
    /// assert_eq!(threads::<Mma>(), 32 * 2 * 2);
    /// ```
    ///
    /// An MMA that is repeated by a layout with run-time integers has no such value, and does not
    /// compile: `a static value is needed here, but ((_2,?):(_1,_2)) has run-time integers`.
    const STATIC: Self;
    /// The number of threads, for `threads = ..` of a kernel.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
    /// assert_eq!(Mma::THREADS, 128);
    /// ```
    const THREADS: u32 = Self::ThrLayoutVmnk::SIZE as u32;
    /// The partition of the matrices of operand O.
    #[doc(hidden)]
    type Of<O: Operand>: OperandPartition;
    #[doc(hidden)]
    fn of<O: Operand>(self) -> Self::Of<O>;
    /// Returns the map from the coordinate (V, M, N, K) of a thread, with V within the atom, to its
    /// number. CuTe: `get_thr_layout_vmnk`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1)));
    /// assert_eq!(mma.thr_layout_vmnk(), layout!((32, 2, 2, 1) : (1, 32, 64, 0)));
    /// ```
    #[doc(alias("thr_size", "get_thr_layout_vmnk"))]
    fn thr_layout_vmnk(self) -> Self::ThrLayoutVmnk;
    /// Returns the shape (M, N, K) that the atoms side by side take, permuted. CuTe: `tile_shape`,
    /// `tile_size<I>`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1)));
    /// assert_eq!(mma.tile_shape(), shape!((32, 16, 16)));
    /// assert_eq!(mma.permuted((.., int!(32), ..)).tile_shape(), shape!((32, 32, 16)));
    /// ```
    #[doc(alias("get_tile_size", "tile_size"))]
    fn tile_shape(self) -> Self::TileShape;
    /// Returns the layout of a matrix as `((ThrV, (ThrI, ThrJ)), (FrgV, (RestI, RestJ, ...)))`,
    /// where I and J are its first two modes: the threads first, then the elements of each thread.
    /// CuTe: `thrfrg_A`, `thrfrg_B`, `thrfrg_C`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1)));
    /// let c = mma.thrfrg::<OperandC, _>(layout!((64, 32)));
    /// assert_eq!(c.to_string(), "(((_4,_8),(_2,_2)),((_2,_2),(_2,_2))):(((_128,_1),(_16,_512)),((_64,_8),(_32,_1024)))");
    /// ```
    #[doc(alias("thrfrg_A", "thrfrg_B", "thrfrg_C"))]
    #[inline(always)]
    #[track_caller]
    fn thrfrg<O: Operand, T: Layout>(self, t: T) -> Thrfrg<Self, O, T> {
        const { check::<Thrfrg<Self, O, T>>() }
        demand!(|faults| t.shared(self.of::<O>(), faults))
    }
    /// Returns a thread's share of a matrix: the layout `(FrgV, RestI, RestJ, ...)`, which is the
    /// same for all threads, and the thread's offset. See [`ThrMma::partition_a`]. The thread
    /// number is checked as in [`TiledMma::get_slice`].
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let (mine, offset) = mma.partition::<OperandC, _, _>(layout!((128, 128) : (128, 1)), 37u32);
    /// assert_eq!((mine, offset), (layout!(((2, 2), 4, 8) : ((1, 1024), 4096, 16)), 17 * 128 + 2));
    /// ```
    #[inline(always)]
    #[track_caller]
    fn partition<O: Operand, T: Layout, I: Integer>(
        self,
        t: T,
        thread: I,
    ) -> (Partitioned<Self, O, T, I>, PartitionOffset<Self, O, T, I>) {
        const {
            check::<Partitioned<Self, O, T, I>>();
            check_thread::<I, Threads<Self>>();
            check_width_in::<T, ThreadsBy<Self::Of<O>>, I>()
        }
        demand!(|faults| {
            find_thread(thread, self.thr_layout_vmnk().cosize_modulo(), faults);
            t.share_of(self.of::<O>(), thread, faults)
        })
    }
    /// Returns the shape of a thread's share of a column-major matrix of the shape `s`. CuTe:
    /// `partition_shape_A`, `partition_shape_B`, `partition_shape_C`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// assert_eq!(mma.partition_shape::<OperandC, _>(shape!((128, 128))), shape!(((2, 2), 4, 8)));
    /// ```
    #[doc(alias("partition_shape_A", "partition_shape_B", "partition_shape_C"))]
    #[inline(always)]
    #[track_caller]
    fn partition_shape<O: Operand, S: IntTuple>(self, s: S) -> PartitionShape<Self, O, S> {
        const { check::<Partitioned<Self, O, ColMajor<S>>>() }
        demand!(|faults| col_major(s).share_of(self.of::<O>(), UTerm, faults).0).shape()
    }
    /// Returns the layout of the registers for a thread's share of a static matrix: for A and B in
    /// the order in which the values lie in memory, for C column-major. CuTe:
    /// `partition_fragment_A`, `make_fragment_A` and their siblings.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let row_major = mma.partition_fragment::<OperandA, _>(layout!((64, 64) : (64, 1)));
    /// assert_eq!(row_major, layout!(((2, 2, 2), 2, 4) : ((1, 2, 4), 32, 8)));
    /// let sums = mma.partition_fragment::<OperandC, _>(layout!((64, 64) : (64, 1)));
    /// assert_eq!(sums, layout!(((2, 2), 2, 4) : ((1, 2), 4, 8)));
    /// ```
    ///
    /// A run-time extent does not compile, because the compiler must know the number of registers.
    #[doc(alias(
        "partition_fragment_A",
        "partition_fragment_B",
        "partition_fragment_C",
        "make_fragment_A",
        "make_fragment_B",
        "make_fragment_C"
    ))]
    #[inline(always)]
    fn partition_fragment<O: Operand, T: Layout>(self, _: T) -> PartitionFragment<Self, O, T> {
        const { check::<Partitioned<Self, O, T>>() }
        <PartitionFragment<Self, O, T>>::STATIC
    }
    /// Returns the map from a thread and its value to the element of one tile, by its column-major
    /// index: `(thread, (FrgV, (RestI, RestJ)))`. CuTe: `get_layoutA_TV`, `get_layoutB_TV`,
    /// `get_layoutC_TV`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1)));
    /// let c = mma.layout_tv::<OperandC>();               // in a tile of 32 x 16 elements
    /// assert_eq!(c, layout!(((4, 8, 2, 2), ((2, 2), (1, 1))) : ((64, 1, 16, 256), ((32, 8), (0, 0)))));
    /// assert_eq!(c.crd2idx((37u32, 3u32)), 64 + 1 + 16 + 32 + 8);
    /// ```
    ///
    /// Threads that differ only along the mode that the operand does not have hold the same
    /// elements, with stride 0. (For threads along K, CuTe's `get_layoutC_TV` leaves the tile.)
    #[doc(alias(
        "tv_layout_A",
        "tv_layout_B",
        "tv_layout_C",
        "get_layoutA_TV",
        "get_layoutB_TV",
        "get_layoutC_TV"
    ))]
    #[inline(always)]
    #[track_caller]
    fn layout_tv<O: Operand>(self) -> LayoutTv<Self, O> {
        const { check::<LayoutTv<Self, O>>() }
        demand!(|faults| self.of::<O>().layout_tv(faults))
    }
}

/// The type of [`MmaTiling::thrfrg`] for operand O.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// type C = Thrfrg<Mma, OperandC, layout!((64, 32))>;
/// assert_layout!(C == (((4, 8), (2, 2)), ((2, 2), (2, 2))) : (((128, 1), (16, 512)), ((64, 8), (32, 1024))));
/// ```
pub type Thrfrg<M, O, T> = <T as Partition>::Shared<<M as MmaTiling>::Of<O>>;
/// The layout type of [`MmaTiling::partition`] for operand O. The type I of the thread number
/// matters only if T is swizzled: then the thread's offset is inside the layout.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// assert_layout!(Partitioned<Mma, OperandC, layout!((128, 128) : (128, 1))> == ((2, 2), 4, 8) : ((1, 1024), 4096, 16));
/// ```
pub type Partitioned<M, O, T, I = UTerm> = <T as Partition>::ShareOf<<M as MmaTiling>::Of<O>, I>;
/// The offset type of [`MmaTiling::partition`] for operand O and a thread of type I.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// type Offset = PartitionOffset<Mma, OperandC, layout!((128, 128) : (128, 1)), int!(37)>;
/// assert_type_eq_all!(Offset, int!(2178)); // (16 + 1) * 128 + 2
/// ```
pub type PartitionOffset<M, O, T, I> = <T as Partition>::ShareOffset<<M as MmaTiling>::Of<O>, I>;
/// The type of [`MmaTiling::partition_fragment`] for operand O. Registers are not swizzled.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// assert_layout!(PartitionFragment<Mma, OperandC, layout!((64, 64) : (64, 1))> == ((2, 2), 2, 4) : ((1, 2), 4, 8));
/// ```
pub type PartitionFragment<M, O, T> =
    <O as Operand>::Fragment<Partitioned<M, O, <T as Layout>::Unswizzled>>;
/// The type of [`MmaTiling::layout_tv`] for operand O.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN>;
/// assert_type_eq_all!(<LayoutTv<Mma, OperandC> as Layout>::Size, int!(128));
/// ```
pub type LayoutTv<M, O> = <<M as MmaTiling>::Of<O> as OperandPartition>::LayoutTv;
/// The extents of one tile of operand O.
pub(super) type OperandTile<M, O> = <<M as MmaTiling>::Of<O> as OperandPartition>::Tile;
/// The shape of [`MmaTiling::partition_shape`] for operand O and matrices of the shape S.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// assert_type_eq_all!(PartitionShape<Mma, OperandC, shape!((128, 128))>, shape!(((2, 2), 4, 8)));
/// ```
pub type PartitionShape<M, O, S> = <Partitioned<M, O, ColMajor<S>> as Layout>::Shape;

/// A single atom.
type OneAtom = Strided<(N1, N1, N1), (UTerm, UTerm, UTerm)>;
/// The permutation that leaves every mode in its order.
type InOrder = (RangeFull, RangeFull, RangeFull);

/// The MMA by the atom A, repeated side by side on other threads as the layout L of up to three
/// modes (M, N, K) says, on elements in the order P. CuTe:
/// `TiledMMA<Atom, AtomLayoutMNK, PermutationMNK>`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2))>;
/// let mma = Mma::default();
/// assert_eq!(mma.thr_layout_vmnk().size().usize(), 128);
/// assert_eq!(size_of::<Mma>(), 0);
/// ```
#[doc(alias = "TiledMMA")]
#[derive(Copy, Clone, Debug)]
pub struct TiledMma<A, L = OneAtom, P = InOrder> {
    atom: PhantomData<A>,
    atoms: L,
    permutations: P,
}
/// Returns [`STATIC`](MmaTiling::STATIC).
impl<A: MmaAtom, L: Layout, P: Permutations> Default for TiledMma<A, L, P> {
    #[inline(always)]
    fn default() -> Self {
        keep_call!(Self);
        Self::STATIC
    }
}

/// Repeats the atom side by side, on other threads, as the layout `atoms` of up to three modes (M,
/// N, K) says; missing modes are 1:0. CuTe: `make_tiled_mma`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 4)));
/// assert_eq!(mma.thr_layout_vmnk(), layout!((32, 2, 4, 1) : (1, 32, 64, 0)));
/// ```
///
/// A layout of four modes does not compile: ``a layout with a shape of profile
/// `(usize, usize, usize, usize)` does not repeat an MMA atom``.
#[inline(always)]
pub fn make_tiled_mma<A: MmaAtom, L: Layout<Profile: AtomModes>>(_: A, atoms: L) -> TiledMma<A, L> {
    TiledMma { atom: PhantomData, atoms, permutations: (.., .., ..) }
}
impl<A, L> TiledMma<A, L> {
    /// Returns the same MMA with the elements of M, N and K in another order, one tile at a time.
    /// CuTe: the argument `permutations` of `make_tiled_mma`.
    ///
    /// A static integer only makes the tile larger, so that a thread has more values in one tile. A
    /// layout says which elements the tile has, in which order: `(8,2,2):(1,16,8)` gives the atoms
    /// along N the elements 0 to 7, 16 to 23, 8 to 15 and 24 to 31.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let wide = mma.permuted((.., int!(32), ..));
    /// assert_eq!(wide.tile_shape(), shape!((32, 32, 16)));
    /// let c = layout!((32, 32));                          // column-major: m + 32 n
    /// let woven = mma.permuted((.., layout!((8, 2, 2) : (1, 16, 8)), ..));
    /// assert_eq!(wide.get_slice(64u32).partition_c(c).1, 8 * 32);     // the second warp along N
    /// assert_eq!(woven.get_slice(64u32).partition_c(c).1, 16 * 32);
    /// ```
    #[doc(alias = "PermutationMNK")]
    #[inline(always)]
    pub fn permuted<P: Permutations>(self, permutations: P) -> TiledMma<A, L, P> {
        TiledMma { atom: self.atom, atoms: self.atoms, permutations }
    }
}

impl<A: MmaAtom, L: Layout, P: Permutations> TiledMma<A, L, P> {
    /// Returns the share of one thread, by its number. CuTe: `get_slice`, `get_thread_slice`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let thread = mma.get_slice(37u32);
    /// assert_eq!(thread.partition_c(layout!((32, 16) : (16, 1))).1, (16 + 1) * 16 + 2);
    /// ```
    ///
    /// A thread number out of range is an error: `there is no thread 128: the 128 threads are
    /// numbered from 0`, at compile time if it is static.
    ///
    /// # Panics
    ///
    /// Panics if no thread has the run-time number; on a GPU with debug assertions only.
    #[doc(alias = "get_thread_slice")]
    #[inline(always)]
    #[track_caller]
    pub fn get_slice<I: Integer>(self, thread: I) -> ThrMma<Self, I> {
        const { check_thread::<I, Threads<Self>>() }
        demand!(|faults| find_thread(thread, self.thr_layout_vmnk().cosize_modulo(), faults));
        ThrMma { mma: self, thread }
    }
}

/// The number of threads of M: 1 + the largest thread number.
type Threads<M> = <<M as MmaTiling>::ThrLayoutVmnk as Layout>::Cosize;
/// The static integer 3.
type N3 = UInt<N1, B1>;
/// The layout L, with modes 1:0 appended up to three modes.
type Mnk<L> = <L as Modes>::AppendTo<Strided<N1, UTerm>, N3>;
#[inline(always)]
fn mnk<L: Layout>(l: L) -> Mnk<L> {
    l.append_to(Strided::of(N1::UNIT, UTerm), N3::UNIT)
}
/// The extent M of the atom's shape; `AtomN` and `AtomK` are N and K.
type AtomM<A> = <<<A as MmaAtom>::ShapeMnk as IntTuple>::Head as IntTuple>::Leaf;
type AtomN<A> =
    <<<<A as MmaAtom>::ShapeMnk as IntTuple>::Tail as IntTuple>::Head as IntTuple>::Leaf;
type AtomK<A> = <<<<<A as MmaAtom>::ShapeMnk as IntTuple>::Tail as IntTuple>::Tail as IntTuple>::Head as IntTuple>::Leaf;

/// The mode M of a tiled MMA, as an [`Axis`]; `AlongN` and `AlongK` are N and K.
type AlongM<A, L, P> =
    Along<AtomM<A>, <<Mnk<L> as Steps>::Head as Layout>::Size, <P as Permutations>::M>;
type AlongN<A, L, P> = Along<AtomN<A>, <Second<Mnk<L>> as Layout>::Size, <P as Permutations>::N>;
type AlongK<A, L, P> = Along<AtomK<A>, <Third<Mnk<L>> as Layout>::Size, <P as Permutations>::K>;
/// The first mode of an operand, as an [`Axis`]; `J` is its second, `Z` the mode that it does not
/// have.
type I<O, A, L, P> = <O as Operand>::First<AlongM<A, L, P>, AlongN<A, L, P>, AlongK<A, L, P>>;
type J<O, A, L, P> = <O as Operand>::Second<AlongM<A, L, P>, AlongN<A, L, P>, AlongK<A, L, P>>;
type Z<O, A, L, P> = <O as Operand>::Third<AlongM<A, L, P>, AlongN<A, L, P>, AlongK<A, L, P>>;

impl<A: MmaAtom, L: Layout, P: Permutations> MmaTiling for TiledMma<A, L, P> {
    type Atom = A;
    type ThrLayoutVmnk = <A::ThrId as Products>::TiledProduct<Mnk<L>>;
    type TileShape = (
        <AlongM<A, L, P> as Axis>::Extent,
        <AlongN<A, L, P> as Axis>::Extent,
        <AlongK<A, L, P> as Axis>::Extent,
    );
    type Of<O: Operand> = PartitionOf<
        O,
        O::Values<A>,
        (<I<O, A, L, P> as Axis>::Tile, <J<O, A, L, P> as Axis>::Tile),
        (<I<O, A, L, P> as Axis>::Atom, <J<O, A, L, P> as Axis>::Atom),
        (<I<O, A, L, P> as Axis>::Threads, <J<O, A, L, P> as Axis>::Threads),
        <Z<O, A, L, P> as Axis>::Threads,
        (<I<O, A, L, P> as Axis>::Extent, <J<O, A, L, P> as Axis>::Extent),
        Self::ThrLayoutVmnk,
    >;
    const STATIC: Self = TiledMma { atom: PhantomData, atoms: L::STATIC, permutations: P::VALUE };

    #[inline(always)]
    fn thr_layout_vmnk(self) -> Self::ThrLayoutVmnk {
        <A::ThrId as Layout>::UNCHECKED.tiled_product(mnk(self.atoms))
    }
    #[inline(always)]
    fn tile_shape(self) -> Self::TileShape {
        let (m, n, k) = self.axes();
        (m.extent(), n.extent(), k.extent())
    }
    #[inline(always)]
    fn of<O: Operand>(self) -> Self::Of<O> {
        let (i, j, z) = O::modes(self.axes());
        PartitionOf {
            operand: PhantomData,
            values: <O::Values<A> as Layout>::UNCHECKED,
            order: (i.tile(), j.tile()),
            atom: (i.atom(), j.atom()),
            threads: (i.threads(), j.threads()),
            third: z.threads(),
            tile: (i.extent(), j.extent()),
            all: self.thr_layout_vmnk(),
        }
    }
}
impl<A: MmaAtom, L: Layout, P: Permutations> TiledMma<A, L, P> {
    /// Returns the modes M, N and K.
    #[inline(always)]
    fn axes(self) -> (AlongM<A, L, P>, AlongN<A, L, P>, AlongK<A, L, P>) {
        let m = <A::ShapeMnk as IntTuple>::UNCHECKED;
        let (n, k) = (m.tail().head(), m.tail().tail().head());
        let atoms = mnk(self.atoms);
        let others = atoms.tail();
        let (p, q, r) = self.permutations.modes();
        (
            Along(m.head().leaf(), atoms.head().size_modulo(), p),
            Along(n.leaf(), others.head().size_modulo(), q),
            Along(k.leaf(), others.tail().head().size_modulo(), r),
        )
    }
}

/// One thread's share of a tiled MMA. CuTe: `ThrMMA`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn begins<M: MmaTiling>(mine: ThrMma<M, u32>) -> u32 {
///     mine.partition_c(layout!((128, 128) : (128, 1))).1.u32()
/// }
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
/// assert_eq!(begins(mma.get_slice(37u32)), 17 * 128 + 2);
/// ```
#[doc(alias = "ThrMMA")]
#[derive(Copy, Clone, Debug)]
pub struct ThrMma<M, I> {
    mma: M,
    thread: I,
}
impl<M: MmaTiling, I: Integer> ThrMma<M, I> {
    /// Returns this thread's share of a matrix A of M x K elements: the layout
    /// `(FrgV, RestM, RestK, ...)`, the same for all threads, and the offset at which this thread
    /// starts. CuTe: `partition_A`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let a = layout!((128, 32) : (32, 1));
    /// let (mine, offset) = mma.get_slice(37u32).partition_a(a);
    /// assert_eq!(mine, layout!(((2, 2, 2), 4, 2) : ((1, 256, 8), 1024, 16)));
    /// assert_eq!(offset, (16 + 1) * 32 + 2);     // lane 5 of the second warp: row 16 + 1, column 2
    /// ```
    ///
    /// Modes after the second stay the same. A static extent that the tile does not divide does not
    /// compile: `partition_a: mode 0 (M) has 100 elements, which the tile's 32 do not divide`; a
    /// run-time extent is rounded up.
    #[doc(alias = "partition_A")]
    #[inline(always)]
    #[track_caller]
    pub fn partition_a<T: Layout<Profile: PartitionedBy<(usize, usize)>>>(
        self,
        t: T,
    ) -> (Partitioned<M, OperandA, T, I>, PartitionOffset<M, OperandA, T, I>) {
        const {
            check::<Partitioned<M, OperandA, T, I>>();
            check_width_in::<T, ThreadsBy<<M as MmaTiling>::Of<OperandA>>, I>()
        }
        demand!(|faults| t.share_of(self.mma.of::<OperandA>(), self.thread, faults))
    }
    /// Returns this thread's share of a matrix B of N x K elements: the layout
    /// `(FrgV, RestN, RestK, ...)` and the offset. CuTe: `partition_B`. See
    /// [`partition_a`](ThrMma::partition_a).
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let (mine, offset) = mma.get_slice(69u32).partition_b(layout!((128, 32) : (1, 128)));
    /// assert_eq!(mine, layout!(((2, 2), 8, 2) : ((128, 1024), 16, 2048)));
    /// assert_eq!(offset, 8 + 1 + 2 * 128);
    /// ```
    #[doc(alias = "partition_B")]
    #[inline(always)]
    #[track_caller]
    pub fn partition_b<T: Layout<Profile: PartitionedBy<(usize, usize)>>>(
        self,
        t: T,
    ) -> (Partitioned<M, OperandB, T, I>, PartitionOffset<M, OperandB, T, I>) {
        const {
            check::<Partitioned<M, OperandB, T, I>>();
            check_width_in::<T, ThreadsBy<<M as MmaTiling>::Of<OperandB>>, I>()
        }
        demand!(|faults| t.share_of(self.mma.of::<OperandB>(), self.thread, faults))
    }
    /// Returns this thread's share of a matrix C of M x N elements: the layout
    /// `(FrgV, RestM, RestN, ...)` and the offset. CuTe: `partition_C`. See
    /// [`partition_a`](ThrMma::partition_a).
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM90_64x128x16_F32F16F16_SS, layout!((2, 1)));
    /// let (mine, offset) = mma.get_slice(130u32).partition_c(layout!((128, 128) : (128, 1)));
    /// assert_eq!(mine, layout!(((2, 2, 16), 1, 1) : ((1, 1024, 8), 0, 0)));
    /// assert_eq!(offset, 64 * 128 + 4);          // thread 2 of the second group of four warps
    /// ```
    #[doc(alias = "partition_C")]
    #[inline(always)]
    #[track_caller]
    pub fn partition_c<T: Layout<Profile: PartitionedBy<(usize, usize)>>>(
        self,
        t: T,
    ) -> (Partitioned<M, OperandC, T, I>, PartitionOffset<M, OperandC, T, I>) {
        const {
            check::<Partitioned<M, OperandC, T, I>>();
            check_width_in::<T, ThreadsBy<<M as MmaTiling>::Of<OperandC>>, I>()
        }
        demand!(|faults| t.share_of(self.mma.of::<OperandC>(), self.thread, faults))
    }
}
