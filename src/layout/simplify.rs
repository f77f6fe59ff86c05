//! The same offsets with fewer modes.

use crate::algebra::coalesce::{self, Coalescing, FilteredBy, FilteredShape, Filtering};
use crate::algebra::nullspace;
use crate::profile::ProfileOfRefused;
use crate::refusal::{Refused, keep_call};
use crate::tuple::compare::WeaklyCongruent;
use crate::tuple::tuple_reasons::NotCongruent;
use crate::tuple::{Either, IntTuple, either};

use zellige_macros::operations;

use super::{Layout, Profiled, Strided, check};

/// The same offsets with fewer modes: coalesced, and without the modes of stride 0.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((2, 5, 4) : (1, 0, 2));
/// assert_eq!((a.filter(), a.nullspace()), (layout!(8 : 1), layout!(5 : 2)));
/// ```
#[operations]
pub trait Simplify: Profiled {
    /// The layout with the fewest modes that is the same function of an integer. CuTe: `coalesce`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, (1, 6)) : (1, (7, 2))).coalesce(), layout!(12 : 1));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/coalesce.svg"))]
    #[alias("assert_layout!(Coalesce<layout!((2, (1, 6)) : (1, (7, 2)))> == 12 : 1);")]
    #[strided(coalesce::Coalesced<S, D>)]
    fn coalesce(self) -> impl Layout {
        coalesce::coalesced(self.shape, self.stride)
    }
    /// The layout coalesced where the profile has integers, so that its nesting stays. CuTe:
    /// `coalesce(layout, profile)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, (1, 6)) : (1, (6, 2)));
    /// assert_eq!(a.coalesce_by(shape!((1, 1))), layout!((2, 6) : (1, 2)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/coalesce_by.svg"))]
    #[doc(alias = "coalesce")]
    #[alias(
        "assert_layout!(CoalesceBy<layout!((2, (1, 6)) : (1, (6, 2))), shape!((1, 1))> == (2, 6) : (1, 2));"
    )]
    #[strided(coalesce::ByProfile<Coalescing, S, D, P>)]
    fn coalesce_by<P: IntTuple>(self, profile: P) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::CoalesceBy<P>>() }
        coalesce::by_profile::<Coalescing, _, _, _>(self.shape, self.stride, profile)
    }
    /// The coalesced layout without the modes of stride 0: the same offsets, without the
    /// repetitions that those modes cause. An extent of 0 stays, so that a layout without elements
    /// still has none. CuTe: `filter`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 5, 4) : (1, 0, 2)).filter(), layout!(8 : 1));
    /// assert_eq!(layout!((2, 3, 2) : (1, 0, 2)).filter(), layout!(4 : 1));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/filter.svg"))]
    #[alias("assert_layout!(Filter<layout!((2, 3, 2) : (1, 0, 2))> == 4 : 1);")]
    #[strided(coalesce::Filtered<S, D>)]
    fn filter(self) -> impl Layout {
        coalesce::filtered(self.shape, self.stride)
    }
    /// The layout filtered where the profile has integers; modes beyond the profile stay. CuTe:
    /// `filter(layout, profile)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, (5, 4), 3) : (1, (0, 2), 0));
    /// assert_eq!(a.filter_by(shape!((1, 1))), layout!((2, 4, 3) : (1, 2, 0)));
    /// let small = layout!((2, (3, 2)) : (1, (0, 2)));
    /// assert_eq!(small.filter_by(shape!((1, 1))), layout!((2, 2) : (1, 2)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/filter_by.svg"))]
    #[doc(alias = "filter")]
    #[alias(
        "assert_layout!(FilterBy<layout!((2, (3, 2)) : (1, (0, 2))), shape!((1, 1))> == (2, 2) : (1, 2));"
    )]
    #[strided(coalesce::ByProfile<Filtering, S, D, P>)]
    fn filter_by<P: IntTuple>(self, profile: P) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::FilterBy<P>>() }
        coalesce::by_profile::<Filtering, _, _, _>(self.shape, self.stride, profile)
    }
    /// The layout with extent 1 for every mode of stride 0; an extent of 0 stays. CuTe:
    /// `filter_zeros`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 5, 4) : (1, 0, 2)).filter_zeros(), layout!((2, 1, 4) : (1, 0, 2)));
    /// assert_eq!(layout!((2, 3, 2) : (1, 0, 2)).filter_zeros(), layout!((2, 1, 2) : (1, 0, 2)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/filter_zeros.svg"))]
    #[alias(
        "assert_layout!(FilterZeros<layout!((2, 3, 2) : (1, 0, 2))> == (2, 1, 2) : (1, 0, 2));"
    )]
    #[strided(Strided<FilteredShape<S, D>, D>)]
    fn filter_zeros(self) -> impl Layout {
        Strided::of(coalesce::filtered_shape(self.shape, self.stride), self.stride)
    }
    /// The layout with extent 1 wherever the profile is 0. CuTe: `filter_zeros(layout, profile)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, (5, 4)) : (1, (8, 2)));
    /// assert_eq!(a.filter_zeros_by(shape!((1, 0))), layout!((2, (1, 1)) : (1, (8, 2))));
    /// let small = layout!((2, (3, 2)) : (1, (4, 2)));
    /// assert_eq!(small.filter_zeros_by(shape!((1, 0))), layout!((2, (1, 1)) : (1, (4, 2))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/filter_zeros_by.svg"))]
    #[doc(alias = "filter_zeros")]
    #[alias(
        "type Small = FilterZerosBy<layout!((2, (3, 2)) : (1, (4, 2))), shape!((1, 0))>;",
        "assert_layout!(Small == (2, (1, 1)) : (1, (4, 2)));"
    )]
    #[strided(Strided<FilteredByProfile<S, P>, D>)]
    fn filter_zeros_by<P: IntTuple>(self, profile: P) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::FilterZerosBy<P>>() }
        let shape = either::<WeaklyCongruent<P, S>, _, _>(
            coalesce::filtered_by(self.shape, profile),
            Refused::UNIT,
        );
        Strided::of(shape, self.stride)
    }
    /// The indices with offset 0: the modes of stride 0, each with its step in the index. A layout
    /// with a static extent of 0 has none: `0:1`. CuTe: `nullspace`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 5, 4) : (1, 0, 2));
    /// assert_eq!(a.nullspace(), layout!(5 : 2));
    /// assert_eq!(a.crd2idx(2u32 * 3), 0);
    /// assert_eq!(layout!((2, 3, 2) : (1, 0, 2)).nullspace(), layout!(3 : 2));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/nullspace.svg"))]
    #[alias("assert_layout!(Nullspace<layout!((2, 3, 2) : (1, 0, 2))> == 3 : 2);")]
    #[strided(nullspace::Nullspace<S, D>)]
    #[composed(L::Nullspace = self.inner.nullspace())]
    fn nullspace(self) -> impl Layout {
        const { check::<Self>() }
        nullspace::nullspace(self.shape, self.stride)
    }
}

/// The shape S with 1 where the profile P is 0, if P has the nesting of S or a coarser nesting.
type FilteredByProfile<S, P> =
    Either<WeaklyCongruent<P, S>, FilteredBy<S, P>, Refused<NotCongruent<S, P>, ProfileOfRefused>>;
