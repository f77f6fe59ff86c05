//! The walk of a mode where some step does not divide: the general rule, for static numbers.
//!
//! After k modes of A^, of P elements together, let g = r mod P. The walk n:r crosses a multiple of
//! P every Q = ceil(P/g) steps, each time e = Q*g - P too far. It is a layout if and only if
//!
//! - no excess ever adds up to one more crossing, and
//! - the crossings Q at which A^ *bends* (its next stride is not extent * stride) are a chain of
//!   divisors up to n. The extents of the result are then the ratios of the chain.
//!
//! ```text
//! (2,4):(1,7) o 4:3:  P = 2, g = 1, Q = 2, e = 0; 2 divides 4, so 4:3 breaks into 2 and 2:
//!                     A^(3*1) = 8, A^(3*2) = 21, the result is (2,2):(8,21)
//! ```
//!
//! CuTe refuses that one, although it is right. The proof is in Lemma 3 and section 2.1 of the
//! specification of the algebra: below the first excess, floor(g*i/P) = floor(i/Q).

use core::marker::PhantomData;

use super::extension::*;
use super::modes::*;
use super::walk::*;
use crate::cases::cases;
use crate::integer::total::{add, div, mul, rem};
use crate::integer::*;
use crate::number::*;

/// The walk N:R over A, where A's first mode makes it bend.
pub type Bent<N, R, A> = <NumbersStatic<N, R, A> as AllStatic>::Out<N, R, A>;
/// The walk `n:r` over `a`, where the first mode makes it bend.
#[inline(always)]
pub fn bent<N: Integer, R: Integer, A: Extension>(_: N, _: R, a: A) -> Bent<N, R, A> {
    <NumbersStatic<N, R, A> as AllStatic>::go::<N, R, A>(a)
}
type NumbersStatic<N, R, A> =
    <<<N as Integer>::IsStatic as Bool>::And<<R as Integer>::IsStatic> as Bool>::And<
        <A as Bendable>::InnerStatic,
    >;
cases! {
    /// True if all numbers of the rule are static.
    AllStatic[N: Integer, R: Integer, A: Extension](a: A) -> Walk {
        B1 => <IsLayout<N::Known, R::Known, A> as BendAccepted>::Out<N::Known, R::Known, A>
            = <IsLayout<N::Known, R::Known, A> as BendAccepted>::go::<N::Known, R::Known, A>(a);
        B0 => NoWay = NoWay;
    }
}
/// The breaks of the walk at which A bends.
type BreaksOf<N, R, A> = <<A as Bendable>::Breaks<N1, N, R> as Breaks>::Bends;
/// The rule.
type IsLayout<N, R, A> = <<BreaksOf<N, R, A> as Breaks>::IsChain<N1, N> as Bool>::And<
    <A as Bendable>::NoExcess<N1, N, R>,
>;
cases! {
    /// True if it is a layout.
    BendAccepted[N: Nat, R: Nat, A: Extension](a: A) -> Walk {
        B1 => Broken<Emitted<N, R, A>, A::Reach<N1, N, R>> = Broken(<BreaksOf<N, R, A>>::emit::<N1, N, R, A>(a), PhantomData);
        B0 => NoWay = NoWay;
    }
}
type Emitted<N, R, A> = <BreaksOf<N, R, A> as Breaks>::Emit<N1, N, R, A>;

/// A walk that breaks into the modes W and has the digits G.
pub struct Broken<W, G>(W, PhantomData<G>);
impl<W: Copy, G> Copy for Broken<W, G> {}
impl<W: Copy, G> Clone for Broken<W, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<W: Modes, G: Digits + 'static> Walk for Broken<W, G> {
    type Modes = W;
    type Digits = G;
    #[inline(always)]
    fn modes(self) -> W {
        self.0
    }
    #[inline(always)]
    fn fits(self) -> bool {
        true // it is compared with the definition
    }
}

