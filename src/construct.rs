//! Constructors of layouts: from a shape in a given order, and from other layouts.

use crate::algebra::coalesce::{FilteredShape, filtered_shape};
use crate::algebra::distribute;
use crate::layout::{Layout, Products, Strided, strided};
use crate::number::*;
use crate::refusal::keep_call;
use crate::run_time::demand;
use crate::stride::BasisLike;
use crate::tuple::IntTuple;
use crate::tuple::access::{Others, others};
use crate::tuple::checked_size;
use crate::tuple::compact::*;
use crate::tuple::measure::Rank;
use zellige_macros::total;

/// Returns the layout of a shape with the first mode fastest: `(3,4,5):(1,3,12)`. A static extent
/// of 1 has stride 0. CuTe: `make_layout(shape)`, `make_layout(shape, LayoutLeft{})`.
///
/// ```
/// use zellige::prelude::*;
/// let a = zellige::construct::col_major((3u32, int!(4), int!(5)));
/// assert_eq!(a.to_string(), "(3,_4,_5):(_1,3,12)");
/// assert_eq!(layout!((3, 4, 5)), layout!((3, 4, 5) : (1, 3, 12)));
/// ```
///
/// # Panics
///
/// Panics if the strides do not fit the type of the run-time extents.
#[doc(alias("make_layout", "LayoutLeft", "GenColMajor"))]
#[inline(always)]
#[track_caller]
pub fn col_major<S: IntTuple>(shape: S) -> ColMajor<S> {
    demand_compact(shape);
    Strided::of(shape, compact_col_major(shape))
}
/// Panics if the strides of a layout of the shape `shape` without gaps do not fit the type of its
/// run-time extents. With two extents, the strides are 1 and one of the extents, which always fit.
#[inline(always)]
#[track_caller]
fn demand_compact<S: IntTuple>(shape: S) {
    if const { checked_size::can_exceed::<S>() && S::COUNT > 2 } {
        demand!(S, |faults| checked_size::product(shape, "make_layout(S)", faults));
    }
}
/// The type of [`col_major`].
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_layout!(ColMajor<shape!((3, 4, 5))> == (3, 4, 5) : (1, 3, 12));
/// ```
pub type ColMajor<S> = Strided<S, CompactColMajor<S>>;

/// Returns the layout of a shape with the last mode fastest: `(3,4,5):(20,5,1)`. A static extent of
/// 1 has stride 0. CuTe: `make_layout(shape, LayoutRight{})`.
///
/// ```
/// use zellige::prelude::*;
/// let a = zellige::construct::row_major((3u32, int!(4), int!(5)));
/// assert_eq!(a.to_string(), "(3,_4,_5):(_20,_5,_1)");
/// assert_eq!(layout!((3, 4, 5) : row), layout!((3, 4, 5) : (20, 5, 1)));
/// ```
///
/// # Panics
///
/// Panics as [`col_major`] does.
#[doc(alias("make_layout", "LayoutRight", "GenRowMajor"))]
#[inline(always)]
#[track_caller]
pub fn row_major<S: IntTuple>(shape: S) -> RowMajor<S> {
    demand_compact(shape);
    Strided::of(shape, compact_row_major(shape))
}
/// The type of [`row_major`].
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_layout!(RowMajor<shape!((3, 4, 5))> == (3, 4, 5) : (20, 5, 1));
/// ```
pub type RowMajor<S> = Strided<S, CompactRowMajor<S>>;

/// Returns the layout of a shape without gaps. The modes are in the order of the static integers of
/// `order`, followed by those with a run-time integer. CuTe: `make_ordered_layout`.
///
/// As in CuTe, modes with equal numbers get equal strides. Then several coordinates reach the same
/// offset, and the layout is not compact.
///
/// ```
/// use zellige::prelude::*;
/// use zellige::construct::make_ordered_layout;
/// let a = make_ordered_layout(shape!((3, 2, 5)), coord!((2, 0, 1)));
/// assert_eq!(a, layout!((3, 2, 5) : (10, 1, 2)));
/// assert_eq!(make_ordered_layout(shape!((4, 8)), coord!((0, 0))), layout!((4, 8) : (1, 1)));
/// ```
///
/// # Panics
///
/// Panics as [`col_major`] does.
#[inline(always)]
#[track_caller]
pub fn make_ordered_layout<S: IntTuple, O: IntTuple>(shape: S, order: O) -> Ordered<S, O> {
    keep_call!(S);
    const { crate::layout::check::<Ordered<S, O>>() }
    demand_compact(shape);
    make_ordered(shape, order)
}
/// [`make_ordered_layout`] for use inside other operations, which check the result themselves.
#[inline(always)]
pub(crate) fn make_ordered<S: IntTuple, O: IntTuple>(shape: S, order: O) -> Ordered<S, O> {
    Strided::of(shape, compact_order(shape, order))
}
/// The type of [`make_ordered_layout`].
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_layout!(Ordered<shape!((3, 2, 5)), coord!((2, 0, 1))> == (3, 2, 5) : (10, 1, 2));
/// ```
pub type Ordered<S, O> = Strided<S, CompactOrder<S, O>>;

