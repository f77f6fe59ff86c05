//! The two ends of a copy: how the source and the destination are partitioned.
//!
//! The two ends may count differently: `ldmatrix` reads rows and writes pairs of columns. The
//! (thread, value) layout of the tile counts by one of them, the atom's reference. For each end,
//! that layout is divided into atoms, and within an atom composed with the map from this end to the
//! reference.

use core::marker::PhantomData;

use super::copy_tile::CopyTile;
use super::operand_partition::{Leaf0, Leaf1, Multiple, Second};
use super::{CopyAtom, CopyOperation, Unless, unless};
use crate::algebra::algebra_reasons::Composition;
use crate::algebra::coordinate::Coord;
use crate::algebra::tiler;
use crate::atom::atom_reasons::NotCopied;
use crate::construct::{ColMajor, col_major};
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Steps;
use crate::layout::{
    Divides, Layout, Modes, Products, Recast, Sharing, Simplify, Strided, ThreadsOf,
};
use crate::number::*;
use crate::run_time::Faults;
use crate::tuple::measure::{ProductEach, product_each};
use crate::tuple::{Either, IntTuple, either};

/// The copy atom of a [`TiledCopy`](super::TiledCopy): the layouts of its operation, for elements
/// of a given width.
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
    /// The layout from (thread, value) to the element that is read. CuTe: `ValLayoutSrc`.
    #[doc(alias = "ValLayoutSrc")]
    type LayoutSrc: Layout;
    /// The layout from (thread, value) to the element that is written. CuTe: `ValLayoutDst`.
    #[doc(alias = "ValLayoutDst")]
    type LayoutDst: Layout;
    /// The layout from (thread, value) to the element, as the tiled copy counts. CuTe:
    /// `ValLayoutRef`.
    #[doc(alias = "ValLayoutRef")]
    type LayoutRef: Layout;
}
#[diagnostic::do_not_recommend]
impl<Op: CopyOperation, N: Integer> CopyAtomLayouts for CopyAtom<Op, N> {
    type LayoutSrc = <Op::LayoutSrc as Recast>::Upcast<N>;
    type LayoutDst = <Op::LayoutDst as Recast>::Upcast<N>;
    type LayoutRef = <Op::LayoutRef as Recast>::Upcast<N>;
}

/// The two ends of a copy: [`Source`] and [`Destination`].
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// fn values<E: End>(copy: impl CopyTiling) -> String {
///     copy.layout_tv::<E>().to_string()
/// }
/// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
/// let load = make_tiled_copy_a(Atom::default(), mma);
/// assert_ne!(values::<Source>(load), values::<Destination>(load));
/// ```
pub trait End: Copy + 'static {
    /// The name of the partition in error messages.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The layout from (thread, value) to the element.
    #[doc(hidden)]
    type Layout<A: CopyAtomLayouts>: Layout;
}
/// The end at which a copy reads. CuTe: `S`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
/// let load = make_tiled_copy_a(Atom::default(), mma);
/// // Thread 17 gives the address of row 1, columns 8 to 15.
/// assert_eq!(load.layout_tv::<Source>().crd2idx((17u32, 0u32)), 1 + 16 * 8);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Source;
/// The end at which a copy writes. CuTe: `D`.
///
/// ```
/// use zellige::{prelude::*, atom::*};
/// type Atom = CopyAtom<copy::SM75_U32x4_LDSM_N, int!(16)>;
/// let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((1, 1)));
/// let load = make_tiled_copy_a(Atom::default(), mma);
/// // Thread 17 gets row 4, columns 2 and 3.
/// assert_eq!(load.layout_tv::<Destination>().crd2idx((17u32, 0u32)), 4 + 16 * 2);
/// ```
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

/// The partition of tensors at one end of a copy: the results of
/// [`CopyTiling`](super::CopyTiling).
///
/// As for [`OperandPartition`](super::OperandPartition), the implementing type has a parameter for
/// each part.
#[doc(hidden)]
pub trait CopyPartition: Sharing {
    type LayoutTv: Layout;
    type Retile<T: Layout>: Layout;
    fn layout_tv(self, faults: impl Faults) -> Self::LayoutTv;
    fn retile<T: Layout>(self, t: T, faults: impl Faults) -> Self::Retile<T>;
}

/// The end E of a copy. The atom has the shape N (threads, values), and R maps the (thread, value)
/// of this end to that of the reference. L is the (thread, value) layout of the tile X.
#[doc(hidden)]
#[derive(Copy, Clone)]
pub struct EndOf<E, N, R, L, X> {
    pub(super) end: PhantomData<E>,
    pub(super) atom: N,
    pub(super) reference: R,
    pub(super) layout_tv: L,
    pub(super) tile: X,
}

