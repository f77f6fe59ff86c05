//! The modes of a layout: picked, grouped, appended.

use crate::integer::Integer;
use crate::refusal::keep_call;
use crate::tuple::{IntTuple, access, arrange};

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
#[diagnostic::on_unimplemented(
    message = "this type is not a layout",
    label = "a layout is needed here",
    note = "a layout is a shape with its strides, `layout!(shape : stride)`; a tuple alone is a shape, a coordinate or a tiler by mode"
)]
pub trait Modes: Sized {
    /// See [`flatten`](Modes::flatten).
    type Flatten: Layout;
    /// See [`get`](Modes::get).
    type Get<I: IntTuple>: Layout;
    /// See [`select`](Modes::select).
    type Select<I: IntTuple>: Layout;
    /// See [`group`](Modes::group).
    type Group<B: Integer, E: Integer>: Layout;
    /// See [`take`](Modes::take).
    type Take<B: Integer, E: Integer>: Layout;
    /// See [`replace`](Modes::replace).
    type Replace<I: Integer, X: Layout>: Layout;
    /// See [`zip`](Modes::zip).
    type Zip: Layout;
    /// See [`unflatten`](Modes::unflatten).
    type Unflatten<P: IntTuple>: Layout;
    /// See [`append`](Modes::append).
    type Append<X: Layout>: Layout;
    /// See [`append_to`](Modes::append_to).
    type AppendTo<X: Layout, N: Integer>: Layout;
    /// See [`prepend`](Modes::prepend).
    type Prepend<X: Layout>: Layout;
    /// See [`prepend_to`](Modes::prepend_to).
    type PrependTo<X: Layout, N: Integer>: Layout;

    /// The layout without nesting: `((2,4),8):((1,2),8)` becomes `(2,4,8):(1,2,8)`. CuTe: `flatten`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!(((2, 4), 8) : ((1, 2), 8)).flatten(), layout!((2, 4, 8) : (1, 2, 8)));
    /// ```
    fn flatten(self) -> Self::Flatten;
    /// The mode with the static number `i`, or at the path `i`. CuTe: `get<1>(layout)`, `layout<1>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((8, (4, 2)) : (1, (8, 32)));
    /// assert_eq!(a.get(int!(1)), layout!((4, 2) : (8, 32)));
    /// assert_eq!(a.get(coord!((1, 0))), layout!(4 : 8));
    /// ```
    ///
    /// Mode 2 of it is refused: `(_8,(_4,_2)) has no mode 2: its rank is 2`.
    fn get<I: IntTuple>(self, i: I) -> Self::Get<I>;
    /// The modes with the static numbers `i`, in that order. CuTe: `select<0, 2>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5) : (1, 2, 6));
    /// assert_eq!(a.select(coord!((2, 0))), layout!((5, 2) : (6, 1)));
    /// ```
    fn select<I: IntTuple>(self, i: I) -> Self::Select<I>;
    /// The modes from `b` to `e` (exclusive) as one mode. CuTe: `group<1, 3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5, 7) : (1, 2, 6, 30));
    /// assert_eq!(a.group(int!(1), int!(3)), layout!((2, (3, 5), 7) : (1, (2, 6), 30)));
    /// ```
    fn group<B: Integer, E: Integer>(self, b: B, e: E) -> Self::Group<B, E>;
    /// The modes from `b` to `e` (exclusive). CuTe: `take<1, 3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5, 7) : (1, 2, 6, 30));
    /// assert_eq!(a.take(int!(1), int!(3)), layout!((3, 5) : (2, 6)));
    /// ```
    fn take<B: Integer, E: Integer>(self, b: B, e: E) -> Self::Take<B, E>;
    /// With `x` for the mode with the static number `i`. CuTe: `replace<1>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3, 5) : (1, 2, 6));
    /// assert_eq!(a.replace(int!(1), layout!((3, 2) : (2, 1))), layout!((2, (3, 2), 5) : (1, (2, 1), 6)));
    /// ```
    fn replace<I: Integer, X: Layout>(self, i: I, x: X) -> Self::Replace<I, X>;
    /// The modes of the modes, transposed: mode j of the result has mode j of every mode. CuTe: `zip`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!(((4, 4), (5, 4)) : ((5, 24), (3, 4)));
    /// assert_eq!(a.zip(), layout!(((4, 5), (4, 4)) : ((5, 3), (24, 4))));
    /// ```
    fn zip(self) -> Self::Zip;
    /// The modes of this flat layout in the form of a profile. CuTe: `unflatten`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((3, 2, 5) : (0, 3, 6));
    /// assert_eq!(a.unflatten(shape!((0, (0, 0)))), layout!((3, (2, 5)) : (0, (3, 6))));
    /// ```
    fn unflatten<P: IntTuple>(self, profile: P) -> Self::Unflatten<P>;
    /// With a mode `x` at the end. CuTe: `append`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 3) : (1, 2)).append(layout!(5 : 6)), layout!((2, 3, 5) : (1, 2, 6)));
    /// ```
    fn append<X: Layout>(self, x: X) -> Self::Append<X>;
    /// With modes `x` at the end, up to the static rank `n`. CuTe: `append<3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3) : (1, 2)).append_to(layout!(1 : 0), int!(4));
    /// assert_eq!(a, layout!((2, 3, 1, 1) : (1, 2, 0, 0)));
    /// ```
    #[doc(alias = "append")]
    fn append_to<X: Layout, N: Integer>(self, x: X, n: N) -> Self::AppendTo<X, N>;
    /// With a mode `x` in front. CuTe: `prepend`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(layout!((2, 3) : (1, 2)).prepend(layout!(5 : 6)), layout!((5, 2, 3) : (6, 1, 2)));
    /// ```
    fn prepend<X: Layout>(self, x: X) -> Self::Prepend<X>;
    /// With modes `x` in front, up to the static rank `n`. CuTe: `prepend<3>`.
    ///
    /// ```
    /// use zellige::prelude::*;
    /// let a = layout!((2, 3) : (1, 2)).prepend_to(layout!(1 : 0), int!(3));
    /// assert_eq!(a, layout!((1, 2, 3) : (0, 1, 2)));
    /// ```
    #[doc(alias = "prepend")]
    fn prepend_to<X: Layout, N: Integer>(self, x: X, n: N) -> Self::PrependTo<X, N>;

