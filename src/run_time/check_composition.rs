//! The check of compositions: the result must be `A(B(i))`.
//!
//! The rule is that of [`Algebra::compose`](crate::Algebra::compose), for numbers. Each mode `n:d`
//! of B must have become modes of n elements with the function `A(d * i)`. As long as no excess
//! adds up to one more crossing, its slope changes only at the steps Q where the walk first crosses
//! a mode of A, and that of the result changes only at the products of its extents. So the two are
//! compared at these steps ([`ModeList::same_function`] says why that is sufficient). Together, the
//! modes of B must not carry from one mode of A into the next.

use super::mode_list::{Grouped, ModeList, other_modes, products, size_of, value_at};
use crate::refusal::explain::{self, Crossing};
use crate::refusal::leaves::Numbers;
use crate::refusal::names::Names;
use crate::refusal::{Code, Message, Refusal};

/// Returns why the layout `r` is not the composition of `a` with `b`, where each mode of `b` became
/// a group of `r`.
#[inline(never)]
pub fn fault(
    names: Names,
    a: &ModeList,
    b: &ModeList,
    r: &Grouped,
    numbers: impl FnOnce() -> [Numbers; 3],
) -> Option<Refusal> {
    let excess = [a, b, &r.list].map(|list| list.excess(names.operation));
    if let Some(refusal) = excess.into_iter().flatten().next() {
        return Some(refusal);
    }
    let a = a.extension();
    if is_composition(&a, b, r) {
        return None;
    }
    if let Some(refusal) = no_elements(names, &a) {
        return Some(refusal);
    }
    let [uncoalesced, b, r] = numbers();
    let a = if uncoalesced.stride.numbers { a.numbers() } else { uncoalesced };
    let refusal = explain::composition(names, &a, &b);
    Some(refusal.unwrap_or_else(|| {
        let operands = a.write(Message::new().s(names.left).s(" coalesced: "));
        let operands = b.write(operands.s(", ").s(names.right).s(": "));
        other_modes(names.operation, &r.write(Message::new()), operands)
    }))
}

/// Returns whether `r` is the composition of the extension `a` with `b`.
fn is_composition(a: &ModeList, b: &ModeList, r: &Grouped) -> bool {
    let inner = &a.modes()[..a.modes().len() - 1];
    if inner.iter().any(|mode| mode.0 == 0) {
        // A selection from no elements has no elements.
        return b.size() == Some(0) && r.list.size() == Some(0);
    }
    let modes = b.modes();
    modes.iter().enumerate().all(|(j, &mode)| is_walk(a, inner, mode, r.group(j)))
        && no_carry(inner, modes)
}

/// Returns whether the function of the modes `group` is that of the mode `n:d` over `a`.
fn is_walk(
    a: &ModeList,
    inner: &[(u64, i128)],
    (n, d): (u64, i128),
    group: &[(u64, i128)],
) -> bool {
    if size_of(group) != Some(n) {
        return false;
    }
    let same_at = |i: u64| {
        let walked = if inner.is_empty() {
            (i as i128).wrapping_mul(d).wrapping_mul(a.modes()[0].1)
        } else {
            match (i as i128).checked_mul(d).and_then(|x| u64::try_from(x).ok()) {
                Some(x) => a.at(x),
                None => return false,
            }
        };
        value_at(group, i) == walked
    };
    n < 2
        || products(group).filter(|&i| i < n).all(same_at)
            && same_at(1)
            && (d == 0
                || ends(inner).all(|p| {
                    let crossing = Crossing::of(p as u128, n as u128, d as u128);
                    crossing.t == n as u128
                        && (crossing.q >= n as u128 || same_at(crossing.q as u64))
                }))
}
/// Returns the number of elements in all these modes, which are not too many.
fn product(modes: &[(u64, i128)]) -> u64 {
    modes.iter().map(|mode| mode.0).product()
}
/// Returns the products of the first extents, after each mode.
fn ends(modes: &[(u64, i128)]) -> impl Iterator<Item = u64> {
    (1..=modes.len()).map(move |k| product(&modes[..k]))
}
/// Returns whether the modes of B, each at its largest remainder, together stay below each product
/// of first extents of A.
fn no_carry(inner: &[(u64, i128)], b: &[(u64, i128)]) -> bool {
    ends(inner).all(|p| {
        let walks = b.iter().filter(|mode| mode.0 > 1);
        let reaches = walks.map(|&(n, d)| {
            let crossing = Crossing::of(p as u128, n as u128, d as u128);
            crossing.reach(n as u128).0
        });
        reaches.sum::<u128>() < p as u128
    })
}
/// Returns the refusal of a mode of A without elements, if it has one.
fn no_elements(names: Names, a: &ModeList) -> Option<Refusal> {
    let mode = a.modes().iter().position(|mode| mode.0 == 0)?;
    (mode + 1 < a.modes().len()).then(|| {
        let message = Message::new().s(names.operation).s(": mode ").u(mode as u64);
        let message =
            message.s(" of ").s(names.left).s(" has extent 0, so there is nothing to pick");
        let message = message.s(" [").s(names.left).s(" coalesced: ").cat(&a.text()).s("]");
        Refusal::new(Code::DividedByZero, message)
    })
}
