//! The walk of one mode over a layout: the heart of composition.
//!
//! Composition evaluates A at B(i), which may lie past the size of A: predication computes such
//! coordinates on purpose. The last mode of A then continues. So composition works on the
//! *extension* of A, written A^: a sequence of [`Inner`] modes up to the [`Last`], which is
//! unbounded. It coalesces as any layout does, but never drops the last mode: its extent does not
//! matter, but its stride does. `(4,1):(1,0)` coalesces to 4:1, yet its extension maps 5 to 1, not
//! to 5.
//!
//! A mode `n:r` takes n steps of stride r over the modes of A^. In a mode `s:d` of A^ there are
//! four possible outcomes:
//!
//! ```text
//! it passes   r is a multiple of s        this mode is not used: go on with n:(r/s)
//! it stays    n steps end inside it       emit n:(r*d), done
//! it fills    r divides s evenly, and     emit (s/r):(r*d), go on with what is left
//!             s/r divides n
//! it bends    anything else               the general rule decides (module `general_rule`)
//! ```
//!
//! The first three are CuTe's fold. In [`Last`] the walk always stays.

use super::coalesce::Mergeable;
use super::flat_modes::*;
use super::general_rule::{Bendable, Bent, bent};
use super::tree::{Tree, TreeOf, tree_of};
use crate::integer::total::{add, ceil_div, div, mul, quot, sub};
use crate::integer::*;
use crate::number::*;
use crate::refusal::leaves::{Leaves, Numbers};
use crate::run_time::ModeList;
use crate::tuple::IntTuple;
use zellige_macros::total;

/// A bounded mode S:D, before the modes T.
#[derive(Copy, Clone)]
pub struct Inner<S, D, T>(pub S, pub D, pub T);
/// The last mode: stride D, unbounded (S is its original extent).
#[derive(Copy, Clone)]
pub struct Last<S, D>(pub S, pub D);

/// The extension A^ of a layout.
pub trait Extension: Extending + Copy + 'static + Walkable + Bendable {
    /// Its numbers, for messages.
    const NUMBERS: Numbers;
    /// True if the extension has a single mode.
    const IS_ONE: bool;
    /// True if the extension has a run-time integer.
    const HAS_RUN_TIME: bool;
    /// True if it contains a refused integer.
    type IsRefused: Bool;
    /// The first stride.
    type Stride: Integer;
    /// True if all extents are known to be powers of two, and all strides are static.
    type InBits: Bool;
    /// An upper bound of its largest value below the index N, minus the smallest.
    type Largest<N: Integer>: Integer;
    /// An upper bound of its largest value below the index `n`, minus the smallest.
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N>;
    /// Its numbers, with run-time values.
    fn numbers(self) -> Numbers;
    /// Appends the modes to `list`.
    fn list(self, list: &mut ModeList);
}

impl<S: Integer, D: Integer> Extension for Last<S, D> {
    const NUMBERS: Numbers =
        Numbers { shape: Leaves::NONE, stride: Leaves::NONE }.after(&S::LEAVES, &D::LEAVES);
    const IS_ONE: bool = true;
    const HAS_RUN_TIME: bool = S::HAS_RUN_TIME || D::HAS_RUN_TIME;
    type IsRefused = <S::IsRefused as Bool>::Or<D::IsRefused>;
    type Stride = D;
    type InBits = D::IsStatic;
    type Largest<N: Integer> = Mul<Sub<N, N1>, D::Abs>;
    #[inline(always)]
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N> {
        mul(sub(n, N1::UNIT), self.1.abs())
    }
    fn numbers(self) -> Numbers {
        HNil::NUMBERS.after(&self.0.leaves(), &self.1.leaves())
    }
    #[inline(always)]
    fn list(self, list: &mut ModeList) {
        list.push_mode(self.0, self.1)
    }
}

