//! Properties: does a layout reach an offset twice, or leave one out?
//!
//! Two coordinates of L have the same offset if their difference x, with `|x_k| < s_k`, has
//! `sum x_k * d_k = 0` and is not 0. The modes are sorted by stride and piled up, the smallest at
//! the bottom. Let x_k be the topmost digit of x that is not 0: then `x_k * d_k` is a difference of
//! two offsets of the modes below, so at most their [`Span`](Pile::Span), and a multiple of their
//! greatest common divisor. That leaves few candidates, in nearly every layout none:
//!
//! ```text
//! (4,8):(1,4)      8:4 over 4:1, of span 3: already 1 * 4 is more, so no offset is reached twice
//! (3,2):(2,3)      2:3 over 3:2, of span 4: 1 * 3 is no multiple of 2; proven, though they interleave
//! (4,2):(1,2)      2:2 over 4:1, of span 3: 1 * 2 is a difference of the modes below: offset 2 twice
//! ```
//!
//! A candidate is tried in the same way on the modes below it. The search is exact; where a mode
//! has more than [`Most`] candidates, which takes at least three modes that interleave finely, it
//! is given up and nothing is proven.

use core::marker::PhantomData;

use super::inverse::{Inverse, Placed, PlacedModes};
use super::modes::*;
use super::tree::CoalescedModes;
use crate::cases::cases;
use crate::integer::*;
use crate::number::*;
use crate::tuple::Ternary;
use crate::tuple::{Empty, IntTuple, Leaf, Node};

/// Modes, sorted by stride, the largest on top.
pub trait Pile: 'static {
    /// Their largest offset.
    type Span: Nat;
    /// The greatest common divisor of their strides, 1 if not all are known.
    type Gcd: Nat;
    /// True if R is a difference of two of their offsets, and where that takes too long to find out.
    type Reach<R: Nat>: Bool;
    /// True if it is proven that they reach no offset twice.
    type Apart: Bool;
    /// True if they reach every offset up to the largest.
    type Gapless: Bool;
    /// With a mode S:D of no smaller stride on top.
    type Push<S: Integer, D: Integer>: Pile;
}

/// No mode.
pub struct Ground;
/// The mode S:D over T.
pub struct Over<S, D, T>(PhantomData<(S, D, T)>);
/// A mode of stride D whose extent is known at run time only, over T.
pub struct Open<D, T>(PhantomData<(D, T)>);
/// Something of which nothing is proven.
pub struct Unproven;

impl Pile for Ground {
    type Span = UTerm;
    type Gcd = UTerm;
    type Reach<R: Nat> = R::IsZero;
    type Apart = B1;
    type Gapless = B1;
    type Push<S: Integer, D: Integer> = <D::IsStatic as PushStride>::Out<S, D, Ground>;
}
impl<S: Nat, D: Nat, T: Pile> Pile for Over<S, D, T> {
    type Span = <T::Span as Nat>::Add<<Last<S> as Nat>::Mul<D>>;
    type Gcd = <T::Gcd as Nat>::Gcd<D>;
    type Reach<R: Nat> = <IsMultipleOf<R, Self::Gcd> as MayReach>::Out<R, S, D, T>;
    type Apart = <T::Apart as ApartBelow>::Out<Last<S>, D, T>;
    type Gapless = <T::Gapless as Bool>::And<Ge<Succ<T::Span>, D>>;
    type Push<S2: Integer, D2: Integer> = <D2::IsStatic as PushStride>::Out<S2, D2, Self>;
}
impl<D: Nat, T: Pile> Pile for Open<D, T> {
    type Span = UTerm;
    type Gcd = <T::Gcd as Nat>::Gcd<D>;
    type Reach<R: Nat> = B1;
    // As many steps as stay inside the span of T are all that can meet it.
    type Apart = <T::Apart as ApartBelow>::Out<T::Span, D, T>;
    type Gapless = <T::Gapless as Bool>::And<Ge<Succ<T::Span>, D>>;
    type Push<S2: Integer, D2: Integer> = Unproven;
}
impl Pile for Unproven {
    type Span = UTerm;
    type Gcd = N1;
    type Reach<R: Nat> = B1;
    type Apart = B0;
    type Gapless = B0;
    type Push<S: Integer, D: Integer> = Unproven;
}
/// S - 1
type Last<S> = <S as Nat>::Sub<N1>;
type IsMultipleOf<R, D> = <Remainder<R, D> as Integer>::IsZero;

