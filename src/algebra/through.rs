//! A swizzle drawn through a layout: the swizzle G with `A(F(x)) = G(A(x))`.
//!
//! ```text
//! A = (8,8):(8,1)     bits of x        5 4 3 2 1 0
//!                     bits of A(x)     2 1 0 5 4 3
//! F = Sw<2,0,-3>      bits 1 0 flip bits 4 3;  in A(x) these are 4 3 and 1 0:  G = Sw<2,0,3>
//! ```
//!
//! It exists where A sends bits to bits: the extents are powers of two, so that A(x) is the sum of the
//! A(2^j) for the bits j of x, and no two of these have a bit in common, so that nothing carries. Then
//! F flips in A(x) what the bits of x flip in x, and that is a swizzle if the images of its bits are
//! again two runs, bit for bit equally far apart. That is decided for the x below a bound N; if all of
//! them are too small to have a bit that F moves, G moves nothing, either.

use super::bend::Bendable;
use super::compose::RefusedLayout;
use super::extension::{Extension, ExtensionOf};
use super::outer::{NoFunction, Outer};
use super::swizzle::{AreMasks, MakeSwizzle, OfMasks, Sw, Swizzled};
use crate::algebra::reasons::{NotClosed, NotFromZero, NotThrough, Operation};
use crate::cases::cases;
use crate::integer::*;
use crate::layout::Algebra;
use crate::layout::{Layout, Strided};
use crate::number::*;
use crate::refusal::Refused;
use crate::run_time::Faults;

/// The value of A at the static X.
type At<A, X> = <<A as Bendable>::At<X> as Integer>::Known;
/// The bits from L on, B values of them.
type Mask<B, L> = <<B as Nat>::Sub<N1> as Nat>::Mul<L>;
/// Have A and B no bit in common?
type Disjoint<A, B> = <<A as Nat>::Xor<B> as Nat>::Eq<<A as Nat>::Add<B>>;

/// The function G with `A(F(x)) = G(A(x))` for all x below N, where F is the swizzle of B, Y, Z.
pub type Through<B, Y, Z, A, N> =
    <<N as Integer>::IsStatic as KnownBound>::Out<B, Y, Z, A, <N as Integer>::Known>;
cases! {
    /// True if the bound is static.
    KnownBound[B: Nat, Y: Nat, Z: Nat, A: Extension, N: Nat] -> Outer {
        B1 => <<Ge<Y, N> as Bool>::Or<B::IsOne> as NothingMoves>::Out<B, Y, Z, A, N>;
        B0 => NoFunction<NotThrough<A, Sw<B, Y, Z>>>;
    }
}
cases! {
    /// True if all x are too small to have a bit that moves.
    NothingMoves[B: Nat, Y: Nat, Z: Nat, A: Extension, N: Nat] -> Outer {
        B1 => <<A::InBits as Bool>::And<NoMeeting<B, Y, Z, A, N>> as BitsBeyond>::Out<B, Y, Z, A>;
        B0 => <<A::InBits as Bool>::And<Paired<B, Y, Z, A, N>> as BitsOfTheirOwn>::Out<B, Y, Z, A>;
    }
}
/// The bits of the swizzle become those of another one, which meet no bit that occurs.
type NoMeeting<B, Y, Z, A, N> = <Apart<Images<A, N>, At<A, Mask<B, Y>>> as Bool>::And<
    <Disjoint<At<A, Mask<B, Y>>, At<A, Mask<B, Z>>> as Bool>::And<
        AreMasks<At<A, Mask<B, Y>>, At<A, Mask<B, Z>>>,
    >,
>;
cases! {
    /// Nothing moves: is there a swizzle that says so? Any function that moves nothing will do.
    BitsBeyond[B: Nat, Y: Nat, Z: Nat, A: Extension] -> Outer {
        B1 => MakeSwizzle<At<A, Mask<B, Y>>, At<A, Mask<B, Z>>>;
        B0 => Sw<N1, N1, N1>;
    }
}
/// No two bits meet, and those of the swizzle stay equally far apart.
type Paired<B, Y, Z, A, N> =
    <<ImagesOfAll<B, Y, Z, A, N> as Used>::IsMask as Bool>::And<PairsOf<B, Y, Z, A>>;
/// The images of all bits below N, and of those of the swizzle.
type ImagesOfAll<B, Y, Z, A, N> = Images<A, NatMax<N, <NatMax<Y, Z> as Nat>::Mul<B>>>;
/// The bits of the swizzle stay equally far apart.
type PairsOf<B, Y, Z, A> = <<B as Integer>::IsOne as LastPair>::Out<
    B,
    Y,
    Z,
    A,
    <At<A, Mask<B, Y>> as Nat>::LowestBit,
    <At<A, Mask<B, Z>> as Nat>::LowestBit,
>;
cases! {
    /// True if the bits of the swizzle go where they meet no other.
    BitsOfTheirOwn[B: Nat, Y: Nat, Z: Nat, A: Extension] -> Outer {
        B1 => OfMasks<At<A, Mask<B, Y>>, At<A, Mask<B, Z>>, NotThrough<A, Sw<B, Y, Z>>>;
        B0 => NoFunction<NotThrough<A, Sw<B, Y, Z>>>;
    }
}

