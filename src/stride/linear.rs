//! The operations defined for all strides: products and sums. Everything else is refused.
//!
//! `A op B` of unsigned integers dispatches on the kind of A, then on the kind of B
//! ([`crate::integer`]). Here the other kinds join: -N op R dispatches on the operation
//! ([`LinearOperation::Minus`]), and only products and sums dispatch on R (`R::TimesMinus<N>`,
//! `R::PlusMinus<N>`). The unsigned integers also implement these, but no path of theirs leads
//! here, so that they cost the compiler nothing.

use super::*;
use crate::run_time::Faults;

/// Products and sums of an integer with the strides that are not unsigned integers, and its meaning
/// as a stride on the right of a composition. Every [`Integer`] has this.
#[doc(hidden)]
pub trait Linear: Sized {
    /// The product self * -N.
    type TimesMinus<N: Nat>: Integer;
    /// The difference self - N.
    type PlusMinus<N: Nat>: Integer;
    /// The product self * T.
    type TimesSigned<T: SignedInteger>: Integer;
    /// The sum self + T.
    type PlusSigned<T: SignedInteger>: Integer;
    /// The product self * (V steps along the axis P).
    type TimesSteps<V: Integer, P: IntTuple>: Integer;
    /// The sum self + V steps along the axis P.
    type PlusSteps<V: Integer, P: IntTuple>: Integer;
    /// The product self * the point T.
    type TimesPoint<T: IntTuple>: Integer;
    /// The sum self + the point T.
    type PlusPoint<T: IntTuple>: Integer;
    /// True if self is known to be -N.
    type IsMinus<N: Nat>: Bool;
    /// True if self is known to be V steps along the axis P.
    type IsSteps<V: Integer, P: IntTuple>: Bool;
    /// The absolute value.
    type Abs: Integer;
    /// The number of steps along its axis; for a number, the number itself.
    type Factor: Integer;
    /// Self as the stride of a mode of extent N: steps along a mode of the shape S become steps of
    /// its index. A number is already a number of steps of the index.
    type Along<N: Integer, S: IntTuple>: Integer;
    /// Returns the absolute value.
    fn abs(self) -> Self::Abs;
    /// Returns the number of steps along its axis; for a number, the number itself.
    fn factor(self) -> Self::Factor;
    /// Returns self as the stride of a mode of extent `n`, along the modes of the shape `s`.
    fn along<N: Integer, S: IntTuple>(self, n: N, s: S, faults: impl Faults) -> Self::Along<N, S>;
}

/// The implementation for unsigned integers: 0, a positive static number, a run-time number (with
/// its signed kind `$i` and `$Join`), and a refused number.
macro_rules! unsigned {
    ($([$($g:tt)*] $kind:ident $t:ty $(, $i:ty, $Join:ident)?;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Linear for $t {
            unsigned!(@$kind $t $(, $i, $Join)?);
        }
    )* };
    (@zero $t:ty) => {
        unsigned!(@items $t, UTerm, Negative<N>, UTerm, T, ScaledBasis<V, P>, ArithmeticTuple<T>);
    };
    (@positive $t:ty) => {
        unsigned!(@items $t, Negative<N::Mul<$t>>, Difference<$t, N>, T, T,
            Unlike<$t, ScaledBasis<V, P>>, Unlike<$t, ArithmeticTuple<T>>);
    };
    (@dynamic $t:ty, $i:ty, $Join:ident) => {
        unsigned!(@items $t, Signed<$i>, Signed<$i>, T::$Join, T::$Join,
            Unlike<$t, ScaledBasis<V, P>>, Unlike<$t, ArithmeticTuple<T>>);
    };
    (@refused $t:ty) => {
        unsigned!(@items $t, $t, $t, $t, $t, $t, $t);
    };
    (@items $t:ty, $times_minus:ty, $plus_minus:ty, $times_signed:ty, $plus_signed:ty, $plus_steps:ty, $plus_point:ty) => {
        type TimesMinus<N: Nat> = $times_minus;
        type PlusMinus<N: Nat> = $plus_minus;
        type TimesSigned<T: SignedInteger> = $times_signed;
        type PlusSigned<T: SignedInteger> = $plus_signed;
        type TimesSteps<V: Integer, P: IntTuple> = ScaledBasis<Mul<V, $t>, P>;
        type PlusSteps<V: Integer, P: IntTuple> = $plus_steps;
        type TimesPoint<T: IntTuple> = ArithmeticTuple<Scaled<T, $t>>;
        type PlusPoint<T: IntTuple> = $plus_point;
        type IsMinus<N: Nat> = B0;
        type IsSteps<V: Integer, P: IntTuple> = B0;
        type Abs = $t;
        type Factor = $t;
        #[inline(always)]
        fn abs(self) -> $t {
            self
        }
        #[inline(always)]
        fn factor(self) -> $t {
            self
        }
        type Along<N: Integer, S: IntTuple> = $t;
        #[inline(always)]
        fn along<N: Integer, S: IntTuple>(self, _: N, _: S, _: impl Faults) -> $t {
            self
        }
    };
}
unsigned! {
    [] zero UTerm;
    [] positive N1;
    [U: Positive] positive UInt<U, B0>;
    [U: Positive] positive UInt<U, B1>;
    [] dynamic u32, i32, JoinI32;
    [] dynamic usize, isize, JoinIsize;
    [E: Reason] refused Refused<E>;
}

