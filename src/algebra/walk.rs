//! The walk of one mode over a layout: the heart of composition.
//!
//! A mode `n:r` takes n steps of stride r over the modes of A^. In a mode `s:d` of A^ there are
//! four things that can happen:
//!
//! ```text
//! it passes   r is a multiple of s        this mode is not used: go on with n:(r/s)
//! it stays    n steps end inside it       emit n:(r*d), done
//! it fills    r divides s evenly, and     emit (s/r):(r*d), go on with what is left
//!             s/r divides n
//! it bends    anything else               the general rule decides (module `bend`)
//! ```
//!
//! The first three are the fold that CuTe makes. In [`Last`] the walk always stays.

use super::bend::{Bent, bent};
use super::extension::*;
use super::modes::*;
use crate::cases::cases;
use crate::integer::total::{ceil_div, div, mul, quot};
use crate::integer::*;
use crate::number::*;

/// What a walk leaves behind, mode of A by mode of A.
pub trait Walk: Copy + 'static {
    /// The modes it emits: the composition of the mode.
    type Modes: Modes;
    /// How far it goes in each mode of A.
    type Digits: Digits;
    /// The modes it emits.
    fn modes(self) -> Self::Modes;
    /// Do the strides that it emits fit their type? Those that are a `usize` are numbers modulo 2^64, as all offsets are.
    fn fits(self) -> bool;
}
/// Is r * d, a stride of a mode of `n` elements, the number that is computed for it?
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
/// It passes a mode, and goes on with T.
#[derive(Copy, Clone)]
pub struct Pass<T>(T);
/// It makes N steps of R in a mode of stride D, and goes on with T.
#[derive(Copy, Clone)]
pub struct Step<N, R, D, T>(N, R, D, T);
/// It makes N steps of R in the last mode, of stride D, which has no end.
#[derive(Copy, Clone)]
pub struct Stay<N, R, D>(N, R, D);
/// It is not a layout.
#[derive(Copy, Clone)]
pub struct NoWay;

impl Walk for End {
    type Modes = HNil;
    type Digits = HNil;
    #[inline(always)]
    fn modes(self) -> HNil {
        HNil
    }
    #[inline(always)]
    fn fits(self) -> bool {
        true
    }
}
impl<T: Walk> Walk for Pass<T> {
    type Modes = T::Modes;
    type Digits = Digit<Free, T::Digits>;
    #[inline(always)]
    fn modes(self) -> T::Modes {
        self.0.modes()
    }
    #[inline(always)]
    fn fits(self) -> bool {
        self.0.fits()
    }
}
impl<N: Integer, R: Integer, D: Integer, T: Walk> Walk for Step<N, R, D, T> {
    type Modes = M<N, Mul<R, D>, T::Modes>;
    type Digits = Digit<Used<N, R>, T::Digits>;
    #[inline(always)]
    fn modes(self) -> Self::Modes {
        cons(self.0, mul(self.1, self.2), self.3.modes())
    }
    #[inline(always)]
    fn fits(self) -> bool {
        is_exact(self.0, self.1, self.2) && self.3.fits()
    }
}
impl<N: Integer, R: Integer, D: Integer> Walk for Stay<N, R, D> {
    type Modes = M<N, Mul<R, D>, HNil>;
    type Digits = HNil;
    #[inline(always)]
    fn modes(self) -> Self::Modes {
        cons(self.0, mul(self.1, self.2), HNil)
    }
    #[inline(always)]
    fn fits(self) -> bool {
        is_exact(self.0, self.1, self.2)
    }
}
impl Walk for NoWay {
    type Modes = HNil;
    type Digits = Never;
    #[inline(always)]
    fn modes(self) -> HNil {
        HNil
    }
    #[inline(always)]
    fn fits(self) -> bool {
        true
    }
}

/// An extension that can be walked.
pub trait Walkable: Sized {
    /// The walk of the mode N:R, of at least two steps of a stride other than 0.
    type Walk<N: Integer, R: Integer>: Walk;
    /// The same after a mode that was filled: there may be only one step left.
    type Onward<N: Integer, R: Integer>: Walk;
    /// The stride of a mode 1:R. By CuTe's normal form it is a mode of the last mode of A.
    type Single<R: Integer>: Integer;
    /// The digits are all below the extents: use U in the first mode, G in the others.
    type Fits<U: Use, G: Digits>: Bool;
    /// The walk of the mode `n:r`.
    fn walk<N: Integer, R: Integer>(self, n: N, r: R) -> Self::Walk<N, R>;
    /// The walk of the mode `n:r` after a mode that was filled.
    fn onward<N: Integer, R: Integer>(self, n: N, r: R) -> Self::Onward<N, R>;
    /// The stride of a mode `1:r`.
    fn single<R: Integer>(self, r: R) -> Self::Single<R>;
}

