//! From an index or an offset to a coordinate.
//!
//! ```text
//! 16 in (3,(2,3)): 16 mod 3 = 1, 16 / 3 = 5 -> (1,(5 mod 2, 5 / 2)) = (1,(1,2))
//! ```
//!
//! An index counts the elements of a shape, the first mode fastest. In a compact layout an offset says
//! as much, so it has a coordinate, too.

use super::{Coord, IsLast};
use crate::algebra::reasons::NotCompact;
use crate::cases::cases;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Layout;
use crate::number::*;
use crate::profile::AnyForm;
use crate::refusal::{Refusal, Refused};
use crate::run_time::{self, ModeList};
use crate::tuple::compact::{CompactColMajor, col_major_from};
use crate::tuple::compare::WeaklyCongruent;
use crate::tuple::measure::{Product, ProductEach, product_each};
use crate::tuple::reasons::NotCongruent;
use crate::tuple::*;

cases! {
    /// The coordinate of the index I in the shape S.
    CoordinateOfIndex[I: Integer, S: IntTuple](i: I, s: S) -> IntTuple {
        Leaf => I = i;
        Empty => () = ();
        Node => <IsLast<S> as LastModeCoordinate>::Out<I, S> = <IsLast<S> as LastModeCoordinate>::go(i, s);
    }
}
cases! {
    /// True if it is the last mode, which takes all of the index.
    LastModeCoordinate[I: Integer, S: IntTuple](i: I, s: S) -> IntTuple {
        B1 => (OfIndex<I, S::Head>,) = (of_index(i, s.head()),);
        B0 => <OfIndex<Div<I, Product<S::Head>>, S::Tail> as IntTuple>::Prepend<OfIndex<Rem<I, Product<S::Head>>, S::Head>> = {
            let n = s.head().elements();
            of_index(div(i, n), s.tail()).prepend_mode(of_index(rem(i, n), s.head()))
        };
    }
}
pub(super) type OfIndex<I, S> = <<S as IntTuple>::Kind as CoordinateOfIndex>::Out<I, S>;
#[inline(always)]
pub(super) fn of_index<I: Integer, S: IntTuple>(i: I, s: S) -> OfIndex<I, S> {
    <S::Kind as CoordinateOfIndex>::go(i, s)
}
cases! {
    /// An index, or an index for each mode of S.
    CoordinateEach[I: IntTuple, S: IntTuple](i: I, s: S) -> IntTuple {
        Leaf => OfIndex<I::Leaf, S> = of_index(i.leaf(), s);
        Empty => <S::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<I, S>, AnyForm>> = <S::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <IsNode<S> as CoordinateByMode>::Out<I, S> = <IsNode<S> as CoordinateByMode>::go(i, s);
    }
}
cases! {
    /// An index for each mode: does the shape have modes?
    CoordinateByMode[I: IntTuple, S: IntTuple](i: I, s: S) -> IntTuple {
        B1 => <Idx2Crd<I::Tail, S::Tail> as IntTuple>::Prepend<Idx2Crd<I::Head, S::Head>>
            = idx2crd(i.tail(), s.tail()).prepend_mode(idx2crd(i.head(), s.head()));
        B0 => Refused<NotCongruent<I, S>, AnyForm> = Refused::UNIT;
    }
}
type IsNode<S> = <<S as IntTuple>::Kind as Kind>::IsNode;
/// The coordinate of the index I in the shape S: (1,(1,2)) for 16 in (3,(2,3)). CuTe: `idx2crd`.
pub type Idx2Crd<I, S> = <<I as IntTuple>::Kind as CoordinateEach>::Out<I, S>;

