//! The extension of a layout: its coalesced modes, where the last one has no end.
//!
//! A composition evaluates A at the offsets of B, which may lie past the size of A; the last mode
//! then continues. A last mode of extent 1 is therefore kept: its extent does not matter, but its
//! stride does.

use alloc::vec::Vec;
use core::fmt;

use crate::layout::{Mode, Modes};
use crate::offset::Offset;
use crate::refusal::{Refusal, Sentences, fit};

/// The extension `A^` of a layout.
pub(crate) struct Extension {
    /// The modes, at least one.
    modes: Vec<Mode>,
}

impl Extension {
    /// Returns the extension of these modes.
    pub(crate) fn of(modes: &Modes) -> Result<Self, Refusal> {
        let mut leaves = modes.leaves();
        let last = leaves.pop();
        leaves.retain(|mode| mode.extent != 1);
        let mut modes: Vec<Mode> = Vec::with_capacity(leaves.len() + 1);
        for mode in leaves.into_iter().chain(last) {
            push_coalesced(&mut modes, mode.clone())?;
        }
        if modes.is_empty() {
            modes.push(Mode::of(1, 0));
        }
        Ok(Extension { modes })
    }

    /// Returns the modes.
    pub(crate) fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// Returns true if all strides are numbers.
    pub(crate) fn has_numbers(&self) -> bool {
        self.modes.iter().all(|mode| mode.stride.number().is_some())
    }

    /// Returns the number of the first mode without elements that has modes after it, so that an
    /// index past it has no coordinate.
    pub(crate) fn empty_mode(&self) -> Option<usize> {
        let inner = &self.modes[..self.modes.len() - 1];
        inner.iter().position(|mode| mode.extent == 0)
    }

    /// Returns the number of elements before mode `k`: the product of the extents before it.
    pub(crate) fn before(&self, k: usize) -> u64 {
        self.modes[..k].iter().map(|mode| mode.extent).product()
    }

    /// Returns by how much the layout bends where mode `k` begins: the stride of the mode, less the
    /// span of the mode before it.
    pub(crate) fn bend(&self, k: usize) -> Result<Offset, Refusal> {
        let before = &self.modes[k - 1];
        let span = before.stride.times(fit(i64::try_from(before.extent).ok())?)?;
        self.modes[k].stride.plus(&span.times(-1)?)
    }

    /// Returns the value at an index. A negative index has a value only if there is a single mode;
    /// where a mode that others follow has no elements, no index has one.
    pub(crate) fn at(&self, index: i64) -> Result<Offset, Refusal> {
        let Some((last, inner)) = self.modes.split_last() else {
            return Ok(Offset::ZERO);
        };
        let (mut rest, mut sum) = (index, Offset::ZERO);
        if !inner.is_empty() {
            Offset::Number(index).demand_unsigned()?;
        }
        for mode in inner {
            let extent = mode.extent as i64;
            if extent == 0 {
                return Err(Refusal::divided_by_zero());
            }
            let digit = rest % extent;
            if digit != 0 {
                sum = sum.plus(&mode.stride.times(digit)?)?;
            }
            rest /= extent;
        }
        if rest == 0 {
            return Ok(sum);
        }
        sum.plus(&last.stride.times(rest)?)
    }

    /// Returns an upper bound of the difference between the largest and the smallest value at the
    /// indices below `n`.
    pub(crate) fn largest(&self, n: u64) -> Result<u64, Refusal> {
        let (mut n, mut sum) = (n, 0u64);
        let last = self.modes.len() - 1;
        for (k, mode) in self.modes.iter().enumerate() {
            let steps = if k == last { n } else { n.min(mode.extent) }.saturating_sub(1);
            let far = mode.stride.norm().and_then(|norm| norm.checked_mul(steps));
            sum = fit(far.and_then(|far| sum.checked_add(far)))?;
            n = n.div_ceil(mode.extent.max(1));
        }
        Ok(sum)
    }
}

/// Appends a mode to coalesced ones, merging it with the last mode if it continues where that one
/// ends.
pub(crate) fn push_coalesced(modes: &mut Vec<Mode>, mode: Mode) -> Result<(), Refusal> {
    if let Some(before) = modes.last_mut() {
        let extent = i64::try_from(before.extent);
        // A span of more than 63 bits is not a stride.
        let span = extent.ok().and_then(|n| before.stride.times(n).ok());
        if span.as_ref() == Some(&mode.stride) {
            before.extent = fit(before.extent.checked_mul(mode.extent))?;
            return Ok(());
        }
    }
    modes.push(mode);
    Ok(())
}

/// Writes the modes on one level: `(4,8):(1,10)`, or `4:1` for one.
impl fmt::Display for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents = self.modes.iter().map(|mode| &mode.extent as &dyn fmt::Display);
        write_flat(extents.collect(), f)?;
        f.write_str(":")?;
        let strides = self.modes.iter().map(|mode| &mode.stride as &dyn fmt::Display);
        write_flat(strides.collect(), f)
    }
}

/// The extents of an extension: `(4,8)`.
pub(crate) struct Extents<'a>(pub(crate) &'a Extension);
impl fmt::Display for Extents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents = self.0.modes.iter().map(|mode| &mode.extent as &dyn fmt::Display);
        write_flat(extents.collect(), f)
    }
}

/// Writes numbers as a tuple, one alone without parentheses.
fn write_flat(numbers: Vec<&dyn fmt::Display>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let [number] = numbers[..] {
        return number.fmt(f);
    }
    for (i, number) in numbers.into_iter().enumerate() {
        write!(f, "{}{number}", if i == 0 { "(" } else { "," })?;
    }
    f.write_str(")")
}
