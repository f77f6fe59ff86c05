//! Inverses, and what else is read off the strides in their order.

use crate::layout::{Layout, Mode, Number, is_axis, mode};
use std::collections::HashSet;

/// The modes of the coalesced layout, each with the product of the extents before it.
fn placed(layout: &Layout) -> Vec<(Mode, Number)> {
    let mut before = 1;
    let place = |mode: Mode| {
        let place = before;
        before *= mode.extent;
        (mode, place)
    };
    layout.coalesce().modes().into_iter().map(place).collect()
}

/// The longest chain of modes of strides 1, s, ..: each goes on where the one before ends.
fn chain(layout: &Layout) -> Vec<(Mode, Number)> {
    let (mut run, mut chain) = (1, Vec::new());
    let modes = placed(layout);
    while let Some(&next) = modes
        .iter()
        .find(|(mode, _)| mode.stride == run && mode.extent > 1)
    {
        run *= next.0.extent;
        chain.push(next);
    }
    chain
}

/// Returns the layout `r` with `layout(r(i)) = i`, as long as the chain of strides is.
pub fn right_inverse(layout: &Layout) -> Layout {
    let modes = chain(layout).into_iter();
    let modes: Vec<Mode> = modes
        .map(|(found, place)| mode(found.extent, place))
        .collect();
    Layout::of(&modes).coalesce()
}

/// Returns the layout that finds the index of each offset, digit by digit; none if strides do not divide, or an offset is
/// reached twice.
pub fn left_inverse(layout: &Layout) -> Option<Layout> {
    if !layout.coalesce().is_unsigned() {
        return None;
    }
    let mut modes = placed(layout);
    modes.retain(|(mode, _)| mode.stride != 0);
    modes.sort_by_key(|(mode, _)| mode.stride);
    let Some((last, place)) = modes.last() else {
        let single = mode(layout.coalesce().size(), 0);
        return Some(Layout::of(&[single]).coalesce());
    };
    let mut inverse = vec![mode(modes[0].0.stride, 0)];
    for pair in modes.windows(2) {
        let [(before, place), (next, _)] = pair else {
            continue;
        };
        if next.stride % before.stride != 0 || before.extent * before.stride > next.stride {
            return None;
        }
        inverse.push(mode(next.stride / before.stride, *place));
    }
    inverse.push(mode(last.extent, *place));
    Some(Layout::of(&inverse).coalesce())
}

/// Returns the most elements a vector may have, if the memory is cut into vectors of so many and each is wholly the layout's.
pub fn max_alignment(layout: &Layout) -> Number {
    let run = chain(layout);
    let length = run.iter().map(|(mode, _)| mode.extent).product();
    let mut others = placed(layout);
    others.retain(|found| !run.contains(found));
    others
        .iter()
        .fold(length, |n, (mode, _)| gcd(n, mode.stride.abs()))
}

/// True if vectors of `n` elements, from multiples of `n` on, are wholly among the offsets or not at all.
pub fn is_aligned(offsets: &[Number], n: Number) -> bool {
    let image: HashSet<Number> = offsets.iter().copied().collect();
    let whole = |offset: &Number| {
        let start = offset.div_euclid(n) * n;
        (start..start + n).all(|offset| image.contains(&offset))
    };
    image.iter().all(whole)
}

/// Returns the modes of stride 0, each with the step that its coordinate makes in the index.
pub fn nullspace(layout: &Layout) -> Layout {
    let mut before = 1;
    let mut modes = Vec::new();
    for found in layout.modes() {
        if found.stride == 0 {
            let step = if found.extent == 1 { 0 } else { before };
            modes.push(mode(found.extent, step));
        }
        before *= found.extent;
    }
    Layout::of(&modes)
}

/// True if every offset from 0 to the largest is taken.
pub fn is_compact(layout: &Layout) -> bool {
    layout.image_size() == layout.cosize()
}

/// True if some stride is a step along an axis.
pub fn has_axes(layout: &Layout) -> bool {
    layout.modes().iter().any(|mode| is_axis(mode.stride))
}

/// Returns the greatest common divisor; that of 0 and `n` is `n`.
pub fn gcd(a: Number, b: Number) -> Number {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::rng::Rng;

    #[test]
    fn examples_of_the_specification() {
        let right = right_inverse(&layout("(8,16,4):(64,1,16)"));
        assert_eq!(right, layout("(64,8):(8,1)"));
        assert_eq!(
            left_inverse(&layout("(4,8):(16,1)")),
            Some(layout("(16,4):(4,1)"))
        );
        assert_eq!(left_inverse(&layout("(4,4):(1,2)")), None);
        assert_eq!(left_inverse(&layout("(2,2):(2,3)")), None);
        assert_eq!(left_inverse(&layout("(4,2):(0,0)")), Some(layout("8:0")));
        assert_eq!(nullspace(&layout("(2,5,4):(1,0,2)")), layout("5:2"));
        assert_eq!(max_alignment(&layout("(8,4):(1,12)")), 4);
    }

    #[test]
    fn inverses_invert() {
        let mut rng = Rng::new(2);
        for _ in 0..3000 {
            let modes: Vec<Mode> = (0..rng.within(1, 4))
                .map(|_| {
                    let stride = rng.pick(&[0, 1, 1, 2, 3, 4, 6, 8, 12]);
                    mode(rng.within(1, 5).into(), stride)
                })
                .collect();
            let layout = Layout::of(&modes);
            let right = right_inverse(&layout);
            for i in 0..right.size() {
                assert_eq!(layout.at(right.at(i)), i, "{layout:?}");
            }
            let Some(left) = left_inverse(&layout) else {
                continue;
            };
            for i in 0..layout.size() {
                assert_eq!(layout.at(left.at(layout.at(i))), layout.at(i), "{layout:?}");
            }
            assert!(
                is_aligned(&layout.table(), max_alignment(&layout)),
                "{layout:?}"
            );
        }
    }
}