impl<S: Integer, D: Integer> Walkable for Last<S, D> {
    type Walk<N: Integer, R: Integer> = Stay<N, R, D>;
    type Onward<N: Integer, R: Integer> = <N::IsOne as EndsInLast>::Out<N, R, D>;
    type Single<R: Integer> = Mul<R, D>;
    type Fits<U: Use, G: Digits> = B1;
    #[inline(always)]
    fn walk<N: Integer, R: Integer>(self, n: N, r: R) -> Self::Walk<N, R> {
        Stay(n, r, self.1)
    }
    #[inline(always)]
    fn onward<N: Integer, R: Integer>(self, n: N, r: R) -> Self::Onward<N, R> {
        <N::IsOne as EndsInLast>::go(n, r, self.1)
    }
    #[inline(always)]
    fn single<R: Integer>(self, r: R) -> Mul<R, D> {
        mul(r, self.1)
    }
}
cases! {
    /// The walk N:R in the last mode, of stride D, after one that was filled: is only one step left?
    EndsInLast[N: Integer, R: Integer, D: Integer](n: N, r: R, d: D) -> Walk {
        B1 => End = End;
        B0 => Stay<N, R, D> = Stay(n, r, d);
    }
}

impl<S: Integer, D: Integer, T: Extension> Walkable for Inner<S, D, T> {
    type Walk<N: Integer, R: Integer> = <OutcomeOf<S, N, R> as InMode>::Out<S, D, N, R, T>;
    type Onward<N: Integer, R: Integer> =
        <<N::IsOne as NothingLeft>::Out<S, N, R> as InMode>::Out<S, D, N, R, T>;
    type Single<R: Integer> = T::Single<CeilDiv<R, S>>;
    type Fits<U: Use, G: Digits> = <U::Below<S> as Bool>::And<G::Fit<T>>;
    #[inline(always)]
    fn walk<N: Integer, R: Integer>(self, n: N, r: R) -> Self::Walk<N, R> {
        <OutcomeOf<S, N, R> as InMode>::go(self.0, self.1, n, r, self.2)
    }
    #[inline(always)]
    fn onward<N: Integer, R: Integer>(self, n: N, r: R) -> Self::Onward<N, R> {
        <<N::IsOne as NothingLeft>::Out<S, N, R> as InMode>::go(self.0, self.1, n, r, self.2)
    }
    #[inline(always)]
    fn single<R: Integer>(self, r: R) -> Self::Single<R> {
        self.2.single(ceil_div(r, self.0))
    }
}

/// What a walk does in a mode. All questions are answered before the walk goes on, and not one inside of the other, around
/// the rest of the walk: the compiler counts what is nested.
pub trait Outcome: InMode {}
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

cases! {
    /// The walk N:R in the mode S:D before T.
    InMode[S: Integer, D: Integer, N: Integer, R: Integer, T: Extension](s: S, d: D, n: N, r: R, t: T) -> Walk {
        Ends => End = End;
        Passes => Pass<T::Walk<N, Quot<R, S>>> = Pass(t.walk(n, quot(r, s)));
        Stays => Step<N, R, D, End> = Step(n, r, d, End);
        Fills => Step<Room<S, N, R>, R, D, T::Onward<Div<N, Room<S, N, R>>, CeilDiv<R, S>>>
            = {
                let room = room(s, n, r);
                Step(room, r, d, t.onward(div(n, room), ceil_div(r, s)))
            };
        FillsByOnes => Step<RoomByOnes<S, N>, R, D, T::Onward<Div<N, RoomByOnes<S, N>>, CeilDiv<R, S>>>
            = {
                let room = room_by_ones(s, n);
                Step(room, r, d, t.onward(div(n, room), ceil_div(r, s)))
            };
        Bends => Bent<N, R, Inner<S, D, T>> = bent(n, r, Inner(s, d, t));
    }
}
/// What the walk N:R of at least two steps does in a mode of extent S.
type OutcomeOf<S, N, R> = <<R as Integer>::IsOne as UnitStride>::Out<S, N, R>;
cases! {
    /// What the walk N:R does in a mode of extent S, after one that was filled: is only one step left?
    NothingLeft[S: Integer, N: Integer, R: Integer] -> Outcome {
        B1 => Ends;
        B0 => OutcomeOf<S, N, R>;
    }
}
cases! {
    /// Is R = 1, as after every mode that was filled?
    UnitStride[S: Integer, N: Integer, R: Integer] -> Outcome {
        B1 => <S::Ask<IsGeKnown, N> as StaysByOnes>::Out<S, N>;
        B0 => <<R::DivideBy<S> as Division>::IsExact as PassesMode>::Out<S, N, R>;
    }
}
cases! {
    /// Are there no more steps than elements?
    StaysByOnes[S: Integer, N: Integer] -> Outcome {
        B1 => Stays;
        B0 => <N::Ask<IsMultiple, S> as FillsMode>::ByOnes;
    }
}
cases! {
    /// Is the stride a multiple of the extent?
    PassesMode[S: Integer, N: Integer, R: Integer] -> Outcome {
        B1 => Passes;
        B0 => <<CeilDiv<S, R> as Integer>::Ask<IsGeKnown, N> as StaysInMode>::Out<S, N, R>;
    }
}
cases! {
    /// Do all steps end inside the mode?
    StaysInMode[S: Integer, N: Integer, R: Integer] -> Outcome {
        B1 => Stays;
        B0 => <FillsEvenly<S, N, R> as FillsMode>::BySteps;
    }
}
/// R divides S, and S / R divides N.
type FillsEvenly<S, N, R> = <<S as Integer>::Ask<IsMultiple, R> as Bool>::And<
    <N as Integer>::Ask<IsMultiple, CeilDiv<S, R>>,