/// The items that a negative number and a signed number share: they are numbers, not steps.
macro_rules! number {
    () => {
        type TimesSteps<V: Integer, P: IntTuple> = ScaledBasis<Mul<V, Self>, P>;
        type PlusSteps<V: Integer, P: IntTuple> = Unlike<Self, ScaledBasis<V, P>>;
        type TimesPoint<T: IntTuple> = ArithmeticTuple<Scaled<T, Self>>;
        type PlusPoint<T: IntTuple> = Unlike<Self, ArithmeticTuple<T>>;
        type IsSteps<V: Integer, P: IntTuple> = B0;
        type Factor = Self;
        #[inline(always)]
        fn factor(self) -> Self {
            self
        }
        type Along<N: Integer, S: IntTuple> = Self;
        #[inline(always)]
        fn along<N: Integer, S: IntTuple>(self, _: N, _: S, _: impl Faults) -> Self {
            self
        }
    };
}
pub(super) use number;

/// An operation on a stride that is not an unsigned integer. Every [`BinOp`] has this.
#[doc(hidden)]
pub trait LinearOperation {
    /// The result of -N op R, and of R op -N.
    type Minus<N: Nat, R: Integer>: Integer;
    /// The result of T op R, and of R op T.
    type Signed<T: SignedInteger, R: Integer>: Integer;
    /// The result of V steps along P op R, and of R op these.
    type Steps<V: Integer, P: IntTuple, R: Integer>: Integer;
    /// The result of the point T op R, and of R op the point.
    type Point<T: IntTuple, R: Integer>: Integer;
    /// Computes the operation on two values, one of which has a sign.
    fn run_signed(a: i128, b: i128) -> i128;
}
macro_rules! linear {
    ($($Op:ident: $Minus:ident $Signed:ident $Steps:ident $Point:ident, |$a:ident, $b:ident| $e:expr;)*) => { $(
        impl LinearOperation for $Op {
            type Minus<N: Nat, R: Integer> = R::$Minus<N>;
            type Signed<T: SignedInteger, R: Integer> = R::$Signed<T>;
            type Steps<V: Integer, P: IntTuple, R: Integer> = R::$Steps<V, P>;
            type Point<T: IntTuple, R: Integer> = R::$Point<T>;
            #[inline(always)]
            fn run_signed($a: i128, $b: i128) -> i128 { $e }
        }
    )* };
}
linear! {
    OpMul: TimesMinus TimesSigned TimesSteps TimesPoint, |a, b| a.times(b);
    OpAdd: PlusMinus PlusSigned PlusSteps PlusPoint, |a, b| a.plus(b);
}
macro_rules! not_linear {
    ($($Op:ident)*) => { $(
        impl LinearOperation for $Op {
            type Minus<N: Nat, R: Integer> = Refused<NotUnsigned<Negative<N>>>;
            type Signed<T: SignedInteger, R: Integer> = Refused<NotUnsigned<T>>;
            type Steps<V: Integer, P: IntTuple, R: Integer> = Refused<NotUnsigned<ScaledBasis<V, P>>>;
            type Point<T: IntTuple, R: Integer> = Refused<NotUnsigned<ArithmeticTuple<T>>>;
            fn run_signed(a: i128, _: i128) -> i128 { a } // never called: these results are refused
        }
    )* };
}
not_linear!(OpSub OpDiv OpRem OpCeilDiv OpMax OpMin OpLess OpSame OpXor OpGcd);
impl<O: LinearOperation> LinearOperation for Total<O> {
    type Minus<N: Nat, R: Integer> = O::Minus<N, R>;
    type Signed<T: SignedInteger, R: Integer> = O::Signed<T, R>;
    type Steps<V: Integer, P: IntTuple, R: Integer> = O::Steps<V, P, R>;
    type Point<T: IntTuple, R: Integer> = O::Point<T, R>;
    #[inline(always)]
    fn run_signed(a: i128, b: i128) -> i128 {
        O::run_signed(a, b)
    }
}

/// The answer of a question about a stride that is not an unsigned integer. Every [`Question`] has
/// this.
#[doc(hidden)]
pub trait LinearQuestion {
    /// The answer about -N and R.
    type Minus<N: Nat, R: Integer>: Bool;
    /// The answer about V steps along P, and R.
    type Steps<V: Integer, P: IntTuple, R: Integer>: Bool;
}
impl LinearQuestion for IsEq {
    type Minus<N: Nat, R: Integer> = R::IsMinus<N>;
    type Steps<V: Integer, P: IntTuple, R: Integer> = R::IsSteps<V, P>;
}
/// A stride that is not an unsigned integer is never larger, or a multiple: the answer to these
/// questions is no.
macro_rules! no_answer {
    ($($Question:ident)*) => { $(
        impl LinearQuestion for $Question {
            type Minus<N: Nat, R: Integer> = B0;
            type Steps<V: Integer, P: IntTuple, R: Integer> = B0;
        }
    )* };
}
no_answer!(IsGe IsGeKnown IsGt IsGtKnown IsMultiple);

/// The signed counterpart of a run-time integer. Every [`Dynamic`] has this.
#[doc(hidden)]
pub trait WithSign {
    /// The integer of the same width with a sign.
    type Signed: SignedInteger + IntTuple<Profile = usize>;
}
impl WithSign for u32 {
    type Signed = Signed<i32>;
}
impl WithSign for usize {
    type Signed = Signed<isize>;
}