/// The layout from (thread, (value in the atom, atom)) of this end to the element of the tile.
type EndTv<N, R, L> = <<<<tiler::Tiles<N, L> as Algebra>::ComposeAs<Composition, R> as Steps>::Pair<
    tiler::Rests<N, L>,
> as Modes>::Zip as Simplify>::CoalesceBy<(N1, (N1, N1))>;
/// The layout from (thread, (value in the atom, atom)) of this end to the element of T.
type InTile<N, R, L, X, T> =
    <tiler::Tiles<X, T> as Algebra>::ComposeAs<Composition, EndTv<N, R, L>>;
/// The layout of the threads.
type Threads<N, R, L, X, T> = <InTile<N, R, L, X, T> as Steps>::Head;
/// The layout of the values of a thread in one tile.
type Values<N, R, L, X, T> = Second<InTile<N, R, L, X, T>>;
/// The layout from tile to tile.
type RestsOf<X, T> = tiler::Rests<X, T>;
/// The values V, then the modes of the rests R; a single mode stays a tuple, as in CuTe.
type Before<V, R> = Strided<
    Either<
        OneMode<R>,
        (<V as Layout>::Shape, <R as Layout>::Shape),
        <<R as Layout>::Shape as IntTuple>::Prepend<<V as Layout>::Shape>,
    >,
    Either<
        OneMode<R>,
        (<V as Layout>::Stride, <R as Layout>::Stride),
        <<R as Layout>::Stride as IntTuple>::Prepend<<V as Layout>::Stride>,
    >,
>;
/// True if R has a single mode.
type OneMode<R> = <<<R as Layout>::Shape as IntTuple>::Tail as IntTuple>::IsEmpty;
#[inline(always)]
fn before<V: Layout, R: Layout>(v: V, r: R) -> Before<V, R> {
    let (s, d) = (r.shape(), r.mode_stride());
    Strided::of(
        either::<OneMode<R>, _, _>((v.shape(), s), s.prepend_mode(v.shape())),
        either::<OneMode<R>, _, _>((v.mode_stride(), d), d.prepend_mode(v.mode_stride())),
    )
}
/// The number of threads and of values in a tile.
pub(super) type Count<L> = (<<L as Steps>::Head as Layout>::Size, <Second<L> as Layout>::Size);

/// True if the atoms divide the threads and values of the tile, and the tile divides T.
type Even<N, L, X, T> = <Whole<N, L> as Bool>::And<<X as CopyTile>::TilesEvenly<T>>;
/// True if the atoms divide the threads and values of the tile.
type Whole<N, L> = <Multiple<<<L as Steps>::Head as Layout>::Size, Leaf0<N>> as Bool>::And<
    Multiple<<Second<L> as Layout>::Size, Leaf1<N>>,
>;
/// The refusal if [`Even`] is false.
type Uneven<E, N, L, X, T> = NotCopied<E, N, Count<L>, <X as CopyTile>::Shape, T>;

/// The elements of a tile that one thread has, as a map from mode to mode: from (M, N) to the
/// vector of V values that holds them.
type Vectors<L, X, V> = <VectorLayout<L, X, V> as Layout>::Shape;
type VectorLayout<L, X, V> = <<<L as Algebra>::RightInverse as Algebra>::WithShape<
    <X as CopyTile>::Shape,
> as Recast>::Upcast<Mul<<<L as Steps>::Head as Layout>::Size, V>>;
/// The map from ((values of an atom), (atoms)) to the (V, M, N) of a fragment.
type ByAtom<L, X, V> =
    <Strided<V, N1> as Products>::LogicalProduct<<VectorLayout<L, X, V> as Algebra>::RightInverse>;
/// The tile of the fragments (V, M, N).
type FragmentTile<L, X, V> = <ProductEach<Vectors<L, X, V>> as IntTuple>::Prepend<V>;

