//! The judgement of candidates: how often the patterns collide in each.
//!
//! The shape of the tile stays the same. The accesses, which consist of its coordinates, are
//! therefore read only once. A candidate only changes the offset: to `offset + p q` when a mode is
//! padded by p, where q is the number of paddings before the element, or to `swizzle(offset)`.

use alloc::vec::Vec;

use super::Change;
use crate::analysis::Pattern;
use crate::analysis::access::is_vector;
use crate::analysis::banks::{Asked, Collision, WORD, together};
use crate::layout::DynLayout;
use crate::refusal::Refusal;

/// A pattern, prepared for its candidates: the first element of each vector, and the others.
pub(super) struct Prepared {
    threads: usize,
    per: usize,
    bytes: u64,
    /// The indices of the tile, vector by vector, each vector from one instruction and one thread.
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
        let (threads, values, per) = (access.threads(), access.values(), access.per_vector());
        let by_value = pattern.indices(tile)?;
        let mut indices = Vec::with_capacity(by_value.len());
        for first in (0..values).step_by(per as usize) {
            for thread in 0..threads {
                for value in first..first + per {
                    indices.push(by_value[(value * threads + thread) as usize]);
                }
            }
        }
        let base = offsets(base, &indices)?;
        Ok(Prepared {
            threads: threads as usize,
            per: per as usize,
            bytes: pattern.bytes,
            indices,
            base,
        })
    }

    /// Returns the number of passes of the worst phase and its collision, where `offset` gives the
    /// offset of each element; `None` if a vector is torn apart.
    fn judge(
        &self,
        element: u64,
        offset: impl Fn(usize) -> u64,
    ) -> Option<(u64, Option<Collision>)> {
        if !is_vector(self.bytes) {
            return None;
        }
        let served = together(self.bytes) as usize;
        let (mut most, mut worst) = (1, None);
        let instruction_size = self.threads * self.per;
        for (instruction, begin) in (0..self.indices.len()).step_by(instruction_size).enumerate() {
            for first in (0..self.threads).step_by(served) {
                let mut asked = Asked::NOTHING;
                for thread in first..self.threads.min(first + served) {
                    let at = begin + thread * self.per;
                    let start = offset(at);
                    let byte = start * element;
                    let apart = |i: usize| offset(at + i) != start + i as u64;
                    if byte % self.bytes != 0 || (1..self.per).any(apart) {
                        return None;
                    }
                    let word = byte / WORD;
                    for word in word..word + self.bytes.div_ceil(WORD) {
                        asked.ask(thread as u64, word);
                    }
                }
                if asked.passes() > most {
                    most = asked.passes();
                    worst = asked.collision(instruction as u64);
                }
            }
        }
        Some((most, worst))
    }
}

/// Returns the offsets at these indices.
pub(super) fn offsets(layout: &DynLayout, indices: &[u64]) -> Result<Vec<u64>, Refusal> {
    let at = |&index: &u64| layout.at(index)?.demand_unsigned();
    indices.iter().map(at).collect()
}

/// The judge of the candidates of a search.
pub(super) struct Judge<'a> {
    pub(super) element: u64,
    pub(super) prepared: &'a [Prepared],
    pub(super) torn: u64,
    pub(super) found: Vec<Change>,
    pub(super) best: Option<(u64, u64, Change, usize, Collision)>,
}

impl Judge<'_> {
    /// Judges a candidate: `offset` gives the offset of an element of a pattern.
    pub(super) fn judge(
        &mut self,
        change: Change,
        offset: impl Fn(&Prepared, usize, usize) -> u64,
    ) {
        let (mut sum, mut worst) = (0, None);
        for (number, prepared) in self.prepared.iter().enumerate() {
            let judged = prepared.judge(self.element, |i| offset(prepared, number, i));
            let Some((passes, collision)) = judged else {
                self.torn += 1;
                return;
            };
            sum += passes;
            worst = match (worst, collision) {
                (Some((most, _, _)), _) if passes <= most => worst,
                (_, Some(collision)) => Some((passes, number, collision)),
                _ => worst,
            };
        }
        match worst {
            None => self.found.push(change),
            Some((passes, number, collision)) => {
                let better = self.best.as_ref().is_none_or(|best| (passes, sum) < (best.0, best.1));
                if better {
                    self.best = Some((passes, sum, change, number, collision));
                }
            }
        }
    }
}
