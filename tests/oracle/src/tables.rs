//! Answers that only look at tables of values: for small layouts, and with nothing to be argued about. The other modules
//! follow rules, for sizes of which no table can be written; where both answer, their tests ask for one answer.

use crate::Layout;
use crate::layout::{Number, mode};
use std::collections::{HashMap, HashSet};

/// Returns the coalesced layout whose table is exactly this one, if there is one: 0, 2, 7, 9 is `(2,2):(2,7)`.
///
/// Every table is a sum of `e * floor(i / q)` in one way. It is a layout's if the `q > 1` with `e != 0` and the length
/// divide one another in turn; those `q` are where a new mode begins.
pub fn layout_of(table: &[Number]) -> Option<Layout> {
    let length = table.len();
    if length == 1 {
        return Some(Layout::of(&[]));
    }
    let mut jumps = vec![0; length];
    for i in 1..length {
        jumps[i] = table[i] - table[i - 1];
    }
    for q in 1..length {
        for multiple in (2 * q..length).step_by(q) {
            jumps[multiple] -= jumps[q];
        }
    }
    let mut begins = vec![1];
    begins.extend((2..length).filter(|&q| jumps[q] != 0));
    begins.push(length);
    let chain = begins.windows(2).all(|pair| pair[1] % pair[0] == 0);
    let of_pair = |pair: &[usize]| mode((pair[1] / pair[0]) as Number, table[pair[0]]);
    chain.then(|| Layout::of(&begins.windows(2).map(of_pair).collect::<Vec<_>>()))
}

/// Returns the same function in the fewest modes: `(4,(2,1)):(1,(4,9))` is `8:1`.
pub fn coalesce(layout: &Layout) -> Layout {
    layout_of(&layout.table()).expect("the table of a layout is a layout's")
}

/// Returns the increasing layout of translates with which a layout covers `0..n` without overlap, for the least such
/// `n >= target`; none if there is none: of `4:2` below 24 it is `(2,3):(1,8)`.
///
/// The smallest number not yet covered must be the next translate, so placing them one by one decides. This is complete
/// for targets of at least the layout's cosize.
pub fn complement(layout: &Layout, target: Number) -> Option<Layout> {
    let block = Layout::of(&layout.moving()).table();
    let (mut covered, mut translates) = (HashSet::new(), Vec::new());
    let (mut start, mut end) = (0, 0);
    while start < target || start < end {
        if !covered.contains(&start) {
            translates.push(start);
            end = end.max(start + 1 + block.iter().max().copied().unwrap_or(0));
            if !block.iter().all(|value| covered.insert(start + value)) {
                return None;
            }
        }
        start += 1;
    }
    layout_of(&translates)
}

/// Returns the layout which finds the index of each value 0, 1, .. as far as all are reached, for a layout whose moving
/// modes take no value twice: of `(2,4):(4,1)` it is `(4,2):(2,1)`.
///
/// # Panics
///
/// Panics if these indices are no layout's, which happens only for other layouts.
pub fn right_inverse(layout: &Layout) -> Layout {
    let mut first_index = HashMap::new();
    for (index, value) in (0..).zip(layout.table()) {
        first_index.entry(value).or_insert(index);
    }
    let indices: Vec<Number> = (0..)
        .map_while(|value: Number| first_index.get(&value).copied())
        .collect();
    layout_of(&indices).expect("the indices of an injective layout's values are a layout's")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Mode;
    use crate::rng::Rng;
    use crate::{inverse, layout};

    #[test]
    fn tables_of_layouts_are_found() {
        assert_eq!(layout_of(&[0, 2, 7, 9]), Some(layout("(2,2):(2,7)")));
        assert_eq!(layout_of(&[0, 0, 0]), Some(layout("3:0")));
        assert_eq!(layout_of(&[0, 1, 5, 7]), None);
    }

    #[test]
    fn coalescing_and_inverting_by_rule_is_the_same() {
        let mut rng = Rng::new(4);
        let mut inverted = 0;
        for _ in 0..2000 {
            let mut mode = || {
                mode(
                    rng.within(1, 5).into(),
                    rng.pick(&[0, 1, 1, 2, 3, 4, 6, 8, 12]),
                )
            };
            let modes: Vec<Mode> = (0..3).map(|_| mode()).collect();
            let layout = Layout::of(&modes);
            assert_eq!(coalesce(&layout), layout.coalesce(), "{layout}");
            if layout.moves_injectively() {
                inverted += 1;
                let by_rule = inverse::right_inverse(&layout);
                assert_eq!(right_inverse(&layout), by_rule, "{layout}");
            }
        }
        assert!(inverted > 300, "{inverted}");
    }
}
