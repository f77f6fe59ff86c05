//! The checks of sizes: products of extents that must be equal, or fit the type in which they are
//! computed.

use super::mode_list::ModeList;
use crate::refusal::{Code, Message, Refusal};

/// Returns why `computed` is not the product of the extents: it does not fit the type of the
/// integers.
#[inline(never)]
pub fn product_fault(
    operation: &'static str,
    extents: &ModeList,
    computed: u64,
) -> Option<Refusal> {
    if let Some(refusal) = extents.excess(operation) {
        return Some(refusal);
    }
    (extents.size() != Some(computed)).then(|| {
        let m = Message::new().s(operation).s(": the product of the extents ");
        let m = extents.numbers().write_shape(m).s(", ");
        let m = m.u(extents.size().unwrap_or(0)).s(", does not fit their type");
        Refusal::new(Code::DoesNotFit, m)
    })
}

/// Returns why a layout does not have as many elements as `shape`.
#[inline(never)]
pub fn same_fault(layout: &ModeList, shape: &ModeList) -> Option<Refusal> {
    const OPERATION: &str = "with_shape(L, S)";
    let excess = [layout, shape].map(|list| list.excess(OPERATION));
    if let Some(refusal) = excess.into_iter().flatten().next() {
        return Some(refusal);
    }
    let (Some(size), Some(other)) = (layout.size(), shape.size()) else {
        return None; // they were too large
    };
    let extents = shape.numbers().write_shape(Message::new());
    (size != other).then(|| {
        Refusal::other_size(
            &extents,
            &Message::new().u(other),
            &layout.text(),
            &Message::new().u(size),
        )
    })
}

/// Returns why neither of `a` and `b` divides the other.
pub fn divisible_fault(a: u64, b: u64) -> Option<Refusal> {
    let divides = a.checked_rem(b) == Some(0) || b.checked_rem(a) == Some(0);
    (!divides).then(|| Refusal::not_divisible(a, b))
}

/// Returns why `counts` is not the number of blocks in each mode of the target; missing modes of
/// the block are 1.
#[inline(never)]
pub fn blocks_fault(block: &ModeList, target: &ModeList, counts: &ModeList) -> Option<Refusal> {
    const OPERATION: &str = "tile_to_shape";
    let excess = [block, target, counts].map(|list| list.excess(OPERATION));
    if let Some(refusal) = excess.into_iter().flatten().next() {
        return Some(refusal);
    }
    let blocks = block.modes().iter().map(|mode| mode.0).chain(core::iter::repeat(1));
    let extents = target.modes().iter().map(|mode| mode.0);
    blocks
        .zip(extents)
        .find(|&(block, extent)| extent.checked_rem(block) != Some(0))
        .map(|(block, extent)| Refusal::block_does_not_divide(block, extent))
}

/// Returns the cosize of modes, or why it cannot be computed.
#[inline(never)]
pub fn exact_cosize(modes: &ModeList) -> Result<i128, Refusal> {
    modes.excess(COSIZE).map_or(Ok(cosize(modes)), Err)
}
const COSIZE: &str = "cosize(L)";
/// Returns why `computed` is not the exact cosize of a layout: the cosize does not fit the type of
/// the integers.
#[inline(never)]
pub fn cosize_fault(
    exact: Result<i128, Refusal>,
    computed: i128,
    layout: &Message,
) -> Option<Refusal> {
    let exact = match exact {
        Ok(exact) => exact,
        Err(refusal) => return Some(refusal),
    };
    (exact != computed).then(|| {
        let m = Message::new().s(COSIZE).s(": ").cat(layout).s(" reaches offset ");
        let m = m.u(u64::try_from(exact - 1).unwrap_or(u64::MAX));
        Refusal::new(Code::DoesNotFit, m.s(", which does not fit the type of its integers"))
    })
}
/// Returns 1 + the largest offset of modes, or 0 if they have no element.
fn cosize(modes: &ModeList) -> i128 {
    if modes.modes().iter().any(|mode| mode.0 == 0) {
        return 0;
    }
    modes.modes().iter().fold(1i128, |reach, &(extent, stride)| {
        let last = (extent.max(1) - 1) as i128;
        reach.saturating_add(last.saturating_mul(stride.saturating_abs()))
    })
}

/// Returns the largest value of modes below the index `n`, minus the smallest, where the last mode
/// is unbounded; a larger number if modes overlap.
pub fn largest_below(mut n: i128, modes: &ModeList) -> i128 {
    let Some((last, inner)) = modes.modes().split_last() else {
        return 0;
    };
    let mut largest = 0i128;
    for &(extent, stride) in inner {
        let extent = (extent as i128).max(1);
        let steps = extent.min(n) - 1;
        largest = largest.saturating_add(steps.saturating_mul(stride.saturating_abs()));
        n = n.saturating_add(extent - 1) / extent;
    }
    largest.saturating_add((n - 1).saturating_mul(last.1.saturating_abs()))
}

/// Returns why `computed` is not the size of A times the cosize of B, which a product of the two
/// needs: it does not fit the type of the integers.
#[inline(never)]
pub fn target_fault(a: &ModeList, b: &ModeList, computed: u64) -> Option<Refusal> {
    const OPERATION: &str = "logical_product(A, B)";
    let excess = [a, b].map(|list| list.excess(OPERATION));
    if let Some(refusal) = excess.into_iter().flatten().next() {
        return Some(refusal);
    }
    let reach = cosize(b);
    let exact = reach.saturating_mul(a.size().unwrap_or(0) as i128);
    (exact != computed as i128).then(|| {
        let m = Message::new().s(OPERATION).s(": the size of A, ").u(a.size().unwrap_or(0));
        let m = m.s(", times the cosize of B, ").u(u64::try_from(reach).unwrap_or(u64::MAX));
        Refusal::new(Code::DoesNotFit, m.s(", does not fit their type"))
    })
}
