//! Static numbers: typenum's binary numerals with arithmetic as total functions.
//!
//! A number is written as its bits, the lowest outermost: 6 =
//! `UInt<UInt<UInt<UTerm, B1>, B1>, B0>`. So `UInt<U, B>` means 2U + B. It has no leading zeros:
//! `UInt<U, B>` is a number only if U is [`Positive`], or if it is `UInt<UTerm, B1>`. So each
//! number is one type, only `UTerm` is 0, and facts about the type are facts about the value.
//! `UInt<UTerm, B0>` is not a number, and nothing below can produce it: only [`Push`](Nat::Push)
//! appends bits to a number, and it omits leading zeros.
//!
//! The bits come from typenum, but the arithmetic does not, for two reasons. typenum's operators
//! are open traits (`A: Div<B>`), so generic code over them needs a `where` clause for each step;
//! here every function is total, an associated type that any `N: Nat` has. And division by a power
//! of two, the usual case for layouts, only shifts: it costs the compiler a hundredth of a general
//! division.
//!
//! # How deep the compiler recurses
//!
//! Its recursion limit counts nested projections. So a function processes **three bits per level**.
//! The bits of both numbers are projections side by side, which do not nest ([`Lsb`], [`Lsb`] of
//! [`Half`], of [`Quarter`]). The carry into the next three bits is an argument. The result of the
//! higher bits is the *self type* of the next projection (`<High as Nat>::Push3<...>`), never its
//! tail. A branch would nest two more levels, so there is no branch per bit: sums, differences and
//! comparisons are formulas.

use crate::branches::{RolesOfDivision, RolesOfNumber};
use crate::refusal::{Refusal, Refused, reasons};
pub use typenum::{B0, B1, UInt, UTerm};
use zellige_macros::total;

mod array;
mod boolean;
pub(crate) mod number_literal;
mod refused_number;
use array::{Twice, TwiceAndOne};
pub use boolean::{Bool, Deferred};

reasons! {
    /// A number is divided by 0.
    DividedByZero[] => Refusal::divided_by_zero();
}

/// A static number.
pub trait Nat: RolesOfNumber + Default {
    /// The number; `u128::MAX` also if it is larger.
    const N: u128;
    /// The only value of the type.
    const UNIT: Self;
    /// Self / 2.
    type Half: Nat;
    /// Self mod 2.
    type Lsb: Bool;
    /// 2 self + B.
    type Push<B: Bool>: Nat;
    /// Self and three bits more: 8 self + 4A + 2B + C.
    type Push3<A: Bool, B: Bool, C: Bool>: Nat;
    /// 2 self.
    type Shift1: Nat;
    /// 4 self.
    type Shift2: Nat;
    /// 8 self.
    type Shift3: Nat;
    /// Self + C.
    type AddBit<C: Bool>: Nat;
    /// Self + R.
    type Add<R: Nat>: Nat;
    /// L + self.
    type AddTo<L: Positive>: Nat;
    /// Self + R + C.
    type AddCarry<R: Nat, C: Bool>: Nat;
    /// Self - R, where R is not larger.
    type Sub<R: Nat>: Nat;
    /// Self - R - C, where R + C is not larger.
    type SubBorrow<R: Nat, C: Bool>: Nat;
    /// Self * R.
    type Mul<R: Nat>: Nat;
    /// L * self, if L is odd.
    type MulOdd<L: Nat>: Nat;
    /// L * self = P, if L is odd.
    type TimesOddIs<L: Nat, P: Nat>: Bool;
    /// The bits in which self and R differ.
    type Xor<R: Nat>: Nat;
    /// True if self is a power of two.
    type IsPower: Bool;
    /// The lowest bit of self that is 1, at its position; 1 for 0.
    type LowestBit: Nat;
    /// Self = R.
    type Eq<R: Nat>: Bool;
    /// True if self is larger than R, or, if E, the same.
    type Exceeds<R: Nat, E: Bool>: Bool;
    /// True if 0 is larger than self, or, if E, the same.
    type ExceededByZero<E: Bool>: Bool;
    /// The greatest common divisor of self and R.
    type Gcd<R: Nat>: Nat;
    /// L / self and L mod self.
    type DivideInto<L: Nat>: QuotientRemainder;
    /// L / self and L mod self, if self is odd.
    type DivideOdd<L: Nat>: QuotientRemainder;
    /// Self / D and self mod D, two bits a level.
    type LongDivide<D: Nat>: QuotientRemainder;
    /// This number of elements in a row: see [`Registers`](crate::tensor::Registers).
    #[doc(hidden)]
    type Array<T: Copy>: Copy;
    #[doc(hidden)]
    fn filled<T: Copy>(value: T) -> Self::Array<T>;
    /// Calls `f` with `start`, `start + 1` and so on, self times, without a loop.
    #[doc(hidden)]
    fn unroll(start: usize, f: &mut impl FnMut(usize));
}

