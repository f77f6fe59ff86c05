//! An integer of a layout as a stride, which walks over another layout, and as an offset, which has
//! a substitute if it is refused. One trait has both: rustc copies each trait of an integer often.

use super::compose::*;
use super::coordinate::Coord;
use super::walk::*;
use crate::integer::*;
use crate::layout::Layout;
use crate::number::*;
use crate::refusal::{Reason, Refused};
use crate::stride::{ArithmeticTuple, Negative, ScaledBasis, Signed};
use crate::tuple::IntTuple;
use zellige_macros::total;

/// A stride as a walk, and an offset as wide as the coordinate that requests it. Every [`Integer`]
/// has this.
#[doc(hidden)]
pub trait StrideOrOffset: Sized {
    /// The walk of a mode of extent N and this stride over A: each kind of integer determines what
    /// is known about it.
    type Walks<A: Extension, N: Integer>: Walks;
    /// The walk of a mode of extent `n` and this stride over `a`.
    fn walks<A: Extension, N: Integer>(self, a: A, n: N) -> Self::Walks<A, N>;
    /// Self; a refused integer becomes as wide as the coordinate C, if that has run-time integers.
    /// Its error is reported, unless it is that of the layout L, which reports it where it is used.
    type OrElse<C: Coord>: Integer;
    /// Returns the value, or reports its error.
    fn or_else<L: Layout, C: Coord>(self) -> Self::OrElse<C>;
}
/// An offset that is not refused represents itself.
macro_rules! integer {
    ($walks:ident $Walks:ty: $([$($g:tt)*] $t:ty;)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> StrideOrOffset for $t {
            integer!(@walks $walks $Walks);
            type OrElse<C: Coord> = Self;
            #[inline(always)]
            fn or_else<L: Layout, C: Coord>(self) -> Self {
                self
            }
        }
    )+ };
    (@walks $walks:ident $Walks:ty) => {
        type Walks<A: Extension, N: Integer> = $Walks;
        #[inline(always)]
        fn walks<A: Extension, N: Integer>(self, a: A, n: N) -> $Walks {
            $walks(a, n, self)
        }
    };
}
integer!(stay Fixed<N, UTerm>: [] UTerm;);
integer!(walks_of WalksOf<A, N, Self>: [] N1; [U: Positive] UInt<U, B0>; [U: Positive] UInt<U, B1>; [] u32; [] usize;
    [M: Nat] Negative<M>; [] Signed<i32>; [] Signed<isize>;);
integer!(walks_unless_refused WalksUnlessRefused<A, N, Self>:
    [V: Integer, P: IntTuple] ScaledBasis<V, P>; [T: IntTuple] ArithmeticTuple<T>;);
#[diagnostic::do_not_recommend]
impl<E: Reason> StrideOrOffset for Refused<E> {
    integer!(@walks walks_unless_refused WalksUnlessRefused<A, N, Self>);
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
/// The offset I of the coordinate C, as code uses it: a refused offset has the width of C. So code
/// that uses it as a number has no error of its own, and the refusal is the only error.
pub type OffsetOrElse<I, C> = <I as StrideOrOffset>::OrElse<C>;
