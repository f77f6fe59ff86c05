//! Random layouts, which are the same in every build.

use zellige_oracle::layout::mode;
use zellige_oracle::rng::Rng;
use zellige_oracle::{Layout, Mode, Nest, Number};

/// The ranks of flattened layouts, with likelier ones listed more often.
const RANKS: [usize; 8] = [1, 2, 2, 3, 3, 3, 4, 4];

/// Returns as many extents as one of the ranks, or fewer if their product would be more than
/// `largest`.
pub(crate) fn extents(rng: &mut Rng, ranks: &[usize], largest: u64) -> Vec<u64> {
    let mut extents = Vec::new();
    let mut size = 1;
    for _ in 0..rng.pick(ranks) {
        let extent = rng.pick(&[1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8]);
        if size * extent <= largest {
            size *= extent;
            extents.push(extent);
        }
    }
    extents
}

/// Returns modes that fill memory in a random order, some with a gap before them, some repeating an
/// offset.
fn packed_modes(rng: &mut Rng, largest: u64, gaps: bool, repeats: bool) -> Vec<Mode> {
    let extents = extents(rng, &RANKS, largest).into_iter();
    let mut modes: Vec<Mode> = extents.map(|extent| mode(extent.into(), 0)).collect();
    let mut stride = 1;
    let mut order: Vec<usize> = (0..modes.len()).collect();
    rng.shuffle(&mut order);
    for place in order {
        if repeats && rng.chance(16) {
            continue;
        }
        if gaps && rng.chance(25) {
            stride *= Number::from(rng.within(2, 3));
        }
        modes[place].stride = stride;
        stride *= modes[place].extent;
    }
    modes
}

/// Returns modes with any small strides.
pub(crate) fn loose_modes(rng: &mut Rng, largest: u64) -> Vec<Mode> {
    extents(rng, &RANKS, largest)
        .into_iter()
        .map(|extent| mode(extent.into(), rng.below(13).into()))
        .collect()
}

/// Returns a layout of any of these kinds, of rank 1 to 4 and nested at random.
pub(crate) fn layout(rng: &mut Rng, largest: u64) -> Layout {
    let modes = match rng.below(4) {
        0 => packed_modes(rng, largest, false, false),
        1 => packed_modes(rng, largest, true, false),
        2 => packed_modes(rng, largest, true, true),
        _ => loose_modes(rng, largest),
    };
    nested(rng, &modes)
}

/// Returns a layout of these modes, with some adjacent ones grouped.
pub(crate) fn nested(rng: &mut Rng, modes: &[Mode]) -> Layout {
    if modes.len() == 1 && !rng.chance(16) {
        return Layout::of(modes);
    }
    let mut parts = Vec::new();
    let mut rest = modes;
    while !rest.is_empty() {
        let (group, after) = rest.split_at(rng.within(1, rest.len().min(3) as u64) as usize);
        let group = group.iter().copied().map(Nest::Leaf);
        if rng.chance(25) {
            parts.push(Nest::Tuple(group.collect()));
        } else {
            parts.extend(group);
        }
        rest = after;
    }
    Nest::Tuple(parts)
}

/// Returns a shape of the given size: some of its factors are split off, and some groups nested.
pub(crate) fn shape_of(rng: &mut Rng, size: u64, depth: u32) -> Nest<Number> {
    if depth == 0 || rng.chance(25) {
        return Nest::Leaf(size.into());
    }
    let mut rest = size;
    let mut parts = Vec::new();
    for _ in 0..rng.within(1, 3) {
        let divisors: Vec<u64> = (1..=rest).filter(|divisor| rest % divisor == 0).collect();
        let part = rng.pick(&divisors);
        rest /= part;
        parts.push(shape_of(rng, part, depth - 1));
    }
    if rest > 1 {
        parts.push(shape_of(rng, rest, depth - 1));
    }
    Nest::Tuple(parts)
}