cases! {
    /// The mode S:D over T: is its stride static?
    PushStride[S: Integer, D: Integer, T: Pile] -> Pile {
        B1 => <D::IsZero as PushConstant>::Out<S, D, T>;
        B0 => Unproven;
    }
}
cases! {
    /// The mode S:D over T: is its stride 0? Then all its coordinates have one offset.
    PushConstant[S: Integer, D: Integer, T: Pile] -> Pile {
        B1 => <S::IsOne as PushSingle>::Out<T>;
        B0 => <S::IsStatic as PushExtent>::Out<S, D, T>;
    }
}
cases! {
    /// A mode of stride 0 over T: has it only one coordinate?
    PushSingle[T: Pile] -> Pile {
        B1 => T;
        B0 => Unproven;
    }
}
cases! {
    /// The mode S:D over T: is its extent static?
    PushExtent[S: Integer, D: Integer, T: Pile] -> Pile {
        B1 => Over<S::Known, D::Known, T>;
        B0 => Open<D::Known, T>;
    }
}

cases! {
    /// At most N steps of D over T: does T itself reach no offset twice?
    ApartBelow[N: Nat, D: Nat, T: Pile] -> Bool {
        B1 => <Gt<D, T::Span> as StepsPast>::Out<N, D, T>;
        B0 => B0;
    }
}
cases! {
    /// At most N steps of D over T: is already one step past all differences of offsets of T?
    StepsPast[N: Nat, D: Nat, T: Pile] -> Bool {
        B1 => B1;
        B0 => <Search<T, Common<T, D>, Common<T, D>, Quotient<<N as Nat>::Mul<D>, Common<T, D>>> as Bool>::Not;
    }
}
/// The least common multiple of the divisor of T and D: only multiples of it can meet T.
type Common<T, D> = <D as Nat>::Mul<Quotient<<T as Pile>::Gcd, <<T as Pile>::Gcd as Nat>::Gcd<D>>>;

cases! {
    /// Is R a difference of offsets of S:D over T: do the divisors allow it?
    MayReach[R: Nat, S: Nat, D: Nat, T: Pile] -> Bool {
        B1 => <Gt<S, Quotient<R, D>> as ReachInside>::Out<R, S, D, T>;
        B0 => B0;
    }
}
cases! {
    /// Is R a difference of offsets of S:D over T: has the mode R / D steps?
    ///
    /// Then what is left for T is R mod D, and more for fewer steps; or D - R mod D, and more for
    /// more steps. Otherwise all steps are too few.
    ReachInside[R: Nat, S: Nat, D: Nat, T: Pile] -> Bool {
        B1 => <Search<T, Remainder<R, D>, D, S::Add<Quotient<R, D>>> as ReachAbove>::Out<R, S, D, T>;
        B0 => Search<T, R::Sub<<Last<S> as Nat>::Mul<D>>, D, S::Add<Last<S>>>;
    }
}
cases! {
    /// Is R a difference of offsets of S:D over T: is it one with at most R / D steps?
    ReachAbove[R: Nat, S: Nat, D: Nat, T: Pile] -> Bool {
        B1 => B1;
        B0 => Search<T, D::Sub<Remainder<R, D>>, D, <Last<S> as Nat>::Sub<Quotient<R, D>>>;
    }
}

/// At most so many candidates are tried in one mode.
pub type Most = UInt<UInt<UInt<UInt<N1, B0>, B0>, B0>, B0>;

/// Is one of `R, R + D, R + 2D, ..`, N numbers, a difference of offsets of T?
type Search<T, R, D, N> = <Gt<R, <T as Pile>::Span> as SearchPast>::Out<T, R, D, N>;
cases! {
    /// Is one of N numbers from R on a difference of offsets of T: are all of them too large?
    SearchPast[T: Pile, R: Nat, D: Nat, N: Nat] -> Bool {
        B1 => B0;
        B0 => <Ge<Most, Candidates<T, R, D, N>> as SearchFew>::Out<T, R, D, Candidates<T, R, D, N>>;
    }
}
/// Those of the N numbers that are not too large.
type Candidates<T, R, D, N> = NatMin<N, Succ<Quotient<<<T as Pile>::Span as Nat>::Sub<R>, D>>>;
cases! {
    /// Is one of N numbers from R on a difference of offsets of T: are they few?
    SearchFew[T: Pile, R: Nat, D: Nat, N: Nat] -> Bool {
        B1 => <N::IsZero as SearchNext>::Out<T, R, D, N>;
        B0 => B1;
    }
}
cases! {
    /// Is one of N numbers from R on a difference of offsets of T: is none left?
    SearchNext[T: Pile, R: Nat, D: Nat, N: Nat] -> Bool {
        B1 => B0;
        B0 => <T::Reach<R> as SearchAfter>::Out<T, R, D, N>;
    }
}
cases! {
    /// Is one of N numbers from R on a difference of offsets of T: is R one?
    SearchAfter[T: Pile, R: Nat, D: Nat, N: Nat] -> Bool {
        B1 => B1;
        B0 => <<Last<N> as Integer>::IsZero as SearchNext>::Out<T, R::Add<D>, D, Last<N>>;
    }
}

