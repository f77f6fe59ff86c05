//! From an index or an offset to a coordinate.
//!
//! ```text
//! 16 in (3,(2,3)): 16 mod 3 = 1, 16 / 3 = 5 -> (1,(5 mod 2, 5 / 2)) = (1,(1,2))
//! ```
//!
//! An index counts the elements of a shape, the first mode fastest. In a compact layout an offset
//! carries the same information, so it also has a coordinate.

use super::{Coord, IsLast};
use crate::algebra::algebra_reasons::NotCompact;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::Layout;
use crate::number::*;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Refusal, Refused, refused};
use crate::run_time::{self, ModeList};
use crate::tuple::compact::{ColMajorFrom, CompactColMajor, col_major_from, compact_col_major};
use crate::tuple::compare::WeaklyCongruent;
use crate::tuple::measure::{ProductEach, product_each};
use crate::tuple::tuple_reasons::NotCongruent;
use crate::tuple::*;
use zellige_macros::total;

/// The coordinate of the index `i` in the shape `s`.
#[total]
pub(super) fn of_index(i: Integer, s: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => i,
        Empty => (),
        Node => {
            if is_last(s) {
                (of_index(i, s.head()),) // the last mode takes all of the index
            } else {
                let n: Integer = IntTuple::elements(s.head());
                prepended(of_index(div(i, n), s.tail()), of_index(rem(i, n), s.head()))
            }
        }
    }
}
/// The coordinate of the index `i` in the shape `s`, first mode fastest: `i mod s0`,
/// `i / s0 mod s1`, ... and for the last mode all that is left. CuTe: `idx2crd(idx, shape)`.
///
/// ```
/// use zellige::{prelude::*, coordinate::idx2crd};
/// assert_eq!(idx2crd(16u32, shape!((3, (2, 3)))), (1, (1, 2)));
/// let c: coord!((1, (1, 2))) = idx2crd(int!(16), shape!((3, (2, 3))));
/// # let _ = c;
/// ```
#[total]
pub fn idx2crd(i: IntTuple, s: IntTuple) -> IntTuple {
    match i.kind() {
        Leaf => of_index(i.leaf(), s),
        Empty => of_no_index(i, s),
        Node => {
            if is_node(s) {
                prepended(idx2crd(i.tail(), s.tail()), idx2crd(i.head(), s.head()))
            } else {
                refused::<NotCongruent<I, S>, ProfileOfRefused>()
            }
        }
    }
}
/// The coordinate of the empty tuple of indices `i` in the shape `s`.
#[total]
fn of_no_index(i: IntTuple, s: IntTuple) -> IntTuple {
    if s.is_empty() { () } else { refused::<NotCongruent<I, S>, ProfileOfRefused>() }
}
/// True if `s` is a tuple with modes.
#[total(types)]
fn is_node(s: IntTuple) -> Bool {
    Kind::is_node(s.kind())
}

/// The coordinate of the index `i` in the compact layout `s:d`; one integer starts column-major
/// strides.
#[total]
pub(super) fn by_index(i: Integer, s: IntTuple, d: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => {
            let extent: Integer = s.leaf();
            // An extent of 1 has the coordinate 0 regardless of its stride, which may be 0.
            if extent.is_one() { 0 } else { rem(div(i, d.leaf()), extent) }
        }
        Empty => (),
        Node => match d.kind() {
            Leaf => by_index(i, s, col_major_from(s, d)),
            Empty => refused::<NotCongruent<S, D>, ProfileOfRefused>(),
            Node => prepended(by_index(i, s.tail(), d.tail()), by_index(i, s.head(), d.head())),
        },
    }
}
/// The coordinate of the index `i` in the compact layout `s:d`: `i / d mod s`, mode by mode, and 0
/// where the extent is 1. It is the inverse of the layout. It needs no sorting, because the strides
/// of a compact layout already are the products of the extents before them. CuTe:
/// `idx2crd(idx, shape, stride)`.
///
/// ```
/// use zellige::{prelude::*, coordinate::idx2crd_by};
/// assert_eq!(idx2crd_by(33u32, shape!((3, 4, 5)), shape!((20, 5, 1))), (1, 2, 3));
/// let c: coord!((1, 2, 3)) = idx2crd_by(int!(33), shape!((3, 4, 5)), shape!((20, 5, 1)));
/// # let _ = c;
/// ```
#[doc(alias = "idx2crd")]
#[total]
pub fn idx2crd_by(i: IntTuple, s: IntTuple, d: IntTuple) -> IntTuple {
    match i.kind() {
        Leaf => by_index(i.leaf(), s, d),
        Empty => of_no_index(i, s),
        Node => {
            if is_node(s) {
                prepended(
                    idx2crd_by(i.tail(), s.tail(), d.tail()),
                    idx2crd_by(i.head(), s.head(), d.head()),
                )
            } else {
                refused::<NotCongruent<I, S>, ProfileOfRefused>()
            }
        }
    }
}

