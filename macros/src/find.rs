//! Finds the layout of a table: the shape and stride that give `f(0), f(1), ..`, with a swizzle
//! around the layout if no strides do.
//!
//! The table 0, 2, 4, 7, 9, 11 first grows by 2 up to entry 2, since entry 3 is 7 and not 6: its
//! mode 0 is `3:2`. From there on, the first 3 entries must repeat with 7, 14, ... added, as they
//! do: mode 1 is `2:7`, and the layout is `(3,2):(2,7)`. Each entry is read once, in order, and the
//! result is the only such layout with so few modes.
//!
//! A swizzle is its own inverse: it turns the table of a swizzled layout into that of the layout,
//! from its start on. The search tries all swizzles of bits that occur in the table, the fewest
//! bits first. A wrong swizzle usually breaks the pattern early. A swizzle acts from the first
//! entry that has one of its bits on, so only the entries from there on are read. All swizzles
//! together read at most [`MOST_READS`] entries for each entry and each bit of the table's length,
//! so that a search takes O(M log M) time.
//!
//! `zellige-dynamic` includes this file through a symbolic link.

use alloc::vec::Vec;
use core::fmt;

/// A layout that the search found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The swizzle around it, and the offset that is added before.
    pub(crate) swizzle: Option<(Bits, i128)>,
    /// The extent and stride of each mode.
    pub(crate) modes: Vec<(u64, i128)>,
}

/// The bits of a swizzle: those from `from` on flip those from `to` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    count: u32,
    from: u32,
    to: u32,
}

/// The reason why a table has no layout.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Break {
    /// The table has no entries.
    Empty,
    /// Entry 0 is this number instead of 0.
    Origin(i128),
    /// An entry isn't what the entries before it demand.
    Pattern(Pattern, Tried),
}

/// The first entry that breaks the pattern: entry 4 of 0, 2, 4, 7, 8, 11 is not 9.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The index of the entry: 4.
    pub(crate) index: usize,
    /// The value that the pattern requires: 9.
    pub(crate) expected: i128,
    /// The number of entries, from the first, that repeat: 3.
    pub(crate) period: usize,
}

/// The outcome of the search for a swizzle.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tried {
    /// The swizzle with which the pattern continues furthest, if it continues further than without
    /// a swizzle and more than one entry breaks it; and the entry that then breaks it, with the
    /// value that the pattern requires.
    pub(crate) nearest: Option<(Bits, usize, Option<u64>)>,
    /// True if some swizzles were not tried.
    pub(crate) some_left: bool,
}

/// Writes the addition to the sentence on the pattern.
impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((bits, index, expected)) = self.nearest {
            let (count, base, shift) = bits.parameters();
            write!(
                f,
                "; with the swizzle Sw<{count},{base},{shift}> the pattern continues up to entry {index}, "
            )?;
            match expected {
                Some(expected) => write!(f, "which would have to be {expected}")?,
                None => f.write_str("but no value fits that entry")?,
            }
        }
        match self.some_left {
            true => f.write_str("; some swizzles were not tried"),
            false => Ok(()),
        }
    }
}

/// The bits of a swizzle are below this one.
const MOST_BITS: u32 = 48;
/// The number of entries that all swizzles together may read, for each entry and each bit of the
/// table's length.
const MOST_READS: u64 = 32;

impl Bits {
    /// Returns the numbers of `Sw<B,M,S>`.
    pub(crate) fn parameters(self) -> (u32, u32, i32) {
        let shift = self.from as i32 - self.to as i32;
        (self.count, self.from.min(self.to), shift)
    }

    fn apply(self, x: u64) -> u64 {
        x ^ (x >> self.from & ((1 << self.count) - 1)) << self.to
    }

