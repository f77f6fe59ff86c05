//! Vectors: how many elements one access can move.

use super::inverse::placed;
use super::recast::gcd;
use super::simplify::coalesced;
use crate::layout::{DynLayout, Mode, Modes, Outer, nothing, unit};
use crate::refusal::{Refusal, Sentences, fit};
use crate::tuple::Tuple;

impl DynLayout {
    /// Returns the indices of the longest vector that is contiguous, and in the same order, in both
    /// layouts. CuTe: `max_common_layout`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let (a, b): (DynLayout, DynLayout) = ("(8,4):(1,8)".parse()?, "(8,4):(1,16)".parse()?);
    /// assert_eq!(a.max_common_layout(&b)?.to_string(), "8:1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses if the adjacent elements of `b` do not form a layout in this one. If one of the
    /// layouts has no elements, the result is `0:1`.
    pub fn max_common_layout(&self, b: &DynLayout) -> Result<DynLayout, Refusal> {
        if self.has_no_element() || b.has_no_element() {
            return DynLayout::strided(nothing());
        }
        if let Some((outer, start, inner)) = self.opened() {
            return shortened(outer, start, inner.max_common_layout(b)?);
        }
        if let Some((outer, start, inner)) = b.opened() {
            return shortened(outer, start, self.max_common_layout(&inner)?);
        }
        let neighbours = b.right_inverse()?;
        let here = self.compose(&neighbours)?.coalesce()?;
        match here.leaves().first() {
            Some(first) if first.stride == 1 => {
                let first = DynLayout::strided(Tuple::Leaf((*first).clone()))?;
                neighbours.compose(first)
            }
            _ => DynLayout::strided(unit()),
        }
    }

    /// Returns the length of the longest vector that is contiguous, and in the same order, in both
    /// layouts. CuTe: `max_common_vector`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let (a, b): (DynLayout, DynLayout) = ("(8,4):(1,8)".parse()?, "(8,4):(1,16)".parse()?);
    /// assert_eq!(a.max_common_vector(&b)?, 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses what [`max_common_layout`](DynLayout::max_common_layout) refuses.
    pub fn max_common_vector(&self, b: &DynLayout) -> Result<u64, Refusal> {
        Ok(self.max_common_layout(b)?.size())
    }

    /// Returns the largest n such that the layout consists of whole vectors of n elements, each of
    /// which begins at a multiple of n. CuTe: `max_alignment`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,4):(1,12)".parse()?;
    /// assert_eq!(a.max_alignment()?, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses strides along axes.
    pub fn max_alignment(&self) -> Result<u64, Refusal> {
        match self.opened() {
            Some((outer, start, inner)) => Ok(gcd(run_from(outer, start), inner.max_alignment()?)),
            None => max_alignment(&self.modes),
        }
    }
}

/// Returns the number of adjacent elements that stay adjacent under a function, starting at an
/// offset.
fn run_from(outer: &Outer, start: i64) -> u64 {
    match outer {
        Outer::Swizzle(swizzle) => gcd(swizzle.neighbours(), start.unsigned_abs()),
        Outer::Layout(_) => 1,
    }
}

/// Returns the vector, shortened to the part that stays contiguous under a function, starting at an
/// offset.
fn shortened(outer: &Outer, start: i64, vector: DynLayout) -> Result<DynLayout, Refusal> {
    let run = run_from(outer, start);
    if vector.size() <= run {
        return Ok(vector);
    }
    vector.compose(run)
}

fn max_alignment(modes: &Modes) -> Result<u64, Refusal> {
    let mut left = placed(coalesced(modes)?);
    let mut run = 1u64;
    while let Some(i) = left
        .iter()
        .position(|found| found.mode.stride.unsigned() == Some(run) && found.mode.extent > 0)
    {
        let Mode { extent, .. } = left.remove(i).mode;
        run = fit(run.checked_mul(extent))?;
    }
    left.iter().try_fold(run, |aligned, found| {
        let stride = &found.mode.stride;
        let stride = stride.number().ok_or_else(|| Refusal::not_unsigned(stride))?;
        Ok(gcd(aligned, stride.unsigned_abs()))
    })
}
