//! The judgement of candidates: how often the patterns collide in each.
//!
//! The shape of the tile stays the same. The accesses, which consist of its coordinates, are
//! therefore read only once. A candidate only changes the offset: to `offset + p q` when a mode is
//! padded by p, where q is the number of paddings before the element, or to `swizzle(offset)`.

use alloc::vec::Vec;

use super::Change;
use crate::analysis::Pattern;
use crate::analysis::access::Access;
use crate::analysis::banks::Collision;
use crate::layout::DynLayout;
use crate::refusal::Refusal;

/// A pattern, prepared for its candidates.
pub(super) struct Prepared {
    /// The access to the unchanged tile.
    pub(super) access: Access,
    /// The indices of its elements in the tile.
    pub(super) indices: Vec<u64>,
    /// The offsets of these indices in the tile without a swizzle.
    pub(super) base: Vec<u64>,
}

impl Prepared {
    pub(super) fn of(
        pattern: &Pattern,
        tile: &DynLayout,
        base: &DynLayout,
        element: u64,
    ) -> Result<Self, Refusal> {
        let access = pattern.access(tile, element)?;
        let indices = pattern.indices(tile)?;
        let base = offsets(base, &indices)?;
        Ok(Prepared { access, indices, base })
    }
}

/// Returns the offsets at these indices.
pub(super) fn offsets(layout: &DynLayout, indices: &[u64]) -> Result<Vec<u64>, Refusal> {
    let at = |&index: &u64| layout.at(index)?.demand_unsigned();
    indices.iter().map(at).collect()
}

/// The judge of the candidates of a search.
pub(super) struct Judge<'a> {
    pub(super) prepared: &'a [Prepared],
    pub(super) torn: u64,
    pub(super) found: Vec<Change>,
    /// The passes of all patterns of the best candidate, the candidate, and its worst pattern.
    pub(super) best: Option<(u64, Change, usize, Collision)>,
}

impl Judge<'_> {
    /// Judges a candidate: `offset` gives the offset of an element of a pattern.
    pub(super) fn judge(
        &mut self,
        change: Change,
        offset: impl Fn(&Prepared, usize, usize) -> u64,
    ) {
        let (mut sum, mut worst) = (0, None::<(usize, Collision)>);
        for (number, prepared) in self.prepared.iter().enumerate() {
            let judged = prepared.access.collision_at(|i| offset(prepared, number, i));
            let Some(collision) = judged else {
                self.torn += 1;
                return;
            };
            sum += collision.map_or(1, |collision| collision.passes);
            let most = worst.map_or(0, |(_, worst)| worst.passes);
            let worse = collision.filter(|collision| collision.passes > most);
            worst = worse.map(|collision| (number, collision)).or(worst);
        }
        let Some((number, collision)) = worst else {
            self.found.push(change);
            return;
        };
        let is_better = |best: &(u64, Change, usize, Collision)| {
            (collision.passes, sum) < (best.3.passes, best.0)
        };
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some((sum, change, number, collision));
        }
    }
}
