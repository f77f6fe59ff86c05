//! Tiled copies: a copy atom repeated over threads and values, and the partition of tensors by it.
//!
//! A tiled copy has a *tile*, an extent for each mode of a tensor, and a *(thread, value) layout* that
//! says which element of the tile is which value of which thread. A tensor is cut into such tiles;
//! the partition of a thread is its values in one tile, then a mode for each direction from tile to
//! tile.
//!
//! The two ends may count differently: `ldmatrix` reads rows and writes pairs of columns. The
//! (thread, value) layout of the tile speaks of one of them, the atom's reference. For each end it
//! is taken apart into atoms, and within an atom composed with the map from this end to the
//! reference.

use core::marker::PhantomData;

use super::operand::{OperandA, OperandB, OperandC};
use super::partition::{OperandPartition, Second};
use super::tile::{CopyTile, EvenTiler};
use super::tiled_mma::{LayoutTv, MmaTiling, OperandTile};
use super::{CopyAtom, CopyOperation, Unless, unless};
use crate::algebra::coordinate::Coord;
use crate::algebra::divide::Tiler;
use crate::construct::{ColMajor, col_major};
use crate::integer::*;
use crate::layout::{Layout, Modes, Partition, Recast, Sharing, Strided, check};
use crate::number::*;
use crate::profile::PartitionedBy;
use crate::refusal::{Composition, NotCopied, NotNumbered};
use crate::tuple::IntTuple;
use crate::tuple::measure::{ProductEach, product_each};

/// The copy atom of a [`TiledCopy`]: the layouts of its operation, for elements of some width.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM75_U32x2_LDSM_N, int!(16)>;
/// assert_type_eq_all!(<Atom as CopyAtomLayouts>::LayoutSrc, layout!(((16, 2), 8) : ((8, 0), 1)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a copy atom",
    label = "must be `CopyAtom<I, N>`: an instruction and the bits of an element"
)]
pub trait CopyAtomLayouts: Copy + 'static {
    /// (thread, value) to the element that is read. CuTe: `ValLayoutSrc`.
    type LayoutSrc: Layout;
    /// (thread, value) to the element that is written. CuTe: `ValLayoutDst`.
    type LayoutDst: Layout;
    /// (thread, value) to the element, as the tiled copy counts. CuTe: `ValLayoutRef`.
    type LayoutRef: Layout;
}
#[diagnostic::do_not_recommend]
impl<Op: CopyOperation, N: Integer> CopyAtomLayouts for CopyAtom<Op, N> {
    type LayoutSrc = <Op::LayoutSrc as Recast>::Upcast<N>;
    type LayoutDst = <Op::LayoutDst as Recast>::Upcast<N>;
    type LayoutRef = <Op::LayoutRef as Recast>::Upcast<N>;
}

/// The two ends of a copy: [`Source`] and [`Destination`].
pub trait End: Copy + 'static {
    /// The partition in sentences.
    #[doc(hidden)]
    const NAME: &'static str;
    /// (thread, value) to the element.
    #[doc(hidden)]
    type Layout<A: CopyAtomLayouts>: Layout;
}
/// Where a copy reads. CuTe: `S`.
#[derive(Copy, Clone, Debug)]
pub struct Source;
/// Where a copy writes. CuTe: `D`.
#[derive(Copy, Clone, Debug)]
pub struct Destination;
impl End for Source {
    const NAME: &'static str = "partition_s";
    type Layout<A: CopyAtomLayouts> = A::LayoutSrc;
}
impl End for Destination {
    const NAME: &'static str = "partition_d";
    type Layout<A: CopyAtomLayouts> = A::LayoutDst;
}

/// The tensors at one end of a copy: the results of [`CopyTiling`].
///
/// As for [`OperandPartition`], its implementor has a parameter for each part.
#[doc(hidden)]
pub trait CopyPartition: Sharing {
    type LayoutTv: Layout;
    type Retile<T: Layout>: Layout;
    fn layout_tv(self) -> Self::LayoutTv;
    fn retile<T: Layout>(self, t: T) -> Self::Retile<T>;
}

/// The end E of a copy: the atom has the shape N (threads, values), and R takes the (thread, value)
/// of this end to that of the reference; L is the (thread, value) layout of the tile X.
#[doc(hidden)]
#[derive(Copy, Clone)]
pub struct EndOf<E, N, R, L, X> {
    end: PhantomData<E>,
    atom: N,
    reference: R,
    layout_tv: L,
    tile: X,
}

