//! The check of complements: a layout and its complement must tile `[0, M)`.

use super::mode_list::{ModeList, other_modes};
use crate::refusal::names::OfComplement;
use crate::refusal::{Message, Refusal};

/// The names of the operation and the layout in error messages of
/// [`complement`](crate::algebra::complement), and the rule that it follows.
#[derive(Copy, Clone)]
pub struct Fills {
    /// The operation, the layout, and advice.
    pub names: OfComplement,
    /// True if it may leave holes between the copies.
    pub gaps: bool,
    /// The least extent of the last mode.
    pub last: u64,
}

/// Returns why `complement` is not the complement of `layout` in `[0, m)`.
#[inline(never)]
pub fn fault(rule: Fills, layout: &ModeList, m: u64, complement: &ModeList) -> Option<Refusal> {
    let operation = rule.names.0;
    let excess = [layout, complement].map(|list| list.excess(operation));
    if let Some(refusal) = excess.into_iter().flatten().next() {
        return Some(refusal);
    }
    let expected = match expected(rule, layout, m) {
        Ok(expected) => expected,
        Err(refusal) => return Some(refusal),
    };
    if complement.same_function(&expected) {
        return None;
    }
    let operands = Message::new().s(rule.names.1).s(": ").cat(&layout.text());
    let operands = operands.s(", M: ").u(m);
    Some(other_modes(operation, &complement.text(), operands))
}

/// Returns the complement of `layout`, by its definition: the modes that fill the space from the
/// end of one mode to the next, by stride.
fn expected(rule: Fills, layout: &ModeList, m: u64) -> Result<ModeList, Refusal> {
    let mut sorted = ModeList::NONE;
    for &(extent, stride) in layout.modes() {
        if extent != 1 && stride != 0 {
            sorted.push(extent, stride);
        }
    }
    sorted.modes_mut().sort_unstable_by_key(|mode| mode.1);
    let (operation, of, note) = rule.names;
    let (mut complement, mut covered) = (ModeList::NONE, 1i128);
    if let Some(&(_, stride)) = sorted.modes().iter().find(|mode| mode.0 == 0) {
        return Err(Refusal::no_elements(operation, of, &Message::new().u(stride as u64)));
    }
    for &(extent, stride) in sorted.modes() {
        if stride < covered {
            return Err(Refusal::interleaved(operation, of, extent, stride as u64, covered as u64));
        }
        let copies = stride / covered;
        if stride % covered != 0 && !rule.gaps && covered * copies < m as i128 {
            return Err(Refusal::gap(operation, of, stride as u64, covered as u64, m, note));
        }
        complement.push(copies as u64, covered);
        covered = (extent as i128).saturating_mul(stride);
    }
    let copies = (m as i128 + covered - 1) / covered;
    complement.push((copies as u64).max(rule.last), covered);
    Ok(complement)
}
