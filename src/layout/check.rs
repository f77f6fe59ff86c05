//! Checks on a layout before its value is used.

use super::Layout;
use crate::integer::*;
use crate::refusal::Message;
use crate::tuple::*;

/// Panics with the refusal of L, if L is refused.
#[track_caller]
pub(crate) const fn check<L: Layout>() {
    if let Some(refusal) = L::REFUSAL {
        refusal.raise()
    }
}

/// Panics if L is a layout without strides.
#[track_caller]
pub(super) const fn check_strides<L: Layout>() {
    if let (None, Some(refusal)) = (L::REFUSAL, L::Stride::REFUSAL) {
        refusal.raise()
    }
}

/// Returns N, which is `what` of L, as a number. Panics if it is refused, a run-time integer or too
/// large.
#[track_caller]
pub(super) const fn static_number<L: Layout, N: Integer>(what: &str) -> usize {
    check::<L>();
    check_static(N::REFUSAL, N::LEAVES.known, &L::TEXT);
    // The largest `u64` may represent a larger number.
    if N::KNOWN == u64::MAX || N::KNOWN > usize::MAX as u64 {
        Message::new()
            .s(what)
            .s(" of ")
            .cat(&L::TEXT)
            .s(" is ")
            .tail(&N::TEXT, "_".len())
            .s(", which is too large: it must be below ")
            .number(usize::MAX as u128)
            .raise()
    }
    N::KNOWN as usize
}