/// (thread, (value in the atom, atom)) of this end, to the element of the tile.
type EndTv<N, R, L> =
    <<<<<N as Tiler>::Tiles<L> as Layout>::ComposeAs<Composition, R> as Layout>::Pair<
        <N as Tiler>::Rests<L>,
    > as Modes>::Zip as Layout>::CoalesceBy<(N1, (N1, N1))>;
/// (thread, (value in the atom, atom)) of this end, to the element of T.
type InTile<N, R, L, X, T> =
    <<X as Tiler>::Tiles<T> as Layout>::ComposeAs<Composition, EndTv<N, R, L>>;
/// The threads.
type Threads<N, R, L, X, T> = <InTile<N, R, L, X, T> as Layout>::Head;
/// The values of a thread in one tile.
type Values<N, R, L, X, T> = Second<InTile<N, R, L, X, T>>;
/// From tile to tile.
type RestsOf<X, T> = <X as Tiler>::Rests<T>;
/// The values V, then the modes of the rests R; a single one stays the tuple that it is, as in CuTe.
type Before<V, R> = Strided<
    <OneMode<R> as Ternary>::Out<
        (<V as Layout>::Shape, <R as Layout>::Shape),
        <<R as Layout>::Shape as IntTuple>::Prepend<<V as Layout>::Shape>,
    >,
    <OneMode<R> as Ternary>::Out<
        (<V as Layout>::Stride, <R as Layout>::Stride),
        <<R as Layout>::Stride as IntTuple>::Prepend<<V as Layout>::Stride>,
    >,
>;
/// R has a single mode.
type OneMode<R> = <<<R as Layout>::Shape as IntTuple>::Tail as IntTuple>::IsEmpty;
#[inline(always)]
fn before<V: Layout, R: Layout>(v: V, r: R) -> Before<V, R> {
    let (s, d) = (r.shape(), r.stride());
    Strided::of(
        <OneMode<R> as Ternary>::go((v.shape(), s), s.prepend_mode(v.shape())),
        <OneMode<R> as Ternary>::go((v.stride(), d), d.prepend_mode(v.stride())),
    )
}
/// The number of threads and of values in a tile.
type Count<L> = (
    <<L as Layout>::Head as Layout>::Size,
    <Second<L> as Layout>::Size,
);

/// A is a multiple of B, as far as known.
type Multiple<A, B> = <A as Integer>::Ask<IsMultiple, B>;
/// The first and the second integer of a pair.
type Leaf0<S> = <<S as IntTuple>::Head as IntTuple>::Leaf;
type Leaf1<S> = <<<S as IntTuple>::Tail as IntTuple>::Head as IntTuple>::Leaf;
/// The atoms divide the threads and values of the tile, and the tile divides T.
type Even<N, L, X, T> = <Whole<N, L> as Bool>::And<<X as EvenTiler>::Divides<T>>;
/// The atoms divide the threads and values of the tile.
type Whole<N, L> = <Multiple<<<L as Layout>::Head as Layout>::Size, Leaf0<N>> as Bool>::And<
    Multiple<<Second<L> as Layout>::Size, Leaf1<N>>,
>;
/// Why not.
type Uneven<E, N, L, X, T> = NotCopied<E, N, Count<L>, <X as CopyTile>::Shape, T>;

/// The elements of a tile that one thread has, as from mode to mode: (M, N) to the vector, of V
/// values, in which it has them.
type Vectors<L, X, V> =
    <<<<L as Layout>::RightInverse as Layout>::WithShape<<X as CopyTile>::Shape> as Recast>::Upcast<
        Mul<<<L as Layout>::Head as Layout>::Size, V>,
    > as Layout>::Shape;
type VectorLayout<L, X, V> = <<<L as Layout>::RightInverse as Layout>::WithShape<
    <X as CopyTile>::Shape,
> as Recast>::Upcast<Mul<<<L as Layout>::Head as Layout>::Size, V>>;
/// ((values of an atom), (atoms)) to the (V, M, N) of a fragment.
type ByAtom<L, X, V> =
    <Strided<V, N1> as Layout>::LogicalProduct<<VectorLayout<L, X, V> as Layout>::RightInverse>;
