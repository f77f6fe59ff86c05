//! Tilers: the right operands of composition, divides and products.

use alloc::vec::Vec;
use core::fmt;

use crate::layout::{DynLayout, Modes};
use crate::refusal::{Refusal, Sentences};
use crate::tuple::{Tuple, converts, debug_as_display, from_tuples};

/// A tiler: a layout, a number of elements, `_` for a whole mode, or a list with one tiler for each
/// mode.
///
/// ```
/// use zellige_dynamic::{DynLayout, Tiler};
/// let a: DynLayout = "(64,32):(32,1)".parse()?;
/// let by_mode: Tiler = "(16,_)".parse()?;
/// assert_eq!(by_mode, Tiler::from((16, ..)));
/// assert_eq!(a.zipped_divide(by_mode)?.to_string(), "((16,32),(4,1)):((32,1),(512,0))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Tiler {
    /// A whole mode; the text form writes `_`.
    Whole,
    /// A number N of elements: composes as the layout `N:1`.
    Extent(u64),
    /// The elements that a layout picks.
    Layout(DynLayout),
    /// One tiler for each mode.
    Modes(Vec<Tiler>),
}

impl Tiler {
    /// Returns the refusal for tiles that are mode 0 of a result; a single tiler refuses all of it.
    pub(crate) fn locate(&self, refusal: Refusal) -> Refusal {
        match self {
            Tiler::Modes(_) => refusal.inside(0),
            _ => refusal,
        }
    }
}

/// Returns the modes of `a` that have a tiler, each with its tiler; a single mode without
/// parentheses is one mode.
pub(crate) fn by_mode<'a>(
    a: &'a Modes,
    tilers: &'a [Tiler],
) -> Result<impl Iterator<Item = (&'a Modes, &'a Tiler)> + Clone, Refusal> {
    let modes = a.modes();
    if tilers.len() > modes.len() {
        return Err(Refusal::no_such_mode());
    }
    Ok(modes.iter().zip(tilers))
}

/// Returns the modes of `a`, with `f` applied to those that have a tiler.
pub(crate) fn map_modes(
    a: &Modes,
    tilers: &[Tiler],
    mut f: impl FnMut(&Modes, &Tiler) -> Result<Modes, Refusal>,
) -> Result<Modes, Refusal> {
    if tilers.is_empty() {
        return Ok(a.clone());
    }
    let made = Tuple::try_of(by_mode(a, tilers)?, |(mode, tiler)| f(mode, tiler))?;
    let mut made = made.into_modes();
    made.extend_from_slice(&a.modes()[tilers.len()..]);
    Ok(Tuple::Modes(made))
}

/// Writes `(16,_,(2,2):(1,4))`; the alternate form writes CuTe's `_` before static integers.
impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiler::Whole => f.write_str("_"),
            Tiler::Extent(n) => crate::tuple::write_number(n, f),
            Tiler::Layout(layout) => layout.fmt(f),
            Tiler::Modes(tilers) => crate::tuple::write_list(tilers, f, Tiler::fmt),
        }
    }
}

debug_as_display! {
    /// Writes the tiler as `Display` does.
    Tiler
}

converts! {
    u64 => Tiler: |n| Tiler::Extent(n);
    DynLayout => Tiler: |layout| Tiler::Layout(layout);
    &DynLayout => Tiler: |layout| Tiler::Layout(layout.clone());
    core::ops::RangeFull => Tiler: |_| Tiler::Whole;
    &Tiler => Tiler: |tiler| tiler.clone();
    Vec<Tiler> => Tiler: |tilers| Tiler::Modes(tilers);
}
/// The shape of a tile, mode by mode.
impl From<Tuple<u64>> for Tiler {
    fn from(shape: Tuple<u64>) -> Self {
        match shape {
            Tuple::Leaf(n) => Tiler::Extent(n),
            Tuple::Modes(modes) => Tiler::Modes(modes.into_iter().map(Tiler::from).collect()),
        }
    }
}
impl<X: Into<Tiler>, const N: usize> From<[X; N]> for Tiler {
    fn from(tilers: [X; N]) -> Self {
        Tiler::Modes(tilers.into_iter().map(Into::into).collect())
    }
}
from_tuples! { [] Tiler, Tiler::Modes }