/// A static number other than 0: a number that a further bit may double.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a positive number, so it cannot be extended by a bit",
    label = "a number has no leading zeros: 0 is `UTerm`"
)]
pub trait Positive: Nat {}
#[diagnostic::do_not_recommend]
impl Positive for N1 {}
#[diagnostic::do_not_recommend]
impl<U: Positive> Positive for UInt<U, B0> {}
#[diagnostic::do_not_recommend]
impl<U: Positive> Positive for UInt<U, B1> {}

/// n + 1
#[total]
pub fn succ(n: Nat) -> Nat {
    n.add_bit(B1)
}
/// n - 1
#[total]
pub fn pred(n: Nat) -> Nat {
    n.sub(1)
}
/// a - b, where b is not larger.
#[total]
pub fn minus(a: Nat, b: Nat) -> Nat {
    a.sub(b)
}
/// L / R, rounded down.
pub type Quotient<L, R> = <<R as Nat>::DivideInto<L> as QuotientRemainder>::Q;
/// L mod R.
pub type Remainder<L, R> = <<R as Nat>::DivideInto<L> as QuotientRemainder>::R;
/// L / R, rounded up.
pub type CeilQuotient<L, R> = <<R as Nat>::DivideInto<L> as QuotientRemainder>::Ceil;
/// L >= R.
pub type Ge<L, R> = <L as Nat>::Exceeds<R, B1>;
/// L > R.
pub type Gt<L, R> = <L as Nat>::Exceeds<R, B0>;
/// The smaller of a and b.
#[total]
pub fn nat_min(a: Nat, b: Nat) -> Nat {
    if ge(b, a) { a } else { b }
}
/// The larger of a and b.
#[total]
pub fn nat_max(a: Nat, b: Nat) -> Nat {
    if ge(a, b) { a } else { b }
}

/// 1
pub type N1 = UInt<UTerm, B1>;
/// 2
pub type N2 = UInt<N1, B0>;

impl Nat for UTerm {
    const N: u128 = 0;
    const UNIT: UTerm = UTerm;
    type Half = UTerm;
    type Lsb = B0;
    type Push<B: Bool> = B::Number;
    type Push3<A: Bool, B: Bool, C: Bool> = A::Triple<B, C>;
    type Shift1 = UTerm;
    type Shift2 = UTerm;
    type Shift3 = UTerm;
    type AddBit<C: Bool> = C::Number;
    type Add<R: Nat> = R;
    type AddTo<L: Positive> = L;
    type AddCarry<R: Nat, C: Bool> = R::AddBit<C>;
    type Sub<R: Nat> = UTerm;
    type SubBorrow<R: Nat, C: Bool> = UTerm;
    type Mul<R: Nat> = UTerm;
    type MulOdd<L: Nat> = UTerm;
    type TimesOddIs<L: Nat, P: Nat> = P::IsZero;
    type Xor<R: Nat> = R;
    type IsPower = B0;
    type LowestBit = N1;
    type Eq<R: Nat> = R::IsZero;
    type Exceeds<R: Nat, E: Bool> = R::ExceededByZero<E>;
    type ExceededByZero<E: Bool> = E;
    type Gcd<R: Nat> = R;
    type DivideInto<L: Nat> = DivMod<Refused<DividedByZero>, Refused<DividedByZero>>;
    type DivideOdd<L: Nat> = DivMod<Refused<DividedByZero>, Refused<DividedByZero>>;
    type LongDivide<D: Nat> = DivMod<UTerm, UTerm>;
    type Array<T: Copy> = [T; 0];
    #[inline(always)]
    fn filled<T: Copy>(_: T) -> [T; 0] {
        []
    }
    #[inline(always)]
    fn unroll(_: usize, _: &mut impl FnMut(usize)) {}
}

