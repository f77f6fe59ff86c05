//! The candidates of a search: a tile unchanged, with one mode padded, or with a swizzle.

use alloc::vec::Vec;
use core::fmt;

use crate::layout::{DynLayout, Mode, Modes};
use crate::refusal::Refusal;
use crate::swizzle::Swizzle;

/// The change that turns a tile into a candidate.
///
/// ```
/// use zellige_dynamic::analysis::Change;
/// assert_eq!(Change::Padding { mode: 0, elements: 1 }.to_string(), "mode 0 padded by 1");
/// assert_eq!(Change::Swizzle("Sw<3,3,3>".parse()?).to_string(), "Sw<3,3,3>");
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// No change.
    None,
    /// Unused elements, inserted before each step of a mode after the first. They increase the
    /// stride of the mode, and each larger stride by the same number for every step of the mode
    /// that it spans.
    Padding {
        /// The number of the mode, without nesting.
        mode: usize,
        /// The number of elements.
        elements: u64,
    },
    /// A swizzle of the offsets, instead of the one that the tile has.
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
/// use zellige_dynamic::analysis::{Pattern, search};
/// let tile = "(32,32):(32,1)".parse()?;
/// let column = Pattern::read("(32,1):(1,0)".parse()?, 4);
/// let padded = &search(&tile, 4, &[column])?.found[0];
/// assert_eq!((padded.change.to_string(), padded.layout.to_string()), ("mode 0 padded by 1".into(), "(32,32):(33,1)".into()));
/// assert_eq!(padded.bytes, (31 * 33 + 32) * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The change.
    pub change: Change,
    /// The layout of the tile with the change.
    pub layout: DynLayout,
    /// The number of bytes that it takes.
    pub bytes: u64,
}

/// Returns the modes that can be padded, without nesting, each with the layout of the number of
/// paddings before an element.
pub(super) fn paddable(modes: &Modes) -> Vec<(usize, DynLayout)> {
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
            paddable.extend(DynLayout::strided(counts).ok().map(|counts| (number, counts)));
        }
    }
    paddable
}

/// Returns the tile with a padded mode.
pub(super) fn padded(base: &DynLayout, number: usize, elements: u64) -> Result<DynLayout, Refusal> {
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

/// Returns all swizzles of bits of the numbers below `n`, those with fewer bits first, and among
/// these first the ones whose higher bits flip lower ones.
pub(in crate::analysis) fn swizzles_within(n: u64) -> impl Iterator<Item = Swizzle> {
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
