//! Whether tiles cover a shape and nothing else.

use super::divide::Tiler;
use crate::integer::Integer;
use crate::number::UTerm;
use crate::profile::IsTiler;
use crate::tuple::{IntTuple, Ternary};

/// 1 if T divides S evenly, 0 if not or if it does not divide at all.
type IsEven<S, T> = <<<<T as Tiler>::Even<S> as IntTuple>::IsRefused as Ternary>::Out<
    UTerm,
    <T as Tiler>::Even<S>,
> as IntTuple>::Leaf;
/// True if the tiler T divides the shape S evenly, as far as known. See [`evenly_divides`].
///
/// ```
/// use zellige::{prelude::*, tuple::compare::EvenlyDivides, typenum::{B0, B1}};
/// assert_type_eq_all!(EvenlyDivides<shape!((96, 64)), (int!(8), int!(16))>, B1);
/// assert_type_eq_all!(EvenlyDivides<shape!((100, 64)), (int!(8), int!(16))>, B0);
/// ```
pub type EvenlyDivides<S, T> = <IsEven<S, T> as Integer>::IsOne;

/// Does the tiler `t` divide the shape `s` evenly: do its tiles cover the shape and nothing else?
/// CuTe: `evenly_divides`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::evenly_divides};
/// let shape = (100u32, int!(64));
/// assert!(evenly_divides(shape, (int!(4), int!(16))));
/// assert!(!evenly_divides(shape, (int!(8), int!(16)))); // the last tile of 13 hangs over by 4
/// assert!(evenly_divides(shape!((32, 64)), (layout!(8 : 2), ..)));
/// ```
///
/// An integer divides the first modes of a tuple first, as in
/// [`ceil_div`](crate::tuple::arithmetic::ceil_div): 6 divides `(3, 4)`, and 6 does not divide
/// `(4, 3)`. A tiler with more modes than the shape, or with a layout that has no rest, does not.
#[inline(always)]
pub fn evenly_divides<S: IntTuple, T: Tiler<TilerForm: IsTiler>>(s: S, t: T) -> bool {
    <<T::Even<S> as IntTuple>::IsRefused as Ternary>::go(UTerm, t.even(s))
        .leaf()
        .usize()
        != 0
}
