//! The offset of a coordinate, or the substitute for a refused offset.

use super::*;
use crate::layout::Layout;
use zellige_macros::total;

/// An offset, as wide as the coordinate that requests it. Every [`Integer`] has this.
#[doc(hidden)]
pub trait OrElse: Sized {
    /// Self; a refused integer becomes as wide as the coordinate C, if that has run-time integers.
    /// Its error is reported, unless it is that of the layout L, which reports it where it is used.
    type OrElse<C: Coord>: Integer;
    /// Returns the value, or reports its error.
    fn or_else<L: Layout, C: Coord>(self) -> Self::OrElse<C>;
}
/// An integer that is not refused represents itself.
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
    type OrElse<C: Coord> = InsteadOf<E, C::Width>;
    fn or_else<L: Layout, C: Coord>(self) -> Self::OrElse<C> {
        const {
            if L::REFUSAL.is_none() {
                E::REFUSAL.raise()
            }
            Self::OrElse::<C>::UNCHECKED
        }
    }
}
/// The substitute for an integer that is refused for E, where `w` was expected: it has the same
/// width.
#[total(types)]
fn instead_of<E: Reason>(w: Integer) -> Integer {
    if w.is_static() { refused::<E, usize>() } else { w }
}