/// The fragments (V, M, N).
type FragmentTile<L, X, V> = <ProductEach<Vectors<L, X, V>> as IntTuple>::Prepend<V>;

impl<E, N, R, L, X> Sharing for EndOf<E, N, R, L, X>
where
    E: End,
    N: IntTuple,
    R: Layout,
    L: Layout,
    X: CopyTile,
{
    type Whole<T: Layout> = Unless<
        Even<N, L, X, T>,
        Strided<
            (
                <Threads<N, R, L, X, T> as Layout>::Shape,
                <Values<N, R, L, X, T> as Layout>::Shape,
                <RestsOf<X, T> as Layout>::Shape,
            ),
            (
                <Threads<N, R, L, X, T> as Layout>::Stride,
                <Values<N, R, L, X, T> as Layout>::Stride,
                <RestsOf<X, T> as Layout>::Stride,
            ),
        >,
        Uneven<E, N, L, X, T>,
    >;
    type Share<T: Layout> = Unless<
        Even<N, L, X, T>,
        Before<Values<N, R, L, X, T>, RestsOf<X, T>>,
        Uneven<E, N, L, X, T>,
    >;
    type Start<T: Layout, I: Integer> = <I as Coord>::At<
        <Threads<N, R, L, X, T> as Layout>::Shape,
        <Threads<N, R, L, X, T> as Layout>::Stride,
    >;
    #[inline(always)]
    fn whole<T: Layout>(self, t: T) -> Self::Whole<T> {
        let (tile, rests) = (self.in_tile(t), self.tile.rests(t));
        let (threads, values) = (tile.head(), tile.tail().head());
        unless::<Even<N, L, X, T>, _, _>(Strided::of(
            (threads.shape(), values.shape(), rests.shape()),
            (threads.stride(), values.stride(), rests.stride()),
        ))
    }
    #[inline(always)]
    fn share<T: Layout>(self, t: T) -> Self::Share<T> {
        let values = self.in_tile(t).tail().head();
        unless::<Even<N, L, X, T>, _, _>(before(values, self.tile.rests(t)))
    }
    #[inline(always)]
    fn start<T: Layout, I: Integer>(self, t: T, thread: I) -> Self::Start<T, I> {
        let threads = self.in_tile(t).head();
        thread.at(threads.shape(), threads.stride())
    }
}
impl<E, N, R, L, X> CopyPartition for EndOf<E, N, R, L, X>
where
    E: End,
    N: IntTuple,
    R: Layout,
    L: Layout,
    X: CopyTile,
{
    type LayoutTv = Unless<
        Whole<N, L>,
        <ColMajor<X::Shape> as Layout>::ComposeAs<Composition, EndTv<N, R, L>>,
        Uneven<E, N, L, X, ColMajor<X::Shape>>,
    >;
    type Retile<T: Layout> = <<RetileRests<L, X, T> as Layout>::Tail as Layout>::PrependMode<
        <<FragmentTile<L, X, <T::Head as Layout>::Size> as Tiler>::Tiles<T> as Layout>::ComposeAs<
            Composition,
            <ByAtom<L, X, <T::Head as Layout>::Size> as Layout>::ZippedDivide<
                Strided<Leaf1<N>, N1>,
            >,
        >,
    >;
    #[inline(always)]
    fn layout_tv(self) -> Self::LayoutTv {
        let tile = col_major(self.tile.tile_shape());
        unless::<Whole<N, L>, _, _>(tile.compose_as::<Composition, _>(self.end_tv()))
    }
    #[inline(always)]
    fn retile<T: Layout>(self, t: T) -> Self::Retile<T> {
        let width = t.head().size();
        let vectors = self
            .layout_tv
            .right_inverse()
            .with_shape(self.tile.tile_shape())
            .upcast(mul(self.layout_tv.head().size(), width));
        let by_atom = Strided::of(width, N1::UNIT).logical_product(vectors.right_inverse());
        let atom = Strided::of(self.atom.tail().head().leaf(), N1::UNIT);
        let fragment = product_each(vectors.shape()).prepend_mode(width);
        let values = fragment
            .tiles(t)
            .compose_as::<Composition, _>(by_atom.zipped_divide(atom));
        fragment.rests(t).tail().prepend_mode(values)
    }
}
type RetileRests<L, X, T> =
    <FragmentTile<L, X, <<T as Layout>::Head as Layout>::Size> as Tiler>::Rests<T>;

