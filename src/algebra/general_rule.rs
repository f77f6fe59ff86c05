//! The walk of a mode if some step does not divide: the general rule, for static numbers.
//!
//! After k modes of A^, with P elements together, let g = r mod P. The walk n:r crosses a multiple
//! of P every Q = ceil(P/g) steps, each time by e = Q*g - P too far. It is a layout if and only if
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
//! CuTe refuses this walk, although it is valid. The proof is at
//! [`Algebra::compose`](crate::Algebra::compose): below the first excess, floor(g*i/P) =
//! floor(i/Q).

use core::marker::PhantomData;

use super::flat_modes::*;
use super::walk::*;
use crate::integer::total::{add, div, mul, rem};
use crate::integer::*;
use crate::number::*;
use zellige_macros::total;

/// The walk `n:r` over `a`; it bends at the first mode of `a`.
#[total]
pub fn bent(n: Integer, r: Integer, a: Extension) -> Walk {
    if n.is_static() && r.is_static() && a.inner_static() {
        bent_by_rule::<N::Known, R::Known>(a)
    } else {
        NoWay
    }
}
/// The static walk N:R over `a`, if it is a layout.
#[total]
fn bent_by_rule<N: Nat, R: Nat>(a: Extension) -> Walk {
    if is_layout::<N, R>(a) { broken::<N, R>(a) } else { NoWay }
}
/// The general rule.
#[total(types)]
fn is_layout<N: Nat, R: Nat>(a: Extension) -> Bool {
    let breaks: Breaks = breaks_of::<N, R>(a);
    breaks.is_chain(1, N) && a.no_excess(1, N, R)
}
/// The breaks of the walk at which A bends.
type BreaksOf<N, R, A> = <<A as Bendable>::Breaks<N1, N, R> as Breaks>::Bends;
/// The modes into which a walk breaks, if it is a layout.
type Broken<N, R, A> = BrokenInto<
    <BreaksOf<N, R, A> as Breaks>::Emit<N1, N, R, A>,
    <A as Bendable>::LargestDigits<N1, N, R>,
>;
fn broken<N: Nat, R: Nat, A: Extension>(a: A) -> Broken<N, R, A> {
    BrokenInto(<BreaksOf<N, R, A>>::emit::<N1, N, R, A>(a), PhantomData)
}

/// A walk that breaks into the modes W and has the digits G.
pub struct BrokenInto<W, G>(W, PhantomData<G>);
impl<W: Copy, G> Copy for BrokenInto<W, G> {}
impl<W: Copy, G> Clone for BrokenInto<W, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<W: Modes, G: Digits + 'static> Walk for BrokenInto<W, G> {
    type Modes = W;
    type Digits = G;
    #[inline(always)]
    fn modes(self) -> W {
        self.0
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        true // it is compared with the definition
    }
}