/// The functions of all positive numbers 2U + B; U may be 0.
macro_rules! positive {
    ($U:ty, $B:ty) => {
        const N: u128 = <$U>::N.saturating_mul(2).saturating_add(<$B>::VALUE as u128);
        const UNIT: Self = number_literal::unit();
        type Half = $U;
        type Lsb = $B;
        type Push<X: Bool> = X::After<Self>;
        type Push3<X: Bool, Y: Bool, Z: Bool> = Z::After<Y::After<X::After<Self>>>;
        type Shift1 = UInt<Self, B0>;
        type Shift2 = UInt<UInt<Self, B0>, B0>;
        type Shift3 = UInt<UInt<UInt<Self, B0>, B0>, B0>;
        type AddBit<C: Bool> = Sum<$U, $B, UTerm, C>;
        type Add<R: Nat> = R::AddTo<Self>;
        type AddTo<L: Positive> = Sum<$U, $B, L, B0>;
        type AddCarry<R: Nat, C: Bool> = Sum<$U, $B, R, C>;
        type Sub<R: Nat> = Difference<$U, $B, R, B0>;
        type SubBorrow<R: Nat, C: Bool> = Difference<$U, $B, R, C>;
        type Xor<R: Nat> = Xor<$U, $B, R>;
        type Eq<R: Nat> = FourBitsEq<$U, $B, R>;
        type Exceeds<R: Nat, E: Bool> =
            <Quarter<$U> as Nat>::Exceeds<Half<Quarter<R>>, Exceeds3<$U, $B, R, E>>;
        type ExceededByZero<E: Bool> = B0;
        type Gcd<R: Nat> = <Remainder<R, Self> as Nat>::Gcd<Self>;
        type LongDivide<D: Nat> = LongQuotient<Self, D>;
        #[inline(always)]
        fn unroll(start: usize, f: &mut impl FnMut(usize)) {
            <$U>::unroll(start, f);
            <$U>::unroll(start + <$U>::N as usize, f);
            if <$B>::VALUE {
                f(start + 2 * <$U>::N as usize);
            }
        }
    };
}
impl Nat for N1 {
    positive!(UTerm, B1);
    type Mul<R: Nat> = R;
    type MulOdd<L: Nat> = L;
    type TimesOddIs<L: Nat, P: Nat> = L::Eq<P>;
    type IsPower = B1;
    type LowestBit = N1;
    type DivideInto<L: Nat> = DivMod<L, UTerm>;
    type DivideOdd<L: Nat> = DivMod<L, UTerm>;
    type Array<T: Copy> = [T; 1];
    #[inline(always)]
    fn filled<T: Copy>(value: T) -> [T; 1] {
        [value]
    }
}
impl<U: Positive> Nat for UInt<U, B0> {
    positive!(U, B0);
    type Mul<R: Nat> = Product<U, B0, R>;
    type MulOdd<L: Nat> = Product<U, B0, L>;
    type TimesOddIs<L: Nat, P: Nat> = Self::TimesIs<L, P>;
    type IsPower = U::IsPower;
    type LowestBit = <U::LowestBit as Nat>::Shift1;
    type DivideInto<L: Nat> = <ZerosAfter<U> as Zeros>::Divide<Self, L>;
    type DivideOdd<L: Nat> = Self::DivideInto<L>;
    type Array<T: Copy> = Twice<U::Array<T>>;
    #[inline(always)]
    fn filled<T: Copy>(value: T) -> Self::Array<T> {
        Twice(U::filled(value), U::filled(value))
    }
}
impl<U: Positive> Nat for UInt<U, B1> {
    positive!(U, B1);
    type Mul<R: Nat> = R::MulOdd<Self>;
    type MulOdd<L: Nat> = Product<U, B1, L>;
    type TimesOddIs<L: Nat, P: Nat> = <Product<U, B1, L> as Nat>::Eq<P>;
    type IsPower = B0;
    type LowestBit = N1;
    type DivideInto<L: Nat> = L::LongDivide<Self>;
    type DivideOdd<L: Nat> = L::LongDivide<Self>;
    type Array<T: Copy> = TwiceAndOne<U::Array<T>, T>;
    #[inline(always)]
    fn filled<T: Copy>(value: T) -> Self::Array<T> {
        TwiceAndOne(U::filled(value), U::filled(value), value)
    }
}