    /// The modes as numbers, extent and stride, one for each integer of the shape: those of the flattened layout.
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
    /// The modes of the outermost level are layouts of different types, so no iterator has them: they are
    /// [`get(int!(0))`](Modes::get) and so on. A composed layout has no strides, and is refused; so are strides along axes,
    /// which are no numbers.
    ///
    /// # Panics
    ///
    /// If an extent is no `usize`, or a stride no `isize`.
    #[inline(always)]
    fn modes(self) -> FlatModes<Self>
    where
        Self: Layout,
    {
        const { check_modes::<Self>() }
        FlatModes::of(self)
    }
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> Modes for Strided<S, D> {
    type Flatten = Strided<access::Flatten<S>, access::Flatten<D>>;
    type Get<I: IntTuple> = Strided<access::Get<S, I>, access::Get<D, I>>;
    type Select<I: IntTuple> = Strided<access::Select<S, I>, access::Select<D, I>>;
    type Group<B: Integer, E: Integer> = Strided<access::Group<S, B, E>, access::Group<D, B, E>>;
    type Take<B: Integer, E: Integer> =
        Strided<access::TakeRange<S, B, E>, access::TakeRange<D, B, E>>;
    type Replace<I: Integer, X: Layout> =
        Strided<access::Replace<S, I, X::ModeShape>, access::Replace<D, I, X::Stride>>;
    type Zip = Strided<arrange::Transpose<S>, arrange::Transpose<D>>;
    type Unflatten<P: IntTuple> = Strided<arrange::Unflatten<S, P>, arrange::Unflatten<D, P>>;
    type Append<X: Layout> = Strided<access::Append<S, X::ModeShape>, access::Append<D, X::Stride>>;
    type AppendTo<X: Layout, N: Integer> =
        Strided<access::AppendTo<S, X::ModeShape, N>, access::AppendTo<D, X::Stride, N>>;
    type Prepend<X: Layout> = Strided<S::Prepend<X::ModeShape>, D::Prepend<X::Stride>>;
    type PrependTo<X: Layout, N: Integer> =
        Strided<access::PrependTo<S, X::ModeShape, N>, access::PrependTo<D, X::Stride, N>>;

    #[inline(always)]
    fn flatten(self) -> Self::Flatten {
        Strided::of(access::flatten(self.shape), access::flatten(self.stride))
    }
    #[inline(always)]
    fn get<I: IntTuple>(self, i: I) -> Self::Get<I> {
        keep_call!(Self);
        const { check::<Self::Get<I>>() }
        Strided::of(access::get(self.shape, i), access::get(self.stride, i))
    }
    #[inline(always)]
    fn select<I: IntTuple>(self, i: I) -> Self::Select<I> {
        keep_call!(Self);
        const { check::<Self::Select<I>>() }
        Strided::of(
            access::select(self.shape, i),
            access::select(self.stride, i),
        )
    }
    #[inline(always)]
    fn group<B: Integer, E: Integer>(self, b: B, e: E) -> Self::Group<B, E> {
        keep_call!(Self);
        const { check::<Self::Group<B, E>>() }
        Strided::of(
            access::group(self.shape, b, e),
            access::group(self.stride, b, e),
        )
    }
    #[inline(always)]
    fn take<B: Integer, E: Integer>(self, b: B, e: E) -> Self::Take<B, E> {
        keep_call!(Self);
        const { check::<Self::Take<B, E>>() }
        Strided::of(
            access::take_range(self.shape, b, e),
            access::take_range(self.stride, b, e),
        )
    }
    #[inline(always)]
    fn replace<I: Integer, X: Layout>(self, i: I, x: X) -> Self::Replace<I, X> {
        keep_call!(Self);
        const { check::<Self::Replace<I, X>>() }
        Strided::of(
            access::replace(self.shape, i, x.mode_shape()),
            access::replace(self.stride, i, x.mode_stride()),
        )
    }
    #[inline(always)]
    fn zip(self) -> Self::Zip {
        keep_call!(Self);
        const { check::<Self::Zip>() }
        Strided::of(
            arrange::transpose(self.shape),
            arrange::transpose(self.stride),
        )
    }
    #[inline(always)]
    fn unflatten<P: IntTuple>(self, profile: P) -> Self::Unflatten<P> {
        keep_call!(Self);
        const { check::<Self::Unflatten<P>>() }
        Strided::of(
            arrange::unflatten(self.shape, profile),
            arrange::unflatten(self.stride, profile),
        )
    }
    #[inline(always)]
    fn append<X: Layout>(self, x: X) -> Self::Append<X> {
        keep_call!(Self);
        const { check::<Self::Append<X>>() }
        Strided::of(
            access::append(self.shape, x.mode_shape()),
            access::append(self.stride, x.mode_stride()),
        )
    }
    #[inline(always)]
    fn append_to<X: Layout, N: Integer>(self, x: X, n: N) -> Self::AppendTo<X, N> {
        keep_call!(Self);
        const { check::<Self::AppendTo<X, N>>() }
        Strided::of(
            access::append_to(self.shape, x.mode_shape(), n),
            access::append_to(self.stride, x.mode_stride(), n),
        )
    }
    #[inline(always)]
    fn prepend<X: Layout>(self, x: X) -> Self::Prepend<X> {
        keep_call!(Self);
        const { check::<Self::Prepend<X>>() }
        Strided::of(
            self.shape.prepend_mode(x.mode_shape()),
            self.stride.prepend_mode(x.mode_stride()),
        )
    }
    #[inline(always)]
    fn prepend_to<X: Layout, N: Integer>(self, x: X, n: N) -> Self::PrependTo<X, N> {
        keep_call!(Self);
        const { check::<Self::PrependTo<X, N>>() }
        Strided::of(
            access::prepend_to(self.shape, x.mode_shape(), n),
            access::prepend_to(self.stride, x.mode_stride(), n),
        )
    }
}
