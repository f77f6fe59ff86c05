//! Items that the impls of [`IntTuple`](super::IntTuple) share: the texts, refusals and leaves of
//! tuples.

use core::fmt;

use crate::number::Nat;
use crate::refusal::{Leaves, Message, Refusal};

/// Writes a static integer after its sign.
pub(crate) fn write_static<N: Nat>(sign: &str, f: &mut dyn fmt::Write) -> fmt::Result {
    f.write_str(sign)?;
    if N::N == u128::MAX {
        return f.write_str(Message::new().number(N::N).as_str());
    }
    write!(f, "{}", N::N)
}

/// Panics if a tuple or layout is refused, with its refusal, or if it has run-time integers.
#[track_caller]
pub(crate) const fn check_static(refusal: Option<Refusal>, known: bool, text: &Message) {
    if let Some(refusal) = refusal {
        refusal.raise()
    }
    if !known {
        Message::new()
            .s("a static value is needed here, but ")
            .cat(text)
            .s(" has run-time integers (`?`)")
            .raise()
    }
}

/// The first refusal among the modes of a tuple, with the number of its mode.
pub(crate) const fn first_inside(refusals: &[Option<Refusal>]) -> Option<Refusal> {
    let mut mode = 0;
    while mode < refusals.len() {
        if let Some(refusal) = refusals[mode] {
            return Some(refusal.inside(mode as u64));
        }
        mode += 1;
    }
    None
}

/// The leaves of a tuple from the leaves of its modes.
pub(super) const fn concat_leaves(modes: &[&Leaves]) -> Leaves {
    let (mut leaves, mut mode) = (Leaves::NONE, 0);
    while mode < modes.len() {
        leaves = leaves.and_mode(mode as u8, modes[mode]);
        mode += 1;
    }
    leaves
}
