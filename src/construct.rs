//! Making layouts: from a shape in a given order, and from other layouts.

use crate::layout::{Layout, Strided};
use crate::tuple::IntTuple;
use crate::tuple::compact::*;

/// The layout of a shape, first mode fastest: `(3,4,5):(1,3,12)`. A static extent of 1 has stride
/// 0. CuTe: `make_layout(shape)`, `make_layout(shape, LayoutLeft{})`.
///
/// ```
/// use zellige::prelude::*;
/// let a = zellige::construct::col_major((3u32, int!(4), int!(5)));
/// assert_eq!(a.to_string(), "(3,_4,_5):(_1,3,12)");
/// assert_eq!(layout!((3, 4, 5)), layout!((3, 4, 5) : (1, 3, 12)));
/// ```
#[inline(always)]
pub fn col_major<S: IntTuple>(shape: S) -> ColMajor<S> {
    Strided::of(shape, compact_col_major(shape))
}
/// The type of [`col_major`].
pub type ColMajor<S> = Strided<S, CompactColMajor<S>>;

/// The layout of a shape, last mode fastest: `(3,4,5):(20,5,1)`. A static extent of 1 has stride 0.
/// CuTe: `make_layout(shape, LayoutRight{})`.
///
/// ```
/// use zellige::prelude::*;
/// let a = zellige::construct::row_major((3u32, int!(4), int!(5)));
/// assert_eq!(a.to_string(), "(3,_4,_5):(_20,_5,_1)");
/// assert_eq!(layout!((3, 4, 5) : row), layout!((3, 4, 5) : (20, 5, 1)));
/// ```
#[inline(always)]
pub fn row_major<S: IntTuple>(shape: S) -> RowMajor<S> {
    Strided::of(shape, compact_row_major(shape))
}
/// The type of [`row_major`].
pub type RowMajor<S> = Strided<S, CompactRowMajor<S>>;

/// The layout of a shape without gaps, the modes in the order of the static integers of `order`.
/// CuTe: `make_ordered_layout`.
///
/// ```
/// use zellige::prelude::*;
/// use zellige::construct::make_ordered_layout;
/// let a = make_ordered_layout(shape!((3, 2, 5)), coord!((2, 0, 1)));
/// assert_eq!(a, layout!((3, 2, 5) : (10, 1, 2)));
/// ```
#[inline(always)]
pub fn make_ordered_layout<S: IntTuple, O: IntTuple>(shape: S, order: O) -> Ordered<S, O> {
    const { crate::layout::check::<Ordered<S, O>>() }
    make_ordered(shape, order)
}
/// [`make_ordered_layout`] inside other operations: the refusal is theirs to raise.
#[inline(always)]
pub(crate) fn make_ordered<S: IntTuple, O: IntTuple>(shape: S, order: O) -> Ordered<S, O> {
    Strided::of(shape, compact_order(shape, order))
}
/// The type of [`make_ordered_layout`].
pub type Ordered<S, O> = Strided<S, CompactOrder<S, O>>;

/// A tuple of up to eight layouts.
#[diagnostic::on_unimplemented(
    message = "not a tuple of layouts",
    label = "must be a tuple of 1 to 8 layouts",
    note = "a layout is written `layout!(shape : stride)`"
)]
pub trait Layouts: Copy {
    /// The layout that has them as modes.
    type Concat: Layout;
    /// The layout that has them as modes.
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
                Strided::of(($($t.mode_shape(),)*), ($($t.stride(),)*))
            }
        }
    };
}
crate::cases::for_tuples!(layouts);

/// The layout that has the given ones as modes, whose function is their sum. CuTe:
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
