//! The modes of a layout: picked, grouped, appended.

use crate::integer::Integer;
use crate::refusal::keep_call;
use crate::tuple::{IntTuple, access, arrange};

use zellige_macros::operations;

use super::iter::check_modes;
use super::{FlatModes, Layout, Strided, check};

/// The modes of a layout as a list: picked by number, grouped, replaced, appended.
///
/// Every [`Layout`] has these operations. None of them changes a number: the shape and the strides
/// are rearranged alike.
///
/// ```
/// use zellige::prelude::*;
/// let a = layout!((2, 3, 5) : (1, 2, 6));
/// assert_eq!(a.select(coord!((2, 0))).append(layout!(7 : 30)), layout!((5, 2, 7) : (6, 1, 30)));
/// ```
#[operations]
pub trait Modes: Sized {
    /// The layout without nesting: `((2,4),8):((1,2),8)` becomes `(2,4,8):(1,2,8)`. CuTe:
    /// `flatten`. More than ten integers have no such layout, and are refused;
    /// [`coalesce`](crate::Simplify::coalesce) nests them.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(((2, 4), 8) : ((1, 2), 8)).flatten(), layout!((2, 4, 8) : (1, 2, 8)));
    /// assert_eq!(layout!(((2, 2), 3) : ((1, 2), 4)).flatten(), layout!((2, 2, 3) : (1, 2, 4)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/flatten.svg"))]
    #[alias(
        "assert_layout!(Flatten<layout!(((2, 2), 3) : ((1, 2), 4))> == (2, 2, 3) : (1, 2, 4));"
    )]
    #[strided(Strided<access::Flatten<S>, access::Flatten<D>>)]
    fn flatten(self) -> impl Layout {
        Strided::of(access::flatten(self.shape), access::flatten(self.stride))
    }
    /// The mode with the static number `i`, or at the path `i`. CuTe: `get<1>(layout)`,
    /// `layout<1>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, (4, 2)) : (1, (8, 32)));
    /// assert_eq!(a.get(int!(1)), layout!((4, 2) : (8, 32)));
    /// assert_eq!(a.get(coord!((1, 0))), layout!(4 : 8));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/get.svg"))]
    ///
    /// Mode 2 of it is refused: `(_8,(_4,_2)) has no mode 2: its rank is 2`.
    #[doc(alias = "basis_get")]
    #[alias(
        "type A = layout!((8, (4, 2)) : (1, (8, 32)));",
        "assert_layout!(Get<A, int!(1)> == (4, 2) : (8, 32));",
        "assert_layout!(Get<A, coord!((1, 0))> == 4 : 8);"
    )]
    #[strided(Strided<access::Get<S, I>, access::Get<D, I>>)]
    fn get<I: IntTuple>(self, i: I) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Get<I>>() }
        Strided::of(access::get(self.shape, i), access::get(self.stride, i))
    }
    /// The modes with the static numbers `i`, in that order. CuTe: `select<0, 2>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5) : (1, 2, 6));
    /// assert_eq!(a.select(coord!((2, 0))), layout!((5, 2) : (6, 1)));
    /// assert_eq!(layout!((2, 3, 2) : (1, 2, 6)).select(coord!((2, 0))), layout!((2, 2) : (6, 1)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/select.svg"))]
    #[doc(alias("insert", "remove", "reverse"))]
    #[alias(
        "assert_layout!(Select<layout!((2, 3, 2) : (1, 2, 6)), coord!((2, 0))> == (2, 2) : (6, 1));"
    )]
    #[strided(Strided<access::Select<S, I>, access::Select<D, I>>)]
    fn select<I: IntTuple>(self, i: I) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Select<I>>() }
        Strided::of(access::select(self.shape, i), access::select(self.stride, i))
    }
    /// The modes from `b` to `e` (exclusive) as one mode. CuTe: `group<1, 3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5, 7) : (1, 2, 6, 30));
    /// assert_eq!(a.group(int!(1), int!(3)), layout!((2, (3, 5), 7) : (1, (2, 6), 30)));
    /// let small = layout!((2, 3, 2) : (1, 2, 6));
    /// assert_eq!(small.group(int!(1), int!(3)), layout!((2, (3, 2)) : (1, (2, 6))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/group.svg"))]
    #[doc(alias = "group_modes")]
    #[alias(
        "type Small = Group<layout!((2, 3, 2) : (1, 2, 6)), int!(1), int!(3)>;",
        "assert_layout!(Small == (2, (3, 2)) : (1, (2, 6)));"
    )]
    #[strided(Strided<access::Group<S, B, E>, access::Group<D, B, E>>)]
    fn group<B: Integer, E: Integer>(self, b: B, e: E) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Group<B, E>>() }
        Strided::of(access::group(self.shape, b, e), access::group(self.stride, b, e))
    }
    /// The modes from `b` to `e` (exclusive). CuTe: `take<1, 3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5, 7) : (1, 2, 6, 30));
    /// assert_eq!(a.take(int!(1), int!(3)), layout!((3, 5) : (2, 6)));
    /// assert_eq!(layout!((2, 3, 2) : (1, 2, 6)).take(int!(1), int!(3)), layout!((3, 2) : (2, 6)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/take.svg"))]
    #[alias(
        "assert_layout!(Take<layout!((2, 3, 2) : (1, 2, 6)), int!(1), int!(3)> == (3, 2) : (2, 6));"
    )]
    #[strided(Strided<access::TakeRange<S, B, E>, access::TakeRange<D, B, E>>)]
    fn take<B: Integer, E: Integer>(self, b: B, e: E) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Take<B, E>>() }
        Strided::of(access::take_range(self.shape, b, e), access::take_range(self.stride, b, e))
    }
    /// The layout with `x` in place of the mode with the static number `i`. CuTe: `replace<1>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5) : (1, 2, 6));
    /// assert_eq!(a.replace(int!(1), layout!((3, 2) : (2, 1))), layout!((2, (3, 2), 5) : (1, (2, 1), 6)));
    /// let small = layout!((2, 3) : (1, 2));
    /// assert_eq!(small.replace(int!(1), layout!((3, 2) : (4, 2))), layout!((2, (3, 2)) : (1, (4, 2))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/replace.svg"))]
    #[doc(alias("replace_front", "replace_back"))]
    #[alias(
        "type Small = Replace<layout!((2, 3) : (1, 2)), int!(1), layout!((3, 2) : (4, 2))>;",
        "assert_layout!(Small == (2, (3, 2)) : (1, (4, 2)));"
    )]
    #[strided(Strided<access::Replace<S, I, X::ModeShape>, access::Replace<D, I, X::Stride>>)]
    fn replace<I: Integer, X: Layout>(self, i: I, x: X) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Replace<I, X>>() }
        Strided::of(
            access::replace(self.shape, i, x.mode_shape()),
            access::replace(self.stride, i, x.mode_stride()),
        )
    }
    /// The modes of the modes, transposed: mode j of the result has mode j of every mode. CuTe:
    /// `zip`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!(((4, 4), (5, 4)) : ((5, 24), (3, 4)));
    /// assert_eq!(a.zip(), layout!(((4, 5), (4, 4)) : ((5, 3), (24, 4))));
    /// let small = layout!(((2, 2), (3, 2)) : ((6, 12), (1, 3)));
    /// assert_eq!(small.zip(), layout!(((2, 3), (2, 2)) : ((6, 1), (12, 3))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/zip.svg"))]
    #[alias(
        "type Small = Zip<layout!(((2, 2), (3, 2)) : ((6, 12), (1, 3)))>;",
        "assert_layout!(Small == ((2, 3), (2, 2)) : ((6, 1), (12, 3)));"
    )]
    #[strided(Strided<arrange::Transpose<S>, arrange::Transpose<D>>)]
    fn zip(self) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Zip>() }
        Strided::of(arrange::transpose(self.shape), arrange::transpose(self.stride))
    }
    /// The modes of this flat layout, nested as a profile. CuTe: `unflatten`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((3, 2, 5) : (0, 3, 6));
    /// assert_eq!(a.unflatten(shape!((0, (0, 0)))), layout!((3, (2, 5)) : (0, (3, 6))));
    /// let small = layout!((2, 2, 3) : (1, 2, 4));
    /// assert_eq!(small.unflatten(shape!((0, (0, 0)))), layout!((2, (2, 3)) : (1, (2, 4))));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/unflatten.svg"))]
    #[alias(
        "type Small = Unflatten<layout!((2, 2, 3) : (1, 2, 4)), shape!((0, (0, 0)))>;",
        "assert_layout!(Small == (2, (2, 3)) : (1, (2, 4)));"
    )]
    #[strided(Strided<arrange::Unflatten<S, P>, arrange::Unflatten<D, P>>)]
    fn unflatten<P: IntTuple>(self, profile: P) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Unflatten<P>>() }
        Strided::of(
            arrange::unflatten(self.shape, profile),
            arrange::unflatten(self.stride, profile),
        )
    }
    /// The layout with a mode `x` at the end. CuTe: `append`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 3) : (1, 2)).append(layout!(2 : 6)), layout!((2, 3, 2) : (1, 2, 6)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/append.svg"))]
    #[alias(
        "assert_layout!(Append<layout!((2, 3) : (1, 2)), layout!(2 : 6)> == (2, 3, 2) : (1, 2, 6));"
    )]
    #[strided(Strided<access::Append<S, X::ModeShape>, access::Append<D, X::Stride>>)]
    fn append<X: Layout>(self, x: X) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Append<X>>() }
        Strided::of(
            access::append(self.shape, x.mode_shape()),
            access::append(self.stride, x.mode_stride()),
        )
    }
    /// The layout with modes `x` at the end, up to the static rank `n`. CuTe: `append<3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3) : (1, 2)).append_to(layout!(1 : 0), int!(4));
    /// assert_eq!(a, layout!((2, 3, 1, 1) : (1, 2, 0, 0)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/append_to.svg"))]
    #[doc(alias("append_ones", "append"))]
    #[alias(
        "assert_layout!(AppendTo<layout!((2, 3) : (1, 2)), layout!(1 : 0), int!(4)> == (2, 3, 1, 1) : (1, 2, 0, 0));"
    )]
    #[strided(Strided<access::AppendTo<S, X::ModeShape, N>, access::AppendTo<D, X::Stride, N>>)]
    fn append_to<X: Layout, N: Integer>(self, x: X, n: N) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::AppendTo<X, N>>() }
        Strided::of(
            access::append_to(self.shape, x.mode_shape(), n),
            access::append_to(self.stride, x.mode_stride(), n),
        )
    }
    /// The layout with a mode `x` in front. CuTe: `prepend`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 3) : (1, 2)).prepend(layout!(2 : 6)), layout!((2, 2, 3) : (6, 1, 2)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/prepend.svg"))]
    #[alias(
        "assert_layout!(Prepend<layout!((2, 3) : (1, 2)), layout!(2 : 6)> == (2, 2, 3) : (6, 1, 2));"
    )]
    #[strided(Strided<S::Prepend<X::ModeShape>, D::Prepend<X::Stride>>)]
    fn prepend<X: Layout>(self, x: X) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::Prepend<X>>() }
        Strided::of(
            self.shape.prepend_mode(x.mode_shape()),
            self.stride.prepend_mode(x.mode_stride()),
        )
    }
    /// The layout with modes `x` in front, up to the static rank `n`. CuTe: `prepend<3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3) : (1, 2)).prepend_to(layout!(1 : 0), int!(3));
    /// assert_eq!(a, layout!((1, 2, 3) : (0, 1, 2)));
    /// ```
    #[cfg_attr(doc, doc = include_str!("../../docs/pictures/prepend_to.svg"))]
    #[doc(alias("prepend_ones", "prepend"))]
    #[alias(
        "assert_layout!(PrependTo<layout!((2, 3) : (1, 2)), layout!(1 : 0), int!(3)> == (1, 2, 3) : (0, 1, 2));"
    )]
    #[strided(Strided<access::PrependTo<S, X::ModeShape, N>, access::PrependTo<D, X::Stride, N>>)]
    fn prepend_to<X: Layout, N: Integer>(self, x: X, n: N) -> impl Layout {
        keep_call!(Self);
        const { check::<Self::PrependTo<X, N>>() }
        Strided::of(
            access::prepend_to(self.shape, x.mode_shape(), n),
            access::prepend_to(self.stride, x.mode_stride(), n),
        )
    }
    /// The modes as numbers, extent and stride, one for each integer of the shape: those of the
    /// flattened layout.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let m = 100u32;
    /// let a = layout!((m, (4, 2)) : (8, (1, -4)));
    /// assert!(a.modes().eq([(100, 8), (4, 1), (2, -4)]));
    /// let contiguous = a.modes().find(|&(_, stride)| stride == 1);
    /// assert_eq!((contiguous, a.modes().len()), (Some((4, 1)), 3));
    /// ```
    ///
    /// The modes of the outermost level are layouts of different types, so an iterator can't return
    /// them: use [`get(int!(0))`](Modes::get) and so on. A composed layout has no strides, and is
    /// refused. So are strides along axes, which are not numbers.
    ///
    /// # Panics
    ///
    /// Panics if an extent does not fit in `usize`, or a stride does not fit in `isize`.
    #[inline(always)]
    fn modes(self) -> FlatModes<Self>
    where
        Self: Layout,
    {
        const { check_modes::<Self>() }
        FlatModes::of(self)
    }
}
