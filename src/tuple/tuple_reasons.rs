//! The reasons why an operation on tuples has no result.

use super::IntTuple;
use super::measure::Rank;
use crate::integer::Integer;
use crate::number::Nat;
use crate::ranks::WIDTH;
use crate::refusal::{Code, Message, Refusal, earlier_or, reasons};

reasons! {
    /// A part of T is refused.
    PartRefused[T: IntTuple] => match T::REFUSAL {
        Some(refusal) => refusal,
        None => panic!("zellige: types and numbers disagree about a refusal; this is a bug"),
    };
    /// Neither of A and B divides the other.
    NotDivisible[A: Integer, B: Integer] => Refusal::not_divisible(A::KNOWN, B::KNOWN);
    /// A and B must correspond.
    NotCongruent[A: IntTuple, B: IntTuple] => earlier_or(&[A::REFUSAL, B::REFUSAL], Refusal::not_congruent(&A::TEXT, &B::TEXT));
    /// S has no mode I.
    NoMode[S: IntTuple, I: Nat] => earlier_or(&[S::REFUSAL], Refusal::no_mode(&S::TEXT, I::N, <Rank<S> as Nat>::N));
    /// S has no modes from B to E.
    NoRange[S: IntTuple, B: Nat, E: Nat] => earlier_or(&[S::REFUSAL], Refusal::no_range(&S::TEXT, B::N, E::N, <Rank<S> as Nat>::N));
    /// The modes of a layout that is transposed have different ranks.
    DifferentRanks[] => Refusal::different_ranks();
    /// S already has more than N modes.
    RankTooSmall[S: IntTuple, N: Nat] => earlier_or(&[S::REFUSAL], Refusal::rank_too_small(&S::TEXT, N::N, <Rank<S> as Nat>::N));
    /// A mode of `()` was requested.
    NoSuchMode[] => Refusal::no_such_mode();
    /// The index of a mode is not static.
    RunTimeIndex[] => Refusal::new(Code::DynamicIntegers, Message::new()
        .s("the number of a mode decides types: it must be a static integer such as int!(1)"));
    /// The tuple would have an eleventh mode.
    TooManyModes[S: IntTuple, X: IntTuple] => earlier_or(&[S::REFUSAL, X::REFUSAL], Refusal::new(Code::TooManyModes, Message::new()
        .cat(&S::TEXT).s(" has no room for ").cat(&X::TEXT).s(": one level has at most ").u(WIDTH).s(" modes; group some")));
}