>;
/// Does the walk fill the mode evenly?
#[doc(hidden)]
pub trait FillsMode {
    /// By steps of more than 1.
    type BySteps: Outcome;
    /// By steps of 1.
    type ByOnes: Outcome;
}
impl FillsMode for B1 {
    type BySteps = Fills;
    type ByOnes = FillsByOnes;
}
impl FillsMode for B0 {
    type BySteps = Bends;
    type ByOnes = Bends;
}

/// The steps of R that a mode of extent S has room for, of the N.
type Room<S, N, R> = <BothStatic<S, N> as Smaller>::Out<CeilDiv<S, R>, N>;
#[inline(always)]
fn room<S: Integer, N: Integer, R: Integer>(s: S, n: N, r: R) -> Room<S, N, R> {
    <BothStatic<S, N> as Smaller>::go(ceil_div(s, r), n)
}
/// The same for R = 1, in which nothing is divided.
type RoomByOnes<S, N> = <BothStatic<S, N> as Smaller>::Out<S, N>;
#[inline(always)]
fn room_by_ones<S: Integer, N: Integer>(s: S, n: N) -> RoomByOnes<S, N> {
    <BothStatic<S, N> as Smaller>::go(s, n)
}
cases! {
    /// The smaller of two: if extent and steps are static, the mode is filled, so it is the first, unless the stride is
    /// known only at run time.
    Smaller[A: Integer, N: Integer](a: A, n: N) -> Integer {
        B1 => A = A::compute::<OpMin, A, N>(a, n);
        B0 => Min<A, N> = min(a, n);
    }
}

/// How far a walk, or several, go in each mode of A: a list of [`Use`]s, the missing ones [`Free`].
pub trait Digits {
    /// The digits of two walks together.
    type Plus<R: Digits>: Digits;
    /// These, with digits whose first is U before the others G.
    type PlusDigit<U: Use, G: Digits>: Digits;
    /// Is each below its extent in A? In the last mode it may be anything.
    type Fit<A: Extension>: Bool;
    /// Is it certain, by itself, that they fit?
    type Alone: Bool;
}
/// The use U of the first mode, and the digits of the others.
pub struct Digit<U, G>(U, G);
/// The digits of a walk that is not a layout: they never fit.
pub struct Never;

impl Digits for HNil {
    type Plus<R: Digits> = R;
    type PlusDigit<U: Use, G: Digits> = Digit<U, G>;
    type Fit<A: Extension> = B1;
    type Alone = B1;
}
impl<U: Use, G: Digits> Digits for Digit<U, G> {
    type Plus<R: Digits> = R::PlusDigit<U, G>;
    type PlusDigit<U2: Use, G2: Digits> = Digit<U::Plus<U2>, G::Plus<G2>>;
    type Fit<A: Extension> = A::Fits<U, G>;
    type Alone = G::Alone;
}
impl Digits for Never {
    type Plus<R: Digits> = Never;
    type PlusDigit<U: Use, G: Digits> = Never;
    type Fit<A: Extension> = B0;
    type Alone = B0;
}

/// The largest digit in one mode. A walk alone fits always; the sum of several is computed.
pub trait Use {
    /// The use of two walks together.
    type Plus<R: Use>: Use;
    /// Together with a known digit N.
    type PlusTotal<N: Nat>: Use;
    /// Together with N steps of R.
    type PlusUsed<N: Integer, R: Integer>: Use;
    /// Is it below the extent S?
    type Below<S: Integer>: Bool;
}
/// The mode is not used.
pub struct Free;
/// N steps of R, by one walk.
pub struct Used<N, R>(N, R);
/// The largest digit is N.
pub struct Total<N>(N);
/// (N - 1) * R; 0 if it is not known.
type Largest<N, R> = <Mul<R, Sub<N, N1>> as Integer>::Known;

impl Use for Free {
    type Plus<R: Use> = R;
    type PlusTotal<N: Nat> = Total<N>;
    type PlusUsed<N: Integer, R: Integer> = Used<N, R>;
    type Below<S: Integer> = B1;
}
impl<N: Integer, R: Integer> Use for Used<N, R> {
    type Plus<X: Use> = X::PlusUsed<N, R>;
    type PlusTotal<K: Nat> = Total<K::Add<Largest<N, R>>>;
    type PlusUsed<N2: Integer, R2: Integer> = Total<<Largest<N, R> as Nat>::Add<Largest<N2, R2>>>;
    type Below<S: Integer> = B1;
}
impl<N: Nat> Use for Total<N> {
    type Plus<X: Use> = X::PlusTotal<N>;
    type PlusTotal<K: Nat> = Total<N::Add<K>>;
    type PlusUsed<N2: Integer, R2: Integer> = Total<N::Add<Largest<N2, R2>>>;
    type Below<S: Integer> = S::Ask<IsGt, N>;
}
