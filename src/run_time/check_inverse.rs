//! The check of inverses: `L(R(i)) = i` and `R(L(i)) = i`.

use super::mode_list::{ModeList, other_modes, products};
use crate::refusal::leaves::MOST;
use crate::refusal::{Message, Refusal};

/// Returns why `inverse` is not a right inverse of `layout`.
///
/// It does not check that R has the longest run of offsets: a run-time stride never continues where
/// a mode ends.
#[inline(never)]
pub fn right_fault(layout: &ModeList, inverse: &ModeList) -> Option<Refusal> {
    const OPERATION: &str = "right_inverse(L)";
    let excess = [layout, inverse].map(|list| list.excess(OPERATION));
    if let Some(refusal) = excess.into_iter().flatten().next() {
        return Some(refusal);
    }
    let (size, sizes) = (inverse.size(), layout.size());
    let inverts = |i: u64| {
        let index = inverse.at(i);
        u64::try_from(index).is_ok_and(|index| layout.at(index) == i as i128 && Some(index) < sizes)
    };
    let right = products(inverse.modes())
        .filter(|&i| Some(i) < size)
        .chain(size.and_then(|size| size.checked_sub(1)))
        .all(inverts);
    let operands = || Message::new().s("L: ").cat(&layout.text());
    (!right).then(|| other_modes(OPERATION, &inverse.text(), operands()))
}

/// Returns why no coordinate of `layout`, digit by digit, has the offset `offset`; no coordinate
/// has an offset past the size.
#[inline(never)]
pub fn coordinate_fault(layout: &ModeList, offset: u64) -> Option<Refusal> {
    if let Some(refusal) = layout.excess("get_hier_coord(L, i)") {
        return Some(refusal);
    }
    let digit = |&(extent, stride): &(u64, i128)| {
        let step = u64::try_from(stride).ok().filter(|&step| step > 0);
        match step {
            Some(step) if extent > 1 => Some((offset / step % extent) as i128 * stride),
            None if extent > 1 => None,
            _ => Some(0),
        }
    };
    let digits = layout.modes().iter().map(digit).try_fold(0i128, |sum, digit| Some(sum + digit?));
    let none = digits != Some(offset as i128) && Some(offset) < layout.size();
    (none || digits.is_none()).then(|| Refusal::no_coordinate(&layout.text(), offset))
}

/// Returns why `inverse` is not the left inverse of `layout`.
#[inline(never)]
pub fn left_fault(layout: &ModeList, inverse: &ModeList) -> Option<Refusal> {
    const OPERATION: &str = "left_inverse(L)";
    let excess = [layout, inverse].map(|list| list.excess(OPERATION));
    if let Some(refusal) = excess.into_iter().flatten().next() {
        return Some(refusal);
    }
    if layout.size() == Some(0) {
        return None; // every function is an inverse if there are no indices
    }
    let expected = match expected(layout) {
        Ok(expected) => expected,
        Err(refusal) => return Some(refusal),
    };
    if inverse.same_function(&expected) {
        return None;
    }
    let operands = Message::new().s("L: ").cat(&layout.text());
    Some(other_modes(OPERATION, &inverse.text(), operands))
}

/// Returns the left inverse of `layout`, by its definition: from each stride to the next larger
/// stride, the step in the index of the mode with the smaller stride.
fn expected(layout: &ModeList) -> Result<ModeList, Refusal> {
    let coalesced = layout.coalesced();
    let modes = coalesced.modes();
    let mut places = [0; MOST];
    let mut len = 0;
    for (place, mode) in modes.iter().enumerate() {
        if mode.1 != 0 {
            places[len] = place;
            len += 1;
        }
    }
    let places = &mut places[..len];
    places.sort_unstable_by_key(|&place| modes[place].1);
    let mut inverse = ModeList::NONE;
    let Some(&first) = places.first() else {
        inverse.push(modes[0].0, 0);
        return Ok(inverse);
    };
    let step = |place: usize| products(modes).nth(place).unwrap_or(1) as i128;
    inverse.push(modes[first].1 as u64, 0);
    for pair in places.windows(2) {
        let ((extent, stride), next) = (modes[pair[0]], modes[pair[1]].1);
        if next % stride != 0 {
            return Err(Refusal::strides_do_not_divide(stride as u64, next as u64));
        }
        if extent as i128 * stride > next {
            return Err(Refusal::not_injective(extent, stride as u64, next as u64));
        }
        inverse.push((next / stride) as u64, step(pair[0]));
    }
    let last = places[len - 1];
    inverse.push(modes[last].0, step(last));
    Ok(inverse)
}