impl<E, N, R, L, X> Sharing for EndOf<E, N, R, L, X>
where
    E: End,
    N: IntTuple,
    R: Layout,
    L: Layout,
    X: CopyTile,
{
    type Cutter = X::TilerProfile;
    type IsStatic = <<<N as IntTuple>::AllStatic as Bool>::And<R::IsStaticTiler> as Bool>::And<
        <L::IsStaticTiler as Bool>::And<X::IsStaticTiler>,
    >;
    type Values<T: Layout> = Values<N, R, L, X, T>;
    type Rests<T: Layout> = RestsOf<X, T>;
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
    type Threads<T: Layout> = Threads<N, R, L, X, T>;
    type Start<T: Layout, I: Integer> = <I as Coord>::At<
        <Threads<N, R, L, X, T> as Layout>::Shape,
        <Threads<N, R, L, X, T> as Layout>::Stride,
    >;
    #[inline(always)]
    fn whole<T: Layout>(self, t: T, faults: impl Faults) -> Self::Whole<T> {
        let (tile, rests) = (self.in_tile(t, faults), tiler::rests(self.tile, t, faults));
        let (threads, values) = (tile.head(), tile.tail().head());
        unless::<Even<N, L, X, T>, _, _>(Strided::of(
            (threads.shape(), values.shape(), rests.shape()),
            (threads.mode_stride(), values.mode_stride(), rests.mode_stride()),
        ))
    }
    #[inline(always)]
    fn share<T: Layout>(self, t: T, faults: impl Faults) -> Self::Share<T> {
        let values = self.in_tile(t, faults).tail().head();
        unless::<Even<N, L, X, T>, _, _>(before(values, tiler::rests(self.tile, t, faults)))
    }
    #[inline(always)]
    fn threads<T: Layout>(self, t: T, faults: impl Faults) -> Self::Threads<T> {
        self.in_tile(t, faults).head()
    }
    #[inline(always)]
    fn start<T: Layout, I: Integer>(
        self,
        t: T,
        thread: I,
        faults: impl Faults,
    ) -> Self::Start<T, I> {
        let threads = <<Self::IsStatic as Bool>::And<T::IsStaticTiler> as Bool>::known_or(
            <Self::Threads<T>>::UNCHECKED,
            ThreadsOf { by: self, of: t, faults },
        );
        thread.at(threads.shape(), threads.mode_stride())
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
        <ColMajor<X::Shape> as Algebra>::ComposeAs<Composition, EndTv<N, R, L>>,
        Uneven<E, N, L, X, ColMajor<X::Shape>>,
    >;
    type Retile<T: Layout> = <<RetileRests<L, X, T> as Steps>::Tail as Steps>::PrependMode<
        <tiler::Tiles<FragmentTile<L, X, <T::Head as Layout>::Size>, T> as Algebra>::ComposeAs<
            Composition,
            <ByAtom<L, X, <T::Head as Layout>::Size> as Divides>::ZippedDivide<
                Strided<Leaf1<N>, N1>,
            >,
        >,
    >;
    #[inline(always)]
    fn layout_tv(self, faults: impl Faults) -> Self::LayoutTv {
        let tile = col_major(self.tile.tile_shape());
        let elements = tile.compose_as::<Composition, _>(self.end_tv(faults), faults);
        unless::<Whole<N, L>, _, _>(elements)
    }
    #[inline(always)]
    fn retile<T: Layout>(self, t: T, faults: impl Faults) -> Self::Retile<T> {
        let width = t.head().size_modulo();
        let vectors = self
            .layout_tv
            .right_inverse_noting(faults)
            .with_shape_noting(self.tile.tile_shape(), faults)
            .upcast_noting(mul(self.layout_tv.head().size_modulo(), width), faults);
        let by_atom = Strided::of(width, N1::UNIT)
            .logical_product_noting(vectors.right_inverse_noting(faults), faults);
        let atom = Strided::of(self.atom.tail().head().leaf(), N1::UNIT);
        let fragment = product_each(vectors.shape()).prepend_mode(width);
        let values = tiler::tiles(fragment, t, faults)
            .compose_as::<Composition, _>(by_atom.zipped_divide_noting(atom, faults), faults);
        tiler::rests(fragment, t, faults).tail().prepend_mode(values)
    }
}
type RetileRests<L, X, T> =
    tiler::Rests<FragmentTile<L, X, <<T as Steps>::Head as Layout>::Size>, T>;

impl<E, N, R, L, X> EndOf<E, N, R, L, X>
where
    E: End,
    N: IntTuple,
    R: Layout,
    L: Layout,
    X: CopyTile,
{
    #[inline(always)]
    fn end_tv(self, faults: impl Faults) -> EndTv<N, R, L> {
        let in_atom = tiler::tiles(self.atom, self.layout_tv, faults)
            .compose_as::<Composition, _>(self.reference, faults);
        let all = in_atom.pair(tiler::rests(self.atom, self.layout_tv, faults)).zip();
        all.coalesce_by((N1::UNIT, (N1::UNIT, N1::UNIT)))
    }
    #[inline(always)]
    fn in_tile<T: Layout>(self, t: T, faults: impl Faults) -> InTile<N, R, L, X, T> {
        tiler::tiles(self.tile, t, faults).compose_as::<Composition, _>(self.end_tv(faults), faults)
    }
}
