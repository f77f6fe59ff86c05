//! The search for the padding or the swizzle that makes accesses to a tile free of bank conflicts.
//!
//! A candidate is the tile with other offsets: as it is, with one mode padded, or with a swizzle. Its shape stays, and so the accesses,
//! which are made of the coordinates of the tile, need to be read but once: what changes with a candidate is `offset + p q` for the
//! padding of a mode by p, where q is how many paddings lie before the element, or `swizzle(offset)`.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use super::access::{Access, demand_bytes, is_vector, threads_and_values};
use super::banks::{Asked, BANKS, Collision, WORD, together};
use super::remedy::Swizzled;
use crate::layout::{DynLayout, Mode, Modes, Outer};
use crate::refusal::{self, Refusal};
use crate::swizzle::Swizzle;

/// A tile has at most so many elements, and offsets.
pub(super) const MOST: u64 = 1 << 24;

/// Whether threads load or store. The banks serve both alike.
///
/// ```
/// use zellige_dyn::analysis::{Direction, Pattern};
/// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
/// assert_eq!(column.direction, Direction::Read);
/// # Ok::<(), zellige_dyn::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The threads load.
    Read,
    /// The threads store.
    Write,
}

/// How threads access a tile, wherever its elements lie.
///
/// ```
/// use zellige_dyn::analysis::Pattern;
/// // `ldmatrix` reads 8 rows of 16 bytes of a tile of 8 by 64 halves: row t, from column 0 on.
/// let rows = Pattern::read("(8,8):(1,8)".parse()?, 16);
/// assert_eq!(rows.access(&"(8,64):(64,1)".parse()?, 2)?.bank_passes()?, 8);
/// assert_eq!(rows.access(&"Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?, 2)?.bank_passes()?, 1);
/// assert_eq!(rows.to_string(), "read of (8,8):(1,8) by 16 bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The thread-value layout: from (thread, value) to the index of a coordinate of the tile, its first mode fastest.
    pub threads_values: DynLayout,
    /// Whether the threads load or store.
    pub direction: Direction,
    /// How many bytes a thread moves at once.
    pub bytes: u64,
}

impl Pattern {
    /// Returns the pattern of threads that load so many bytes each at once.
    ///
    /// ```
    /// use zellige_dyn::analysis::Pattern;
    /// assert_eq!(Pattern::read("(32,1):(1,0)".parse()?, 4).bytes, 4);
    /// # Ok::<(), zellige_dyn::ParseError>(())
    /// ```
    pub fn read(threads_values: DynLayout, bytes: u64) -> Pattern {
        let direction = Direction::Read;
        Pattern {
            threads_values,
            direction,
            bytes,
        }
    }

    /// Returns the pattern of threads that store so many bytes each at once.
    ///
    /// ```
    /// use zellige_dyn::analysis::{Direction, Pattern};
    /// assert_eq!(Pattern::write("(32,1):(32,0)".parse()?, 4).direction, Direction::Write);
    /// # Ok::<(), zellige_dyn::ParseError>(())
    /// ```
    pub fn write(threads_values: DynLayout, bytes: u64) -> Pattern {
        let direction = Direction::Write;
        Pattern {
            threads_values,
            direction,
            bytes,
        }
    }

    /// Returns the access to the memory of a tile with elements of so many bytes.
    ///
    /// ```
    /// use zellige_dyn::analysis::Pattern;
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
    /// It is refused as [`Access::new`] and [`Access::by`] are, and if an index is none of the tile.
    pub fn access(&self, tile: &DynLayout, element: u64) -> Result<Access, Refusal> {
        let (threads, values) = threads_and_values(&self.threads_values)?;
        demand_bytes(tile, element)?;
        let indices = self.indices(tile)?;
        let at = |index| tile.at(index)?.demand_unsigned();
        let offsets = indices
            .into_iter()
            .map(at)
            .collect::<Result<Vec<u64>, _>>()?;
        let text = format!("{} in {tile}", self.threads_values);
        let swizzled = Swizzled::of(tile);
        Access::of_offsets(text, (threads, values), element, offsets, swizzled)?.by(self.bytes)
    }

    /// Returns the indices of the tile, value by value.
    fn indices(&self, tile: &DynLayout) -> Result<Vec<u64>, Refusal> {
        let (threads, _) = threads_and_values(&self.threads_values)?;
        let index = |i| {
            let index = self.threads_values.at(i)?.demand_unsigned()?;
            if index >= tile.size() {
                let (thread, value) = (i % threads, i / threads);
                let (layout, size) = (&self.threads_values, tile.size());
                return Err(refusal::access_outside(
                    layout, thread, value, index, tile, size,
                ));
            }
            Ok(index)
        };
        (0..self.threads_values.size()).map(index).collect()
    }
}