/// How a walk crosses the multiples of one P.
pub trait Crossing {
    /// The largest remainder modulo P.
    type Max: Nat;
    /// The breaks B with this one, where A's stride turns from SD to D.
    type AddTo<D: Integer, SD: Integer, B: Breaks>: Breaks;
}
/// Never: every step is a multiple of P, or P is not reached.
pub struct NeverCrosses<Max>(Max);
/// Every Q steps.
pub struct CrossesEvery<Q, Max>(Q, Max);
impl<X: Nat> Crossing for NeverCrosses<X> {
    type Max = X;
    type AddTo<D: Integer, SD: Integer, B: Breaks> = B;
}
impl<Q: Nat, X: Nat> Crossing for CrossesEvery<Q, X> {
    type Max = X;
    type AddTo<D: Integer, SD: Integer, B: Breaks> = B::Insert<Q, D, SD>;
}

/// The crossing of P by the walk N:R.
type Cross<P, N, R> = <<Remainder<R, P> as Integer>::IsZero as Meets>::Out<P, N, Remainder<R, P>>;
cases! {
    /// True if g = 0.
    Meets[P: Nat, N: Nat, G: Nat] -> Crossing {
        B1 => NeverCrosses<UTerm>;
        B0 => <Ge<CeilQuotient<P, G>, N> as Reaches>::Out<P, N, G, CeilQuotient<P, G>>;
    }
}
cases! {
    /// True if Q >= n.
    Reaches[P: Nat, N: Nat, G: Nat, Q: Nat] -> Crossing {
        B1 => NeverCrosses<<<N as Nat>::Sub<N1> as Nat>::Mul<G>>;
        B0 => CrossesEvery<Q, NatMax<
            RemainderAt<Quotient<N, Q>, Excess<P, G, Q>, Q, G>,
            RemainderAt<Succ<Quotient<N, Q>>, Excess<P, G, Q>, Remainder<N, Q>, G>,
        >>;
    }
}
/// e = Q*g - P
type Excess<P, G, Q> = <<Q as Nat>::Mul<G> as Nat>::Sub<P>;
/// (m-1)*e + (i-1)*g: the remainder at step i of round m
type RemainderAt<Round, E, I, G> =
    <<<Round as Nat>::Sub<N1> as Nat>::Mul<E> as Nat>::Add<<<I as Nat>::Sub<N1> as Nat>::Mul<G>>;

/// An extension over which the general rule can be asked; P0 elements lie before it.
pub trait Bendable: Sized {
    /// True if the extents before the last mode are static.
    type InnerStatic: Bool;
    /// The breaks of the walk N:R, in order.
    type Breaks<P0: Nat, N: Nat, R: Nat>: Breaks;
    /// No excess adds up to a further crossing.
    type NoExcess<P0: Nat, N: Nat, R: Nat>: Bool;
    /// The largest digit of the walk in each mode.
    type Reach<P0: Nat, N: Nat, R: Nat>: Digits + 'static;
    /// A^(X)
    type At<X: Integer>: Integer;
    /// `A^(x)`
    fn at<X: Integer>(self, x: X) -> Self::At<X>;
}

impl<S: Integer, D: Integer> Bendable for Last<S, D> {
    type InnerStatic = B1;
    type Breaks<P0: Nat, N: Nat, R: Nat> = HNil;
    type NoExcess<P0: Nat, N: Nat, R: Nat> = B1;
    type Reach<P0: Nat, N: Nat, R: Nat> = HNil;
    type At<X: Integer> = Mul<X, D>;
    #[inline(always)]
    fn at<X: Integer>(self, x: X) -> Self::At<X> {
        mul(x, self.1)
    }
}

/// The elements before and in a mode of extent S.
type Through<P0, S> = <<S as Integer>::Known as Nat>::Mul<P0>;

impl<S: Integer, D: Integer, T: Extension> Bendable for Inner<S, D, T> {
    type InnerStatic = <S::IsStatic as Bool>::And<T::InnerStatic>;
    type Breaks<P0: Nat, N: Nat, R: Nat> = <Cross<Through<P0, S>, N, R> as Crossing>::AddTo<
        T::Stride,
        Mul<S, D>,
        T::Breaks<Through<P0, S>, N, R>,
    >;
    type NoExcess<P0: Nat, N: Nat, R: Nat> = <Gt<
        Through<P0, S>,
        <Cross<Through<P0, S>, N, R> as Crossing>::Max,
    > as Bool>::And<T::NoExcess<Through<P0, S>, N, R>>;
    type Reach<P0: Nat, N: Nat, R: Nat> = Digit<
        Total<Quotient<<Cross<Through<P0, S>, N, R> as Crossing>::Max, P0>>,
        T::Reach<Through<P0, S>, N, R>,
    >;
    type At<X: Integer> = Add<Mul<Rem<X, S>, D>, T::At<Div<X, S>>>;
    #[inline(always)]
    fn at<X: Integer>(self, x: X) -> Self::At<X> {
        add(mul(rem(x, self.0), self.1), self.2.at(div(x, self.0)))
    }
}