/// The coordinate of the index `i` in the shape `s`, first mode fastest: `i mod s0`, `i / s0 mod
/// s1`, .. and for the last mode all that is left. CuTe: `idx2crd(idx, shape)`.
///
/// ```
/// use zellige::{prelude::*, coordinate::idx2crd};
/// assert_eq!(idx2crd(16u32, shape!((3, (2, 3)))), (1, (1, 2)));
/// let c: coord!((1, (1, 2))) = idx2crd(int!(16), shape!((3, (2, 3))));
/// # let _ = c;
/// ```
#[inline(always)]
pub fn idx2crd<I: IntTuple, S: IntTuple>(i: I, s: S) -> Idx2Crd<I, S> {
    <I::Kind as CoordinateEach>::go(i, s)
}

cases! {
    /// The coordinate of the index I in the compact layout S:D: i / d mod s, mode by mode.
    CoordinateBy[I: Integer, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        Leaf => <<S::Leaf as Integer>::IsOne as ExtentOne>::Out<I, S::Leaf, D::Leaf>
            = <<S::Leaf as Integer>::IsOne as ExtentOne>::go(i, s.leaf(), d.leaf());
        Empty => () = ();
        Node => <D::Kind as CoordinateByModes>::Out<I, S, D> = <D::Kind as CoordinateByModes>::go(i, s, d);
    }
}
cases! {
    /// True if the extent is 1. Its coordinate is 0 whatever its stride, which may be 0.
    ExtentOne[I: Integer, S: Integer, D: Integer](i: I, s: S, d: D) -> Integer {
        B1 => UTerm = UTerm;
        B0 => Rem<Div<I, D>, S> = rem(div(i, d), s);
    }
}
cases! {
    /// The shape is a tuple: by what the stride is. One integer starts column-major strides.
    CoordinateByModes[I: Integer, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        Leaf => ByIndex<I, S, CompactColMajor<S, D>> = by_index(i, s, col_major_from(s, d));
        Empty => Refused<NotCongruent<S, D>, AnyForm> = Refused::UNIT;
        Node => <ByIndex<I, S::Tail, D::Tail> as IntTuple>::Prepend<ByIndex<I, S::Head, D::Head>>
            = by_index(i, s.tail(), d.tail()).prepend_mode(by_index(i, s.head(), d.head()));
    }
}
pub(super) type ByIndex<I, S, D> = <<S as IntTuple>::Kind as CoordinateBy>::Out<I, S, D>;
#[inline(always)]
pub(super) fn by_index<I: Integer, S: IntTuple, D: IntTuple>(i: I, s: S, d: D) -> ByIndex<I, S, D> {
    <S::Kind as CoordinateBy>::go(i, s, d)
}
cases! {
    /// An index for the whole layout, or an index for each mode of S:D.
    CoordinateByEach[I: IntTuple, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        Leaf => ByIndex<I::Leaf, S, D> = by_index(i.leaf(), s, d);
        Empty => <S::IsEmpty as Ternary>::Out<(), Refused<NotCongruent<I, S>, AnyForm>> = <S::IsEmpty as Ternary>::go((), Refused::UNIT);
        Node => <IsNode<S> as CoordinateByEachMode>::Out<I, S, D> = <IsNode<S> as CoordinateByEachMode>::go(i, s, d);
    }
}
cases! {
    /// An index for each mode: does the shape have modes?
    CoordinateByEachMode[I: IntTuple, S: IntTuple, D: IntTuple](i: I, s: S, d: D) -> IntTuple {
        B1 => <Idx2CrdBy<I::Tail, S::Tail, D::Tail> as IntTuple>::Prepend<Idx2CrdBy<I::Head, S::Head, D::Head>>
            = idx2crd_by(i.tail(), s.tail(), d.tail()).prepend_mode(idx2crd_by(i.head(), s.head(), d.head()));
        B0 => Refused<NotCongruent<I, S>, AnyForm> = Refused::UNIT;
    }
}
/// The coordinate of the index I in the compact layout S:D. CuTe: `idx2crd(idx, shape, stride)`.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Idx2CrdBy<int!(33), shape!((3, 4, 5)), shape!((20, 5, 1))>, coord!((1, 2, 3)));
/// ```
#[doc(alias = "idx2crd")]
pub type Idx2CrdBy<I, S, D> = <<I as IntTuple>::Kind as CoordinateByEach>::Out<I, S, D>;