/// The bits that the images of some bits use.
pub trait Used {
    /// True if they are all different.
    type IsMask: Bool;
    /// The bits.
    type Mask: Nat;
}
/// Different bits U.
pub struct Bits<U>(U);
impl<U: Nat> Used for Bits<U> {
    type IsMask = B1;
    type Mask = U;
}
/// Bits that are used twice.
pub struct Overlap;
impl Used for Overlap {
    type IsMask = B0;
    type Mask = UTerm;
}
/// The images of all bits below N.
type Images<A, N> = <Gt<N, N1> as MoreBits>::Out<A, N, N1, UTerm>;
/// The bits U are all different, and none of them is in M.
type Apart<U, M> = <<U as Used>::IsMask as Bool>::And<Disjoint<<U as Used>::Mask, M>>;
cases! {
    /// True if the bit P is below N. U are the bits used before.
    MoreBits[A: Extension, N: Nat, P: Nat, U: Nat] -> Used {
        B1 => <Disjoint<U, At<A, P>> as NewBits>::Out<A, N, P, U>;
        B0 => Bits<U>;
    }
}
cases! {
    /// True if the image of the bit P uses new bits.
    NewBits[A: Extension, N: Nat, P: Nat, U: Nat] -> Used {
        B1 => <Gt<N, P::Shift1> as MoreBits>::Out<A, N, P::Shift1, U::Add<At<A, P>>>;
        B0 => Overlap;
    }
}
cases! {
    /// True if there is no pair of bits left. Y1 and Z1 are the images of the first one.
    LastPair[B: Nat, Y: Nat, Z: Nat, A: Extension, Y1: Nat, Z1: Nat] -> Bool {
        B1 => B1;
        B0 => <<<At<A, Y> as Nat>::Mul<Z1> as Nat>::Eq<<At<A, Z> as Nat>::Mul<Y1>> as Bool>::And<
            <<B::Half as Integer>::IsOne as LastPair>::Out<B::Half, Y::Shift1, Z::Shift1, A, Y1, Z1>,
        >;
    }
}

/// The layout R after F: `R(F(x))` for the x below N.
type After<F, R, N> = Swizzled<
    <F as Outer>::Through<ExtensionOf<<R as Layout>::ModeShape, <R as Layout>::Stride>, N>,
    R,
>;
#[inline(always)]
fn after<F: Outer, R: Layout, N: Integer>(r: R) -> After<F, R, N> {
    <F::Through<ExtensionOf<R::ModeShape, R::Stride>, N>>::VALUE.around(UTerm, r)
}

/// The composition of A with `F(O + L(c))`: F drawn through A, around A o L.
pub type Within<Op, A, F, O, L> = <<O as Integer>::IsZero as WithinFromZero>::Out<Op, A, F, O, L>;
/// The composition of `a` with `F(O + l(c))`.
#[inline(always)]
pub fn within<Op: Operation, A: Extension, F: Outer, O: Integer, L: Layout>(
    a: A,
    l: L,
    faults: impl Faults,
) -> Within<Op, A, F, O, L> {
    <O::IsZero as WithinFromZero>::go::<Op, A, F, O, L>(a, l, faults)
}
cases! {
    /// True if the offset is 0.
    WithinFromZero[Op: Operation, A: Extension, F: Outer, O: Integer, L: Layout](a: A, l: L, faults: impl Faults) -> Layout {
        B1 => Swizzled<F::Through<A, L::Cosize>, L::ComposeAfter<Op, A>>
            = <F::Through<A, L::Cosize>>::VALUE.around(UTerm, l.compose_after::<Op, A>(a, faults));
        B0 => RefusedLayout<NotFromZero<F, O>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}

/// The right inverse of `F(O + L(c))`: that of L after F, which is its own inverse.
pub type RightInverse<F, O, L> = <<O as Integer>::IsZero as RightFromZero>::Out<F, O, L>;
/// The right inverse of `F(O + l(c))`.
#[inline(always)]
pub fn right_inverse<F: Outer, O: Integer, L: Layout>(
    l: L,
    faults: impl Faults,
) -> RightInverse<F, O, L> {
    <O::IsZero as RightFromZero>::go::<F, O, L>(l, faults)
}
/// The size of the right inverse of L.
type Reached<L> = <<L as Algebra>::RightInverse as Layout>::Size;
cases! {
    /// True if the offset is 0.
    RightFromZero[F: Outer, O: Integer, L: Layout](l: L, faults: impl Faults) -> Layout {
        B1 => <Eq<F::Bound<Reached<L>>, Reached<L>> as RightInside>::Out<F, L>
            = <Eq<F::Bound<Reached<L>>, Reached<L>> as RightInside>::go::<F, L>(l, faults);
        B0 => RefusedLayout<NotFromZero<F, O>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}
cases! {
    /// True if F takes the offsets that L reaches to themselves.
    RightInside[F: Outer, L: Layout](l: L, faults: impl Faults) -> Layout {
        B1 => After<F, L::RightInverse, Reached<L>> = after::<F, _, Reached<L>>(l.right_inverse_noting(faults));
        B0 => RefusedLayout<NotClosed<F, Reached<L>>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}

/// The left inverse of `F(O + L(c))`: that of L after F, which is its own inverse.
pub type LeftInverse<F, O, L> = <<O as Integer>::IsZero as LeftFromZero>::Out<F, O, L>;
/// The left inverse of `F(O + l(c))`.
#[inline(always)]
pub fn left_inverse<F: Outer, O: Integer, L: Layout>(
    l: L,
    faults: impl Faults,
) -> LeftInverse<F, O, L> {
    <O::IsZero as LeftFromZero>::go::<F, O, L>(l, faults)
}
cases! {
    /// True if the offset is 0.
    LeftFromZero[F: Outer, O: Integer, L: Layout](l: L, faults: impl Faults) -> Layout {
        B1 => After<F, L::LeftInverse, L::Cosize> = after::<F, _, L::Cosize>(l.left_inverse_noting(faults));
        B0 => RefusedLayout<NotFromZero<F, O>> = Strided::of(Refused::UNIT, Refused::UNIT);
    }
}
