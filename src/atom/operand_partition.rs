//! The partition of the matrices of one operand, step by step.
//!
//! A matrix, for example of M x N elements, is divided in four steps:
//!
//! ```text
//! permuted by tiles       (PermM, PermN)                        only where a layout permutes
//! cut into atoms          ((AtomM, AtomN), (RestM, RestN))      zipped_divide by the atom's shape
//! atoms by thread, value  ((ThrV, FrgV), (RestM, RestN))        compose with the atom's TV layout
//! atoms among threads     ((ThrV, (ThrM, ThrN)), (FrgV, (RestM, RestN)))
//! ```
//!
//! The first mode of the result is the thread, the second its values. Since every step is an
//! operation of the algebra, the result is exact or an error.

use core::marker::PhantomData;

use super::copy_tile::EvenTiler;
use super::operand::Operand;
use super::{Unless, unless};
use crate::algebra::algebra_reasons::Composition;
use crate::algebra::coordinate::{Coord, Idx2CrdBy, idx2crd_by};
use crate::algebra::tiler;
use crate::atom::atom_reasons::NotPartitioned;
use crate::construct::{ColMajor, col_major};
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Steps;
use crate::layout::{Layout, Sharing, Strided, ThreadsOf};
use crate::number::*;
use crate::run_time::Faults;
use crate::tuple::IntTuple;
use crate::tuple::compact::{CompactColMajor, compact_col_major};

/// The coordinate of the thread I in the mode X of the layout of all threads.
type CoordinateIn<X, I> = <Idx2CrdBy<I, <X as Layout>::Shape, <X as Layout>::Stride> as Coord>::At<
    <X as Layout>::Shape,
    CompactColMajor<<X as Layout>::Shape>,
>;
#[inline(always)]
fn coordinate_in<X: Layout, I: Integer>(x: X, i: I) -> CoordinateIn<X, I> {
    idx2crd_by(i, x.shape(), x.mode_stride()).at(x.shape(), compact_col_major(x.shape()))
}
/// The coordinate (V, M, N, K) of the thread I in the layout X of all threads.
type Coordinate<X, I> = (
    CoordinateIn<<X as Steps>::Head, I>,
    CoordinateIn<Second<X>, I>,
    CoordinateIn<Third<X>, I>,
    CoordinateIn<Fourth<X>, I>,
);
pub(super) type Second<X> = <<X as Steps>::Tail as Steps>::Head;
pub(super) type Third<X> = <<<X as Steps>::Tail as Steps>::Tail as Steps>::Head;
type Fourth<X> = <<<<X as Steps>::Tail as Steps>::Tail as Steps>::Tail as Steps>::Head;
#[inline(always)]
fn coordinate<X: Layout, I: Integer>(x: X, i: I) -> Coordinate<X, I> {
    let (v, x) = (x.head(), x.tail());
    let (m, x) = (x.head(), x.tail());
    (
        coordinate_in(v, i),
        coordinate_in(m, i),
        coordinate_in(x.head(), i),
        coordinate_in(x.tail().head(), i),
    )
}

/// The map from the number of a thread to the index of its coordinate in the layout X of all
/// threads.
type ThreadIndex<X> = <Strided<(<X as Layout>::Size, N1), (N1, UTerm)> as Algebra>::ComposeAs<
    Composition,
    <<X as Steps>::Pair<<X as Algebra>::ComplementSparse<<X as Layout>::Cosize>> as Algebra>::RightInverse,
>;
#[inline(always)]
fn thread_index<X: Layout>(x: X, faults: impl Faults) -> ThreadIndex<X> {
    let all = x.pair(x.complement_sparse_noting(x.cosize_modulo(), faults));
    let index = Strided::of((x.size_modulo(), N1::UNIT), (N1::UNIT, UTerm));
    index.compose_as::<Composition, _>(all.right_inverse_noting(faults), faults)
}

/// The partition of the matrices of one operand: the results of [`MmaTiling`](super::MmaTiling).
///
/// The implementing type has a parameter for each part of the computation, so that the compiler
/// treats each as opaque. With that, the generic code below compiles in milliseconds
/// instead of minutes.
#[doc(hidden)]
pub trait OperandPartition: Sharing {
    type Tile: IntTuple;
    type LayoutTv: Layout;
    fn tile(self) -> Self::Tile;
    fn layout_tv(self, faults: impl Faults) -> Self::LayoutTv;
}

/// The partition of operand O. The atom has the (thread, value) layout V and the extents A. H atoms
/// are side by side along the two modes, Z along the third. P permutes the elements. A tile has the
/// extents E. X is the layout of all threads.
#[doc(hidden)]
#[derive(Copy, Clone)]
pub struct PartitionOf<O, V, P, A, H, Z, E, X> {
    pub(super) operand: PhantomData<O>,
    pub(super) values: V,
    pub(super) order: P,
    pub(super) atom: A,
    pub(super) threads: H,
    pub(super) third: Z,
    pub(super) tile: E,
    pub(super) all: X,
}

