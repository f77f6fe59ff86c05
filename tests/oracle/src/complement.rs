//! Complements: the offsets at which copies of a layout tile.

use crate::layout::{Layout, Mode, Number, mode};

/// What a complement may leave out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Holes {
    /// Nothing: with the layout it reaches every offset below the target once.
    None,
    /// The holes of a padded block.
    Allowed,
    /// The same, and its last mode has an extent of at least 2, so that it goes on past the target.
    GoingOn,
}

/// Returns the complement of a layout below a target, by the sorted strides; none if the layout interleaves, or leaves a hole.
pub fn complement(layout: &Layout, target: Number, holes: Holes) -> Option<Layout> {
    let mut sorted: Vec<Mode> = layout.coalesce().moving();
    if !Layout::of(&sorted).is_unsigned() {
        return None;
    }
    sorted.sort_by_key(|mode| mode.stride);
    let mut modes = Vec::new();
    let mut span = 1;
    for Mode { extent, stride } in sorted {
        let interleaved = stride < span;
        let hole = holes == Holes::None && stride % span != 0 && stride / span * span < target;
        if interleaved || hole {
            return None;
        }
        modes.push(mode(stride / span, span));
        span = extent * stride;
    }
    let rest = (target + span - 1) / span;
    let least = if holes == Holes::GoingOn { 2 } else { 1 };
    modes.push(mode(rest.max(least), span));
    Some(Layout::of(&modes).coalesce())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::rng::Rng;
    use crate::tables;

    #[test]
    fn the_rule_finds_what_the_table_has() {
        let mut rng = Rng::new(1);
        let (mut found, mut refused) = (0, 0);
        for _ in 0..4000 {
            let modes: Vec<Mode> = (0..rng.within(1, 3))
                .map(|_| {
                    let stride = rng.pick(&[0, 1, 1, 2, 2, 3, 4, 4, 6, 8, 12, 16]);
                    mode(rng.within(1, 4).into(), stride)
                })
                .collect();
            let layout = Layout::of(&modes);
            let target = layout.cosize() + Number::from(rng.below(40));
            let covering = complement(&layout, target, Holes::None);
            assert_eq!(
                covering,
                tables::complement(&layout, target),
                "{layout:?} below {target}"
            );
            match covering {
                Some(_) => found += 1,
                None => refused += 1,
            }
        }
        assert!(found > 500 && refused > 500, "{found} {refused}");
    }

    #[test]
    fn examples_of_the_specification() {
        let of = |text, target, holes| complement(&layout(text), target, holes);
        assert_eq!(of("4:2", 24, Holes::None), Some(layout("(2,3):(1,8)")));
        assert_eq!(of("(4,4):(1,6)", 64, Holes::None), None);
        assert_eq!(of("(4,4):(1,6)", 64, Holes::Allowed), Some(layout("3:24")));
        assert_eq!(of("(2,2):(2,3)", 12, Holes::Allowed), None);
    }
}