/// Writes `read of (32,1):(1,0) by 4 bytes`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.direction {
            Direction::Read => "read",
            Direction::Write => "write",
        };
        write!(
            f,
            "{direction} of {} by {} bytes",
            self.threads_values, self.bytes
        )
    }
}

/// What makes a candidate of a tile.
///
/// ```
/// use zellige_dyn::analysis::Change;
/// assert_eq!(Change::Padding { mode: 0, elements: 1 }.to_string(), "mode 0 padded by 1");
/// assert_eq!(Change::Swizzle("Sw<3,3,3>".parse()?).to_string(), "Sw<3,3,3>");
/// # Ok::<(), zellige_dyn::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the tile as it is.
    None,
    /// So many elements that nothing uses, before each step of a mode after the first. The stride of the mode is so much larger, and
    /// each larger stride by so much for every step of the mode that it spans.
    Padding {
        /// The number of the mode, without nesting.
        mode: usize,
        /// The elements.
        elements: u64,
    },
    /// A swizzle of the offsets, in place of the one that the tile has.
    Swizzle(Swizzle),
}

/// Writes `Sw<3,3,3>`, `mode 0 padded by 1` or `no change`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::None => f.write_str("no change"),
            Change::Padding { mode, elements } => write!(f, "mode {mode} padded by {elements}"),
            Change::Swizzle(swizzle) => swizzle.fmt(f),
        }
    }
}

/// A tile with a padding or a swizzle.
///
/// ```
/// use zellige_dyn::analysis::{Pattern, search};
/// let tile = "(32,32):(32,1)".parse()?;
/// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
/// let padded = &search(&tile, 4, &[column])?.found[0];
/// assert_eq!((padded.change.to_string(), padded.layout.to_string()), ("mode 0 padded by 1".into(), "(32,32):(33,1)".into()));
/// assert_eq!(padded.bytes, (31 * 33 + 32) * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What is changed.
    pub change: Change,
    /// The layout that the tile has with it.
    pub layout: DynLayout,
    /// The bytes that it takes.
    pub bytes: u64,
}

/// The candidate that comes closest, where none is free of bank conflicts.
///
/// ```
/// use zellige_dyn::analysis::{Pattern, search};
/// // Rows are written by 16 bytes a thread, so that 4 floats have to stay together: columns then meet in a bank by fours.
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
    /// The first two of its threads that do, and in how many passes it is served.
    pub collision: Collision,
}

/// What a search has found.
///
/// Displayed, it is a report: what was tried, what is free of conflicts, or which access of the best candidate still collides.
///
/// ```
/// use zellige_dyn::analysis::{Pattern, search};
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
    /// The bytes of an element.
    pub element: u64,
    /// The accesses.
    pub patterns: Vec<Pattern>,
    /// The candidates that make all accesses free of conflicts, simplest first: the tile as it is; paddings, by fewest bytes of the
    /// tile; swizzles, by fewest bits.
    pub found: Vec<Candidate>,
    /// How many paddings were tried: of each mode of stride more than 1 that spans the modes of smaller strides, and whose stride
    /// divides the larger ones, by each multiple of the widest vector up to 128 bytes, after which the banks repeat.
    pub paddings: u64,
    /// How many swizzles were tried: all whose bits are bits of the offsets of the tile, in both directions.
    pub swizzles: u64,
    /// How many candidates tear a vector of some access apart, so that they are none.
    pub torn: u64,
    /// What comes closest, if nothing was found; none, if every candidate tears a vector.
    pub best: Option<Best>,
}

impl Search {
    /// Returns how many candidates were tried.
    ///
    /// ```
    /// use zellige_dyn::analysis::{Pattern, search};
    /// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
    /// assert_eq!(search(&"(32,32):(32,1)".parse()?, 4, &[column])?.tried(), 1 + 31 + 190);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tried(&self) -> u64 {
        1 + self.paddings + self.swizzles
    }
}

/// A pattern with what its candidates need: the first element of each vector, and the others.
struct Prepared {
    threads: usize,
    per: usize,
    bytes: u64,
    /// The indices of the tile, vector by vector, each of an instruction and a thread.
    indices: Vec<u64>,
    /// The offsets of these in the tile without a swizzle.
    base: Vec<u64>,
}