impl<S: Integer, D: Integer, T: Extension> Extension for Inner<S, D, T> {
    const NUMBERS: Numbers = T::NUMBERS.after(&S::LEAVES, &D::LEAVES);
    const IS_ONE: bool = false;
    const HAS_RUN_TIME: bool = S::HAS_RUN_TIME || D::HAS_RUN_TIME || T::HAS_RUN_TIME;
    type IsRefused = <<S::IsRefused as Bool>::Or<D::IsRefused> as Bool>::Or<T::IsRefused>;
    type Stride = D;
    type InBits = <<<S::Known as Nat>::IsPower as Bool>::And<D::IsStatic> as Bool>::And<T::InBits>;
    type Largest<N: Integer> = Add<Mul<Sub<Min<S, N>, N1>, D::Abs>, T::Largest<CeilDiv<N, S>>>;
    #[inline(always)]
    fn largest<N: Integer>(self, n: N) -> Self::Largest<N> {
        add(mul(sub(min(self.0, n), N1::UNIT), self.1.abs()), self.2.largest(ceil_div(n, self.0)))
    }
    fn numbers(self) -> Numbers {
        self.2.numbers().after(&self.0.leaves(), &self.1.leaves())
    }
    #[inline(always)]
    fn list(self, list: &mut ModeList) {
        list.push_mode(self.0, self.1);
        self.2.list(list)
    }
}

/// An extension, or nothing yet: a mode can be added in front of both.
#[total]
pub trait Extending: Copy + 'static {
    /// The extension with a mode `s:d` in front, merged if possible.
    fn ahead(self, s: Integer, d: Integer) -> Extension;
    /// The extension; the constant 0 if no mode was added.
    fn done(self) -> Extension;
}
/// Nothing yet: the first mode that is added is the last of the layout.
#[total]
impl Extending for HNil {
    fn ahead(self, s: Integer, d: Integer) -> Extension {
        Last(s, d)
    }
    fn done(self) -> Extension {
        Last(1, 0)
    }
}
#[total]
impl<S: Integer, D: Integer> Extending for Last<S, D> {
    fn ahead(self, s0: Integer, d0: Integer) -> Extension {
        let Last(s, d) = self;
        if s0.is_one() {
            Last(s, d)
        } else if mergeable(s0, d0, s, d) {
            Last(mul(s0, s), d0)
        } else {
            Inner(s0, d0, Last(s, d))
        }
    }
    fn done(self) -> Extension {
        self
    }
}
#[total]
impl<S: Integer, D: Integer, T: Extension> Extending for Inner<S, D, T> {
    fn ahead(self, s0: Integer, d0: Integer) -> Extension {
        let Inner(s, d, t) = self;
        if s0.is_one() {
            Inner(s, d, t)
        } else if mergeable(s0, d0, s, d) {
            Inner(mul(s0, s), d0, t)
        } else {
            Inner(s0, d0, Inner(s, d, t))
        }
    }
    fn done(self) -> Extension {
        self
    }
}

/// The extension of the layout `s:d`.
#[total]
pub fn extension_of(s: IntTuple, d: IntTuple) -> Extension {
    Extending::done(Tree::extend_onto(tree_of(s, d), HNil))
}

/// The trace that a walk leaves, mode of A by mode of A.
#[total]
pub trait Walk: Copy + 'static {
    /// How far the walk goes in each mode of A.
    type Digits: Digits;
    /// The modes it emits: the composition of the mode.
    fn modes(self) -> Modes;
    /// Returns whether the strides that it emits fit their type. Strides of type `usize` are
    /// numbers modulo 2^64, as all offsets are.
    fn is_exact(self) -> bool;
}
/// Returns whether r * d, a stride of a mode of `n` elements, equals the number that is computed
/// for it.
#[inline(always)]
fn is_exact<N: Integer, R: Integer, D: Integer>(n: N, r: R, d: D) -> bool {
    let stride = mul(r, d);
    if const { size_of::<Mul<R, D>>() == 0 || size_of::<Mul<R, D>>() == size_of::<usize>() } {
        return true;
    }
    n.projected() < 2 || r.projected().wrapping_mul(d.projected()) == stride.projected()
}