impl<E, N, R, L, X> EndOf<E, N, R, L, X>
where
    E: End,
    N: IntTuple,
    R: Layout,
    L: Layout,
    X: CopyTile,
{
    #[inline(always)]
    fn end_tv(self) -> EndTv<N, R, L> {
        let in_atom = self
            .atom
            .tiles(self.layout_tv)
            .compose_as::<Composition, _>(self.reference);
        let all = in_atom.pair(self.atom.rests(self.layout_tv)).zip();
        all.coalesce_by((N1::UNIT, (N1::UNIT, N1::UNIT)))
    }
    #[inline(always)]
    fn in_tile<T: Layout>(self, t: T) -> InTile<N, R, L, X, T> {
        self.tile
            .tiles(t)
            .compose_as::<Composition, _>(self.end_tv())
    }
}

/// The type of [`CopyTiling::tidfrg`] for the end E.
pub type Tidfrg<C, E, T> = <T as Partition>::Shared<<C as CopyTiling>::Of<E>>;
/// The layout type of [`CopyTiling::partition`] for the end E. The type I of the thread's number
/// matters only where T is swizzled: then the thread's offset is inside the layout.
pub type CopyPartitioned<C, E, T, I = UTerm> =
    <T as Partition>::ShareOf<<C as CopyTiling>::Of<E>, I>;
/// The offset type of [`CopyTiling::partition`] for the end E and a thread of type I.
pub type CopyPartitionOffset<C, E, T, I> =
    <T as Partition>::ShareOffset<<C as CopyTiling>::Of<E>, I>;
/// The type of [`CopyTiling::layout_tv`] for the end E.
pub type CopyLayoutTv<C, E> = <<C as CopyTiling>::Of<E> as CopyPartition>::LayoutTv;
/// The type of [`CopyTiling::retile`].
pub type Retile<C, T> = <<C as CopyTiling>::Of<Source> as CopyPartition>::Retile<T>;

/// A tiled copy: an atom, repeated over threads and values, by which tensors are partitioned.
///
/// [`TiledCopy`] is the only one. The trait is for generic code, and for the types of the results.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn of_thread_0<C: CopyTiling, T: Layout>(copy: C, t: T) -> CopyPartitioned<C, Source, T> {
///     copy.partition::<Source, _, _>(t, int!(0)).0
/// }
/// type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;
/// let copy = make_tiled_copy(Atom::default(), layout!((32, 8)), layout!((4, 1)));
/// let part = of_thread_0(copy, layout!((256, 16)));
/// assert_eq!(part, layout!(((4, 1), 2, 2) : ((1, 0), 128, 2048)));
/// ```
pub trait CopyTiling: Copy + 'static {
    /// The atom.
    type Atom: CopyAtomLayouts;
    /// (thread, value) to the element of the tile, by its column-major index. CuTe: `TiledLayout_TV`.
    type LayoutTv: Layout;
    /// The tile. CuTe: `Tiler_MN`.
    type Tile: CopyTile;
    /// How the tensors at the end E are partitioned.
    #[doc(hidden)]
    type Of<E: End>: CopyPartition;
    #[doc(hidden)]
    fn of<E: End>(self) -> Self::Of<E>;
    /// The tile.
    fn tile(self) -> Self::Tile;
    /// A tensor as `(thread, (value in an atom, atom), (rest, rest, ..))`. CuTe: `tidfrg_S`,
    /// `tidfrg_D`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// assert_eq!(
    ///     copy.tidfrg::<Source, _>(layout!((128, 64) : (64, 1))),
    ///     layout!(((4, 32), (8, 1), (4, 2)) : ((8, 64), (1, 0), (2048, 32))),
    /// );
    /// ```
    #[inline(always)]
    fn tidfrg<E: End, T: Layout>(self, t: T) -> Tidfrg<Self, E, T> {
        const { check::<Tidfrg<Self, E, T>>() }
        t.shared(self.of::<E>())
    }
    /// What a thread has of a tensor at the end E: the layout, which is the same for all, and the
    /// thread's offset. See [`ThrCopy::partition_s`].
    #[inline(always)]
    fn partition<E: End, T: Layout, I: Integer>(
        self,
        t: T,
        thread: I,
    ) -> (
        CopyPartitioned<Self, E, T, I>,
        CopyPartitionOffset<Self, E, T, I>,
    ) {
        const { check::<CopyPartitioned<Self, E, T, I>>() }
        t.share_of(self.of::<E>(), thread)
    }
    /// Which element of the tile, by its column-major index, is which value of which thread at the
    /// end E: `(thread, (value in an atom, atom))`. CuTe: `get_layoutS_TV`, `get_layoutD_TV`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
    /// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_a(Atom::default(), mma);         // 16 x 16 elements
    /// let rows = load.layout_tv::<Source>();
    /// assert_eq!(rows.crd2idx((17u32, 3u32)), 1 + 16 * (8 + 3));  // row 1, columns 8 to 15
    /// let pairs = load.layout_tv::<Destination>();
    /// assert_eq!(pairs.crd2idx((17u32, 3u32)), (4 + 8) + 16 * 3); // rows 4 and 12, columns 2 and 3
    /// ```
    #[inline(always)]
    fn layout_tv<E: End>(self) -> CopyLayoutTv<Self, E> {
        const { check::<CopyLayoutTv<Self, E>>() }
        self.of::<E>().layout_tv()
    }
    /// A fragment of an MMA, `(V, M, N, ..)`, as this copy sees it: `((value in an atom, atom), M, N,
    /// ..)`. CuTe: `retile_S`, `retile_D`, which are the same function.
    ///
    /// Atom by atom, `ldmatrix` fills four registers; B of the MMA takes two at a time:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// let mma = mma.permuted((.., int!(32), ..));
    /// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_b(Atom::default(), mma);
    /// let fragment = layout!(((2, 2), 4, 2) : ((1, 2), 4, 16));     // of 64 x 32 elements
    /// assert_eq!(load.retile(fragment), layout!(((8, 1), 2, 2) : ((1, 0), 8, 16)));
    /// ```
    #[inline(always)]
    fn retile<T: Layout>(self, t: T) -> Retile<Self, T> {
        const { check::<Retile<Self, T>>() }
        self.of::<Source>().retile(t)
    }
}

