//! Truth values in types.

use super::{B0, B1, N1, Nat, OneZero, Positive, ThreeZeros, TwoZeros, UInt, UTerm, Zeros};
use crate::branches::{BranchesOfBool, OnBool};

/// A truth value in types: [`B0`] (false) or [`B1`] (true).
///
/// Every branch on a truth value is among [`BranchesOfBool`].
pub trait Bool: Copy + Default + Send + Sync + 'static + BranchesOfBool + OnBool {
    /// The value as a `bool`.
    const VALUE: bool;
    /// The value as a number, 0 or 1.
    type Number: Nat;
    /// Negation.
    type Not: Bool;
    /// Conjunction.
    type And<R: Bool>: Bool;
    /// Disjunction.
    type Or<R: Bool>: Bool;
    /// Equality.
    type Same<R: Bool>: Bool;
    /// Inequality.
    type Xor<R: Bool>: Bool;
    /// The lowest bit of self + A + B, which is that of self - A - B.
    type Digit<A: Bool, B: Bool>: Bool;
    /// Self + A + B > 1: the carry of a sum.
    type Carry<A: Bool, B: Bool>: Bool;
    /// Self < A + B: the borrow of a difference.
    type Borrow<A: Bool, B: Bool>: Bool;
    /// True if 2 self + E is larger than 2A.
    type Exceeds<A: Bool, E: Bool>: Bool;
    /// E and not self.
    type Unless<E: Bool>: Bool;
    /// E or not self.
    type OrNot<E: Bool>: Bool;
    /// 2N + self
    type After<N: Positive>: Positive;
    /// The number with the bits self and B.
    type Pair<B: Bool>: Nat;
    /// The number with the bits self, B and C.
    type Triple<B: Bool, C: Bool>: Nat;
    /// Self * N.
    type Times<N: Nat>: Nat;
    /// The number with the bits self and B, times N.
    type PairTimes<B: Bool, N: Nat>: Nat;
    /// The number with the bits self, B and C, times N.
    type TripleTimes<B: Bool, C: Bool, N: Nat>: Nat;
    /// Self and U = V; V is evaluated only if self is true.
    type AndEq<U: Nat, V: Nat>: Bool;
    /// Not self, and U * R = P, which is evaluated only if self is false.
    type NotAndTimesIs<U: Nat, R: Nat, P: Nat>: Bool;
    /// The number of zero bits at the end of an even number with self and A as the bits after the
    /// lowest.
    type ZerosAfter1<A: Bool>: Zeros;
    /// The same, if the two lowest bits are 0 and self is the next bit.
    type ZerosAfter2: Zeros;
    /// Returns `known` if self is true, and computes the value if not. What is not computed is not
    /// compiled either.
    fn known_or<R>(known: R, value: impl Deferred<Value = R>) -> R;
}
/// A value that is computed later, or never. A closure would be one, too, but would be compiled
/// wherever it is written, and the compiler would not always inline it.
pub trait Deferred {
    type Value;
    fn compute(self) -> Self::Value;
}

impl Bool for B0 {
    const VALUE: bool = false;
    type Number = UTerm;
    type Not = B1;
    type And<R: Bool> = B0;
    type Or<R: Bool> = R;
    type Same<R: Bool> = R::Not;
    type Xor<R: Bool> = R;
    type Digit<A: Bool, B: Bool> = A::Xor<B>;
    type Carry<A: Bool, B: Bool> = A::And<B>;
    type Borrow<A: Bool, B: Bool> = A::Or<B>;
    type Exceeds<A: Bool, E: Bool> = A::Unless<E>;
    type Unless<E: Bool> = E;
    type OrNot<E: Bool> = B1;
    type After<N: Positive> = UInt<N, B0>;
    type Pair<B: Bool> = B::Number;
    type Triple<B: Bool, C: Bool> = B::Pair<C>;
    type Times<N: Nat> = UTerm;
    type PairTimes<B: Bool, N: Nat> = B::Times<N>;
    type TripleTimes<B: Bool, C: Bool, N: Nat> = B::PairTimes<C, N>;
    type AndEq<U: Nat, V: Nat> = B0;
    type NotAndTimesIs<U: Nat, R: Nat, P: Nat> = U::TimesIs<R, P>;
    type ZerosAfter1<A: Bool> = A::ZerosAfter2;
    type ZerosAfter2 = ThreeZeros;
    #[inline(always)]
    fn known_or<R>(_: R, value: impl Deferred<Value = R>) -> R {
        value.compute()
    }
}

impl Bool for B1 {
    const VALUE: bool = true;
    type Number = N1;
    type Not = B0;
    type And<R: Bool> = R;
    type Or<R: Bool> = B1;
    type Same<R: Bool> = R;
    type Xor<R: Bool> = R::Not;
    type Digit<A: Bool, B: Bool> = A::Same<B>;
    type Carry<A: Bool, B: Bool> = A::Or<B>;
    type Borrow<A: Bool, B: Bool> = A::And<B>;
    type Exceeds<A: Bool, E: Bool> = A::OrNot<E>;
    type Unless<E: Bool> = B0;
    type OrNot<E: Bool> = E;
    type After<N: Positive> = UInt<N, B1>;
    type Pair<B: Bool> = B::After<N1>;
    type Triple<B: Bool, C: Bool> = C::After<B::After<N1>>;
    type Times<N: Nat> = N;
    type PairTimes<B: Bool, N: Nat> = <B::Times<N> as Nat>::Add<N::Shift1>;
    type TripleTimes<B: Bool, C: Bool, N: Nat> = <B::PairTimes<C, N> as Nat>::Add<N::Shift2>;
    type AndEq<U: Nat, V: Nat> = U::Eq<V>;
    type NotAndTimesIs<U: Nat, R: Nat, P: Nat> = B0;
    type ZerosAfter1<A: Bool> = OneZero;
    type ZerosAfter2 = TwoZeros;
    #[inline(always)]
    fn known_or<R>(known: R, _: impl Deferred<Value = R>) -> R {
        known
    }
}