/// The walk is over.
#[derive(Copy, Clone)]
pub struct End;
/// It passes a mode, and continues with T.
#[derive(Copy, Clone)]
pub struct Pass<T>(T);
/// It makes N steps of R in a mode of stride D, and continues with T.
#[derive(Copy, Clone)]
pub struct Step<N, R, D, T>(N, R, D, T);
/// It makes N steps of R in the last mode, of stride D, which is unbounded.
#[derive(Copy, Clone)]
pub struct Stay<N, R, D>(N, R, D);
/// It is not a layout.
#[derive(Copy, Clone)]
pub struct NoWay;

#[total]
impl Walk for End {
    type Digits = HNil;
    fn modes(self) -> Modes {
        HNil
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        true
    }
}
#[total]
impl<T: Walk> Walk for Pass<T> {
    type Digits = Digit<Free, T::Digits>;
    fn modes(self) -> Modes {
        let Pass(t) = self;
        t.modes()
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        self.0.is_exact()
    }
}
#[total]
impl<N: Integer, R: Integer, D: Integer, T: Walk> Walk for Step<N, R, D, T> {
    type Digits = Digit<Used<N, R>, T::Digits>;
    fn modes(self) -> Modes {
        let Step(n, r, d, t) = self;
        cons(n, mul(r, d), t.modes())
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        is_exact(self.0, self.1, self.2) && self.3.is_exact()
    }
}
#[total]
impl<N: Integer, R: Integer, D: Integer> Walk for Stay<N, R, D> {
    type Digits = HNil;
    fn modes(self) -> Modes {
        let Stay(n, r, d) = self;
        cons(n, mul(r, d), HNil)
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        is_exact(self.0, self.1, self.2)
    }
}
#[total]
impl Walk for NoWay {
    type Digits = Never;
    fn modes(self) -> Modes {
        HNil
    }
    #[inline(always)]
    fn is_exact(self) -> bool {
        true
    }
}

/// An extension that can be walked.
#[total]
pub trait Walkable: Sized {
    /// True if the digits are all below the extents: use U in the first mode, G in the others.
    type StayBelow<U: Use, G: Digits>: Bool;
    /// The walk of the mode `n:r`, of at least two steps of a stride other than 0.
    fn walk(self, n: Integer, r: Integer) -> Walk;
    /// The same after a mode that was filled: only one step may be left.
    fn onward(self, n: Integer, r: Integer) -> Walk;
    /// The stride of a mode `1:r`. By CuTe's normal form it is a mode of the last mode of A.
    fn single(self, r: Integer) -> Integer;
}
#[total]
impl<S: Integer, D: Integer> Walkable for Last<S, D> {
    type StayBelow<U: Use, G: Digits> = B1;
    fn walk(self, n: Integer, r: Integer) -> Walk {
        let Last(_, d) = self;
        Stay(n, r, d)
    }
    fn onward(self, n: Integer, r: Integer) -> Walk {
        let Last(_, d) = self;
        if n.is_one() { End } else { Stay(n, r, d) }
    }
    fn single(self, r: Integer) -> Integer {
        let Last(_, d) = self;
        mul(r, d)
    }
}
#[total]
impl<S: Integer, D: Integer, T: Extension> Walkable for Inner<S, D, T> {
    type StayBelow<U: Use, G: Digits> = <U::Below<S> as Bool>::And<G::StayBelow<T>>;
    fn walk(self, n: Integer, r: Integer) -> Walk {
        let Inner(s, d, t) = self;
        in_mode::<OutcomeOf<S, N, R>>(s, d, n, r, t)
    }
    fn onward(self, n: Integer, r: Integer) -> Walk {
        let Inner(s, d, t) = self;
        in_mode::<OutcomeOnward<S, N, R>>(s, d, n, r, t)
    }
    fn single(self, r: Integer) -> Integer {
        let Inner(s, _, t) = self;
        if s.is_zero() { 0 } else { t.single(ceil_div(r, s)) }
    }
}

