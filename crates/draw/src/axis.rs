//! The axis of a table: its indices, and the blocks of a nested mode.

use zellige_dynamic::{Coord, Pick, Shape, Tuple};

use crate::window::shown;

/// The maximum length of a block's label that is written as a coordinate; for deeper modes the
/// label is only the digit.
const LONGEST: usize = 12;

/// The rows or the columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    /// The number of rows or columns that are drawn.
    pub(crate) count: usize,
    /// True if there are more than are drawn.
    pub(crate) cut: bool,
    /// False for the single row of a layout with one mode.
    pub(crate) numbered: bool,
    /// The blocks of the mode's inner modes, the smallest first.
    pub(crate) levels: Vec<Level>,
}

/// Blocks of one size, which belong to the coordinates of one inner mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// The number of rows or columns of a block.
    pub(crate) span: usize,
    /// The coordinate of each block, such as `(_,1)`.
    pub(crate) labels: Vec<String>,
}

impl Axis {
    /// Returns the axis of a mode of this shape.
    pub(crate) fn of(mode: &Shape) -> Axis {
        let size = size(mode);
        let count = shown(size);
        let mut levels = Vec::new();
        let mut span = 1u64;
        for (number, &extent) in mode.leaves().into_iter().enumerate() {
            if span > 1 && extent > 1 && span < count as u64 {
                let blocks = (count as u64).div_ceil(span);
                let labels = (0..blocks).map(|block| label(mode, number, block % extent));
                levels.push(Level { span: span as usize, labels: labels.collect() });
            }
            span = span.saturating_mul(extent);
        }
        Axis { count, cut: size > count as u64, numbered: true, levels }
    }

    /// Returns the axis of a single row without a number.
    pub(crate) fn single() -> Axis {
        Axis { count: 1, cut: false, numbered: false, levels: Vec::new() }
    }

    /// Returns the number of kinds of blocks that begin with this row or column: 0 inside all of
    /// them, and at the edge.
    pub(crate) fn strength(&self, index: usize) -> usize {
        let begins = |level: &&Level| index > 0 && index < self.count && index % level.span == 0;
        self.levels.iter().filter(begins).count()
    }

    /// Returns each block of a level: its label, its first row or column, and its end.
    pub(crate) fn blocks<'a>(
        &'a self,
        level: &'a Level,
    ) -> impl Iterator<Item = (&'a str, usize, usize)> {
        let end = move |begin: usize| (begin + level.span).min(self.count);
        let blocks = level.labels.iter().enumerate();
        blocks.map(move |(i, label)| (label.as_str(), i * level.span, end(i * level.span)))
    }

    /// Returns the label of each block of any level, and its number of rows or columns.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (&str, usize)> {
        let blocks = self.levels.iter().flat_map(|level| self.blocks(level));
        blocks.map(|(label, begin, end)| (label, end - begin))
    }
}

/// Returns the coordinate that has this digit in the leaf of this number, and `_` in the others.
fn label(mode: &Shape, number: usize, digit: u64) -> String {
    let mut leaf = 0;
    let coordinate: Coord = mode.map(|_| {
        leaf += 1;
        if leaf == number + 1 { Pick::At(digit) } else { Pick::Whole }
    });
    let label = coordinate.to_string();
    if label.len() <= LONGEST { label } else { digit.to_string() }
}

/// Returns the number of coordinates of a mode of a shape whose size is known to fit.
pub(crate) fn size(mode: &Shape) -> u64 {
    mode.size().unwrap_or(u64::MAX)
}

/// Returns the modes as one mode: the mode itself if there is only one.
pub(crate) fn grouped(modes: &[Shape]) -> Shape {
    match modes {
        [] => Tuple::Leaf(1),
        [mode] => mode.clone(),
        _ => Tuple::Modes(modes.to_vec()),
    }
}
