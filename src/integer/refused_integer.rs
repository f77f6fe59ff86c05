//! A refused integer: it absorbs all arithmetic, and the answer to every question about it is no.

use super::*;
use crate::refusal::keep_call;

#[diagnostic::do_not_recommend]
impl<E: Reason> Integer for Refused<E> {
    number_as_coordinate!();
    type IsStatic = B0;
    const KNOWN: u64 = 0;
    type IsZero = B0;
    type IsOne = B0;
    type Known = Self;
    type Apply<O: BinOp, R: Integer> = Self;
    type ApplyStatic<O: BinOp, L: Nat> = Self;
    type ApplyDynamic<O: BinOp, L: Dynamic> = Self;
    type Times<R: Integer> = Self;
    type TimesStatic<L: Nat> = Self;
    type DivideBy<R: Integer> = Inexact<Self>;
    type DivideStatic<L: Nat> = Inexact<Self>;
    type Ask<P: Question, R: Integer> = B0;
    type AskStatic<P: Question, L: Nat> = B0;
    type IsProduct<A: Integer, B: Integer> = B0;
    type IsFactor<A: Integer, Q: Nat> = B0;
    type TimesIs<B: Nat, Q: Nat> = B0;
    fn compute<O: BinOp, A: Integer, B: Integer>(_: A, _: B) -> Self {
        Self::UNIT
    }
    fn u32(self) -> u32 {
        keep_call!(E);
        const { <Self as Nat>::N as u32 }
    }
    fn usize(self) -> usize {
        keep_call!(E);
        const { <Self as Nat>::N as usize }
    }
    fn isize(self) -> isize {
        keep_call!(E);
        const { <Self as Nat>::N as isize }
    }
    fn projected(self) -> i128 {
        0
    }
}