/// The coordinate `c` of the shape `a` as a coordinate of the shape `b`, with the same index.
/// CuTe: `crd2crd`.
///
/// ```
/// use zellige::{prelude::*, coordinate::crd2crd};
/// assert_eq!(crd2crd((1u32, 5u32), shape!((3, 6)), shape!((3, (2, 3)))), (1, (1, 2)));
/// assert_eq!(crd2crd(16u32, shape!(18), shape!((3, (2, 3)))), (1, (1, 2)));
/// let c: coord!((1, (1, 2))) = crd2crd(coord!((1, 5)), shape!((3, 6)), shape!((3, (2, 3))));
/// # let _ = c;
/// ```
#[total]
pub fn crd2crd(c: IntTuple, a: IntTuple, b: IntTuple) -> IntTuple {
    match c.kind() {
        Leaf => by_way_of_index(c, a, b),
        Empty => {
            if a.is_empty() && b.is_empty() {
                ()
            } else {
                refused::<NotCongruent<A, B>, ProfileOfRefused>()
            }
        }
        Node => {
            if is_node(a) {
                modes_to_shape(c, a, b)
            } else {
                refused::<NotCongruent<C, A>, ProfileOfRefused>()
            }
        }
    }
}
/// The coordinate `c` of the shape `a`, both tuples, as a coordinate of the shape `b`.
#[total]
fn modes_to_shape(c: IntTuple, a: IntTuple, b: IntTuple) -> IntTuple {
    match b.kind() {
        Leaf => by_way_of_index(c, a, b),
        Empty => refused::<NotCongruent<A, B>, ProfileOfRefused>(),
        Node => {
            prepended(crd2crd(c.tail(), a.tail(), b.tail()), crd2crd(c.head(), a.head(), b.head()))
        }
    }
}
/// The coordinate in the shape `b` of the index that the coordinate `c` has in the shape `a`.
#[total]
fn by_way_of_index(c: IntTuple, a: IntTuple, b: IntTuple) -> IntTuple {
    if weakly_congruent(c, a) {
        idx2crd(Coord::at(c, a, compact_col_major(a)), b)
    } else {
        refused::<NotCongruent<C, A>, ProfileOfRefused>()
    }
}

/// The coordinate of the offset I in the compact layout L, nested as its shape is. CuTe:
/// `get_hier_coord`.
///
/// ```
/// use zellige::{ops::*, prelude::*};
/// assert_type_eq_all!(HierCoord<int!(27), layout!((8, (4, 2)) : (1, (16, 8)))>, coord!((3, (1, 1))));
/// ```
pub type HierCoord<I, L> = Either<
    IsCompact<L>,
    <I as Coord>::DigitsBy<<L as Layout>::Shape, <L as Layout>::Stride>,
    Refused<NotCompact<<L as Layout>::Shape, <L as Layout>::Stride>, ProfileOfRefused>,
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
/// True if L is a bijection onto `[0, size)`, as far as is known. Then its right inverse has the
/// size of L.
type IsCompact<L> = <<<<L as Layout>::Cosize as Integer>::IsStatic as Bool>::Not as Bool>::Or<
    <SizeOf<<L as Algebra>::RightInverse> as Integer>::Ask<IsGe, SizeOf<L>>,
>;
type SizeOf<L> = <L as Layout>::Size;

/// The coordinate of the offset `i` in the compact layout `l`.
#[inline(always)]
pub(crate) fn hier_coord<I: Coord, L: Layout>(i: I, l: L) -> HierCoord<I, L> {
    either::<IsCompact<L>, _, _>(i.digits_by(l.shape(), l.mode_stride()), Refused::UNIT)
}
/// The reason why no coordinate of `l` has the offset `i`, which is below its size: the strides of
/// `l` are not those of a compact layout.
pub(crate) fn offset_fault<I: Coord, L: Layout>(i: I, l: L) -> Option<Refusal> {
    let offset = i.at(N1::UNIT, N1::UNIT).projected() as u64;
    run_time::check_inverse::coordinate_fault(&ModeList::of(l.shape(), l.mode_stride()), offset)
}
/// The coordinate of the offset `i` in the compact layout `l`, one integer for each mode.
#[inline(always)]
pub(crate) fn flat_coord<I: Coord, L: Layout>(i: I, l: L) -> FlatCoord<I, L> {
    crd2crd(hier_coord(i, l), l.shape(), product_each(l.shape()))
}
/// The index of the offset `i` in the compact layout `l`.
#[inline(always)]
pub(crate) fn coord_1d<I: Coord, L: Layout>(i: I, l: L) -> Coord1d<I, L> {
    hier_coord(i, l).at(l.shape(), compact_col_major(l.shape()))
}