/// The outcome of a walk in a mode. All questions are answered before the walk continues, and not
/// nested inside each other around the rest of the walk, because the compiler limits nesting.
/// `InModeMatch1` is the `match` of `in_mode`.
pub trait Outcome: InModeMatch1 {}
/// No step is left.
pub struct Ends;
/// The mode is not used.
pub struct Passes;
/// All steps end inside the mode.
pub struct Stays;
/// It fills the mode.
pub struct Fills;
/// It fills the mode by steps of 1.
pub struct FillsByOnes;
/// The general rule decides.
pub struct Bends;
impl Outcome for Ends {}
impl Outcome for Passes {}
impl Outcome for Stays {}
impl Outcome for Fills {}
impl Outcome for FillsByOnes {}
impl Outcome for Bends {}

/// The walk `n:r` in the mode `s:d` before t.
#[total]
fn in_mode<O: Outcome>(s: Integer, d: Integer, n: Integer, r: Integer, t: Extension) -> Walk {
    match O {
        Ends => End,
        Passes => Pass(t.walk(n, quot(r, s))),
        Stays => Step(n, r, d, End),
        Fills => {
            let room: Integer = room(s, n, r);
            Step(room, r, d, t.onward(div(n, room), ceil_div(r, s)))
        }
        FillsByOnes => {
            let room: Integer = room_by_ones(s, n);
            Step(room, r, d, t.onward(div(n, room), ceil_div(r, s)))
        }
        Bends => bent(n, r, Inner(s, d, t)),
    }
}
/// The outcome of the walk `n:r` of at least two steps in a mode of extent s.
#[total(types)]
fn outcome_of(s: Integer, n: Integer, r: Integer) -> Outcome {
    if r.is_one() {
        // After every mode that was filled: there is nothing to divide by.
        if s.ask::<IsGeKnown>(n) {
            Stays
        } else if n.ask::<IsMultiple>(s) {
            FillsByOnes
        } else {
            Bends
        }
    } else if passes_mode(s, r) {
        Passes
    } else if stays_in_mode(s, n, r) {
        Stays
    } else if fills_evenly(s, n, r) {
        Fills
    } else {
        Bends
    }
}
/// The same after a mode that was filled.
#[total(types)]
fn outcome_onward(s: Integer, n: Integer, r: Integer) -> Outcome {
    if n.is_one() { Ends } else { outcome_of(s, n, r) }
}
/// True if the stride is a multiple of the extent.
#[total(types)]
fn passes_mode(s: Integer, r: Integer) -> Bool {
    let division: Division = r.divide_by(s);
    division.is_exact()
}
/// True if all steps end inside the mode.
#[total(types)]
fn stays_in_mode(s: Integer, n: Integer, r: Integer) -> Bool {
    let room: Integer = ceil_div(s, r);
    room.ask::<IsGeKnown>(n)
}
/// True if r divides s, and s / r divides n.
#[total(types)]
fn fills_evenly(s: Integer, n: Integer, r: Integer) -> Bool {
    s.ask::<IsMultiple>(r) && n.ask::<IsMultiple>(ceil_div(s, r))
}

/// The number of steps of r, out of n, for which a mode of extent s has room.
#[total]
fn room(s: Integer, n: Integer, r: Integer) -> Integer {
    smaller::<BothStatic<S, N>>(ceil_div(s, r), n)
}
/// The same for r = 1, without a division.
#[total]
fn room_by_ones(s: Integer, n: Integer) -> Integer {
    smaller::<BothStatic<S, N>>(s, n)
}
/// The smaller of two.
type Smaller<Filled, A, N> = <Filled as SmallerOf>::Out<A, N>;
/// The smaller of two.
#[inline(always)]
fn smaller<Filled: Bool, A: Integer, N: Integer>(a: A, n: N) -> Smaller<Filled, A, N> {
    <Filled as SmallerOf>::go(a, n)
}
/// The smaller of two: if extent and steps are static, the mode is filled, so it is the first,
/// unless the stride is known only at run time. In that case the value is not that of the type's
/// formula, so both are written out.
#[doc(hidden)]
pub trait SmallerOf {
    /// The type of the smaller of `a` and `n`.
    type Out<A: Integer, N: Integer>: Integer;
    /// Returns the smaller of `a` and `n`.
    fn go<A: Integer, N: Integer>(a: A, n: N) -> Self::Out<A, N>;
}
impl SmallerOf for B1 {
    type Out<A: Integer, N: Integer> = A;
    #[inline(always)]
    fn go<A: Integer, N: Integer>(a: A, n: N) -> A {
        A::compute::<OpMin, A, N>(a, n)
    }
}
impl SmallerOf for B0 {
    type Out<A: Integer, N: Integer> = Min<A, N>;
    #[inline(always)]
    fn go<A: Integer, N: Integer>(a: A, n: N) -> Min<A, N> {
        min(a, n)
    }
}