/// Returns a layout without gaps for the shape of `like`, with the modes in the order of its
/// strides. Stride 0 stays. CuTe: `make_layout_like`.
///
/// ```
/// use zellige::{construct::make_layout_like, prelude::*};
/// let view = layout!((8, 16, 4) : (64, 1, 0)); // every 64th row of something, its columns repeated
/// assert_eq!(make_layout_like(view), layout!((8, 16, 4) : (16, 1, 0)));
/// let n = 100u32;                              // run-time strides count as the largest
/// assert_eq!(make_layout_like(layout!((8, 16) : (n, 1))), layout!((8, 16) : (16, 1)));
/// ```
///
/// As in CuTe, modes with equal strides get equal strides again.
///
/// # Panics
///
/// Panics as [`col_major`] does.
#[inline(always)]
#[track_caller]
pub fn make_layout_like<L: Layout>(like: L) -> LayoutLike<L> {
    keep_call!(L);
    const { crate::layout::check::<LayoutLike<L>>() }
    demand_compact(like.shape());
    let (shape, stride) = (like.shape(), like.mode_stride());
    Strided::of(shape, compact_order(filtered_shape(shape, stride), stride))
}
/// The type of [`make_layout_like`].
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_layout!(LayoutLike<layout!((8, 16, 4) : (64, 1, 0))> == (8, 16, 4) : (16, 1, 0));
/// ```
pub type LayoutLike<L> = Strided<<L as Layout>::Shape, StridesLike<L>>;
type StridesLike<L> =
    CompactOrder<FilteredShape<<L as Layout>::Shape, <L as Layout>::Stride>, <L as Layout>::Stride>;

/// Returns the layout of the registers that hold what `like` addresses. Its first mode, which an
/// instruction reads at once, is contiguous and column-major; the others follow without gaps in the
/// order of their strides. Stride 0 stays in the first mode. CuTe: `make_fragment_like`.
///
/// ```
/// use zellige::{construct::make_fragment_like, prelude::*};
/// let thread = layout!(((2, 2), 4, 2) : ((8, 1), 16, 128));
/// assert_eq!(make_fragment_like(thread), layout!(((2, 2), 4, 2) : ((1, 2), 4, 16)));
/// ```
///
/// If there is only one mode, or a run-time extent, the result is the column-major layout of the
/// shape.
///
/// # Panics
///
/// Panics as [`col_major`] does.
#[inline(always)]
#[track_caller]
pub fn make_fragment_like<L: Layout>(like: L) -> FragmentLike<L> {
    keep_call!(L);
    const { crate::layout::check::<FragmentLike<L>>() }
    demand_compact(like.shape());
    fragment_of(like.shape(), like.mode_stride())
}
/// The type of [`make_fragment_like`].
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_layout!(FragmentLike<layout!(((2, 2), 4, 2) : ((8, 1), 16, 128))> == ((2, 2), 4, 2) : ((1, 2), 4, 16));
/// ```
pub type FragmentLike<L> = FragmentOf<<L as Layout>::Shape, <L as Layout>::Stride>;
/// The layout of the registers for the layout `s:d`.
#[total]
fn fragment_of(s: IntTuple, d: IntTuple) -> Layout {
    if has_static_modes(s) {
        let first: IntTuple = s.head();
        let atom: Products = strided(first, compact_col_major(filtered_shape(first, d.head())));
        atom.tiled_product(strided(others(s), compact_order(others(s), others(d))))
    } else {
        strided(s, compact_col_major(s))
    }
}
/// Whether the shape `s` has a second mode and all its extents are static.
#[total(types)]
fn has_static_modes(s: IntTuple) -> Bool {
    gt(rank(s), 1) && s.elements().is_static()
}

