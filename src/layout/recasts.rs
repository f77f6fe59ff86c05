//! The same memory in other elements: wider, narrower, and in vectors.

use crate::algebra::outer_function::Outer;
use crate::algebra::recast::{Ratio, ratio};
use crate::algebra::swizzle::{
    Narrowed, RunFrom, Shortened, Widened, narrowed, run_from, shortened, widened,
};
use crate::algebra::{max_alignment, max_common_vector, recast};
use crate::integer::*;
use crate::refusal::keep_call;
use crate::run_time::Faults;

use zellige_macros::operations;

use super::composed::Around;
use super::strided::WithProfile;
use super::{Layout, Profiled, check};

/// The same memory in other elements: wider elements, narrower elements, and the vectors that two
/// layouts share.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let f16 = layout!((8, 32) : (1, 8));                // 16-bit elements, four to a 64-bit access
/// assert_eq!(f16.recast_layout(int!(16), int!(64)), layout!((2, 32) : (1, 2)));
/// ```
#[operations]
pub trait Recast: Profiled {
    /// The same memory in elements `n` times as wide, `n` static. CuTe: `upcast<2>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let bytes = layout!((8, 4) : (1, 8));
    /// assert_eq!(bytes.upcast(int!(2)), layout!((4, 4) : (1, 4)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/upcast.svg"))]
    ///
    /// `(4,4):(3,12)` by 2 is refused: `upcast by 2: stride 3 of the mode 4:3 is neither a multiple
    /// nor a divisor of 2`. So is `(2,2):(1,1)` by 2: its modes reach offset 2 inside a group of 2.
    /// Negative strides may step over groups, `(8,4):(-4,1)` by 2 is `(8,2):(-2,1)`, but not inside
    /// a group: `upcast by 2: the negative stride of the mode _8:_-1 is not a multiple of 2`. The
    /// factor 0 is also refused: `upcast or downcast by 0: the factor must be at least 1`.
    #[fallible]
    /// [`upcast`](crate::Recast::upcast), or why the strides do not allow it.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 36u32;
    /// assert_eq!(layout!((8, 4) : (1, pitch)).try_upcast(int!(4)).unwrap().to_string(), "(_2,_4):(_1,9)");
    /// let refusal = layout!((8, 4) : (1, 38u32)).try_upcast(int!(4)).unwrap_err();
    /// assert_eq!(refusal.message(), "upcast by 4: stride 38 of the mode 4:38 is neither a multiple nor a divisor of 4");
    /// ```
    #[alias("assert_layout!(Upcast<layout!((8, 4) : (1, 8)), int!(2)> == (4, 4) : (1, 4));")]
    #[strided(WithProfile<recast::Upcast<S, D, N>, S::Profile>)]
    #[composed(Around<F::WiderElements<N>, Widened<O, N>, L::Upcast<N>> = {
        let start = widened(self.start, n, faults);
        let outer = self.outer.upcast_by(n);
        outer.around(start, self.inner.upcast_noting(n, faults))
    })]
    fn upcast<N: Integer>(
        self,
        n: N,
        faults: impl Faults,
    ) -> impl Layout<Profile = Self::ShapeProfile> {
        recast::upcast(self.shape, self.stride, n, faults).with_profile()
    }
    /// The same memory in elements that are narrower by the static factor `n`. CuTe: `downcast<2>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let halves = layout!((4, 4) : (1, 4));
    /// assert_eq!(halves.downcast(int!(2)), layout!((8, 4) : (1, 8)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/downcast.svg"))]
    ///
    /// `(4,4):(2,8)` is refused: `downcast by 2: no mode of (_4,_4):(_2,_8) has stride 1, so no
    /// elements are adjacent`. So are several modes of stride 1, for which CuTe returns a layout of
    /// the wrong size, and a downcast by 0.
    #[fallible]
    /// [`downcast`](crate::Recast::downcast), or why no single mode has adjacent elements.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 9u32;
    /// assert_eq!(layout!((2, 4) : (1, pitch)).try_downcast(int!(4)).unwrap().to_string(), "(_8,_4):(_1,36)");
    /// ```
    #[alias("assert_layout!(Downcast<layout!((4, 4) : (1, 4)), int!(2)> == (8, 4) : (1, 8));")]
    #[strided(WithProfile<recast::Downcast<S, D, N>, S::Profile>)]
    #[composed(Around<F::Narrower<N>, Narrowed<O, N>, L::Downcast<N>> = {
        let start = narrowed(self.start, n, faults);
        let outer = self.outer.downcast_by(n);
        outer.around(start, self.inner.downcast_noting(n, faults))
    })]
    fn downcast<N: Integer>(
        self,
        n: N,
        faults: impl Faults,
    ) -> impl Layout<Profile = Self::ShapeProfile> {
        recast::downcast(self.shape, self.stride, n, faults).with_profile()
    }
    /// The same memory, recast from elements of `old` bits to elements of `new` bits, both static.
    /// CuTe: `recast_layout`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let f16 = layout!((8, 32) : (1, 8));
    /// assert_eq!(f16.recast_layout(int!(16), int!(32)), layout!((4, 32) : (1, 4)));
    /// assert_eq!(f16.recast_layout(int!(16), int!(8)), layout!((16, 32) : (1, 16)));
    /// assert_eq!(layout!((4, 4) : (1, 4)).recast_layout(int!(16), int!(32)), layout!((2, 4) : (1, 2)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/recast_layout.svg"))]
    ///
    /// A width of 0 is refused: `recast from elements of 16 bits to 0 bits: an element has at least
    /// 1 bit`.
    #[fallible]
    /// [`recast_layout`](crate::Recast::recast_layout), or why the strides do not allow it.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 36u32;
    /// let words = layout!((8, 4) : (1, pitch)).try_recast_layout(int!(16), int!(32)).unwrap();
    /// assert_eq!(words.to_string(), "(_4,_4):(_1,18)");
    /// ```
    #[alias(
        "assert_layout!(RecastLayout<layout!((4, 4) : (1, 4)), int!(16), int!(32)> == (2, 4) : (1, 2));"
    )]
    #[strided(WithProfile<recast::RecastLayout<S, D, Old, New>, S::Profile>)]
    #[composed(Around<
        <F::WiderElements<Ratio<New, Old>> as Outer>::Narrower<Ratio<Old, New>>,
        Narrowed<Widened<O, Ratio<New, Old>>, Ratio<Old, New>>,
        L::RecastLayout<Old, New>,
    > = {
        let (wider, narrower) = (ratio(new, old), ratio(old, new));
        let start = narrowed(widened(self.start, wider, faults), narrower, faults);
        let outer = self.outer.upcast_by(wider).downcast_by(narrower);
        outer.around(start, self.inner.recast_layout_noting(old, new, faults))
    })]
    fn recast_layout<Old: Integer, New: Integer>(
        self,
        old: Old,
        new: New,
        faults: impl Faults,
    ) -> impl Layout<Profile = Self::ShapeProfile> {
        recast::recast_layout(self.shape, self.stride, old, new, faults).with_profile()
    }
    /// The indices of the longest vector that is contiguous, and in the same order, in this layout
    /// and in `b`; `0:1` if one of them has a static extent of 0. CuTe: `max_common_layout`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (a, b) = (layout!((8, 4) : (1, 8)), layout!((8, 4) : (1, 16)));
    /// assert_eq!(a.max_common_layout(b), layout!(8 : 1));
    /// let (a, b) = (layout!((4, 2) : (1, 4)), layout!((4, 2) : (1, 8)));
    /// assert_eq!(a.max_common_layout(b), layout!(4 : 1));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/max_common_layout.svg"))]
    ///
    /// It is computed as a composition with the right inverse of `b`, and refused if the
    /// composition does not exist: `(5,5):(5,1)` and `(4,4):(4,1)` have no elements in common that
    /// a layout describes.
    ///
    /// In a swizzled layout only `2^M` neighbours stay together. Fewer stay together if its offset
    /// is not a multiple of `2^M`, and no two if its offset is known only at run time.
    #[fallible]
    /// [`max_common_layout`](crate::Recast::max_common_layout), or why the two have no elements in
    /// common that a layout describes.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let pitch = 12u32;
    /// let common = layout!((8, 4) : (1, pitch)).try_max_common_layout(layout!((8, 4) : (1, 8))).unwrap();
    /// assert_eq!(common.crd2idx(7u32), 7);
    /// ```
    #[alias(
        "assert_layout!(MaxCommonLayout<layout!((4, 2) : (1, 4)), layout!((4, 2) : (1, 8))> == 4 : 1);"
    )]
    #[strided(B::MaxCommonAfter<Self>)]
    #[composed(Shortened<F, O, L::MaxCommonLayout<B>> = {
        let inner = self.inner.max_common_layout_noting(b, faults);
        shortened::<F, _, _>(self.start, inner, faults)
    })]
    fn max_common_layout<B: Layout>(self, b: B, faults: impl Faults) -> impl Layout {
        b.max_common_after(self, faults)
    }
    #[doc(hidden)]
    #[strided(max_common_vector::MaxCommonLayout<A, Self>)]
    #[composed(Shortened<F, O, L::MaxCommonAfter<A>> = {
        let inner = self.inner.max_common_after(a, faults);
        shortened::<F, _, _>(self.start, inner, faults)
    })]
    fn max_common_after<A: Layout>(self, a: A, faults: impl Faults) -> impl Layout {
        max_common_vector::max_common_layout(a, self, faults)
    }
    /// The number of elements of the longest vector that is contiguous, and in the same order, in
    /// this layout and in `b`: what one access can copy. CuTe: `max_common_vector`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (a, b) = (layout!((8, 4) : (1, 8)), layout!((8, 4) : (1, 16)));
    /// let width: int!(8) = a.max_common_vector(b);
    /// # let _ = width;
    /// ```
    #[inline(always)]
    fn max_common_vector<B: Layout>(self, b: B) -> <Self::MaxCommonLayout<B> as Layout>::Size {
        self.max_common_layout(b).size_modulo()
    }
    /// The largest number of elements per vector, if the data is cut into such vectors and each
    /// vector lies wholly within this layout: N for `upcast(N)`. CuTe: `max_alignment`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n: int!(4) = layout!((8, 4) : (1, 12)).max_alignment(); // 4 divides the run of 8, and 12
    /// # let _ = n;
    /// let pitch = 36u32;                                          // known when the program runs
    /// assert_eq!(layout!((8, 4) : (1, pitch)).max_alignment(), 4);
    /// ```
    ///
    /// CuTe assumes that a run-time stride is a multiple of the result. Here the result is a
    /// run-time integer in that case, and correct.
    #[alias("assert_type_eq_all!(MaxAlignment<layout!((8, 4) : (1, 12))>, int!(4));")]
    #[strided(max_alignment::MaxAlignment<S, D>)]
    #[composed(Gcd<RunFrom<F, O>, L::MaxAlignment> = {
        keep_call!(Self);
        const { check::<Self>() }
        gcd(run_from::<F, _>(self.start), self.inner.max_alignment())
    })]
    fn max_alignment(self) -> impl Integer {
        keep_call!(Self);
        const { check::<Self>() }
        max_alignment::max_alignment(self.shape, self.stride)
    }
}
