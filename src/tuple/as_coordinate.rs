//! Integers as coordinates: a number is itself, a point is the tuple of its numbers.

use super::IntTuple;
use crate::number::*;
use crate::refusal::{Reason, Refused};

/// An integer as a coordinate. Every [`Integer`](crate::Integer) has this.
pub trait AsCoordinate: Sized {
    /// The result of [`coordinate`](AsCoordinate::coordinate).
    type Coordinate: IntTuple;
    /// Returns the value as a coordinate: a point is the tuple of its numbers, a number is itself.
    /// See [`ArithmeticTuple`](crate::stride::ArithmeticTuple).
    ///
    /// ```
    /// use zellige::prelude::*;
    /// assert_eq!(make_identity_layout((4u32, 8u32)).crd2idx(13u32).coordinate(), (1, 3));
    /// ```
    fn coordinate(self) -> Self::Coordinate;
}
/// A number is itself.
macro_rules! number {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> $crate::tuple::as_coordinate::AsCoordinate for $t {
            type Coordinate = $t;
            #[inline(always)]
            fn coordinate(self) -> $t {
                self
            }
        }
    )* };
}
pub(crate) use number;
number! {
    [] UTerm;
    [] N1;
    [U: Positive] UInt<U, B0>;
    [U: Positive] UInt<U, B1>;
    [] u32;
    [] usize;
    [E: Reason] Refused<E>;
}