/// How far a walk, or several walks, go in each mode of A: a list of [`Use`]s; missing entries are
/// [`Free`].
pub trait Digits {
    /// The digits of two walks together.
    type Plus<R: Digits>: Digits;
    /// These digits plus digits with the first U and the others G.
    type PlusDigit<U: Use, G: Digits>: Digits;
    /// True if each is below its extent in A. In the last mode it may be anything.
    type StayBelow<A: Extension>: Bool;
    /// True if that holds for a single walk.
    type Alone: Bool;
}
/// The use U of the first mode, and the digits of the others.
pub struct Digit<U, G>(U, G);
/// The digits of a walk that is not a layout: they never stay below.
pub struct Never;

impl Digits for HNil {
    type Plus<R: Digits> = R;
    type PlusDigit<U: Use, G: Digits> = Digit<U, G>;
    type StayBelow<A: Extension> = B1;
    type Alone = B1;
}
impl<U: Use, G: Digits> Digits for Digit<U, G> {
    type Plus<R: Digits> = R::PlusDigit<U, G>;
    type PlusDigit<U2: Use, G2: Digits> = Digit<U::Plus<U2>, G::Plus<G2>>;
    type StayBelow<A: Extension> = A::StayBelow<U, G>;
    type Alone = G::Alone;
}
impl Digits for Never {
    type Plus<R: Digits> = Never;
    type PlusDigit<U: Use, G: Digits> = Never;
    type StayBelow<A: Extension> = B0;
    type Alone = B0;
}

/// The largest digit in one mode. The digits of a single walk always stay below; the sum of several
/// is computed.
pub trait Use {
    /// The use of two walks together.
    type Plus<R: Use>: Use;
    /// Together with a known digit N.
    type PlusTotal<N: Nat>: Use;
    /// Together with N steps of R.
    type PlusUsed<N: Integer, R: Integer>: Use;
    /// True if it is below the extent S.
    type Below<S: Integer>: Bool;
}
/// The mode is not used.
pub struct Free;
/// N steps of R, by one walk.
pub struct Used<N, R>(N, R);
/// The largest digit is N.
pub struct LargestDigit<N>(N);
/// (N - 1) * R; 0 if it is not known.
type Largest<N, R> = <Mul<R, Sub<N, N1>> as Integer>::Known;

impl Use for Free {
    type Plus<R: Use> = R;
    type PlusTotal<N: Nat> = LargestDigit<N>;
    type PlusUsed<N: Integer, R: Integer> = Used<N, R>;
    type Below<S: Integer> = B1;
}
impl<N: Integer, R: Integer> Use for Used<N, R> {
    type Plus<X: Use> = X::PlusUsed<N, R>;
    type PlusTotal<K: Nat> = LargestDigit<K::Add<Largest<N, R>>>;
    type PlusUsed<N2: Integer, R2: Integer> =
        LargestDigit<<Largest<N, R> as Nat>::Add<Largest<N2, R2>>>;
    type Below<S: Integer> = B1;
}
impl<N: Nat> Use for LargestDigit<N> {
    type Plus<X: Use> = X::PlusTotal<N>;
    type PlusTotal<K: Nat> = LargestDigit<N::Add<K>>;
    type PlusUsed<N2: Integer, R2: Integer> = LargestDigit<N::Add<Largest<N2, R2>>>;
    type Below<S: Integer> = S::Ask<IsGt, N>;
}
