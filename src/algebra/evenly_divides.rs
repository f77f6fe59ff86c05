//! Whether tiles cover a shape and nothing else.

use super::tiler::Tiler;
use crate::integer::Integer;
use crate::number::{B0, B1};
use crate::profile::IsTiler;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// The static integer 1 if `t` divides `s` evenly, 0 if it does not divide evenly or at all.
#[total]
fn is_even(s: IntTuple, t: Tiler) -> Integer {
    let even: IntTuple = t.even(s, 1);
    if even.is_refused() { 0 } else { even.leaf() }
}
/// True if the tiler T divides the shape S evenly, as far as known. See [`evenly_divides`].
///
/// ```
/// use zellige::{prelude::*, tuple::compare::EvenlyDivides, typenum::{B0, B1}};
/// assert_type_eq_all!(EvenlyDivides<shape!((96, 64)), (int!(8), int!(16))>, B1);
/// assert_type_eq_all!(EvenlyDivides<shape!((100, 64)), (int!(8), int!(16))>, B0);
/// ```
pub type EvenlyDivides<S, T> = <IsEven<S, T> as Integer>::IsOne;

/// Returns whether the tiler `t` divides the shape `s` evenly: whether its tiles cover the shape
/// and nothing else. CuTe: `evenly_divides`.
///
/// ```
/// use zellige::{prelude::*, tuple::compare::evenly_divides};
/// let shape = (100u32, int!(64));
/// assert!(evenly_divides(shape, (int!(4), int!(16))));
/// assert!(!evenly_divides(shape, (int!(8), int!(16)))); // the last tile of 13 hangs over by 4
/// assert!(evenly_divides(shape!((32, 64)), (layout!(8 : 2), ..)));
/// // A tiler with more modes than the shape.
/// assert!(!evenly_divides(int!(6), (int!(6), int!(1))));
/// assert!(!evenly_divides((6u32, 4u32), (3u32, 2u32, ..)));
/// ```
///
/// An integer divides the first modes of a tuple first, as in
/// [`ceil_div`](crate::tuple::arithmetic::ceil_div): 6 divides `(3, 4)`, and 6 does not divide
/// `(4, 3)`. A tiler with more modes than the shape, or with a layout that has no rest, does not.
#[inline(always)]
pub fn evenly_divides<S: IntTuple, T: Tiler<TilerProfile: IsTiler>>(s: S, t: T) -> bool {
    is_even(s, t).usize() != 0
}
