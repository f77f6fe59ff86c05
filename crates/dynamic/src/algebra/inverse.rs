//! Inverses: from offsets back to coordinates.
//!
//! Both inverses coalesce the layout and pair each mode `s:d` with the product `p` of the extents
//! before it: `d` steps of the offset are one step of the mode, and `p` steps of the index.

use alloc::vec::Vec;

use super::extension::push_coalesced;
use super::simplify::coalesced;
use crate::layout::{DynLayout, Mode, Modes, is_empty, nothing, of_list};
use crate::refusal::{Refusal, Sentences, fit};

impl DynLayout {
    /// Returns the right inverse R: `self(R(i)) = i` for all `i` below the size of R, for the
    /// longest run 0, 1, 2, ... of offsets. CuTe: `right_inverse`.
    ///
    /// ```
    /// use zellige_dynamic::DynLayout;
    /// let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
    /// assert_eq!(a.right_inverse()?.to_string(), "(64,8):(8,1)");
    /// let swizzled: DynLayout = "Sw<2,0,3> o 0 o (8,8):(8,1)".parse()?;
    /// assert_eq!(swizzled.right_inverse()?.to_string(), "Sw<2,0,-3> o 0 o (8,8):(8,1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// It always exists for a layout with strides. Refuses a composed layout if no swizzle inverts
    /// it. For a layout without elements the result is `0:1`.
    pub fn right_inverse(&self) -> Result<DynLayout, Refusal> {
        if let Some((outer, start, inner)) = self.opened() {
            return super::through::right_inverse(outer, start, &inner);
        }
        DynLayout::strided(right_inverse(&self.modes)?)
    }

    /// Returns the left inverse R: `R(self(i)) = i` for all `i`, unless there are strides 0, in
    /// which case `self(R(self(i))) = self(i)`. CuTe: `left_inverse`.
    ///
    /// ```
    /// use zellige_dynamic::{Code, DynLayout};
    /// let a: DynLayout = "(4,8):(16,1)".parse()?;
    /// assert_eq!(a.left_inverse()?.to_string(), "(16,4):(4,1)");
    /// let windows: DynLayout = "(4,4):(1,2)".parse()?;
    /// assert_eq!(windows.left_inverse().unwrap_err().code, Code::NotInjective);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Refuses strides that do not divide one another, even if another layout is an inverse, and
    /// offsets that are reached twice. For a layout without elements the result is `0:1`.
    pub fn left_inverse(&self) -> Result<DynLayout, Refusal> {
        if let Some((outer, start, inner)) = self.opened() {
            return super::through::left_inverse(outer, start, &inner);
        }
        DynLayout::strided(left_inverse(&self.modes)?)
    }
}

/// A mode with the product of the extents before it.
pub(crate) struct Placed {
    pub(crate) mode: Mode,
    pub(crate) place: u64,
}

/// Returns the modes, each with the index at which it begins.
pub(crate) fn placed(modes: impl IntoIterator<Item = Mode>) -> Vec<Placed> {
    let mut place = 1;
    let placed = modes.into_iter().map(|mode| {
        let before = place;
        place *= mode.extent;
        Placed { mode, place: before }
    });
    placed.collect()
}

/// Returns a mode whose stride is the index `place`.
pub(crate) fn step(extent: u64, place: u64) -> Result<Mode, Refusal> {
    Ok(Mode::of(extent, fit(i64::try_from(place).ok())?))
}

/// The steps of the computation of an inverse, in order.
pub(crate) enum Seen<'a> {
    /// The modes, coalesced.
    Coalesced(&'a [Mode]),
    /// The mode `mode` continues where the offsets below `run` end; its step of the index is
    /// `place`.
    Run { mode: &'a Mode, place: u64, run: u64 },
    /// No mode continues there.
    NoMode { run: u64 },
    /// The smallest stride, which is the distance between the first two offsets.
    Smallest { stride: u64 },
    /// The mode `extent:stride`, with its step `place` of the index, and the next larger stride.
    Pair { extent: u64, stride: u64, place: u64, next: u64 },
    /// The mode with the largest stride.
    Largest { extent: u64, stride: u64, place: u64 },
}

/// Returns the right inverse of these modes.
pub(crate) fn right_inverse(modes: &Modes) -> Result<Modes, Refusal> {
    right_inverse_seen(modes, |_| ())
}

/// Returns the right inverse, and calls `see` with each step.
pub(crate) fn right_inverse_seen(
    modes: &Modes,
    mut see: impl FnMut(Seen<'_>),
) -> Result<Modes, Refusal> {
    let all = coalesced(modes)?;
    see(Seen::Coalesced(&all));
    if is_empty(modes) {
        return Ok(nothing());
    }
    let mut left = placed(all);
    let (mut run, mut inverse) = (1u64, Vec::new());
    while let Some(i) = left.iter().position(|found| found.mode.stride.unsigned() == Some(run)) {
        let Placed { mode, place } = left.remove(i);
        see(Seen::Run { mode: &mode, place, run });
        run = fit(run.checked_mul(mode.extent))?;
        push_coalesced(&mut inverse, step(mode.extent, place)?)?;
    }
    see(Seen::NoMode { run });
    Ok(of_list(inverse))
}

/// Returns the left inverse of these modes.
fn left_inverse(modes: &Modes) -> Result<Modes, Refusal> {
    left_inverse_seen(modes, |_| ())
}

/// Returns the left inverse, and calls `see` with each step.
pub(crate) fn left_inverse_seen(
    modes: &Modes,
    mut see: impl FnMut(Seen<'_>),
) -> Result<Modes, Refusal> {
    let all = coalesced(modes)?;
    see(Seen::Coalesced(&all));
    if is_empty(modes) {
        return Ok(nothing());
    }
    let mut strides = Vec::with_capacity(all.len());
    let mut place = 1;
    for mode in &all {
        if mode.stride != 0 {
            strides.push((mode, place));
        }
        place *= mode.extent;
    }
    if let Some((mode, _)) = strides.iter().rev().find(|(mode, _)| mode.stride.unsigned().is_none())
    {
        return Err(Refusal::not_unsigned(&mode.stride));
    }
    let unsigned =
        |(mode, place): (&Mode, u64)| (mode.stride.unsigned().unwrap_or(0), mode.extent, place);
    let mut sorted: Vec<(u64, u64, u64)> = strides.into_iter().map(unsigned).collect();
    sorted.sort_by_key(|&(stride, ..)| stride);
    let (Some(&(first, ..)), Some(&(largest, last, last_place))) = (sorted.first(), sorted.last())
    else {
        return Ok(of_list(all));
    };
    let mut inverse = Vec::with_capacity(sorted.len() + 1);
    see(Seen::Smallest { stride: first });
    if first > 1 {
        inverse.push(Mode::of(first, 0));
    }
    for pair in sorted.windows(2) {
        let [(before, extent, place), (stride, ..)] = [pair[0], pair[1]];
        see(Seen::Pair { extent, stride: before, place, next: stride });
        if stride % before != 0 {
            return Err(Refusal::strides_do_not_divide(before, stride));
        }
        if u128::from(extent) * u128::from(before) > u128::from(stride) {
            return Err(Refusal::not_injective(extent, before, stride));
        }
        push_coalesced(&mut inverse, step(stride / before, place)?)?;
    }
    see(Seen::Largest { extent: last, stride: largest, place: last_place });
    push_coalesced(&mut inverse, step(last, last_place)?)?;
    Ok(of_list(inverse))
}
