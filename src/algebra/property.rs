//! Properties: whether a layout reaches an offset twice, or leaves an offset out.
//!
//! Two coordinates of L have the same offset if and only if their difference x, with `|x_k| < s_k`,
//! has `sum x_k * d_k = 0` and is not 0. The modes are sorted by stride and stacked, the smallest
//! at the bottom. Let x_k be the topmost digit of x that is not 0. Then `x_k * d_k` is a difference
//! of two offsets of the modes below, so at most their [`Span`](Stack::Span), and a multiple of
//! their greatest common divisor. That leaves few candidates, and in nearly every layout none:
//!
//! ```text
//! (4,8):(1,4)      8:4 over 4:1, of span 3: already 1 * 4 is more, so no offset is reached twice
//! (3,2):(2,3)      2:3 over 3:2, of span 4: 1 * 3 is not a multiple of 2; proven, though they interleave
//! (4,2):(1,2)      2:2 over 4:1, of span 3: 1 * 2 is a difference of the modes below: offset 2 twice
//! ```
//!
//! A candidate is tried in the same way on the modes below it. The search is exact. If a mode has
//! more than [`Most`] candidates, which takes at least three modes that interleave finely, the
//! search stops and nothing is proven.

use core::marker::PhantomData;

use super::flat_modes::*;
use super::inverse::{Inverse, Placed, PlacedModes};
use super::tree::CoalescedModes;
use crate::integer::*;
use crate::number::*;
use crate::tuple::*;
use zellige_macros::total;

/// Modes, sorted by stride, the largest on top.
pub trait Stack: 'static {
    /// Their largest offset.
    type Span: Nat;
    /// The greatest common divisor of their strides, 1 if not all are known.
    type Gcd: Nat;
    /// True if R is a difference of two of their offsets, or if that would take too long to
    /// determine.
    type HasDifference<R: Nat>: Bool;
    /// True if it is proven that they reach no offset twice.
    type Apart: Bool;
    /// True if they reach every offset up to the largest.
    type Gapless: Bool;
    /// The stack with a mode S:D on top, with a stride at least as large.
    type Push<S: Integer, D: Integer>: Stack;
}

/// No modes.
pub struct Bottom;
/// The mode S:D over T.
pub struct Over<S, D, T>(PhantomData<(S, D, T)>);
/// A mode of stride D with a run-time extent, over T.
pub struct Open<D, T>(PhantomData<(D, T)>);
/// No element, regardless of the other modes.
pub struct Nothing;
/// Modes about which nothing is proven.
pub struct Unproven;

impl Stack for Bottom {
    type Span = UTerm;
    type Gcd = UTerm;
    type HasDifference<R: Nat> = R::IsZero;
    type Apart = B1;
    type Gapless = B1;
    type Push<S: Integer, D: Integer> = Pushed<S, D, Self>;
}
impl<S: Nat, D: Nat, T: Stack> Stack for Over<S, D, T> {
    type Span = <T::Span as Nat>::Add<<Pred<S> as Nat>::Mul<D>>;
    type Gcd = <T::Gcd as Nat>::Gcd<D>;
    type HasDifference<R: Nat> = HasDifference<R, S, D, T, Self::Gcd>;
    type Apart = AreApart<Pred<S>, D, T>;
    type Gapless = <T::Gapless as Bool>::And<Ge<Succ<T::Span>, D>>;
    type Push<S2: Integer, D2: Integer> = Pushed<S2, D2, Self>;
}
impl<D: Nat, T: Stack> Stack for Open<D, T> {
    type Span = UTerm;
    type Gcd = <T::Gcd as Nat>::Gcd<D>;
    type HasDifference<R: Nat> = B1;
    // Only as many steps as stay inside the span of T can meet T.
    type Apart = AreApart<T::Span, D, T>;
    type Gapless = <T::Gapless as Bool>::And<Ge<Succ<T::Span>, D>>;
    type Push<S2: Integer, D2: Integer> = Unproven;
}
impl Stack for Nothing {
    type Span = UTerm;
    type Gcd = N1;
    type HasDifference<R: Nat> = B0;
    type Apart = B1;
    type Gapless = B1;
    type Push<S: Integer, D: Integer> = Nothing;
}
impl Stack for Unproven {
    type Span = UTerm;
    type Gcd = N1;
    type HasDifference<R: Nat> = B1;
    type Apart = B0;
    type Gapless = B0;
    type Push<S: Integer, D: Integer> = NothingOrUnproven<S>;
}

/// Modes about which nothing is proven, with a mode of the extent s on top.
#[total(types)]
fn nothing_or_unproven(s: Integer) -> Stack {
    if s.is_zero() { Nothing } else { Unproven }
}
/// The modes t with the mode s:d on top.
#[total(types)]
fn pushed(s: Integer, d: Integer, t: Stack) -> Stack {
    if s.is_zero() {
        Nothing
    } else if d.is_zero() {
        // All its coordinates have the same offset.
        if s.is_one() { t } else { Unproven }
    } else if both_static(s, d) {
        Over::<S::Known, D::Known, T>
    } else if d.is_static() {
        Open::<D::Known, T>
    } else {
        Unproven
    }
}

/// True if it is proven that neither t nor t and at most n steps of d reach an offset twice.
#[total(types)]
fn are_apart(n: Nat, d: Nat, t: Stack) -> Bool {
    if t.apart() {
        if gt(d, t.span()) {
            B1 // a single step is already past all differences of offsets of t
        } else {
            !are_reached(t, common(t, d), common(t, d), quotient(n.mul(d), common(t, d)))
        }
    } else {
        B0
    }
}
/// The least common multiple of the divisor of t and d: only multiples of it can meet t.
#[total(types)]
fn common(t: Stack, d: Nat) -> Nat {
    d.mul(quotient(t.gcd(), Nat::gcd(t.gcd(), d)))
}

