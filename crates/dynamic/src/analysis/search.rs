//! The search for the padding or the swizzle that makes accesses to a tile free of bank conflicts.
//!
//! A candidate is the tile with other offsets: unchanged, with one mode padded, or with a swizzle.
//! All patterns judge each candidate.

mod candidate;
mod judge;

use alloc::vec::Vec;
use core::fmt;

use super::Pattern;
use super::access::demand_bytes;
use super::banks::{BANKS, Collision, WORD};
use crate::layout::{DynLayout, Mode, Outer};
use crate::refusal::{Refusal, Sentences};
pub(super) use candidate::swizzles_within;
pub use candidate::{Candidate, Change};
use candidate::{paddable, padded};
use judge::{Judge, Prepared, offsets};

/// The maximum number of elements, and of offsets, of a tile.
pub(super) const MOST: u64 = 1 << 24;

/// The candidate that comes closest, if none is free of bank conflicts.
///
/// ```
/// use zellige_dynamic::analysis::{Pattern, search};
/// // Each thread writes 16 bytes of a row, so that 4 floats have to stay together: columns then
/// // meet in a bank by fours.
/// let tile = "(32,32):(32,1)".parse()?;
/// let rows = Pattern::write("((8,4),4):((128,1),32)".parse()?, 16);
/// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
/// let best = search(&tile, 4, &[rows, column])?.best.ok_or("one is free of conflicts")?;
/// assert_eq!((best.candidate.change.to_string(), best.pattern, best.collision.passes), ("mode 0 padded by 4".into(), 1, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The candidate.
    pub candidate: Candidate,
    /// The number of the pattern that collides the most.
    pub pattern: usize,
    /// The first two threads of the pattern that collide, and the number of passes.
    pub collision: Collision,
}

/// The result of a search.
///
/// It is displayed as a report: what was tried, what is free of conflicts, or which access of the
/// best candidate still collides.
///
/// ```
/// use zellige_dynamic::analysis::{Pattern, search};
/// let tile = "(8,64):(64,1)".parse()?;
/// let rows = Pattern::read("(8,8):(1,8)".parse()?, 16);
/// let search = search(&tile, 2, &[rows])?;
/// assert_eq!((search.paddings, search.swizzles), (7, 140));
/// assert_eq!(search.found[0].change.to_string(), "mode 0 padded by 8");
/// let swizzled = search.found.iter().find(|c| c.change.to_string().starts_with("Sw")).ok_or("none")?;
/// assert_eq!(swizzled.change.to_string(), "Sw<3,3,3>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The tile that was searched.
    pub tile: DynLayout,
    /// The number of bytes of an element.
    pub element: u64,
    /// The accesses.
    pub patterns: Vec<Pattern>,
    /// The candidates that make all accesses free of conflicts, simplest first: the unchanged tile;
    /// then paddings, by fewest bytes of the tile; then swizzles, by fewest bits.
    pub found: Vec<Candidate>,
    /// The number of paddings that were tried. They pad each mode with a stride of more than 1 that
    /// spans the modes of smaller strides and whose stride divides the larger ones, by each
    /// multiple of the widest vector up to 128 bytes, after which the banks repeat.
    pub paddings: u64,
    /// The number of swizzles that were tried: all whose bits are bits of the offsets of the tile,
    /// in both directions.
    pub swizzles: u64,
    /// The number of candidates that were discarded because they tear a vector of some access
    /// apart.
    pub torn: u64,
    /// The candidate that comes closest, if nothing was found; `None` if every candidate tears a
    /// vector apart.
    pub best: Option<Best>,
}

impl Search {
    /// Returns the number of candidates that were tried.
    ///
    /// ```
    /// use zellige_dynamic::analysis::{Pattern, search};
    /// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
    /// assert_eq!(search(&"(32,32):(32,1)".parse()?, 4, &[column])?.tried(), 1 + 31 + 190);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tried(&self) -> u64 {
        1 + self.paddings + self.swizzles
    }
}

