//! The same offsets by fewer modes.

use crate::algebra::coalesce::{self, Coalescing, FilteredBy, FilteredShape, Filtering};
use crate::algebra::nullspace;
use crate::integer::*;
use crate::profile::AnyForm;
use crate::refusal::{NotCongruent, Refused, keep_call};
use crate::tuple::IntTuple;
use crate::tuple::compare::WeaklyCongruent;

use super::{Layout, Profiled, Strided, check};

/// The same offsets by fewer modes: coalesced, and without the modes of stride 0.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((2, 5, 4) : (1, 0, 2));
/// assert_eq!((a.filter(), a.nullspace()), (layout!(8 : 1), layout!(5 : 2)));
/// ```
#[diagnostic::on_unimplemented(
    message = "this type is not a layout",
    label = "a layout is needed here",
    note = "a layout is a shape with its strides, `layout!(shape : stride)`; a tuple alone is a shape, a coordinate or a tiler by mode"
)]
pub trait Simplify: Profiled {
    /// See [`coalesce`](Simplify::coalesce).
    type Coalesce: Layout;
    /// See [`coalesce_by`](Simplify::coalesce_by).
    type CoalesceBy<P: IntTuple>: Layout;
    /// See [`filter`](Simplify::filter).
    type Filter: Layout;
    /// See [`filter_by`](Simplify::filter_by).
    type FilterBy<P: IntTuple>: Layout;
    /// See [`filter_zeros`](Simplify::filter_zeros).
    type FilterZeros: Layout;
    /// See [`filter_zeros_by`](Simplify::filter_zeros_by).
    type FilterZerosBy<P: IntTuple>: Layout;
    /// See [`nullspace`](Simplify::nullspace).
    type Nullspace: Layout;
    /// The fewest modes for the same function of an integer. CuTe: `coalesce`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, (1, 6)) : (1, (7, 2))).coalesce(), layout!(12 : 1));
    /// ```
    fn coalesce(self) -> Self::Coalesce;
    /// Coalesced where the profile has integers, so that its nesting stays. CuTe: `coalesce(layout,
    /// profile)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, (1, 6)) : (1, (6, 2)));
    /// assert_eq!(a.coalesce_by(shape!((1, 1))), layout!((2, 6) : (1, 2)));
    /// ```
    #[doc(alias = "coalesce")]
    fn coalesce_by<P: IntTuple>(self, profile: P) -> Self::CoalesceBy<P>;
    /// Coalesced, without the modes of stride 0: the same offsets, each as often as it must be.
    /// CuTe: `filter`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 5, 4) : (1, 0, 2)).filter(), layout!(8 : 1));
    /// ```
    fn filter(self) -> Self::Filter;
    /// Filtered where the profile has integers; modes beyond the profile stay. CuTe: `filter(layout,
    /// profile)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, (5, 4), 3) : (1, (0, 2), 0));
    /// assert_eq!(a.filter_by(shape!((1, 1))), layout!((2, 4, 3) : (1, 2, 0)));
    /// ```
    #[doc(alias = "filter")]
    fn filter_by<P: IntTuple>(self, profile: P) -> Self::FilterBy<P>;
    /// Extent 1 for every mode of stride 0. CuTe: `filter_zeros`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 5, 4) : (1, 0, 2)).filter_zeros(), layout!((2, 1, 4) : (1, 0, 2)));
    /// ```
    fn filter_zeros(self) -> Self::FilterZeros;
    /// Extent 1 for all that stands where the profile is 0. CuTe: `filter_zeros(layout, profile)`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, (5, 4)) : (1, (8, 2)));
    /// assert_eq!(a.filter_zeros_by(shape!((1, 0))), layout!((2, (1, 1)) : (1, (8, 2))));
    /// ```
    #[doc(alias = "filter_zeros")]
    fn filter_zeros_by<P: IntTuple>(self, profile: P) -> Self::FilterZerosBy<P>;
    /// The indices that all have offset 0: the modes of stride 0, each with its step in the index.
    /// CuTe: `nullspace`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 5, 4) : (1, 0, 2));
    /// assert_eq!(a.nullspace(), layout!(5 : 2));
    /// assert_eq!(a.crd2idx(2u32 * 3), 0);
    /// ```
    fn nullspace(self) -> Self::Nullspace;
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Simplify for Strided<S, D> {
    type Coalesce = coalesce::Coalesced<S, D>;
    type CoalesceBy<P: IntTuple> = coalesce::ByProfile<Coalescing, S, D, P>;
    type Filter = coalesce::Filtered<S, D>;
    type FilterBy<P: IntTuple> = coalesce::ByProfile<Filtering, S, D, P>;
    type FilterZeros = Strided<FilteredShape<S, D>, D>;
    type FilterZerosBy<P: IntTuple> = Strided<FilteredByProfile<S, P>, D>;
    type Nullspace = nullspace::Nullspace<S, D>;

    #[inline(always)]
    fn coalesce(self) -> Self::Coalesce {
        coalesce::coalesced(self.shape, self.stride)
    }
    #[inline(always)]
    fn coalesce_by<P: IntTuple>(self, profile: P) -> Self::CoalesceBy<P> {
        keep_call!(Self);
        const { check::<Self::CoalesceBy<P>>() }
        coalesce::by_profile::<Coalescing, _, _, _>(self.shape, self.stride, profile)
    }
    #[inline(always)]
    fn filter(self) -> Self::Filter {
        coalesce::filtered(self.shape, self.stride)
    }
    #[inline(always)]
    fn filter_by<P: IntTuple>(self, profile: P) -> Self::FilterBy<P> {
        keep_call!(Self);
        const { check::<Self::FilterBy<P>>() }
        coalesce::by_profile::<Filtering, _, _, _>(self.shape, self.stride, profile)
    }
    #[inline(always)]
    fn filter_zeros(self) -> Self::FilterZeros {
        Strided::of(
            coalesce::filtered_shape(self.shape, self.stride),
            self.stride,
        )
    }
    #[inline(always)]
    fn filter_zeros_by<P: IntTuple>(self, profile: P) -> Self::FilterZerosBy<P> {
        keep_call!(Self);
        const { check::<Self::FilterZerosBy<P>>() }
        let shape = <WeaklyCongruent<P, S> as Ternary>::go(
            coalesce::filtered_by(self.shape, profile),
            Refused::UNIT,
        );
        Strided::of(shape, self.stride)
    }
    #[inline(always)]
    fn nullspace(self) -> Self::Nullspace {
        const { check::<Self>() }
        nullspace::nullspace(self.shape, self.stride)
    }
}

/// The shape S with 1 where the profile P is 0, if P has the nesting of S or a coarser one.
type FilteredByProfile<S, P> =
    <WeaklyCongruent<P, S> as Ternary>::Out<FilteredBy<S, P>, Refused<NotCongruent<S, P>, AnyForm>>;
