//! Strides other than unsigned integers: negative numbers, and steps along the axes of a space.
//!
//! A layout is a linear function of its digits, `sum of digit * stride`. So a stride may be
//! anything that can be multiplied by an unsigned integer and added. There are three kinds:
//!
//! ```text
//! _8, 8            an unsigned integer: the layout gives offsets
//! _-8, -8          a negative one: it gives signed offsets, from which it may run backwards
//! _1@0, 8@1        a number of steps along an axis: it gives points, coordinates of another shape
//! ```
//!
//! The axes are those of a nested shape: `1@0` is one step in mode 0, `1@1@0` one step in mode 1 of
//! mode 0 (as CuTe writes `E<0,1>`: the innermost axis first). A sum of steps is a point, an
//! [`ArithmeticTuple`]. The identity layout `(4,8):(1@0,1@1)` maps a coordinate to itself. Composed
//! with tiles, it says where each element of a tile lies in the whole. The coordinates of a TMA
//! copy are computed this way.
//!
//! # One universe
//!
//! These leaves are like the others: they implement [`Integer`], and every operation accepts them
//! as operands. Only linear operations are defined for them:
//!
//! | | result |
//! |---|---|
//! | number * number, number + number | the signed number |
//! | number * step | the step, scaled |
//! | step + step, point + step, point + point | the point |
//! | 0 + anything | that |
//!
//! Everything else is refused: division by -3, comparison of 1@0 with 1@1, the sum of 1 and 1@0. So
//! the operations that only scale and add strides, and compare them for equality, work unchanged:
//! `coalesce`, `filter`, the rearrangement of modes, coordinates and slices, divides and products
//! *of* the shape of an unsigned layout, and composition with such a layout on the left. The rule
//! of composition depends on the extents of the left layout, not on its strides, and its proof
//! holds in any abelian group. The operations that order strides (`complement`, `left_inverse`)
//! refuse them. `upcast` divides a negative stride that is a multiple of the factor.
//! `right_inverse` looks for the strides 1, s, ...: others do not matter.
//!
//! Extents stay unsigned.
//!
//! # On the right of a composition
//!
//! A mode `n:-r` of B walks backwards from 0. If A is a single mode of stride d, the result is that
//! mode with stride `-r * d`. With more modes there is nothing before the first element, and the
//! composition is refused.
//!
//! A mode `n:v@p` of B walks along mode p of A: `v * i` steps in mode p are `v * i * P` steps of
//! the index, where P is the product of the extents before mode p, as long as the walk stays in
//! that mode. So B with axes is replaced by B with these strides, and the rest is the composition
//! of unsigned layouts, with its proof. A walk that leaves its mode is refused, unless the mode is
//! the last, which is unbounded.

use core::fmt;

use crate::integer::total::Total;
use crate::integer::*;
use crate::number::*;
use crate::refusal::{Reason, Refused, keep_call};
use crate::run_time::Faults;
use crate::stride::stride_reasons::{NotUnsigned, UnlikeStrides};
use crate::tuple::*;

/// The items that all kinds of leaf in this module share: the leaf is not an unsigned integer.
macro_rules! no_unsigned {
    () => {
        type IsStatic = B0;
        const KNOWN: u64 = 0;
        type IsZero = B0;
        type IsOne = B0;
        type Known = Refused<NotUnsigned<Self>>;
        type AskStatic<Q: Question, L: Nat> = B0;
        type IsProduct<A: Integer, B: Integer> = Eq<Mul<A, B>, Self>;
        type IsFactor<A: Integer, Q: Nat> = Eq<Mul<A, Self>, Q>;
        type TimesIs<B: Nat, Q: Nat> = B0;
        type Times<R: Integer> = Self::Apply<OpMul, R>;
        type TimesStatic<L: Nat> = Self::ApplyStatic<OpMul, L>;
        type DivideBy<R: Integer> = Inexact<Self>;
        type DivideStatic<L: Nat> = Inexact<Self>;
    };
    (refused: $Reason:ident) => {
        fn u32(self) -> u32 {
            keep_call!(Self);
            const { $Reason::<Self>::REFUSAL.raise() }
        }
        fn usize(self) -> usize {
            keep_call!(Self);
            const { $Reason::<Self>::REFUSAL.raise() }
        }
    };
}

// The kinds, in the order of the table in the module documentation.
pub(crate) mod negative;
pub(crate) mod point;
pub(crate) mod scaled_basis;
mod signed;

pub(crate) mod stride_reasons;

// The operations defined for all of them, and their role as leaves of tuples.
mod linear;
mod stride_leaves;

// Steps along the modes of a layout on the left of a composition.
pub(crate) mod along;

pub use along::*;
pub use linear::*;
pub use negative::*;
pub use point::*;
pub use scaled_basis::*;
pub use signed::*;

/// The sum of a number and an axis, or of a number and a point, which is refused.
pub(crate) type Unlike<A, B> = Refused<UnlikeStrides<A, B>>;

/// Written as in a layout: `_-8`, `-8`, `_1@0`, `ArithTuple(3,5)`.
macro_rules! write_as_leaf {
    ($([$($g:tt)*] $t:ty;)*) => { $(
        impl<$($g)*> fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                IntTuple::write(*self, f)
            }
        }
        impl<$($g)*> fmt::Debug for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                IntTuple::write(*self, f)
            }
        }
    )* };
}
write_as_leaf! {
    [N: Nat] Negative<N>;
    [] Signed<i32>;
    [] Signed<isize>;
    [V: Integer, P: IntTuple] ScaledBasis<V, P>;
    [T: IntTuple] ArithmeticTuple<T>;
}