impl Prepared {
    fn of(
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

    /// Returns the passes of the worst phase and its collision, where `offset` gives the offset of each element; none, if a vector is
    /// torn apart.
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
        for (instruction, begin) in (0..self.indices.len())
            .step_by(instruction_size)
            .enumerate()
        {
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
fn offsets(layout: &DynLayout, indices: &[u64]) -> Result<Vec<u64>, Refusal> {
    let at = |&index: &u64| layout.at(index)?.demand_unsigned();
    indices.iter().map(at).collect()
}

/// What the candidates of a search were judged to be.
struct Judge<'a> {
    element: u64,
    prepared: &'a [Prepared],
    torn: u64,
    found: Vec<Change>,
    best: Option<(u64, u64, Change, usize, Collision)>,
}

impl Judge<'_> {
    /// Judges a candidate: `offset` gives the offset of an element of a pattern.
    fn judge(&mut self, change: Change, offset: impl Fn(&Prepared, usize, usize) -> u64) {
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
                let better = self
                    .best
                    .as_ref()
                    .is_none_or(|best| (passes, sum) < (best.0, best.1));
                if better {
                    self.best = Some((passes, sum, change, number, collision));
                }
            }
        }
    }
}

/// Returns the paddings and swizzles of a tile with which all accesses to it are free of bank conflicts, or the one that comes closest.
///
/// The tile has elements of `element` bytes. Tried are the tile as it is, all paddings of one mode and all swizzles that
/// [`Search`] names; of a tile that is swizzled already, these come in place of its swizzle.
///
/// ```
/// use zellige_dyn::analysis::{Pattern, search};
/// // A warp writes rows of 64 halves, 16 bytes a thread, and reads 8 rows at a time by `ldmatrix`.
/// let tile = "(8,64):(64,1)".parse()?;
/// let write = Pattern::write("((8,4),8):((64,1),8)".parse()?, 16);
/// let read = Pattern::read("((8,4),8):((1,64),8)".parse()?, 16);
/// assert_eq!(
///     search(&tile, 2, &[write, read])?.to_string(),
///     "(8,64):(64,1), 2 bytes an element: 148 candidates (as it is, 7 paddings, 140 swizzles), of which 96 tear a vector\n\
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
/// It is refused where [`Pattern::access`] is, for a tile around which a layout is composed, for one of negative strides, and for one
/// of more than 2^24 elements or offsets.
pub fn search(tile: &DynLayout, element: u64, patterns: &[Pattern]) -> Result<Search, Refusal> {
    let layout = |function: &crate::layout::Function| matches!(function.outer, Outer::Layout(_));
    if tile.functions.iter().any(layout) {
        return Err(refusal::tile_not_swizzled(tile));
    }
    demand_bytes(tile, element)?;
    let base = DynLayout::strided(tile.modes.clone())?;
    let unsigned = |mode: &&Mode| mode.extent == 1 || mode.stride.unsigned().is_some();
    if let Some(mode) = base.leaves().into_iter().find(|mode| !unsigned(mode)) {
        return Err(refusal::not_unsigned(&mode.stride));
    }
    if base.cosize()? > MOST || tile.size() > MOST {
        return Err(refusal::tile_too_large(tile, MOST));
    }
    let prepare = |pattern: &Pattern| Prepared::of(pattern, tile, &base, element);
    let prepared = patterns
        .iter()
        .map(prepare)
        .collect::<Result<Vec<_>, _>>()?;
    let mut judge = Judge {
        element,
        prepared: &prepared,
        torn: 0,
        found: Vec::new(),
        best: None,
    };

    let now = prepared
        .iter()
        .map(|prepared| offsets(tile, &prepared.indices));
    let now = now.collect::<Result<Vec<_>, _>>()?;
    judge.judge(Change::None, |_, number, i| now[number][i]);

    let widest = patterns
        .iter()
        .map(|pattern| pattern.bytes)
        .max()
        .unwrap_or(1);
    let step = if widest % element == 0 {
        widest / element
    } else {
        1
    };
    let period = BANKS as u64 * WORD;
    let steps = period.div_ceil(element * step).saturating_sub(1);
    let paddable = paddable(&base.modes);
    let mut counted = Vec::with_capacity(paddable.len());
    for (mode, counts) in &paddable {
        let counts = prepared
            .iter()
            .map(|prepared| offsets(counts, &prepared.indices));
        counted.push((*mode, counts.collect::<Result<Vec<_>, _>>()?));
    }
    let mut paddings = 0;
    for elements in (1..=steps).map(|i| i * step) {
        for (mode, counts) in &counted {
            paddings += 1;
            let change = Change::Padding {
                mode: *mode,
                elements,
            };
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
        Ok(Candidate {
            change,
            layout,
            bytes,
        })
    };
    let Judge {
        torn, found, best, ..
    } = judge;
    let found = found.into_iter().map(candidate);
    let mut found = found.collect::<Result<Vec<_>, _>>()?;
    // Paddings by the bytes of the tile; the order of all others stays.
    found.sort_by_key(|found| match found.change {
        Change::None => (0, 0),
        Change::Padding { .. } => (1, found.bytes),
        Change::Swizzle(_) => (2, 0),
    });
    let best = match best {
        Some((_, _, change, pattern, collision)) if found.is_empty() => Some(Best {
            candidate: candidate(change)?,
            pattern,
            collision,
        }),
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

/// Returns the modes that can be padded, without nesting: each with the layout of how many paddings lie before an element.
fn paddable(modes: &Modes) -> Vec<(usize, DynLayout)> {
    let strides = |mode: &Mode| (mode.extent, mode.stride.unsigned().unwrap_or(0));
    let leaves: Vec<(u64, u64)> = modes.leaves().into_iter().map(strides).collect();
    let mut paddable = Vec::new();
    for (number, &(extent, stride)) in leaves.iter().enumerate() {
        let smaller = leaves.iter().filter(|mode| mode.1 < stride);
        let span: u64 = 1 + smaller.map(|(n, d)| (n - 1) * d).sum::<u64>();
        let divides = |&(n, d): &(u64, u64)| n == 1 || d < stride || d % stride == 0;
        if extent > 1 && stride > 1 && span <= stride && leaves.iter().all(divides) {
            let counts = modes.map(|mode| {
                let (n, d) = strides(mode);
                let steps = if n > 1 && d >= stride { d / stride } else { 0 };
                Mode::of(n, steps as i64)
            });
            paddable.extend(
                DynLayout::strided(counts)
                    .ok()
                    .map(|counts| (number, counts)),
            );
        }
    }
    paddable
}

/// Returns the tile with a padded mode.
fn padded(base: &DynLayout, number: usize, elements: u64) -> Result<DynLayout, Refusal> {
    let leaves = base.leaves();
    let stride = leaves[number].stride.unsigned().unwrap_or(1);
    let modes = base.modes.map(|mode| match mode.stride.unsigned() {
        Some(d) if mode.extent > 1 && d >= stride => {
            Mode::of(mode.extent, (d + elements * (d / stride)) as i64)
        }
        _ => mode.clone(),
    });
    DynLayout::strided(modes)
}

/// Returns all swizzles of bits of the numbers below `n`, those of fewer bits first, and of these the ones whose higher bits flip
/// lower ones.
pub(super) fn swizzles_within(n: u64) -> impl Iterator<Item = Swizzle> {
    let width = u64::BITS - (n - 1).leading_zeros();
    let of_bits = move |bits: u32| {
        let to_lower = move |lower: bool| {
            (0..width).flat_map(move |base| {
                let shifts = bits..=width.saturating_sub(base + bits);
                shifts.filter_map(move |shift| {
                    let shift = shift as i32;
                    Swizzle::new(bits, base, if lower { shift } else { -shift }).ok()
                })
            })
        };
        to_lower(true).chain(to_lower(false))
    };
    (1..=width).flat_map(of_bits)
}

/// Writes what was tried, and what was found.
impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search {
            tile,
            element,
            paddings,
            swizzles,
            torn,
            ..
        } = self;
        write!(
            f,
            "{tile}, {element} bytes an element: {} candidates ",
            self.tried()
        )?;
        writeln!(
            f,
            "(as it is, {paddings} paddings, {swizzles} swizzles), of which {torn} tear a vector"
        )?;
        for (number, pattern) in self.patterns.iter().enumerate() {
            writeln!(f, "access {number}: {pattern}")?;
        }
        match (&self.best, self.found.len()) {
            (
                Some(Best {
                    candidate,
                    pattern,
                    collision,
                }),
                0,
            ) => {
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
                    let Candidate {
                        change,
                        layout,
                        bytes,
                    } = found;
                    writeln!(f, "  {change}: {layout}, {bytes} bytes")
                })
            }
        }
    }
}