/// The copy atom A, repeated over threads and values: L says which element of the tile X is which
/// value of which thread. CuTe: `TiledCopy<Atom, LayoutCopy_TV, ShapeTiler_MN>`.
///
/// It is made by [`make_tiled_copy`] from layouts of threads and values, or by [`make_tiled_copy_a`]
/// and its siblings for an operand of an MMA.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(32)>;
/// type Copy = MakeTiledCopy<Atom, layout!((32, 8)), layout!((4, 1))>;
/// let copy = Copy::default();
/// assert_type_eq_all!(<Copy as CopyTiling>::Tile, shape!((128, 8)));
/// assert_eq!(size_of_val(&copy), 0);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct TiledCopy<A, L, X> {
    atom: PhantomData<A>,
    layout_tv: L,
    tile: X,
}

/// The layout (thread, value) of an atom A that the tiled copy counts by.
type Reference<A> = <A as CopyAtomLayouts>::LayoutRef;
/// From the (thread, value) of the end E to that of the reference.
type ToReference<E, A> = <<Reference<A> as Layout>::RightInverse as Layout>::ComposeAs<
    Composition,
    <E as End>::Layout<A>,
>;

impl<A: CopyAtomLayouts, L: Layout, X: CopyTile> CopyTiling for TiledCopy<A, L, X> {
    type Atom = A;
    type LayoutTv = L;
    type Tile = X;
    type Of<E: End> = EndOf<E, Count<Reference<A>>, ToReference<E, A>, L, X>;
    #[inline(always)]
    fn of<E: End>(self) -> Self::Of<E> {
        let reference = <Reference<A> as Layout>::UNCHECKED;
        let end = <E::Layout<A> as Layout>::UNCHECKED;
        EndOf {
            end: PhantomData,
            atom: (reference.head().size(), reference.tail().head().size()),
            reference: reference.right_inverse().compose_as::<Composition, _>(end),
            layout_tv: self.layout_tv,
            tile: self.tile,
        }
    }
    #[inline(always)]
    fn tile(self) -> X {
        self.tile
    }
}

