//! A refused number: it absorbs all arithmetic.

use super::*;
use crate::refusal::Reason;

impl<E: Reason> Nat for Refused<E> {
    const N: u128 = E::REFUSAL.raise();
    const UNIT: Self = Refused::UNIT;
    type Half = Self;
    type Lsb = B0;
    type Push<B: Bool> = Self;
    type Push3<A: Bool, B: Bool, C: Bool> = Self;
    type Shift1 = Self;
    type Shift2 = Self;
    type Shift3 = Self;
    type AddBit<C: Bool> = Self;
    type Add<R: Nat> = Self;
    type AddTo<L: Positive> = Self;
    type AddCarry<R: Nat, C: Bool> = Self;
    type Sub<R: Nat> = Self;
    type SubBorrow<R: Nat, C: Bool> = Self;
    type Mul<R: Nat> = Self;
    type MulOdd<L: Nat> = Self;
    type TimesOddIs<L: Nat, P: Nat> = B0;
    type Xor<R: Nat> = Self;
    type IsPower = B0;
    type LowestBit = Self;
    type Eq<R: Nat> = B0;
    type Exceeds<R: Nat, O: Bool> = B1;
    type ExceededByZero<O: Bool> = B0;
    type Gcd<R: Nat> = Self;
    type DivideInto<L: Nat> = DivMod<Self, Self>;
    type DivideOdd<L: Nat> = DivMod<Self, Self>;
    type LongDivide<D: Nat> = DivMod<Self, Self>;
    type Array<T: Copy> = [T; 0];
    fn filled<T: Copy>(_: T) -> [T; 0] {
        []
    }
    fn unroll(_: usize, _: &mut impl FnMut(usize)) {}
}