/// The number of zero bits at the end of the number 2U.
pub type ZerosAfter<U> = <Lsb<U> as Bool>::ZerosAfter1<Lsb<Half<U>>>;
/// The number of zero bits at the end of an even number, up to three.
pub trait Zeros {
    /// L * R = P, where L ends in this many zero bits: so must P.
    type TimesIs<L: Nat, R: Nat, P: Nat>: Bool;
    /// L / D and L mod D, where D ends in this many zero bits: the low bits of L are those of the
    /// remainder.
    type Divide<D: Nat, L: Nat>: QuotientRemainder;
}
/// One bit.
pub struct OneZero;
/// Two bits.
pub struct TwoZeros;
/// Three bits, or more.
pub struct ThreeZeros;
impl Zeros for OneZero {
    type TimesIs<L: Nat, R: Nat, P: Nat> = <Lsb<P> as Bool>::NotAndTimesIs<Half<L>, R, Half<P>>;
    type Divide<D: Nat, L: Nat> =
        <<Half<D> as Nat>::DivideOdd<Half<L>> as QuotientRemainder>::ShiftIn<Lsb<L>>;
}
impl Zeros for TwoZeros {
    type TimesIs<L: Nat, R: Nat, P: Nat> =
        <<Lsb<P> as Bool>::Or<Lsb<Half<P>>> as Bool>::NotAndTimesIs<Quarter<L>, R, Quarter<P>>;
    type Divide<D: Nat, L: Nat> =
        <<Quarter<D> as Nat>::DivideOdd<Quarter<L>> as QuotientRemainder>::ShiftIn2<
            Lsb<Half<L>>,
            Lsb<L>,
        >;
}
impl Zeros for ThreeZeros {
    type TimesIs<L: Nat, R: Nat, P: Nat> = <<<Lsb<P> as Bool>::Or<Lsb<Half<P>>> as Bool>::Or<
        Lsb<Quarter<P>>,
    > as Bool>::NotAndTimesIs<Half<Quarter<L>>, R, Half<Quarter<P>>>;
    type Divide<D: Nat, L: Nat> =
        <<Half<Quarter<D>> as Nat>::DivideInto<Half<Quarter<L>>> as QuotientRemainder>::ShiftIn3<
            Lsb<Quarter<L>>,
            Lsb<Half<L>>,
            Lsb<L>,
        >;
}

/// N / 2.
type Half<N> = <N as Nat>::Half;
/// N / 4.
type Quarter<N> = Half<Half<N>>;
/// N mod 2.
type Lsb<N> = <N as Nat>::Lsb;
/// The carry out of the lowest bit of 2U + B + R + C, then out of the second, and of the third.
type Carry1<B, R, C> = <B as Bool>::Carry<Lsb<R>, C>;
type Carry2<U, B, R, C> = <Lsb<U> as Bool>::Carry<Lsb<Half<R>>, Carry1<B, R, C>>;
type Carry3<U, B, R, C> = <Lsb<Half<U>> as Bool>::Carry<Lsb<Quarter<R>>, Carry2<U, B, R, C>>;
/// 2U + B + R + C.
type Sum<U, B, R, C> =
    <<Quarter<U> as Nat>::AddCarry<Half<Quarter<R>>, Carry3<U, B, R, C>> as Nat>::Push3<
        <Lsb<Half<U>> as Bool>::Digit<Lsb<Quarter<R>>, Carry2<U, B, R, C>>,
        <Lsb<U> as Bool>::Digit<Lsb<Half<R>>, Carry1<B, R, C>>,
        <B as Bool>::Digit<Lsb<R>, C>,
    >;

/// Whether the lowest bit of 2U + B - R - C borrows; then, whether the second does, and the third.
type Borrow1<B, R, C> = <B as Bool>::Borrow<Lsb<R>, C>;
type Borrow2<U, B, R, C> = <Lsb<U> as Bool>::Borrow<Lsb<Half<R>>, Borrow1<B, R, C>>;
type Borrow3<U, B, R, C> = <Lsb<Half<U>> as Bool>::Borrow<Lsb<Quarter<R>>, Borrow2<U, B, R, C>>;
/// 2U + B - R - C.
type Difference<U, B, R, C> =
    <<Quarter<U> as Nat>::SubBorrow<Half<Quarter<R>>, Borrow3<U, B, R, C>> as Nat>::Push3<
        <Lsb<Half<U>> as Bool>::Digit<Lsb<Quarter<R>>, Borrow2<U, B, R, C>>,
        <Lsb<U> as Bool>::Digit<Lsb<Half<R>>, Borrow1<B, R, C>>,
        <B as Bool>::Digit<Lsb<R>, C>,
    >;

/// Whether the lowest bit of 2U + B is larger than that of R, or, if E, the same; then, two bits,
/// and three.
type Exceeds1<B, R, E> = <B as Bool>::Exceeds<Lsb<R>, E>;
type Exceeds2<U, B, R, E> = <Lsb<U> as Bool>::Exceeds<Lsb<Half<R>>, Exceeds1<B, R, E>>;
type Exceeds3<U, B, R, E> = <Lsb<Half<U>> as Bool>::Exceeds<Lsb<Quarter<R>>, Exceeds2<U, B, R, E>>;