/// The coordinate of the index `i` in the compact layout `s:d`: `i / d mod s`, mode by mode, and 0
/// where the extent is 1. It is the inverse of the layout; no sort is needed, because the strides
/// of a compact layout already are the products of the extents before them. CuTe: `idx2crd(idx,
/// shape, stride)`.
///
/// ```
/// use zellige::{prelude::*, coordinate::idx2crd_by};
/// assert_eq!(idx2crd_by(33u32, shape!((3, 4, 5)), shape!((20, 5, 1))), (1, 2, 3));
/// ```
#[doc(alias = "idx2crd")]
#[inline(always)]
pub fn idx2crd_by<I: IntTuple, S: IntTuple, D: IntTuple>(i: I, s: S, d: D) -> Idx2CrdBy<I, S, D> {
    <I::Kind as CoordinateByEach>::go(i, s, d)
}

cases! {
    /// A coordinate of the shape A as a coordinate of the shape B: mode by mode if all are tuples.
    Convert[C: IntTuple, A: IntTuple, B: IntTuple](c: C, a: A, b: B) -> IntTuple {
        Leaf => Direct<C, A, B> = direct(c, a, b);
        Empty => <<A::IsEmpty as Bool>::And<B::IsEmpty> as Ternary>::Out<(), Refused<NotCongruent<A, B>, AnyForm>>
            = <<A::IsEmpty as Bool>::And<B::IsEmpty> as Ternary>::go((), Refused::UNIT);
        Node => <A::Kind as ConvertFrom>::Out<C, A, B> = <A::Kind as ConvertFrom>::go(c, a, b);
    }
}
cases! {
    /// The coordinate is a tuple: by what A is.
    ConvertFrom[C: IntTuple, A: IntTuple, B: IntTuple](c: C, a: A, b: B) -> IntTuple {
        Leaf => Refused<NotCongruent<C, A>, AnyForm> = Refused::UNIT;
        Empty => Refused<NotCongruent<C, A>, AnyForm> = Refused::UNIT;
        Node => <B::Kind as ConvertTo>::Out<C, A, B> = <B::Kind as ConvertTo>::go(c, a, b);
    }
}
cases! {
    /// The coordinate and A are tuples: by what B is.
    ConvertTo[C: IntTuple, A: IntTuple, B: IntTuple](c: C, a: A, b: B) -> IntTuple {
        Leaf => Direct<C, A, B> = direct(c, a, b);
        Empty => Refused<NotCongruent<A, B>, AnyForm> = Refused::UNIT;
        Node => <Crd2Crd<C::Tail, A::Tail, B::Tail> as IntTuple>::Prepend<Crd2Crd<C::Head, A::Head, B::Head>>
            = crd2crd(c.tail(), a.tail(), b.tail()).prepend_mode(crd2crd(c.head(), a.head(), b.head()));
    }
}
/// Through the index of the coordinate C in the shape A.
type Direct<C, A, B> = <WeaklyCongruent<C, A> as Ternary>::Out<
    Idx2Crd<<C as Coord>::At<A, CompactColMajor<A>>, B>,
    Refused<NotCongruent<C, A>, AnyForm>,
>;
#[inline(always)]
fn direct<C: IntTuple, A: IntTuple, B: IntTuple>(c: C, a: A, b: B) -> Direct<C, A, B> {
    <WeaklyCongruent<C, A> as Ternary>::go(
        idx2crd(c.at(a, col_major_from(a, N1::UNIT)), b),
        Refused::UNIT,
    )
}
/// The coordinate C of the shape A as a coordinate of the shape B. CuTe: `crd2crd`.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Crd2Crd<coord!((1, 5)), shape!((3, 6)), shape!((3, (2, 3)))>, coord!((1, (1, 2))));
/// ```
pub type Crd2Crd<C, A, B> = <<C as IntTuple>::Kind as Convert>::Out<C, A, B>;

