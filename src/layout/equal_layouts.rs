//! `==` of layouts: the same shape and the same strides, static or not.

use crate::algebra::outer_function::Outer;
use crate::integer::Integer;
use crate::layout::Layout;
use crate::tuple::IntTuple;
use crate::tuple::equality::equal;

use super::{ComposedLayout, Strided};

/// The same shape and the same strides: the same nesting and the same numbers, static or not.
/// Layouts that print the same except for `_` are equal.
///
/// Two layouts that are the same *function* may differ: `(2,4):(1,2)` and `8:1` have the same
/// offsets in the same order, but not the same coordinates. To compare functions, compare the
/// coalesced layouts.
///
/// ```
/// use zellige::prelude::*;
/// let (m, n) = (8u32, 4usize);
/// assert_eq!(layout!((8, 4) : (4, 1)), layout!((m, n) : (n, 1)));
/// assert_ne!(layout!((8, 4) : (4, 1)), layout!((8, 4) : (1, 8)));
/// assert_ne!(layout!((2, 4) : (1, 2)), layout!(8 : 1));
/// assert_eq!(layout!((2, 4) : (1, 2)).coalesce(), layout!(8 : 1));
/// ```
impl<S: IntTuple, D: IntTuple, S2: IntTuple, D2: IntTuple> PartialEq<Strided<S2, D2>>
    for Strided<S, D>
{
    #[inline(always)]
    fn eq(&self, other: &Strided<S2, D2>) -> bool {
        equal(self.shape, other.shape) && equal(self.stride, other.stride)
    }
}
impl<S: IntTuple + Eq, D: IntTuple + Eq> Eq for Strided<S, D> {}

/// The same outer function, the same offset and the same inner layout.
///
/// ```
/// use zellige::prelude::*;
/// let tile = layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1));
/// assert_eq!(tile, tile.to_dynamic());
/// assert_ne!(tile, layout!(Sw<2, 4, 3> o 0 o (8, 64) : (64, 1)));
/// assert_ne!(tile, layout!((8, 64) : (64, 1)));
/// ```
impl<F: Outer, O: Integer, L: Layout, F2: Outer, O2: Integer, L2: Layout>
    PartialEq<ComposedLayout<F2, O2, L2>> for ComposedLayout<F, O, L>
{
    #[inline(always)]
    fn eq(&self, other: &ComposedLayout<F2, O2, L2>) -> bool {
        F::of_equal(other.outer()) == Some(self.outer())
            && equal(self.start(), other.start())
            && L::of_equal(other.inner()) == Some(self.inner())
    }
}
impl<F: Outer + Eq, O: Integer + Eq, L: Layout + Eq> Eq for ComposedLayout<F, O, L> {}

/// A layout with strides never equals one with an outer function, even if that function is the
/// identity.
impl<S: IntTuple, D: IntTuple, F: Outer, O: Integer, L: Layout> PartialEq<ComposedLayout<F, O, L>>
    for Strided<S, D>
{
    #[inline(always)]
    fn eq(&self, _: &ComposedLayout<F, O, L>) -> bool {
        false
    }
}
/// A layout with an outer function never equals one with strides, even if that function is the
/// identity.
impl<S: IntTuple, D: IntTuple, F: Outer, O: Integer, L: Layout> PartialEq<Strided<S, D>>
    for ComposedLayout<F, O, L>
{
    #[inline(always)]
    fn eq(&self, _: &Strided<S, D>) -> bool {
        false
    }
}