impl<A, L, X> TiledCopy<A, L, X> {
    /// The copy of one thread, by its number. CuTe: `get_slice`, `get_thread_slice`.
    #[inline(always)]
    pub fn get_slice<I: Integer>(self, thread: I) -> ThrCopy<Self, I> {
        ThrCopy { copy: self, thread }
    }
}

/// The part of a tiled copy that is one thread's. CuTe: `ThrCopy`.
#[derive(Copy, Clone, Debug)]
pub struct ThrCopy<C, I> {
    copy: C,
    thread: I,
}
/// The form of the tile of C.
type TileForm<C> = <<C as CopyTiling>::Tile as Tiler>::TilerForm;
impl<C: CopyTiling, I: Integer> ThrCopy<C, I> {
    /// What this thread reads of a tensor: the layout `((value in an atom, atom), rest, rest, ..)`,
    /// the same for all threads, and the offset at which this thread begins. CuTe: `partition_S`.
    ///
    /// Each of 128 threads copies 8 elements of 2 bytes at once; 4 threads side by side have 32
    /// columns, 32 above one another 32 rows:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((32, 4) : (4, 1)), layout!((1, 8)));
    /// let global = layout!((128, 64) : (64, 1));
    /// let (mine, offset) = copy.get_slice(37u32).partition_s(global);
    /// assert_eq!(mine, layout!(((8, 1), 4, 2) : ((1, 0), 2048, 32)));
    /// assert_eq!(offset, 9 * 64 + 8);                          // 37 = 9 * 4 + 1: row 9, column 8
    /// ```
    ///
    /// Of a swizzled tensor the layout is swizzled, too, and the thread's offset is inside of it:
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// type Atom = CopyAtom<copy::SM80_CP_ASYNC_CACHEALWAYS<int!(128)>, int!(16)>;
    /// let copy = make_tiled_copy(Atom::default(), layout!((16, 8) : (8, 1)), layout!((1, 8)));
    /// let shared = layout!(Sw<3, 3, 3> o 0 o (64, 64) : (64, 1));
    /// let (mine, offset) = copy.get_slice(9u32).partition_d(shared);
    /// assert_eq!(mine.to_string(), "Sw<3,3,3> o 72 o ((_8,_1),_4,_1):((_1,_0),_1024,_0)");
    /// assert_eq!((mine.crd2idx(0u32), offset.usize()), (64 + (8 ^ 8), 0));   // row 1, column 8
    /// ```
    ///
    /// A static extent that the tile does not divide is refused: `partition_s: mode 0 has 100
    /// elements, which the tile's 32 do not divide`; a run-time extent is rounded up.
    #[inline(always)]
    pub fn partition_s<T: Layout<Profile: PartitionedBy<TileForm<C>>>>(
        self,
        t: T,
    ) -> (
        CopyPartitioned<C, Source, T, I>,
        CopyPartitionOffset<C, Source, T, I>,
    ) {
        const { check::<CopyPartitioned<C, Source, T, I>>() }
        t.share_of(self.copy.of::<Source>(), self.thread)
    }
    /// What this thread writes of a tensor. CuTe: `partition_D`. See
    /// [`partition_s`](ThrCopy::partition_s).
    #[inline(always)]
    pub fn partition_d<T: Layout<Profile: PartitionedBy<TileForm<C>>>>(
        self,
        t: T,
    ) -> (
        CopyPartitioned<C, Destination, T, I>,
        CopyPartitionOffset<C, Destination, T, I>,
    ) {
        const { check::<CopyPartitioned<C, Destination, T, I>>() }
        t.share_of(self.copy.of::<Destination>(), self.thread)
    }
    /// A fragment of an MMA as this copy reads it. CuTe: `retile_S`. See
    /// [`retile`](CopyTiling::retile).
    #[inline(always)]
    pub fn retile_s<T: Layout>(self, t: T) -> Retile<C, T> {
        const { check::<Retile<C, T>>() }
        self.copy.of::<Source>().retile(t)
    }
    /// A fragment of an MMA as this copy writes it. CuTe: `retile_D`. See
    /// [`retile`](CopyTiling::retile).
    #[inline(always)]
    pub fn retile_d<T: Layout>(self, t: T) -> Retile<C, T> {
        const { check::<Retile<C, T>>() }
        self.copy.of::<Source>().retile(t)
    }
}