/// Spreads `n` elements over a shape as evenly as its extents allow: from the first extent on, each
/// takes the greatest common divisor of itself and of what is left of `n`. CuTe:
/// `domain_distribute`.
///
/// ```
/// use zellige::{construct::domain_distribute, prelude::*};
/// // 6 does not divide (15,14), but 3 of 15 by 2 of 14 are 6 elements.
/// assert_eq!(domain_distribute(shape!((15, 14)), int!(6)), layout!((3, 2) : (1, 15)));
/// ```
///
/// The indices ascend. The size divides `n` and is less where the extents have too few common
/// factors with it: 3 of `(9, 7)` for 6. A tuple for `n` does not compile.
#[inline(always)]
pub fn domain_distribute<S: IntTuple, N: IntTuple>(shape: S, n: N) -> DomainDistribute<S, N> {
    keep_call!(S);
    const { crate::layout::check::<DomainDistribute<S, N>>() }
    distribute::domain_distribute(shape, n)
}
pub use crate::algebra::distribute::DomainDistribute;

/// Returns the layout of a shape that maps each coordinate to itself. Its strides are one step
/// along each mode. CuTe: `make_identity_layout`.
///
/// ```
/// use zellige::{construct::make_identity_layout, prelude::*};
/// let here = make_identity_layout(shape!((4, (2, 3))));
/// assert_eq!(here, layout!((4, (2, 3)) : (1@0, (1@0@1, 1@1@1))));
/// assert_eq!(here.crd2idx((3u32, (1u32, 2u32))).coordinate(), (3, (1, 2)));
///
/// // Which element of a 64 by 32 matrix is element (3, 5) of its tile (1, 2), of 16 by 8 each?
/// let (rows, columns) = (64u32, 32u32);
/// let tiles = make_identity_layout((rows, columns)).zipped_divide((int!(16), int!(8)));
/// let point = tiles.crd2idx(((3u32, 5u32), (1u32, 2u32)));
/// assert_eq!(point.coordinate(), (1 * 16 + 3, 2 * 8 + 5));
/// ```
#[doc(alias("make_coord_tensor", "make_identity_tensor"))]
#[inline(always)]
pub fn make_identity_layout<S: IntTuple>(shape: S) -> IdentityLayout<S> {
    Strided::of(shape, BasisLike::<S>::UNCHECKED)
}
/// The type of [`make_identity_layout`].
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// assert_type_eq_all!(IdentityLayout<shape!((4, 8))>, layout!((4, 8) : (1@0, 1@1)));
/// ```
pub type IdentityLayout<S> = Strided<S, BasisLike<S>>;

/// A tuple of up to ten layouts.
///
/// ```
/// use zellige::{construct::*, prelude::*};
/// fn beside<T: Layouts>(layouts: T) -> T::Concat {
///     make_layout(layouts)
/// }
/// assert_eq!(beside((layout!(3 : 1), layout!(4 : 3))), layout!((3, 4) : (1, 3)));
/// ```
#[diagnostic::on_unimplemented(
    message = "not a tuple of layouts",
    label = "must be a tuple of 1 to 10 layouts",
    note = "a layout is written `layout!(shape : stride)`"
)]
pub trait Layouts: Copy {
    /// The layout that has these layouts as modes.
    type Concat: Layout;
    /// Returns the layout that has these layouts as modes.
    ///
    /// ```
    /// use zellige::{construct::*, prelude::*};
    /// assert_eq!((layout!(3 : 1), layout!(4 : 3)).concat(), layout!((3, 4) : (1, 3)));
    /// ```
    fn concat(self) -> Self::Concat;
}
macro_rules! layouts {
    ($($t:ident)*) => {
        #[allow(non_snake_case)]
        impl<$($t: Layout),*> Layouts for ($($t,)*) {
            type Concat = Strided<($($t::ModeShape,)*), ($($t::Stride,)*)>;
            #[inline(always)]
            fn concat(self) -> Self::Concat {
                let ($($t,)*) = self;
                Strided::of(($($t.mode_shape(),)*), ($($t.mode_stride(),)*))
            }
        }
    };
}
crate::ranks::for_tuples!(layouts);

/// Returns the layout that has the given ones as modes: its function is the sum of theirs. CuTe:
/// `make_layout(a, b, ..)`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige::construct::make_layout;
/// let a = make_layout((layout!(3 : 1), layout!((4, 2) : (3, 12))));
/// assert_eq!(a, layout!((3, (4, 2)) : (1, (3, 12))));
/// ```
#[inline(always)]
pub fn make_layout<T: Layouts>(layouts: T) -> T::Concat {
    layouts.concat()
}