/// The coordinate `c` of the shape `a` as a coordinate of the shape `b`, with the same index.
/// CuTe: `crd2crd`.
///
/// ```
/// use zellige::{prelude::*, coordinate::crd2crd};
/// assert_eq!(crd2crd((1u32, 5u32), shape!((3, 6)), shape!((3, (2, 3)))), (1, (1, 2)));
/// assert_eq!(crd2crd(16u32, shape!(18), shape!((3, (2, 3)))), (1, (1, 2)));
/// ```
#[inline(always)]
pub fn crd2crd<C: IntTuple, A: IntTuple, B: IntTuple>(c: C, a: A, b: B) -> Crd2Crd<C, A, B> {
    <C::Kind as Convert>::go(c, a, b)
}

/// The coordinate of the offset I in the compact layout L, nested as its shape is. CuTe:
/// `get_hier_coord`.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(HierCoord<int!(27), layout!((8, (4, 2)) : (1, (16, 8)))>, coord!((3, (1, 1))));
/// ```
pub type HierCoord<I, L> = <IsCompact<L> as Ternary>::Out<
    <I as Coord>::DigitsBy<<L as Layout>::Shape, <L as Layout>::Stride>,
    Refused<NotCompact<<L as Layout>::Shape, <L as Layout>::Stride>, AnyForm>,
>;
/// The coordinate of the offset I in the compact layout L, one integer for each mode. CuTe:
/// `get_flat_coord`.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(FlatCoord<int!(27), layout!((8, (4, 2)) : (1, (16, 8)))>, coord!((3, 5)));
/// ```
pub type FlatCoord<I, L> =
    Crd2Crd<HierCoord<I, L>, <L as Layout>::Shape, ProductEach<<L as Layout>::Shape>>;
/// The index of the offset I in the compact layout L. CuTe: `get_1d_coord`.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(Coord1d<int!(27), layout!((8, (4, 2)) : (1, (16, 8)))>, int!(43));
/// ```
#[doc(alias = "get_1d_coord")]
pub type Coord1d<I, L> =
    <HierCoord<I, L> as Coord>::At<<L as Layout>::Shape, CompactColMajor<<L as Layout>::Shape>>;
/// True if L is a bijection onto `[0, size)`, as far as known. Then its right inverse has its size.
type IsCompact<L> = <<<<L as Layout>::Cosize as Integer>::IsStatic as Bool>::Not as Bool>::Or<
    <SizeOf<<L as Algebra>::RightInverse> as Integer>::Ask<IsGe, SizeOf<L>>,
>;
type SizeOf<L> = <L as Layout>::Size;

/// The coordinate of the offset `i` in the compact layout `l`.
#[inline(always)]
pub(crate) fn hier_coord<I: Coord, L: Layout>(i: I, l: L) -> HierCoord<I, L> {
    <IsCompact<L> as Ternary>::go(i.digits_by(l.shape(), l.mode_stride()), Refused::UNIT)
}
/// The reason why no coordinate of `l` has the offset `i`, which is below its size: the strides of `l` are not those of a compact
/// layout.
pub(crate) fn offset_fault<I: Coord, L: Layout>(i: I, l: L) -> Option<Refusal> {
    let offset = i.at(N1::UNIT, N1::UNIT).projected() as u64;
    run_time::inverse::coordinate_fault(&ModeList::of(l.shape(), l.mode_stride()), offset)
}
/// The coordinate of the offset `i` in the compact layout `l`, one integer for each mode.
#[inline(always)]
pub(crate) fn flat_coord<I: Coord, L: Layout>(i: I, l: L) -> FlatCoord<I, L> {
    crd2crd(hier_coord(i, l), l.shape(), product_each(l.shape()))
}
/// The index of the offset `i` in the compact layout `l`.
#[inline(always)]
pub(crate) fn coord_1d<I: Coord, L: Layout>(i: I, l: L) -> Coord1d<I, L> {
    hier_coord(i, l).at(l.shape(), col_major_from(l.shape(), N1::UNIT))
}