/// The layout that numbers threads and values along the modes: threads outside, values inside.
type Raked<H, V> = <H as Layout>::RakedProduct<V>;
/// Its inverse: (thread, value) to the element of the tile.
type InverseTv<H, V> = <<Raked<H, V> as Layout>::RightInverse as Layout>::WithShape<(
    <H as Layout>::Size,
    <V as Layout>::Size,
)>;
/// All threads and values are numbered, as far as known.
type Numbered<H, V> = <<<Raked<H, V> as Layout>::RightInverse as Layout>::Size as Integer>::Ask<
    IsGe,
    Mul<<H as Layout>::Size, <V as Layout>::Size>,
>;
/// The type of [`make_tiled_copy`].
pub type MakeTiledCopy<A, H, V> = TiledCopy<
    A,
    Unless<Numbered<H, V>, InverseTv<H, V>, NotNumbered<H, V>>,
    ProductEach<<Raked<H, V> as Layout>::Shape>,
>;
/// The copy by `threads`, a layout from (m, n) to the number of a thread, with the values of each
/// laid out by `values`, from (m, n) to the number of a value. CuTe: `make_tiled_copy`.
///
/// The tile has the extents of both multiplied: a thread's values lie together.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::UniversalCopy<int!(32)>, int!(16)>;
/// let copy = make_tiled_copy(Atom::default(), layout!((8, 4) : (4, 1)), layout!((2, 4)));
/// let tile = copy.layout_tv::<Source>();                        // 16 x 16 elements
/// assert_eq!(tile.crd2idx((5u32, 3u32)), (2 + 1) + 16 * (4 + 1)); // thread (1,1), value (1,1)
/// ```
///
/// Threads and values must be numbered without a gap: `make_tiled_copy: the threads (_8,_4):(_8,_1) and
/// values .. do not number 0, 1, 2, .. without a gap`.
#[inline(always)]
pub fn make_tiled_copy<A: CopyAtomLayouts, H: Layout, V: Layout>(
    _: A,
    threads: H,
    values: V,
) -> MakeTiledCopy<A, H, V> {
    const { check::<Unless<Numbered<H, V>, InverseTv<H, V>, NotNumbered<H, V>>>() }
    let raked = threads.raked_product(values);
    let tv = raked
        .right_inverse()
        .with_shape((threads.size(), values.size()));
    TiledCopy {
        atom: PhantomData,
        layout_tv: unless::<Numbered<H, V>, _, _>(tv),
        tile: product_each(raked.shape()),
    }
}

/// The type of [`make_tiled_copy_a`] for operand O.
pub type TiledCopyOf<A, M, O> = TiledCopy<A, LayoutTv<M, O>, OperandTile<M, O>>;
macro_rules! of_operands {
    ($($(#[$m:meta])* $f:ident $O:ident;)*) => { $(
        $(#[$m])*
        #[inline(always)]
        pub fn $f<A: CopyAtomLayouts, M: MmaTiling>(_: A, mma: M) -> TiledCopyOf<A, M, $O> {
            const { check::<LayoutTv<M, $O>>() }
            let of = mma.of::<$O>();
            TiledCopy {
                atom: PhantomData,
                layout_tv: of.layout_tv(),
                tile: of.tile(),
            }
        }
    )* };
}
of_operands! {
    /// The copy of the elements of A, each to the thread that multiplies it. CuTe:
    /// `make_tiled_copy_A`.
    ///
    /// ```
    /// use zellige::{prelude::*, atom::*};
    /// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    /// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
    /// let load = make_tiled_copy_a(Atom::default(), mma);
    /// let shared = layout!((64, 32) : (32, 1));
    /// let (rows, offset) = load.get_slice(37u32).partition_s(shared);
    /// assert_eq!(rows, layout!(((8, 1), 2, 2) : ((1, 0), 1024, 16)));
    /// assert_eq!(offset, 21 * 32);                 // the second warp, its sixth row
    /// ```
    make_tiled_copy_a OperandA;
    /// The copy of the elements of B, each to the thread that multiplies it. CuTe:
    /// `make_tiled_copy_B`. See [`make_tiled_copy_a`].
    make_tiled_copy_b OperandB;
    /// The copy of the elements of C, each from or to the thread that has it. CuTe:
    /// `make_tiled_copy_C`. See [`make_tiled_copy_a`].
    make_tiled_copy_c OperandC;
}