    /// Returns all swizzles of bits below `end`, the shortest first, for which the first and the
    /// last bit that flip others are in the mask `there`.
    fn all(end: u32, there: u64) -> impl Iterator<Item = Bits> {
        let is_there = move |bit: u32| there >> bit & 1 == 1;
        let runs = (1..=MOST_BITS / 2).flat_map(move |count| {
            let froms = (0..=end.saturating_sub(count)).filter(move |&from| is_there(from));
            froms.map(move |from| (count, from))
        });
        let runs = runs.filter(move |(count, from)| is_there(from + count - 1));
        runs.flat_map(move |(count, from)| (0..=end).map(move |to| Bits { count, from, to }))
            .filter(|bits| {
                let (low, high) = (bits.from.min(bits.to), bits.from.max(bits.to));
                high - low >= bits.count && high + bits.count <= MOST_BITS
            })
    }
}

/// A walk along a table, entry by entry, that finds modes.
#[derive(Clone)]
struct Walk {
    /// The modes before the last one.
    modes: Vec<(u64, i128)>,
    /// The product of their extents: where the last one begins.
    period: usize,
    /// The stride of the last one.
    stride: i128,
}

impl Walk {
    /// Walks from the entry `first` to the end of the table.
    fn along(
        &mut self,
        entries: impl Fn(usize) -> i128,
        first: usize,
        length: usize,
    ) -> Result<(), Pattern> {
        let mut origin = first % self.period;
        let mut base = self.stride.saturating_mul((first / self.period) as i128);
        for index in first..length {
            let entry = entries(index);
            if index == 1 {
                (self.stride, base) = (entry, entry);
            } else if origin > 0 {
                let expected = base.saturating_add(entries(origin));
                if entry != expected {
                    let period = self.period;
                    return Err(Pattern { index, expected, period });
                }
            } else if entry != base {
                self.modes.push(((index / self.period) as u64, self.stride));
                (self.period, self.stride, base) = (index, entry, entry);
            }
            origin += 1;
            if origin == self.period {
                (origin, base) = (0, base.saturating_add(self.stride));
            }
        }
        Ok(())
    }

    /// Returns the walk as it was before the entry `index`.
    fn before(&self, index: usize) -> Walk {
        let ends = self.modes.iter().scan(1, |end: &mut usize, mode| {
            *end = end.saturating_mul(mode.0 as usize);
            Some(*end)
        });
        let ended = ends.take_while(|&end| end < index);
        let (count, period) = ended.fold((0, 1), |(count, _), end| (count + 1, end));
        Walk {
            modes: self.modes[..count].to_vec(),
            period,
            stride: self.modes.get(count).map_or(self.stride, |mode| mode.1),
        }
    }

    /// Returns all modes of a table; its last column may be partial.
    fn end(mut self, length: usize) -> Vec<(u64, i128)> {
        match length {
            1 => self.modes.push((1, 0)),
            _ => self.modes.push((length.div_ceil(self.period) as u64, self.stride)),
        }
        self.modes
    }
}

/// The walk before it reads the first entry.
const START: Walk = Walk { modes: Vec::new(), period: 1, stride: 0 };

/// Returns the modes of the layout that maps 0, 1, ... to the entries.
///
/// They are coalesced, and unique except for the last extent, which is as small as the table
/// allows; the table may end inside a column: 0, 1, 5, 6, 10 has `(2,3):(1,5)`. One entry gives
/// `1:0`.
#[cfg_attr(not(test), allow(dead_code))] // the macro always finds swizzles, too
pub(crate) fn find_strided(
    length: usize,
    entries: impl Fn(usize) -> i128,
) -> Result<Vec<(u64, i128)>, Break> {
    if length == 0 {
        return Err(Break::Empty);
    }
    if entries(0) != 0 {
        return Err(Break::Origin(entries(0)));
    }
    let mut walk = START;
    let walked = walk.along(&entries, 1, length);
    walked.map_err(|pattern| Break::Pattern(pattern, Tried::default()))?;
    Ok(walk.end(length))
}

