//! The steps of the divides.

use alloc::format;
use alloc::vec;

use zellige::refusal::names::{LOGICAL_DIVIDE, OF_REST};

use super::complement::complement_of;
use super::compose::composition;
use super::tiler::{gathered, kept, logical, mode_by_mode};
use super::{Explanation, StepKind, Steps, operands};
use crate::algebra::complement::Holes;
use crate::algebra::divide::tile_of;
use crate::algebra::tiler::Tiler;
use crate::layout::{DynLayout, Modes, Written, size};
use crate::refusal::Refusal;
use crate::tuple::Tuple;

/// Explains [`DynLayout::logical_divide`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let a: DynLayout = "24:1".parse()?;
/// let explanation = explain::logical_divide(&a, &"4:2".parse::<DynLayout>()?);
/// assert_eq!(
///     explanation.to_string(),
///     "logical_divide(A, B) with A = 24:1 and B = 4:2\n  \
///        rest is the complement of B in the size of A, 24\n    \
///          the modes of B, by stride\n      \
///            4:2 begins at 2, behind 2 / 1 = 2 copies of the modes before it: 2:1\n      \
///            all modes span 8, and 3 copies of them cover 24: 3:8\n    \
///          rest is (2,3):(1,8)\n  \
///        A after (B, rest) = (4,(2,3)):(2,(1,8))\n    \
///          A coalesced\n      \
///            mode 0 is 24:1\n      \
///            so it is 24:1, and its last mode goes on without end\n    \
///          mode 0 of (B, rest) (4:2) walks over A\n      \
///            A has one mode, which has no end, so a step of 2 is one of 2 * 1\n      \
///            it becomes 4:2\n    \
///          mode 1.0 of (B, rest) (2:1) walks over A\n      \
///            A has one mode, which has no end, so a step of 1 is one of 1 * 1\n      \
///            it becomes 2:1\n    \
///          mode 1.1 of (B, rest) (3:8) walks over A\n      \
///            A has one mode, which has no end, so a step of 8 is one of 8 * 1\n      \
///            it becomes 3:8\n    \
///          together they are (4,(2,3)):(2,(1,8))\n  \
///        the result is (4,(2,3)):(2,(1,8))\n"
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn logical_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    logical(LOGICAL_DIVIDE.operation, a, &t.into(), divide)
}

/// Explains [`DynLayout::zipped_divide`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let rows: DynLayout = "(128,64):(64,1)".parse()?;
/// let explanation = explain::zipped_divide(&rows, (32, 16));
/// assert_eq!(explanation.result, rows.zipped_divide((32, 16)));
/// let gathered = &explanation.steps[explanation.steps.len() - 2];
/// assert_eq!(gathered.sentence, "the tiles of all modes are gathered in mode 0, the rests in mode 1");
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn zipped_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let how = "the tiles of all modes are gathered in mode 0, the rests in mode 1";
    gathered("zipped_divide(A, B)", a, t.into(), divide, how, DynLayout::zipped_divide)
}

/// Explains [`DynLayout::tiled_divide`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let rows: DynLayout = "(128,64):(64,1)".parse()?;
/// assert_eq!(explain::tiled_divide(&rows, (32, 16)).result, rows.tiled_divide((32, 16)));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn tiled_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let how = "the tiles of all modes are gathered in mode 0, and each rest is a mode behind it";
    gathered("tiled_divide(A, B)", a, t.into(), divide, how, DynLayout::tiled_divide)
}

/// Explains [`DynLayout::flat_divide`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let rows: DynLayout = "(128,64):(64,1)".parse()?;
/// assert_eq!(explain::flat_divide(&rows, (32, 16)).result, rows.flat_divide((32, 16)));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn flat_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let how = "each tile is a mode, and each rest is a mode behind them";
    gathered("flat_divide(A, B)", a, t.into(), divide, how, DynLayout::flat_divide)
}

/// Explains the divide of modes by a tiler.
fn divide(steps: &mut Steps, a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    match t {
        Tiler::Whole => Ok(kept(steps, a)),
        Tiler::Extent(n) => {
            let tile = tile_of(*n)?;
            let sentence = format!("the number {n} divides as {}", Written(&tile));
            steps.say(StepKind::Becomes, operands!["B" => &tile], sentence);
            tile_and_rest(steps, a, &tile)
        }
        Tiler::Layout(tile) => tile_and_rest(steps, a, tile.demand_strides()?),
        Tiler::Modes(tilers) => mode_by_mode(steps, a, tilers, divide),
    }
}

/// Explains the divide of modes by one tile.
fn tile_and_rest(steps: &mut Steps, a: &Modes, tile: &Modes) -> Result<Modes, Refusal> {
    let elements = size(a);
    let sentence = format!("rest is the complement of B in the size of A, {elements}");
    let operands = operands!["B" => tile, "elements" => elements];
    let rest = steps.part(StepKind::Part, operands, sentence, |steps| {
        let rest = complement_of(steps, tile, elements, Holes::None, OF_REST)?;
        let sentence = format!("rest is {}", Written(&rest));
        steps.say(StepKind::Becomes, operands!["rest" => &rest], sentence);
        Ok(rest)
    })?;
    say_overhang(steps, elements, tile, &rest);
    let both = Tuple::Modes(vec![tile.clone(), rest]);
    let sentence = format!("A after (B, rest) = {}", Written(&both));
    let operands = operands!["A" => a, "(B, rest)" => &both];
    steps.part(StepKind::Part, operands, sentence, |steps| {
        composition(steps, &LOGICAL_DIVIDE, a, &both)
    })
}

/// Adds a step that says by how many elements the tiles hang over the divided layout, if they do.
/// Modes of stride 0 reach no further elements.
fn say_overhang(steps: &mut Steps, elements: u64, tile: &Modes, rest: &Modes) {
    let leaves = tile.leaves().into_iter();
    let reached = leaves.filter(|mode| mode.stride != 0);
    let (tile, tiles) = (reached.map(|mode| mode.extent).product::<u64>(), size(rest));
    let all = u128::from(tile) * u128::from(tiles);
    let Some(over @ 1..) = all.checked_sub(elements.into()) else {
        return;
    };
    let sentence = match tiles {
        1 => format!("the tile has {tile} elements and A has {elements}: it hangs over by {over}"),
        _ => format!(
            "{tiles} tiles of {tile} are {all} elements and A has {elements}: they hang over by {over}"
        ),
    };
    let operands = operands![elements, over];
    steps.say(StepKind::HangsOver, operands, sentence);
}