/// The layout from atom to atom.
type Atoms<P, A, T> = tiler::Rests<A, tiler::Divide<P, T>>;
/// The layout (ThrV, FrgV): the threads and the values of one atom.
type InAtom<V, P, A, T> =
    <tiler::Tiles<A, tiler::Divide<P, T>> as Algebra>::ComposeAs<Composition, V>;
/// The layout of the threads of one atom.
type ThrV<V, P, A, T> = <InAtom<V, P, A, T> as Steps>::Head;
/// The layout of the values of one atom.
type FrgV<V, P, A, T> = Second<InAtom<V, P, A, T>>;
/// The layout (ThrI, ThrJ): the threads along the two modes.
type ThrIJ<P, A, H, T> = tiler::Tiles<H, Atoms<P, A, T>>;
/// The layout (RestI, RestJ, ...): from atom to atom of one thread.
type RestIJ<P, A, H, T> = tiler::Rests<H, Atoms<P, A, T>>;
/// The layout of the threads by their coordinates (V, M, N, K): ThrV in the atom, ThrI and ThrJ
/// along the modes of the operand, 0 along the third.
type Threads<O, V, P, A, H, Z, T> = Strided<
    <<O as Operand>::Mnk<
        <<ThrIJ<P, A, H, T> as Steps>::Head as Layout>::Shape,
        <Second<ThrIJ<P, A, H, T>> as Layout>::Shape,
        Z,
    > as IntTuple>::Prepend<<ThrV<V, P, A, T> as Layout>::Shape>,
    <<O as Operand>::Mnk<
        <<ThrIJ<P, A, H, T> as Steps>::Head as Layout>::Stride,
        <Second<ThrIJ<P, A, H, T>> as Layout>::Stride,
        UTerm,
    > as IntTuple>::Prepend<<ThrV<V, P, A, T> as Layout>::Stride>,
>;

/// True if A is a multiple of B, as far as known.
pub(super) type Multiple<A, B> = <A as Integer>::Ask<IsMultiple, B>;
/// The first integer of a pair; `Leaf1` is the second.
pub(super) type Leaf0<S> = <<S as IntTuple>::Head as IntTuple>::Leaf;
pub(super) type Leaf1<S> = <<<S as IntTuple>::Tail as IntTuple>::Head as IntTuple>::Leaf;
/// The number of elements of T along the first mode; `Size1` is that along the second.
type Size0<T> = <<T as Steps>::Head as Layout>::Size;
type Size1<T> = <Second<T> as Layout>::Size;
/// The number of elements that the atoms side by side take along the first mode; `Block1` is that
/// along the second.
type Block0<A, H> = Mul<Leaf0<A>, Leaf0<H>>;
type Block1<A, H> = Mul<Leaf1<A>, Leaf1<H>>;
/// True if along both modes, the atoms side by side divide the tile, the tile divides T, and so do
/// the permutations.
type Even<P, A, H, E, T> = <<<Multiple<Leaf0<E>, Block0<A, H>> as Bool>::And<
    Multiple<Leaf1<E>, Block1<A, H>>,
> as Bool>::And<
    <Multiple<Size0<T>, Leaf0<E>> as Bool>::And<Multiple<Size1<T>, Leaf1<E>>>,
> as Bool>::And<<P as EvenTiler>::Divides<T>>;
/// The refusal if [`Even`] is false.
type Uneven<O, A, H, E, T> =
    NotPartitioned<O, (Block0<A, H>, Block1<A, H>), E, (Size0<T>, Size1<T>), T>;