/// Modes that are sorted and piled up.
pub trait Heap: Sized {
    /// These, sorted into the sorted modes R.
    type SortOnto<R: PlacedModes>: PlacedModes;
    /// Sorted modes on a pile.
    type PileOn<P: Pile>: Pile;
}
impl Heap for HNil {
    type SortOnto<R: PlacedModes> = R;
    type PileOn<P: Pile> = P;
}
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Heap for Placed<S, D, P, T> {
    type SortOnto<R: PlacedModes> = <T::SortOnto<R> as PlacedModes>::InsertMode<S, D, P>;
    type PileOn<Q: Pile> = T::PileOn<Q::Push<S, D>>;
}

/// The modes of S:D, as few as possible.
type ModesOf<S, D> = <CoalescedModes<S, D> as Inverse>::Place<N1>;
/// Sorted modes, as a pile.
type Piled<M> = <M as Heap>::PileOn<Ground>;
/// The modes of S:D of stride other than 0, sorted.
type Moving<S, D> = <ModesOf<S, D> as PlacedModes>::SortByStride;

/// True if it is proven that S:D reaches no offset twice.
pub type IsInjective<S, D> = <Piled<<ModesOf<S, D> as Heap>::SortOnto<HNil>> as Pile>::Apart;
/// True if S:D reaches every offset up to its largest.
pub type IsCompact<S, D> = <Piled<Moving<S, D>> as Pile>::Gapless;
/// True if it is proven that two tiles S:D at different coordinates of the layout S2:D2 share no offset.
pub type IsDisjoint<S, D, S2, D2> =
    <Piled<<ModesOf<S2, D2> as Heap>::SortOnto<Moving<S, D>>> as Pile>::Apart;
/// [`IsInjective`] of the modes of S:D that are known. What they reach twice, all reach twice.
pub type IsKnownInjective<S, D> = IsInjective<KnownShape<S, D>, KnownStride<S, D>>;
/// [`IsDisjoint`] of the modes that are known.
pub type IsKnownDisjoint<S, D, S2, D2> =
    IsDisjoint<KnownShape<S, D>, KnownStride<S, D>, KnownShape<S2, D2>, KnownStride<S2, D2>>;
/// True if the mode S:D is static, or of stride 0, whatever its extent is.
type IsKnown<S, D> = <<<<S as IntTuple>::Leaf as Integer>::IsStatic as Bool>::Or<
    <<D as IntTuple>::Leaf as Integer>::IsZero,
> as Bool>::And<<<D as IntTuple>::Leaf as Integer>::IsStatic>;
cases! {
    /// The shape S with 1 where the mode S:D is not known.
    KnownExtents[S: IntTuple, D: IntTuple] -> IntTuple {
        Leaf => <IsKnown<S, D> as Ternary>::Out<S, N1>;
        Empty => ();
        Node => <KnownShape<S::Tail, D::Tail> as IntTuple>::Prepend<KnownShape<S::Head, D::Head>>;
    }
}
cases! {
    /// The strides D with 0 where the mode S:D is not known.
    KnownStrides[S: IntTuple, D: IntTuple] -> IntTuple {
        Leaf => <IsKnown<S, D> as Ternary>::Out<D, UTerm>;
        Empty => ();
        Node => <KnownStride<S::Tail, D::Tail> as IntTuple>::Prepend<KnownStride<S::Head, D::Head>>;
    }
}
type KnownShape<S, D> = <<S as IntTuple>::Kind as KnownExtents>::Out<S, D>;
type KnownStride<S, D> = <<S as IntTuple>::Kind as KnownStrides>::Out<S, D>;

/// True if it is proven that S:D without its modes of stride 0 reaches no offset twice.
pub type IsInjectiveMoving<S, D> = <Piled<Moving<S, D>> as Pile>::Apart;