/// (2U + B) * R.
type Product<U, B, R> = <<Lsb<Half<U>> as Bool>::TripleTimes<Lsb<U>, B, R> as Nat>::Add<
    <<Quarter<U> as Nat>::Mul<R> as Nat>::Shift3,
>;

/// The bits in which 2U + B and R differ.
type Xor<U, B, R> = <<Quarter<U> as Nat>::Xor<Half<Quarter<R>>> as Nat>::Push3<
    <Lsb<Half<U>> as Bool>::Xor<Lsb<Quarter<R>>>,
    <Lsb<U> as Bool>::Xor<Lsb<Half<R>>>,
    <B as Bool>::Xor<Lsb<R>>,
>;

/// 2U + B = R, four bits at a time: the lowest four here, the others only if these are the same.
type FourBitsEq<U, B, R> = <<TwoBitsSame<U, B, R> as Bool>::And<
    TwoBitsSame<Quarter<U>, Lsb<Half<U>>, Quarter<R>>,
> as Bool>::AndEq<Half<Quarter<U>>, Quarter<Quarter<R>>>;
/// The two lowest bits of 2U + B and R are the same.
type TwoBitsSame<U, B, R> =
    <<B as Bool>::Same<Lsb<R>> as Bool>::And<<Lsb<U> as Bool>::Same<Lsb<Half<R>>>>;

/// A quotient and a remainder.
pub trait QuotientRemainder: RolesOfDivision {
    /// The quotient.
    type Q: Nat;
    /// The remainder.
    type R: Nat;
    /// The quotient rounded up.
    type Ceil: Nat;
    /// From L / D to (2L + B) / 2D: the remainder takes the bit.
    type ShiftIn<B: Bool>: QuotientRemainder;
    /// From L / D to (4L + 2X + Y) / 4D: the remainder takes two bits.
    type ShiftIn2<X: Bool, Y: Bool>: QuotientRemainder;
    /// From L / D to (8L + 4X + 2Y + Z) / 8D: the remainder takes three bits.
    type ShiftIn3<X: Bool, Y: Bool, Z: Bool>: QuotientRemainder;
    /// From L / D to (4L + 2A + B) / D: one step of the long division.
    type Next2<A: Bool, B: Bool, D: Nat>: QuotientRemainder;
}

/// Quotient Q, remainder R.
pub struct DivMod<Q, R>(Q, R);

impl<Q: Nat, R: Nat> QuotientRemainder for DivMod<Q, R> {
    type Q = Q;
    type R = R;
    type Ceil = RoundedUp<Q, R>;
    type ShiftIn<B: Bool> = DivMod<Q, R::Push<B>>;
    type ShiftIn2<X: Bool, Y: Bool> = DivMod<Q, <R::Push<X> as Nat>::Push<Y>>;
    type ShiftIn3<X: Bool, Y: Bool, Z: Bool> = DivMod<Q, R::Push3<X, Y, Z>>;
    type Next2<A: Bool, B: Bool, D: Nat> =
        FirstDigit<Q, <R::Push<A> as Nat>::Push<B>, D, D::Shift1>;
}

/// The quotient q, rounded up, by the remainder r.
#[total(types)]
fn rounded_up(q: Nat, r: Nat) -> Nat {
    if r.is_zero() { q } else { succ(q) }
}

/// l / d by long division, two digits at a time. If l is less than d, the quotient is 0, as it is
/// for the first bits of any l: they are not steps of the division.
#[total(types)]
fn long_quotient(l: Nat, d: Nat) -> QuotientRemainder {
    if ge(l, d) {
        QuotientRemainder::next2(Nat::long_divide(quarter(l), d), lsb(half(l)), lsb(l), d)
    } else {
        DivMod(0, l)
    }
}
/// q and two digits more, of r / d, where e = 2d: the first is 1 if e fits into the remainder.
#[total(types)]
fn first_digit(q: Nat, r: Nat, d: Nat, e: Nat) -> QuotientRemainder {
    if ge(r, e) { last_digit(q.push(B1), r.sub(e), d) } else { last_digit(q.push(B0), r, d) }
}
/// q and one digit more, of r / d: it is 1 if d fits into the remainder.
#[total(types)]
fn last_digit(q: Nat, r: Nat, d: Nat) -> QuotientRemainder {
    if ge(r, d) { DivMod(q.push(B1), r.sub(d)) } else { DivMod(q.push(B0), r) }
}