impl<O, V, P, A, H, Z, E, X> Sharing for PartitionOf<O, V, P, A, H, Z, E, X>
where
    O: Operand,
    V: Layout,
    P: EvenTiler,
    A: IntTuple,
    H: IntTuple,
    Z: Integer,
    E: IntTuple,
    X: Layout,
{
    type Cutter = P::Cutter;
    type IsStatic = <<<V::IsStaticTiler as Bool>::And<P::IsStaticTiler> as Bool>::And<
        <(A, H, (Z, E)) as IntTuple>::AllStatic,
    > as Bool>::And<X::IsStaticTiler>;
    type Values<T: Layout> = FrgV<V, P, A, T>;
    type Rests<T: Layout> = RestIJ<P, A, H, T>;
    type Whole<T: Layout> = Unless<
        Even<P, A, H, E, T>,
        <<ThrV<V, P, A, T> as Steps>::Pair<ThrIJ<P, A, H, T>> as Steps>::Pair<
            <FrgV<V, P, A, T> as Steps>::Pair<RestIJ<P, A, H, T>>,
        >,
        Uneven<O, A, H, E, T>,
    >;
    type Share<T: Layout> = Unless<
        Even<P, A, H, E, T>,
        <RestIJ<P, A, H, T> as Steps>::PrependMode<FrgV<V, P, A, T>>,
        Uneven<O, A, H, E, T>,
    >;
    type Threads<T: Layout> = Threads<O, V, P, A, H, Z, T>;
    type Start<T: Layout, I: Integer> = <Coordinate<X, I> as Coord>::At<
        <Threads<O, V, P, A, H, Z, T> as Layout>::Shape,
        <Threads<O, V, P, A, H, Z, T> as Layout>::Stride,
    >;
    #[inline(always)]
    fn whole<T: Layout>(self, t: T, faults: impl Faults) -> Self::Whole<T> {
        let threads = self.thr_v(t, faults).pair(self.thr_ij(t, faults));
        let values = self.frg_v(t, faults).pair(self.rest_ij(t, faults));
        unless::<Even<P, A, H, E, T>, _, _>(threads.pair(values))
    }
    #[inline(always)]
    fn share<T: Layout>(self, t: T, faults: impl Faults) -> Self::Share<T> {
        let rests = self.rest_ij(t, faults);
        unless::<Even<P, A, H, E, T>, _, _>(rests.prepend_mode(self.frg_v(t, faults)))
    }
    #[inline(always)]
    fn threads<T: Layout>(self, t: T, faults: impl Faults) -> Self::Threads<T> {
        let (v, ij) = (self.thr_v(t, faults), self.thr_ij(t, faults));
        let (i, j) = (ij.head(), ij.tail().head());
        Strided::of(
            O::mnk(i.shape(), j.shape(), self.third).prepend_mode(v.shape()),
            O::mnk(i.mode_stride(), j.mode_stride(), UTerm).prepend_mode(v.mode_stride()),
        )
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
        coordinate(self.all, thread).at(threads.shape(), threads.mode_stride())
    }
}
impl<O, V, P, A, H, Z, E, X> OperandPartition for PartitionOf<O, V, P, A, H, Z, E, X>
where
    O: Operand,
    V: Layout,
    P: EvenTiler,
    A: IntTuple,
    H: IntTuple,
    Z: Integer,
    E: IntTuple,
    X: Layout,
{
    type Tile = E;
    type LayoutTv =
        Unless<
            Even<P, A, H, E, ColMajor<E>>,
            <<Threads<O, V, P, A, H, Z, ColMajor<E>> as Algebra>::ComposeAs<
                Composition,
                ThreadIndex<X>,
            > as Steps>::Pair<
                <FrgV<V, P, A, ColMajor<E>> as Steps>::Pair<RestIJ<P, A, H, ColMajor<E>>>,
            >,
            Uneven<O, A, H, E, ColMajor<E>>,
        >;
    #[inline(always)]
    fn tile(self) -> E {
        self.tile
    }
    #[inline(always)]
    fn layout_tv(self, faults: impl Faults) -> Self::LayoutTv {
        let tile = col_major(self.tile);
        let threads = self
            .threads(tile, faults)
            .compose_as::<Composition, _>(thread_index(self.all, faults), faults);
        let values = self.frg_v(tile, faults).pair(self.rest_ij(tile, faults));
        unless::<Even<P, A, H, E, ColMajor<E>>, _, _>(threads.pair(values))
    }
}
impl<O, V, P, A, H, Z, E, X> PartitionOf<O, V, P, A, H, Z, E, X>
where
    O: Operand,
    V: Layout,
    P: EvenTiler,
    A: IntTuple,
    H: IntTuple,
    Z: Integer,
    E: IntTuple,
    X: Layout,
{
    #[inline(always)]
    fn in_atom<T: Layout>(self, t: T, faults: impl Faults) -> InAtom<V, P, A, T> {
        tiler::tiles(self.atom, tiler::divide(self.order, t, faults), faults)
            .compose_as::<Composition, _>(self.values, faults)
    }
    #[inline(always)]
    fn thr_v<T: Layout>(self, t: T, faults: impl Faults) -> ThrV<V, P, A, T> {
        self.in_atom(t, faults).head()
    }
    #[inline(always)]
    fn frg_v<T: Layout>(self, t: T, faults: impl Faults) -> FrgV<V, P, A, T> {
        self.in_atom(t, faults).tail().head()
    }
    #[inline(always)]
    fn thr_ij<T: Layout>(self, t: T, faults: impl Faults) -> ThrIJ<P, A, H, T> {
        let atoms = tiler::rests(self.atom, tiler::divide(self.order, t, faults), faults);
        tiler::tiles(self.threads, atoms, faults)
    }
    #[inline(always)]
    fn rest_ij<T: Layout>(self, t: T, faults: impl Faults) -> RestIJ<P, A, H, T> {
        let atoms = tiler::rests(self.atom, tiler::divide(self.order, t, faults), faults);
        tiler::rests(self.threads, atoms, faults)
    }
}
