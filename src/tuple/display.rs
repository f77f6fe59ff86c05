//! Printing and comparison of tuples, which plain tuples of typenum's numbers lack.

use core::fmt;

use super::IntTuple;
use super::equality::equal;

/// A shape, a stride, a coordinate or a static integer in CuTe's notation, `(_8,(_4,100))`: see
/// [`display`](IntTuple::display).
///
/// Two of them are equal if their tuples have the same nesting and the same numbers, static or not.
///
/// ```
/// use zellige::{prelude::*, tuple::Display};
/// let shape: Display<(int!(8), u32)> = (int!(8), 4u32).display();
/// assert_eq!(shape.to_string(), "(_8,4)");
/// assert_eq!(shape, shape!((8, 4)).display());
/// ```
#[derive(Copy, Clone)]
pub struct Display<T>(pub(super) T);

impl<T: IntTuple> fmt::Display for Display<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}
impl<T: IntTuple> fmt::Debug for Display<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}
impl<A: IntTuple, B: IntTuple> PartialEq<Display<B>> for Display<A> {
    #[inline(always)]
    fn eq(&self, other: &Display<B>) -> bool {
        equal(self.0, other.0)
    }
}
