//! Patterns: how threads access a tile, as a layout of (thread, value) to coordinates of the tile,
//! wherever its elements lie.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::access::{Access, demand_bytes, threads_and_values};
use super::remedy::Swizzled;
use crate::layout::DynLayout;
use crate::refusal::{Refusal, Sentences};

/// Whether threads load or store. The banks serve both in the same way.
///
/// ```
/// use zellige_dynamic::analysis::{Direction, Pattern};
/// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
/// assert_eq!(column.direction, Direction::Read);
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The threads load.
    Read,
    /// The threads store.
    Write,
}

/// The way in which threads access a tile, wherever its elements lie.
///
/// ```
/// use zellige_dynamic::analysis::Pattern;
/// // `ldmatrix` reads 8 rows of 16 bytes of a tile of 8 by 64 halves: row t, from column 0 on.
/// let rows = Pattern::read("(8,8):(1,8)".parse()?, 16);
/// assert_eq!(rows.access(&"(8,64):(64,1)".parse()?, 2)?.bank_passes()?, 8);
/// assert_eq!(rows.access(&"Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?, 2)?.bank_passes()?, 1);
/// assert_eq!(rows.to_string(), "read of (8,8):(1,8) by 16 bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The thread-value layout: from (thread, value) to the index of a coordinate of the tile, with
    /// its first mode fastest.
    pub threads_values: DynLayout,
    /// Whether the threads load or store.
    pub direction: Direction,
    /// The number of bytes that a thread moves at once.
    pub bytes: u64,
}

impl Pattern {
    /// Returns the pattern of threads that each load `bytes` bytes at once.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Pattern;
    /// assert_eq!(Pattern::read("(32,1):(1,0)".parse()?, 4).bytes, 4);
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn read(threads_values: DynLayout, bytes: u64) -> Pattern {
        let direction = Direction::Read;
        Pattern { threads_values, direction, bytes }
    }

    /// Returns the pattern of threads that each store `bytes` bytes at once.
    ///
    /// ```
    /// use zellige_dynamic::analysis::{Direction, Pattern};
    /// assert_eq!(Pattern::write("(32,1):(32,0)".parse()?, 4).direction, Direction::Write);
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn write(threads_values: DynLayout, bytes: u64) -> Pattern {
        let direction = Direction::Write;
        Pattern { threads_values, direction, bytes }
    }

    /// Returns the access to the memory of a tile with elements of `element` bytes.
    ///
    /// ```
    /// use zellige_dynamic::analysis::Pattern;
    /// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
    /// assert_eq!(column.access(&"(32,32):(33,1)".parse()?, 4)?.offset(3, 0), Some(99));
    /// let refusal = column.access(&"(16,32):(33,1)".parse()?, 4).map(|_| ());
    /// assert!(refusal.is_ok());                     // index 16 is (0,1)
    /// assert_eq!(
    ///     column.access(&"(4,4):(4,1)".parse()?, 4).unwrap_err().message(),
    ///     "(32,1):(1,0): value 0 of thread 16 is at index 16 of the tile (4,4):(4,1), which has 16 elements"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// With negative strides the memory of the tile begins at its smallest offset. Refuses what
    /// [`Access::new`] and [`Access::by`] refuse, and an index outside the tile.
    pub fn access(&self, tile: &DynLayout, element: u64) -> Result<Access, Refusal> {
        let (threads, values) = threads_and_values(&self.threads_values)?;
        demand_bytes(tile, element)?;
        let least = least(tile)?;
        let at = |index| {
            let offset = tile.at(index)?;
            let number = offset.number().filter(|&number| number >= least);
            let number = number.ok_or_else(|| Refusal::not_unsigned(&offset))?;
            Ok(number.abs_diff(least))
        };
        let indices = self.indices(tile)?.into_iter();
        let offsets = indices.map(at).collect::<Result<Vec<u64>, Refusal>>()?;
        let swizzled = Swizzled::of(tile);
        let text = format!("{} in {tile}", self.threads_values);
        Access::of_offsets(text, (threads, values), element, offsets, swizzled)?.by(self.bytes)
    }

    /// Returns the indices of the tile, value by value.
    pub(super) fn indices(&self, tile: &DynLayout) -> Result<Vec<u64>, Refusal> {
        let (threads, _) = threads_and_values(&self.threads_values)?;
        let backwards = |mode: &crate::Mode| mode.extent > 1 && mode.stride.unsigned().is_none();
        if self.threads_values.leaves().into_iter().any(backwards) {
            return Err(Refusal::access_sign(&self.threads_values));
        }
        let index = |i| {
            let index = self.threads_values.at(i)?.demand_unsigned()?;
            if index >= tile.size() {
                let (thread, value) = (i % threads, i / threads);
                let (layout, size) = (&self.threads_values, tile.size());
                return Err(Refusal::access_outside(layout, thread, value, index, tile, size));
            }
            Ok(index)
        };
        (0..self.threads_values.size()).map(index).collect()
    }
}

/// Returns the smallest offset of a tile if it is negative, and 0 otherwise. A composed tile has no
/// negative offsets, since its function does not take them.
fn least(tile: &DynLayout) -> Result<i64, Refusal> {
    if !tile.has_strides() {
        return Ok(0);
    }
    let leaves = tile.leaves().into_iter();
    let backwards = leaves.filter_map(|mode| Some((mode.extent, mode.stride.number()?.min(0))));
    // Each sum is an offset of the tile, which fits in 63 bits.
    Ok(backwards.map(|(extent, stride)| extent.saturating_sub(1) as i64 * stride).sum())
}

/// Writes `read of (32,1):(1,0) by 4 bytes`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.direction {
            Direction::Read => "read",
            Direction::Write => "write",
        };
        write!(f, "{direction} of {} by {} bytes", self.threads_values, self.bytes)
    }
}