/// How a walk crosses the multiples of one P.
pub trait Crossing {
    /// The largest remainder modulo P.
    type Max: Nat;
    /// The breaks B and this one, where A's stride changes from SD to D.
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

/// The crossing of p by the walk n:r.
#[total(types)]
fn cross(p: Nat, n: Nat, r: Nat) -> Crossing {
    let g: Nat = remainder(r, p);
    if Integer::is_zero(g) { NeverCrosses(0) } else { cross_every(ceil_quotient(p, g), p, n, g) }
}
/// The crossing of p by n steps of g < p: every q steps.
#[total(types)]
fn cross_every(q: Nat, p: Nat, n: Nat, g: Nat) -> Crossing {
    if ge(q, n) {
        NeverCrosses(Nat::mul(n.sub(1), g))
    } else {
        let excess: Nat = Nat::sub(q.mul(g), p);
        let rounds: Nat = quotient(n, q);
        let largest: Nat = nat_max(
            remainder_at(rounds, excess, q, g),
            remainder_at(succ(rounds), excess, remainder(n, q), g),
        );
        CrossesEvery(q, largest)
    }
}
/// The remainder modulo p at step i of a round, where each round starts `excess` further:
/// (round - 1) * excess + (i - 1) * g.
#[total(types)]
fn remainder_at(round: Nat, excess: Nat, i: Nat, g: Nat) -> Nat {
    Nat::add(Nat::mul(round.sub(1), excess), Nat::mul(i.sub(1), g))
}

/// An extension to which the general rule can be applied, after P0 elements.
#[total]
pub trait Bendable: Sized {
    /// True if the extents before the last mode are static.
    type InnerStatic: Bool;
    /// The breaks of the walk N:R, in order.
    type Breaks<P0: Nat, N: Nat, R: Nat>: Breaks;
    /// True if no excess adds up to a further crossing.
    type NoExcess<P0: Nat, N: Nat, R: Nat>: Bool;
    /// The largest digit of the walk in each mode.
    type LargestDigits<P0: Nat, N: Nat, R: Nat>: Digits + 'static;
    /// `A^(x)`
    fn at(self, x: Integer) -> Integer;
}

#[total]
impl<S: Integer, D: Integer> Bendable for Last<S, D> {
    type InnerStatic = B1;
    type Breaks<P0: Nat, N: Nat, R: Nat> = HNil;
    type NoExcess<P0: Nat, N: Nat, R: Nat> = B1;
    type LargestDigits<P0: Nat, N: Nat, R: Nat> = HNil;
    fn at(self, x: Integer) -> Integer {
        let Last(_, d) = self;
        mul(x, d)
    }
}

/// The elements before and in a mode of extent S.
type UpTo<P0, S> = <<S as Integer>::Known as Nat>::Mul<P0>;

#[total]
impl<S: Integer, D: Integer, T: Extension> Bendable for Inner<S, D, T> {
    type InnerStatic = <S::IsStatic as Bool>::And<T::InnerStatic>;
    type Breaks<P0: Nat, N: Nat, R: Nat> = <Cross<UpTo<P0, S>, N, R> as Crossing>::AddTo<
        T::Stride,
        Mul<S, D>,
        T::Breaks<UpTo<P0, S>, N, R>,
    >;
    type NoExcess<P0: Nat, N: Nat, R: Nat> = <Gt<
        UpTo<P0, S>,
        <Cross<UpTo<P0, S>, N, R> as Crossing>::Max,
    > as Bool>::And<T::NoExcess<UpTo<P0, S>, N, R>>;
    type LargestDigits<P0: Nat, N: Nat, R: Nat> = Digit<
        LargestDigit<Quotient<<Cross<UpTo<P0, S>, N, R> as Crossing>::Max, P0>>,
        T::LargestDigits<UpTo<P0, S>, N, R>,
    >;
    fn at(self, x: Integer) -> Integer {
        let Inner(s, d, t) = self;
        add(mul(rem(x, s), d), t.at(div(x, s)))
    }
}

/// The breaks of a walk in ascending order; at each break, A's stride changes from SD to D.
pub trait Breaks {
    /// The breaks with one more.
    type Insert<Q: Nat, D: Integer, SD: Integer>: Breaks;
    /// The breaks without those at which A does not bend.
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
    type Insert<Q2: Nat, D2: Integer, SD2: Integer> = Inserted<Q2, D2, SD2, Q, D, SD, T>;
    type Bends = IfBent<Q, D, SD, T::Bends>;
    type IsChain<Before: Nat, N: Nat> =
        <<Remainder<Q, Before> as Integer>::IsZero as Bool>::And<T::IsChain<Q, N>>;
    type Emit<Before: Nat, N: Nat, R: Nat, A: Extension> =
        M<Quotient<Q, Before>, A::At<R::Mul<Before>>, T::Emit<Q, N, R, A>>;
    #[inline(always)]
    fn emit<Before: Nat, N: Nat, R: Nat, A: Extension>(a: A) -> Self::Emit<Before, N, R, A> {
        cons(Nat::UNIT, a.at(<R::Mul<Before>>::UNIT), T::emit::<Q, N, R, A>(a))
    }
}
/// The breaks q, then those of t, with one more at q2, where A's stride changes from sd2 to d2.
#[total(types)]
fn inserted(
    q2: Nat,
    d2: Integer,
    sd2: Integer,
    q: Nat,
    d: Integer,
    sd: Integer,
    t: Breaks,
) -> Breaks {
    if ge(q, q2) {
        if q2.eq(q) {
            Break(q, add(d, d2), add(sd, sd2), t) // the two bends add up
        } else {
            Break(q2, d2, sd2, Break(q, d, sd, t))
        }
    } else {
        Break(q, d, sd, t.insert(q2, d2, sd2))
    }
}
/// The break q, then those of t; without q if A does not bend there.
#[total(types)]
fn if_bent(q: Nat, d: Integer, sd: Integer, t: Breaks) -> Breaks {
    if eq(d, sd) { t } else { Break(q, d, sd, t) }
}
