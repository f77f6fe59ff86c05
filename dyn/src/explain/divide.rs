//! The steps of the divides.

use alloc::format;
use alloc::vec;

use zellige::refusal::names::{LOGICAL_DIVIDE, OF_REST};

use super::complement::complement_of;
use super::compose::composition;
use super::{Explanation, StepKind, Steps, operand, say_functions};
use crate::algebra::complement::Holes;
use crate::algebra::divide::tile_of;
use crate::algebra::tiler::{Tiler, map_modes};
use crate::layout::{DynLayout, Modes, Written, size};
use crate::refusal::Refusal;
use crate::tuple::Tuple;

/// Explains [`DynLayout::logical_divide`].
///
/// ```
/// use zellige_dyn::{DynLayout, explain};
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
/// # Ok::<(), zellige_dyn::ParseError>(())
/// ```
pub fn logical_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let (t, mut steps) = (t.into(), Steps::default());
    let result = divide(&mut steps, &a.modes, &t).and_then(|divided| {
        say_functions(&mut steps, a);
        a.around(divided)
    });
    let operands = vec![operand("A", a), operand("B", &t)];
    steps.end("logical_divide(A, B)", operands, result)
}

/// Explains [`DynLayout::zipped_divide`].
///
/// ```
/// use zellige_dyn::{DynLayout, explain};
/// let rows: DynLayout = "(128,64):(64,1)".parse()?;
/// let explanation = explain::zipped_divide(&rows, (32, 16));
/// assert_eq!(explanation.result, rows.zipped_divide((32, 16)));
/// let gathered = &explanation.steps[explanation.steps.len() - 2];
/// assert_eq!(gathered.sentence, "the tiles of all modes are gathered in mode 0, the rests in mode 1");
/// # Ok::<(), zellige_dyn::ParseError>(())
/// ```
pub fn zipped_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let t = t.into();
    let how = "the tiles of all modes are gathered in mode 0, the rests in mode 1";
    gathered("zipped_divide(A, B)", a, &t, how, a.zipped_divide(&t))
}

/// Explains [`DynLayout::tiled_divide`].
///
/// ```
/// use zellige_dyn::{DynLayout, explain};
/// let rows: DynLayout = "(128,64):(64,1)".parse()?;
/// assert_eq!(explain::tiled_divide(&rows, (32, 16)).result, rows.tiled_divide((32, 16)));
/// # Ok::<(), zellige_dyn::ParseError>(())
/// ```
pub fn tiled_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let t = t.into();
    let how = "the tiles of all modes are gathered in mode 0, and each rest is a mode behind it";
    gathered("tiled_divide(A, B)", a, &t, how, a.tiled_divide(&t))
}

/// Explains [`DynLayout::flat_divide`].
///
/// ```
/// use zellige_dyn::{DynLayout, explain};
/// let rows: DynLayout = "(128,64):(64,1)".parse()?;
/// assert_eq!(explain::flat_divide(&rows, (32, 16)).result, rows.flat_divide((32, 16)));
/// # Ok::<(), zellige_dyn::ParseError>(())
/// ```
pub fn flat_divide(a: &DynLayout, t: impl Into<Tiler>) -> Explanation {
    let t = t.into();
    let how = "each tile is a mode, and each rest is a mode behind them";
    gathered("flat_divide(A, B)", a, &t, how, a.flat_divide(&t))
}

/// Explains a divide whose parts are gathered.
fn gathered(
    operation: &str,
    a: &DynLayout,
    t: &Tiler,
    how: &str,
    result: Result<DynLayout, Refusal>,
) -> Explanation {
    let mut steps = Steps::default();
    // Refused is a part where the whole is; the sentence of the whole has the place in the result.
    if divide(&mut steps, &a.modes, t).is_ok() {
        say_functions(&mut steps, a);
        if result.is_ok() {
            steps.say(StepKind::Gathered, vec![], how);
        }
    }
    steps.end(operation, vec![operand("A", a), operand("B", t)], result)
}

/// Explains the divide of modes by a tiler.
fn divide(steps: &mut Steps, a: &Modes, t: &Tiler) -> Result<Modes, Refusal> {
    match t {
        Tiler::Whole => {
            let sentence = format!("_ keeps {} as it is", Written(a));
            steps.say(StepKind::Kept, vec![operand("A", a)], sentence);
            Ok(a.clone())
        }
        Tiler::Extent(n) => {
            let tile = tile_of(*n)?;
            let sentence = format!("the number {n} divides as {}", Written(&tile));
            steps.say(StepKind::Becomes, vec![operand("B", &tile)], sentence);
            tile_and_rest(steps, a, &tile)
        }
        Tiler::Layout(tile) => tile_and_rest(steps, a, tile.demand_strides()?),
        Tiler::Modes(tilers) => {
            let mut number = 0..;
            map_modes(a, tilers, |mode, tiler| {
                let i = number.next().unwrap_or(0);
                let sentence = format!("mode {i} of A, {}, by {tiler}", Written(mode));
                let operands = vec![operand("A", mode), operand("B", tiler)];
                steps.part(StepKind::Part, operands, sentence, |steps| {
                    divide(steps, mode, tiler)
                })
            })
        }
    }
}

/// Explains the divide of modes by one tile.
fn tile_and_rest(steps: &mut Steps, a: &Modes, tile: &Modes) -> Result<Modes, Refusal> {
    let elements = size(a);
    let sentence = format!("rest is the complement of B in the size of A, {elements}");
    let operands = vec![operand("B", tile), operand("elements", elements)];
    let rest = steps.part(StepKind::Part, operands, sentence, |steps| {
        let rest = complement_of(steps, tile, elements, Holes::None, OF_REST)?;
        let sentence = format!("rest is {}", Written(&rest));
        steps.say(StepKind::Becomes, vec![operand("rest", &rest)], sentence);
        Ok(rest)
    })?;
    let both = Tuple::Modes(vec![tile.clone(), rest]);
    let sentence = format!("A after (B, rest) = {}", Written(&both));
    let operands = vec![operand("A", a), operand("(B, rest)", &both)];
    steps.part(StepKind::Part, operands, sentence, |steps| {
        composition(steps, &LOGICAL_DIVIDE, a, &both)
    })
}