/// Returns the paddings and swizzles of a tile with which all accesses to it are free of bank
/// conflicts, or the candidate that comes closest.
///
/// The tile has elements of `element` bytes. The search tries the unchanged tile, all paddings of
/// one mode and all swizzles that [`Search`] names; if the tile is already swizzled, these replace
/// its swizzle.
///
/// ```
/// use zellige_dynamic::analysis::{Pattern, search};
/// // A warp writes rows of 64 halves, 16 bytes per thread, and reads 8 rows at a time with
/// // `ldmatrix`.
/// let tile = "(8,64):(64,1)".parse()?;
/// let write = Pattern::write("((8,4),8):((64,1),8)".parse()?, 16);
/// let read = Pattern::read("((8,4),8):((1,64),8)".parse()?, 16);
/// assert_eq!(
///     search(&tile, 2, &[write, read])?.to_string(),
///     "(8,64):(64,1), 2 bytes an element: 148 candidates (as it is, 7 paddings, 140 swizzles); 96 of them tear a vector\n\
///      access 0: write of ((8,4),8):((64,1),8) by 16 bytes\n\
///      access 1: read of ((8,4),8):((1,64),8) by 16 bytes\n\
///      5 are free of bank conflicts:\n  \
///        mode 0 padded by 8: (8,64):(72,1), 1136 bytes\n  \
///        mode 0 padded by 24: (8,64):(88,1), 1360 bytes\n  \
///        mode 0 padded by 40: (8,64):(104,1), 1584 bytes\n  \
///        mode 0 padded by 56: (8,64):(120,1), 1808 bytes\n  \
///        Sw<3,3,3>: Sw<3,3,3> o 0 o (8,64):(64,1), 1024 bytes\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Refuses what [`Pattern::access`] refuses, a tile with a layout composed around it, a tile with
/// negative strides, and a tile of more than 2^24 elements or offsets.
pub fn search(tile: &DynLayout, element: u64, patterns: &[Pattern]) -> Result<Search, Refusal> {
    let layout = |function: &crate::layout::Function| matches!(function.outer, Outer::Layout(_));
    if tile.functions.iter().any(layout) {
        return Err(Refusal::tile_not_swizzled(tile));
    }
    demand_bytes(tile, element)?;
    let base = DynLayout::strided(tile.modes.clone())?;
    let unsigned = |mode: &&Mode| mode.extent == 1 || mode.stride.unsigned().is_some();
    if let Some(mode) = base.leaves().into_iter().find(|mode| !unsigned(mode)) {
        return Err(Refusal::not_unsigned(&mode.stride));
    }
    if base.cosize()? > MOST || tile.size() > MOST {
        return Err(Refusal::tile_too_large(tile, MOST));
    }
    let prepare = |pattern: &Pattern| Prepared::of(pattern, tile, &base, element);
    let prepared = patterns.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
    let mut judge = Judge { prepared: &prepared, torn: 0, found: Vec::new(), best: None };

    judge.judge(Change::None, |prepared, _, i| prepared.access.offsets[i]);

    let widest = patterns.iter().map(|pattern| pattern.bytes).max().unwrap_or(1);
    let step = if widest % element == 0 { widest / element } else { 1 };
    let period = BANKS as u64 * WORD;
    let steps = period.div_ceil(element * step).saturating_sub(1);
    let paddable = paddable(&base.modes);
    let mut counted = Vec::with_capacity(paddable.len());
    for (mode, counts) in &paddable {
        let counts = prepared.iter().map(|prepared| offsets(counts, &prepared.indices));
        counted.push((*mode, counts.collect::<Result<Vec<_>, _>>()?));
    }
    let mut paddings = 0;
    for elements in (1..=steps).map(|i| i * step) {
        for (mode, counts) in &counted {
            paddings += 1;
            let change = Change::Padding { mode: *mode, elements };
            judge.judge(change, |prepared, number, i| {
                prepared.base[i] + elements * counts[number][i]
            });
        }
    }

    let mut swizzles = 0;
    for swizzle in swizzles_within(base.cosize()?) {
        swizzles += 1;
        let change = Change::Swizzle(swizzle);
        judge.judge(change, |prepared, _, i| swizzle.apply(prepared.base[i]));
    }

    let candidate = |change: Change| -> Result<Candidate, Refusal> {
        let layout = match change {
            Change::None => tile.clone(),
            Change::Padding { mode, elements } => padded(&base, mode, elements)?,
            Change::Swizzle(swizzle) => swizzle.compose(&base)?,
        };
        let bytes = layout.cosize()?.saturating_mul(element);
        Ok(Candidate { change, layout, bytes })
    };
    let Judge { torn, found, best, .. } = judge;
    let found = found.into_iter().map(candidate);
    let mut found = found.collect::<Result<Vec<_>, _>>()?;
    // Sort paddings by the bytes of the tile; the order of all others stays.
    found.sort_by_key(|found| match found.change {
        Change::None => (0, 0),
        Change::Padding { .. } => (1, found.bytes),
        Change::Swizzle(_) => (2, 0),
    });
    let best = match best {
        Some((_, change, pattern, collision)) if found.is_empty() => {
            Some(Best { candidate: candidate(change)?, pattern, collision })
        }
        _ => None,
    };
    Ok(Search {
        tile: tile.clone(),
        element,
        patterns: patterns.to_vec(),
        found,
        paddings,
        swizzles,
        torn,
        best,
    })
}

/// Writes the report of what was tried and what was found.
impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search { tile, element, paddings, swizzles, torn, .. } = self;
        write!(f, "{tile}, {element} bytes an element: {} candidates ", self.tried())?;
        writeln!(
            f,
            "(as it is, {paddings} paddings, {swizzles} swizzles); {torn} of them tear a vector"
        )?;
        for (number, pattern) in self.patterns.iter().enumerate() {
            writeln!(f, "access {number}: {pattern}")?;
        }
        match (&self.best, self.found.len()) {
            (Some(Best { candidate, pattern, collision }), 0) => {
                writeln!(
                    f,
                    "none is free of bank conflicts, whichever mode is padded by less than 128 bytes and whichever bits of the \
                     offsets a swizzle flips; the best is {}:",
                    candidate.change
                )?;
                let passes = collision.passes;
                writeln!(
                    f,
                    "  {}: access {pattern} takes {passes} passes: {collision}",
                    candidate.layout
                )
            }
            (None, 0) => writeln!(f, "each of them tears a vector apart"),
            (_, count) => {
                writeln!(f, "{count} are free of bank conflicts:")?;
                self.found.iter().try_for_each(|found| {
                    let Candidate { change, layout, bytes } = found;
                    writeln!(f, "  {change}: {layout}, {bytes} bytes")
                })
            }
        }
    }
}