/// The breaks of a walk in ascending order; at each, A's stride turns from SD to D.
pub trait Breaks {
    /// With one more break.
    type Insert<Q: Nat, D: Integer, SD: Integer>: Breaks;
    /// Without those at which A does not bend.
    type Bends: Breaks;
    /// True if each divides the next, from `Before` to N.
    type IsChain<Before: Nat, N: Nat>: Bool;
    /// The modes of the walk N:R over A: the ratios of the chain.
    type Emit<Before: Nat, N: Nat, R: Nat, A: Extension>: Modes;
    /// The modes of the walk over `a`.
    fn emit<Before: Nat, N: Nat, R: Nat, A: Extension>(a: A) -> Self::Emit<Before, N, R, A>;
}
/// A break at Q, then those of T.
pub struct Break<Q, D, SD, T>(Q, D, SD, T);

impl Breaks for HNil {
    type Insert<Q: Nat, D: Integer, SD: Integer> = Break<Q, D, SD, HNil>;
    type Bends = HNil;
    type IsChain<Before: Nat, N: Nat> = <Remainder<N, Before> as Integer>::IsZero;
    type Emit<Before: Nat, N: Nat, R: Nat, A: Extension> =
        M<Quotient<N, Before>, A::At<R::Mul<Before>>, HNil>;
    #[inline(always)]
    fn emit<Before: Nat, N: Nat, R: Nat, A: Extension>(a: A) -> Self::Emit<Before, N, R, A> {
        cons(Nat::UNIT, a.at(<R::Mul<Before>>::UNIT), HNil)
    }
}
impl<Q: Nat, D: Integer, SD: Integer, T: Breaks> Breaks for Break<Q, D, SD, T> {
    type Insert<Q2: Nat, D2: Integer, SD2: Integer> =
        <Ge<Q, Q2> as BreakHere>::Out<Q2, D2, SD2, Q, D, SD, T>;
    type Bends = <Eq<D, SD> as NoBend>::Out<Q, D, SD, T::Bends>;
    type IsChain<Before: Nat, N: Nat> =
        <<Remainder<Q, Before> as Integer>::IsZero as Bool>::And<T::IsChain<Q, N>>;
    type Emit<Before: Nat, N: Nat, R: Nat, A: Extension> =
        M<Quotient<Q, Before>, A::At<R::Mul<Before>>, T::Emit<Q, N, R, A>>;
    #[inline(always)]
    fn emit<Before: Nat, N: Nat, R: Nat, A: Extension>(a: A) -> Self::Emit<Before, N, R, A> {
        cons(
            Nat::UNIT,
            a.at(<R::Mul<Before>>::UNIT),
            T::emit::<Q, N, R, A>(a),
        )
    }
}
cases! {
    /// True if the new break Q2 comes here, not after Q.
    BreakHere[Q2: Nat, D2: Integer, SD2: Integer, Q: Nat, D: Integer, SD: Integer, T: Breaks] -> Breaks {
        B1 => <Q2::Eq<Q> as SameBreak>::Out<Q2, D2, SD2, Q, D, SD, T>;
        B0 => Break<Q, D, SD, T::Insert<Q2, D2, SD2>>;
    }
}
cases! {
    /// True if it is the same break. Then the two bends add up.
    SameBreak[Q2: Nat, D2: Integer, SD2: Integer, Q: Nat, D: Integer, SD: Integer, T: Breaks] -> Breaks {
        B1 => Break<Q, Add<D, D2>, Add<SD, SD2>, T>;
        B0 => Break<Q2, D2, SD2, Break<Q, D, SD, T>>;
    }
}
cases! {
    /// True if A does not bend here.
    NoBend[Q: Nat, D: Integer, SD: Integer, T: Breaks] -> Breaks {
        B1 => T;
        B0 => Break<Q, D, SD, T>;
    }
}