/// True if r is a difference of offsets of s:d over t, where the strides have the divisor g.
#[total(types)]
fn has_difference(r: Nat, s: Nat, d: Nat, t: Stack, g: Nat) -> Bool {
    if Integer::is_zero(remainder(r, g)) {
        if gt(s, quotient(r, d)) {
            // With r / d steps, or fewer, the remainder for t is r mod d, or more.
            if are_reached(t, remainder(r, d), d, s.add(quotient(r, d))) {
                B1
            } else {
                // With more steps, it is d - r mod d, or more.
                are_reached(t, d.sub(remainder(r, d)), d, Nat::sub(pred(s), quotient(r, d)))
            }
        } else {
            // Even all steps do not reach r.
            are_reached(t, r.sub(Nat::mul(pred(s), d)), d, s.add(pred(s)))
        }
    } else {
        B0
    }
}

/// The largest number of candidates that are tried in one mode.
pub type Most = UInt<UInt<UInt<UInt<N1, B0>, B0>, B0>, B0>;

/// True if one of `r, r + d, r + 2d, ...`, n numbers, is a difference of offsets of t, or if there
/// are too many to determine that.
#[total(types)]
fn are_reached(t: Stack, r: Nat, d: Nat, n: Nat) -> Bool {
    if gt(r, t.span()) {
        B0
    } else {
        // Those of the n numbers that are not too large.
        let candidates: Nat = nat_min(n, succ(quotient(Nat::sub(t.span(), r), d)));
        if ge(Most, candidates) { is_one_reached(t, r, d, candidates) } else { B1 }
    }
}
/// True if one of `r, r + d, r + 2d, ...`, n numbers, is a difference of offsets of t.
#[total(types)]
fn is_one_reached(t: Stack, r: Nat, d: Nat, n: Nat) -> Bool {
    if n.is_zero() {
        B0
    } else if t.has_difference(r) {
        B1
    } else {
        is_one_reached(t, r.add(d), d, pred(n))
    }
}

/// Modes that are sorted and stacked.
pub trait Stacking: Sized {
    /// These modes, sorted into the sorted modes R.
    type SortOnto<R: PlacedModes>: PlacedModes;
    /// The sorted modes on top of P.
    type StackOn<P: Stack>: Stack;
}
impl Stacking for HNil {
    type SortOnto<R: PlacedModes> = R;
    type StackOn<P: Stack> = P;
}
impl<S: Integer, D: Integer, P: Integer, T: PlacedModes> Stacking for Placed<S, D, P, T> {
    // A difference of offsets has either sign, so the sign of a stride does not matter.
    type SortOnto<R: PlacedModes> = <T::SortOnto<R> as PlacedModes>::InsertMode<S, D::Abs, P>;
    type StackOn<Q: Stack> = T::StackOn<Q::Push<S, D>>;
}

/// The modes of S:D, as few as possible.
type ModesOf<S, D> = <CoalescedModes<S, D> as Inverse>::Place<N1>;
/// Sorted modes, stacked.
type Stacked<M> = <M as Stacking>::StackOn<Bottom>;
/// The modes of S:D of stride other than 0, sorted.
type Moving<S, D> = <CoalescedModes<S, D> as Inverse>::PlaceByStride<N1>;

/// True if it is proven that S:D reaches no offset twice.
pub type IsInjective<S, D> = <Stacked<<ModesOf<S, D> as Stacking>::SortOnto<HNil>> as Stack>::Apart;
/// True if S:D reaches every offset up to its largest.
pub type IsCompact<S, D> = <Stacked<Moving<S, D>> as Stack>::Gapless;
/// True if it is proven that two tiles S:D at different coordinates of the layout S2:D2 share no
/// offset.
pub type IsDisjoint<S, D, S2, D2> =
    <Stacked<<ModesOf<S2, D2> as Stacking>::SortOnto<Moving<S, D>>> as Stack>::Apart;
/// [`IsInjective`] for the modes of S:D that are known. If they reach an offset twice, so do all
/// modes.
pub type IsKnownInjective<S, D> = IsInjective<KnownShape<S, D>, KnownStride<S, D>>;
/// [`IsDisjoint`] for the modes that are known.
pub type IsKnownDisjoint<S, D, S2, D2> =
    IsDisjoint<KnownShape<S, D>, KnownStride<S, D>, KnownShape<S2, D2>, KnownStride<S2, D2>>;
/// True if it is proven that S:D without its modes of stride 0 reaches no offset twice.
pub type IsInjectiveMoving<S, D> = <Stacked<Moving<S, D>> as Stack>::Apart;

/// The shape s with 1 where the mode s:d is not known.
#[total(types)]
fn known_shape(s: IntTuple, d: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => {
            if is_known(s.leaf(), d.leaf()) {
                s
            } else {
                1
            }
        }
        Empty => (),
        Node => prepended(known_shape(s.tail(), d.tail()), known_shape(s.head(), d.head())),
    }
}
/// The strides d with 0 where the mode s:d is not known.
#[total(types)]
fn known_stride(s: IntTuple, d: IntTuple) -> IntTuple {
    match s.kind() {
        Leaf => {
            if is_known(s.leaf(), d.leaf()) {
                d
            } else {
                0
            }
        }
        Empty => (),
        Node => prepended(known_stride(s.tail(), d.tail()), known_stride(s.head(), d.head())),
    }
}
/// True if the mode s:d is static, or of stride 0, whatever its extent is.
#[total(types)]
fn is_known(s: Integer, d: Integer) -> Bool {
    (s.is_static() || d.is_zero()) && d.is_static()
}
