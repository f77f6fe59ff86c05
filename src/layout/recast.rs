//! The same memory in other elements: wider, narrower, and in vectors.

use crate::algebra::{alignment, common, recast};
use crate::integer::Integer;
use crate::refusal::keep_call;
use crate::run_time::{Faults, demand};
use crate::tuple::IntTuple;

use super::strided::Formed;
use super::{Layout, Profiled, Strided, check};

/// The same memory in other elements: wider ones, narrower ones, and the vectors that two layouts
/// share.
///
/// Every [`Layout`] has these operations.
///
/// ```
/// use zellige::prelude::*;
/// let f16 = layout!((8, 32) : (1, 8));                // 16-bit elements, four to a 64-bit access
/// assert_eq!(f16.recast_layout(int!(16), int!(64)), layout!((2, 32) : (1, 2)));
/// ```
#[diagnostic::on_unimplemented(
    message = "this type is not a layout",
    label = "a layout is needed here",
    note = "a layout is a shape with its strides, `layout!(shape : stride)`; a tuple alone is a shape, a coordinate or a tiler by mode"
)]
pub trait Recast: Profiled {
    /// See [`upcast`](Recast::upcast).
    type Upcast<N: Integer>: Layout<Profile = Self::ShapeForm>;
    /// See [`downcast`](Recast::downcast).
    type Downcast<N: Integer>: Layout<Profile = Self::ShapeForm>;
    /// See [`recast_layout`](Recast::recast_layout).
    type RecastLayout<Old: Integer, New: Integer>: Layout<Profile = Self::ShapeForm>;
    /// See [`max_common_layout`](Recast::max_common_layout).
    type MaxCommonLayout<B: Layout>: Layout;
    /// That of the layout A with this one.
    #[doc(hidden)]
    type MaxCommonAfter<A: Layout>: Layout;
    /// See [`max_alignment`](Recast::max_alignment).
    type MaxAlignment: Integer;

