//! Remedies: the swizzles that free an access of bank conflicts.

use alloc::vec::Vec;
use core::fmt;

use super::access::Access;
use super::search::{MOST, swizzles_within};
use crate::layout::{DynLayout, Outer};
use crate::swizzle::Swizzle;

/// The change that makes a failing access pass.
///
/// ```
/// use zellige_dynamic::analysis::{Access, Remedy};
/// let column = Access::new(&"(32,1):(32,1)".parse()?, 4)?;
/// assert_eq!(column.remedy(), Remedy::Swizzle("Sw<5,0,5>".parse()?));
/// let padded = Access::new(&"Sw<5,0,5> o 0 o (32,1):(33,1)".parse()?, 4)?;
/// assert_eq!((padded.bank_passes()?, padded.remedy()), (32, Remedy::Unswizzled));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// It passes without the swizzle that it has.
    Unswizzled,
    /// It passes with this swizzle, instead of any that it has.
    Swizzle(Swizzle),
    /// No swizzle of the bits of its offsets makes it pass.
    Nothing,
    /// The remedy is not searched for: the values are not side by side without a swizzle, or the
    /// offsets reach past 2^24 or pass a function that is not a swizzle.
    Unknown,
}

impl Remedy {
    /// Writes `; with the swizzle Sw<3,3,3> it` and the end of the sentence, or `otherwise` if
    /// there is no swizzle.
    pub(super) fn append(
        &self,
        f: &mut fmt::Formatter<'_>,
        passes: &str,
        otherwise: &str,
    ) -> fmt::Result {
        match self {
            Remedy::Unswizzled => write!(f, "; without its swizzle it {passes}"),
            Remedy::Swizzle(swizzle) => write!(f, "; with the swizzle {swizzle} it {passes}"),
            Remedy::Nothing => f.write_str(otherwise),
            Remedy::Unknown => Ok(()),
        }
    }
}

/// The swizzles that the offsets of an access have passed, the last one first, each with the number
/// that was added before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swizzled(Vec<(Swizzle, u64)>);

impl Swizzled {
    /// Returns the swizzles of a layout, or `None` if there are other functions around it, or
    /// offsets are subtracted.
    pub(super) fn of(layout: &DynLayout) -> Option<Swizzled> {
        let swizzles = layout.functions.iter().map(|function| match function.outer {
            Outer::Swizzle(swizzle) => Some((swizzle, u64::try_from(function.start).ok()?)),
            Outer::Layout(_) => None,
        });
        swizzles.collect::<Option<_>>().map(Swizzled)
    }
    /// Returns the unswizzled offset that the swizzles map to this one.
    fn before(&self, offset: u64) -> u64 {
        // With negative strides, the offset before the last start is added may be negative.
        let undo = |x, &(swizzle, start): &(Swizzle, u64)| swizzle.apply(x).wrapping_sub(start);
        let starts: u64 = self.0.iter().map(|(_, start)| start).sum();
        starts.wrapping_add(self.0.iter().fold(offset, undo))
    }
}

impl Access {
    /// Returns the simplest swizzle with which this access moves vectors and is free of bank
    /// conflicts: no swizzle at all, or the one with the fewest bits. It tries all swizzles of the
    /// bits of the offsets, in the order of [`search`](super::search()).
    ///
    /// ```
    /// use zellige_dynamic::analysis::{Access, Remedy};
    /// let rows = Access::new(&"(32,8):(64,1)".parse()?, 2)?;
    /// assert_eq!(rows.remedy(), Remedy::Swizzle("Sw<3,3,3>".parse()?));
    /// // Bits 5 to 7 and 10 to 11 would have to flip bits 0 to 4, which no single swizzle does.
    /// assert_eq!(Access::new(&"((8,4),1):((32,1024),0)".parse()?, 4)?.remedy(), Remedy::Nothing);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remedy(&self) -> Remedy {
        self.remedy_for(true)
    }

    /// Returns the remedy with which the access moves vectors and, if `conflicts` is set, is free
    /// of conflicts, too.
    pub(super) fn remedy_for(&self, conflicts: bool) -> Remedy {
        let Some(swizzled) = &self.swizzled else {
            return Remedy::Unknown;
        };
        let bare = self.moved(|offset| swizzled.before(offset));
        if bare.torn().is_some() || bare.last() >= MOST {
            return Remedy::Unknown;
        }
        if !conflicts || bare.is_free(|offset| offset) {
            return Remedy::Unswizzled;
        }
        let frees = |swizzle: &Swizzle| bare.is_free(|offset| swizzle.apply(offset));
        match swizzles_within(bare.last() + 1).find(frees) {
            Some(swizzle) => Remedy::Swizzle(swizzle),
            None => Remedy::Nothing,
        }
    }

    /// Returns true if these offsets, once moved, are vectors without bank conflicts.
    fn is_free(&self, to: impl Fn(u64) -> u64) -> bool {
        self.all_phases(|i| to(self.offsets[i]), |_, _, asked| asked.passes() == 1)
    }
}