/// Does the same as [`find_strided`], and finds a swizzle around other modes if there are no such
/// modes.
pub(crate) fn find(length: usize, entries: impl Fn(usize) -> i128) -> Result<Found, Break> {
    if length == 0 {
        return Err(Break::Empty);
    }
    let origin = entries(0);
    let mut walk = START;
    let pattern = match walk.along(|index| entries(index) - origin, 1, length) {
        Ok(()) => {
            let modes = walk.clone().end(length);
            let found = match origin {
                0 => Ok(Found { swizzle: None, modes }),
                // The layout walks backwards from an offset on; a swizzle may lead forwards.
                _ if is_backwards(&modes) => find_swizzle(length, &entries, &walk, None),
                _ => Err(Tried::default()),
            };
            return found.map_err(|_| Break::Origin(origin));
        }
        Err(pattern) => pattern,
    };
    match find_swizzle(length, &entries, &walk, Some(pattern.index)) {
        Ok(found) => Ok(found),
        Err(_) if origin != 0 => Err(Break::Origin(origin)),
        Err(mut tried) => {
            // If one entry is wrong and all others fit, no swizzle is nearer.
            let mended = |index| match index == pattern.index {
                true => pattern.expected,
                false => entries(index),
            };
            if walk.along(mended, pattern.index, length).is_ok() {
                tried.nearest = None;
            }
            Err(Break::Pattern(pattern, tried))
        }
    }
}

/// Returns true if a stride is negative.
fn is_backwards(modes: &[(u64, i128)]) -> bool {
    modes.iter().any(|mode| mode.1 < 0)
}

/// Finds the swizzle of a table in which the entry `broken` breaks the pattern of this walk: the
/// one with the fewest bits, and then with the fewest modes. A swizzle that leads backwards comes
/// last; if no entry breaks the pattern, it is not a candidate.
fn find_swizzle(
    length: usize,
    entries: &impl Fn(usize) -> i128,
    walk: &Walk,
    broken: Option<usize>,
) -> Result<Found, Tried> {
    let (mut tried, mut best) = (Tried::default(), None::<Found>);
    let (mut there, mut first) = (0u64, [usize::MAX; MOST_BITS as usize]);
    for index in 0..length {
        let Ok(entry) = u64::try_from(entries(index)) else {
            return Err(tried);
        };
        let mut new = entry & !there & ((1 << MOST_BITS) - 1);
        while new != 0 {
            first[new.trailing_zeros() as usize] = index;
            new &= new - 1;
        }
        there |= entry;
    }
    let end = (u64::BITS - there.leading_zeros()).min(MOST_BITS);
    let mut reads = MOST_READS * length as u64 * u64::from(usize::BITS - length.leading_zeros());
    for bits in Bits::all(end, there & ((1 << MOST_BITS) - 1)) {
        let enough = |found: &Found| {
            let fewer = found.swizzle.is_some_and(|(best, _)| best.count < bits.count);
            !is_backwards(&found.modes) && (fewer || found.modes.len() == 1)
        };
        if best.as_ref().is_some_and(enough) {
            break;
        }
        let acts = &first[bits.from as usize..(bits.from + bits.count) as usize];
        let acts = acts.iter().copied().min().unwrap_or(usize::MAX);
        // A swizzle that acts only after the entry that breaks the pattern does not mend it.
        if acts > broken.unwrap_or(length) {
            continue;
        }
        let at = |index| i128::from(bits.apply(entries(index) as u64));
        let (start, begin) = (at(0), acts.max(1));
        let mut walk = walk.before(begin);
        let walked = walk.along(|index| at(index) - start, begin, length);
        let end = match walked {
            Ok(()) => {
                let (modes, swizzle) = (walk.end(length), Some((bits, start)));
                let rank = |modes: &[_]| (is_backwards(modes), modes.len());
                let better = best.as_ref().is_none_or(|best| rank(&modes) < rank(&best.modes));
                if better && (broken.is_some() || !is_backwards(&modes)) {
                    best = Some(Found { swizzle, modes });
                }
                length
            }
            Err(Pattern { index, expected, .. }) => {
                let nearest = tried.nearest.map(|(_, nearest, _)| nearest);
                if nearest.or(broken) < Some(index) {
                    let expected = u64::try_from(expected.saturating_add(start));
                    tried.nearest = Some((bits, index, expected.ok().map(|x| bits.apply(x))));
                }
                index
            }
        };
        let read = (end - begin.min(end)) as u64;
        if reads < read {
            tried.some_left = true;
            break;
        }
        reads -= read;
    }
    best.ok_or(tried)
}
