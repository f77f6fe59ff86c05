//! The offset of a coordinate, or what stands for it where it is refused.

use super::*;
use crate::layout::Layout;

/// An offset, as wide as the coordinate that asks for it. Every [`Integer`] has this.
#[doc(hidden)]
pub trait OrElse: Sized {
    /// Self; a refused integer is as wide as the coordinate C, if that has run-time integers. Its error is reported, unless
    /// it is that of the layout L, which reports it where it is used.
    type OrElse<C: Coord>: Integer;
    /// Returns the value, or reports its error.
    fn or_else<L: Layout, C: Coord>(self) -> Self::OrElse<C>;
}
/// An integer that is not refused stands for itself.
macro_rules! itself {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> OrElse for $t {
            type OrElse<C: Coord> = Self;
            #[inline(always)]
            fn or_else<L: Layout, C: Coord>(self) -> Self {
                self
            }
        }
    )* };
}
itself! {
    [] UTerm;
    [] N1;
    [U: Positive] UInt<U, B0>;
    [U: Positive] UInt<U, B1>;
    [] u32;
    [] usize;
    [N: Nat] Negative<N>;
    [] Signed<i32>;
    [] Signed<isize>;
    [V: Integer, P: IntTuple] ScaledBasis<V, P>;
    [T: IntTuple] ArithmeticTuple<T>;
}
#[diagnostic::do_not_recommend]
impl<E: Reason> OrElse for Refused<E> {
    type OrElse<C: Coord> = <<C::Width as Integer>::IsStatic as InsteadOf>::Out<E, C::Width>;
    fn or_else<L: Layout, C: Coord>(self) -> Self::OrElse<C> {
        const {
            if L::REFUSAL.is_none() {
                E::REFUSAL.raise()
            }
            Self::OrElse::<C>::UNCHECKED
        }
    }
}
cases! {
    /// The integer that stands for one refused for E, where a W was expected, by whether W is static.
    InsteadOf[E: Reason, W: Integer] -> Integer {
        B1 => Refused<E>;
        B0 => W;
    }
}