    /// The same memory in elements `n` times as wide, `n` static. CuTe: `upcast<2>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let bytes = layout!((8, 4) : (1, 8));
    /// assert_eq!(bytes.upcast(int!(2)), layout!((4, 4) : (1, 4)));
    /// ```
    ///
    /// `(4,4):(3,12)` by 2 is refused: `upcast by 2: stride 3 of the mode 4:3 is neither a multiple nor
    /// a divisor of 2`; `(2,2):(1,1)` by 2 as well: its modes reach offset 2 inside a group of 2. Negative
    /// strides may step over groups, `(8,4):(-4,1)` by 2 is `(8,2):(-2,1)`, but not inside of one: `upcast by 2:
    /// the negative stride of the mode _8:_-1 is no multiple of 2`. By 0 it is refused, too: `upcast or
    /// downcast by 0: the factor must be at least 1`.
    #[inline(always)]
    #[track_caller]
    fn upcast<N: Integer>(self, n: N) -> Self::Upcast<N> {
        const { check::<Self::Upcast<N>>() }
        demand!(|faults| self.upcast_noting(n, faults))
    }
    /// The same memory in elements of which `n`, a static integer, make one. CuTe: `downcast<2>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let halves = layout!((4, 4) : (1, 4));
    /// assert_eq!(halves.downcast(int!(2)), layout!((8, 4) : (1, 8)));
    /// ```
    ///
    /// `(4,4):(2,8)` is refused: `downcast by 2: no mode of (_4,_4):(_2,_8) has stride 1, so no elements
    /// are adjacent`; and so are several modes of stride 1, for which CuTe returns a layout of the
    /// wrong size, and a downcast by 0.
    #[inline(always)]
    #[track_caller]
    fn downcast<N: Integer>(self, n: N) -> Self::Downcast<N> {
        const { check::<Self::Downcast<N>>() }
        demand!(|faults| self.downcast_noting(n, faults))
    }
    /// From elements of `old` bits to elements of `new` bits, both static. CuTe: `recast_layout`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let f16 = layout!((8, 32) : (1, 8));
    /// assert_eq!(f16.recast_layout(int!(16), int!(32)), layout!((4, 32) : (1, 4)));
    /// assert_eq!(f16.recast_layout(int!(16), int!(8)), layout!((16, 32) : (1, 16)));
    /// ```
    ///
    /// A width of 0 is refused: `recast between elements of 16 and of 0 bits: an element has at least 1`.
    #[inline(always)]
    #[track_caller]
    fn recast_layout<Old: Integer, New: Integer>(
        self,
        old: Old,
        new: New,
    ) -> Self::RecastLayout<Old, New> {
        const { check::<Self::RecastLayout<Old, New>>() }
        demand!(|faults| self.recast_layout_noting(old, new, faults))
    }
    /// The indices of the longest vector that lies contiguous, and in the same order, in this layout
    /// and in `b`. CuTe: `max_common_layout`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let (a, b) = (layout!((8, 4) : (1, 8)), layout!((8, 4) : (1, 16)));
    /// assert_eq!(a.max_common_layout(b), layout!(8 : 1));
    /// ```
    ///
    /// It is found by composition with the right inverse of `b`, and refused if there is none:
    /// `(5,5):(5,1)` and `(4,4):(4,1)` have no elements in common that a layout describes.
    ///
    /// Of a swizzled layout only `2^M` neighbours stay together, fewer if its offset is not a multiple
    /// of that, and no two if its offset is known only at run time.
    #[inline(always)]
    #[track_caller]
    fn max_common_layout<B: Layout>(self, b: B) -> Self::MaxCommonLayout<B> {
        const { check::<Self::MaxCommonLayout<B>>() }
        demand!(|faults| self.max_common_layout_noting(b, faults))
    }
    #[doc(hidden)]
    fn max_common_after<A: Layout>(self, a: A, faults: impl Faults) -> Self::MaxCommonAfter<A>;
    #[doc(hidden)]
    fn upcast_noting<N: Integer>(self, n: N, faults: impl Faults) -> Self::Upcast<N>;
    #[doc(hidden)]
    fn downcast_noting<N: Integer>(self, n: N, faults: impl Faults) -> Self::Downcast<N>;
    #[doc(hidden)]
    fn recast_layout_noting<Old: Integer, New: Integer>(
        self,
        old: Old,
        new: New,
        faults: impl Faults,
    ) -> Self::RecastLayout<Old, New>;
    #[doc(hidden)]
    fn max_common_layout_noting<B: Layout>(
        self,
        b: B,
        faults: impl Faults,
    ) -> Self::MaxCommonLayout<B>;
    /// How many elements the longest vector has that lies contiguous, and in the same order, in this
    /// layout and in `b`: what one access can copy. CuTe: `max_common_vector`.
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
    /// The most elements a vector may have, if the data is cut into vectors of so many and each is
    /// wholly this layout's: N for `upcast(N)`. CuTe: `max_alignment`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let n: int!(4) = layout!((8, 4) : (1, 12)).max_alignment(); // 4 divides the run of 8, and 12
    /// # let _ = n;
    /// let pitch = 36u32;                                          // known when the program runs
    /// assert_eq!(layout!((8, 4) : (1, pitch)).max_alignment(), 4);
    /// ```
    ///
    /// CuTe takes a run-time stride for a multiple of the result. Here the result is a run-time
    /// integer then, and right.
    fn max_alignment(self) -> Self::MaxAlignment;
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Recast for Strided<S, D> {
    type Upcast<N: Integer> = Formed<recast::Upcast<S, D, N>, S::Profile>;
    type Downcast<N: Integer> = Formed<recast::Downcast<S, D, N>, S::Profile>;
    type RecastLayout<Old: Integer, New: Integer> =
        Formed<recast::RecastLayout<S, D, Old, New>, S::Profile>;
    type MaxCommonLayout<B: Layout> = B::MaxCommonAfter<Self>;
    type MaxCommonAfter<A: Layout> = common::MaxCommonLayout<A, Self>;
    type MaxAlignment = alignment::MaxAlignment<S, D>;

    #[inline(always)]
    fn upcast_noting<N: Integer>(self, n: N, faults: impl Faults) -> Self::Upcast<N> {
        recast::upcast(self.shape, self.stride, n, faults).formed()
    }
    #[inline(always)]
    fn downcast_noting<N: Integer>(self, n: N, faults: impl Faults) -> Self::Downcast<N> {
        recast::downcast(self.shape, self.stride, n, faults).formed()
    }
    #[inline(always)]
    fn recast_layout_noting<Old: Integer, New: Integer>(
        self,
        old: Old,
        new: New,
        faults: impl Faults,
    ) -> Self::RecastLayout<Old, New> {
        recast::recast(self.shape, self.stride, old, new, faults).formed()
    }
    #[inline(always)]
    fn max_common_layout_noting<B: Layout>(
        self,
        b: B,
        faults: impl Faults,
    ) -> Self::MaxCommonLayout<B> {
        b.max_common_after(self, faults)
    }
    #[inline(always)]
    fn max_common_after<A: Layout>(self, a: A, faults: impl Faults) -> Self::MaxCommonAfter<A> {
        common::max_common_layout(a, self, faults)
    }
    #[inline(always)]
    fn max_alignment(self) -> Self::MaxAlignment {
        keep_call!(Self);
        const { check::<Self>() }
        alignment::max_alignment(self.shape, self.stride)
    }
}
