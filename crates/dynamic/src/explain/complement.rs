//! The steps of a complement.

use alloc::format;

use super::{Explanation, StepKind, Steps, operands};

use zellige::refusal::names::{COMPLEMENT, COMPLEMENT_SPARSE, OfComplement};

use crate::algebra::complement::{self as algebra, Holes, Seen};
use crate::layout::{DynLayout, Modes};
use crate::refusal::Refusal;
use crate::tuple::Shape;

/// Explains [`DynLayout::complement`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let padded: DynLayout = "(4,4):(1,6)".parse()?;
/// let explanation = explain::complement(&padded, 64);
/// assert_eq!(explanation.result, padded.complement(64));
/// assert_eq!(
///     explanation.steps[2].sentence,
///     "4:6 begins at 6, and the modes before it span 4, which does not divide that: 1 times 4 fits, and 2 is left over"
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn complement(l: &DynLayout, m: impl Into<Shape>) -> Explanation {
    explained(l, &m.into(), COMPLEMENT, Holes::None)
}

/// Explains [`DynLayout::complement_sparse`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let padded: DynLayout = "(4,4):(1,6)".parse()?;
/// assert_eq!(explain::complement_sparse(&padded, 64).result, padded.complement_sparse(64));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn complement_sparse(l: &DynLayout, m: impl Into<Shape>) -> Explanation {
    explained(l, &m.into(), COMPLEMENT_SPARSE, Holes::Allowed)
}

fn explained(l: &DynLayout, m: &Shape, names: OfComplement, holes: Holes) -> Explanation {
    let mut steps = Steps::default();
    let result = l.demand_strides().and_then(|modes| {
        let m = m.size()?;
        DynLayout::strided(complement_of(&mut steps, modes, m, holes, names)?)
    });
    let m = crate::Tiler::from(m.clone());
    steps.end(names.0, operands![names.1 => l, "M" => &m], result)
}

/// Explains the complement of modes.
pub(super) fn complement_of(
    steps: &mut Steps,
    modes: &Modes,
    m: u64,
    holes: Holes,
    names: OfComplement,
) -> Result<Modes, Refusal> {
    let sentence = format!("the modes of {}, by stride", names.1);
    steps.part(StepKind::Part, operands![names.1 => modes], sentence, |steps| {
        algebra::complement_seen(modes, m, holes, names, |seen| say(steps, &seen, m, holes))
    })
}

fn say(steps: &mut Steps, seen: &Seen<'_>, m: u64, holes: Holes) {
    match *seen {
        Seen::Dropped(mode) => {
            let sentence =
                format!("{}:{} reaches one offset only, and is left out", mode.extent, mode.stride);
            steps.say(StepKind::Dropped, operands!["stride" => &mode.stride], sentence);
        }
        Seen::Sorted { extent, stride, covered, copies } => {
            let mode = format!("{extent}:{stride}");
            let sentence = if stride < covered {
                format!(
                    "{mode} begins at {stride}, inside of the modes before it, which span {covered}"
                )
            } else if stride % covered != 0 {
                let left = stride % covered;
                format!(
                    "{mode} begins at {stride}, and the modes before it span {covered}, which does not divide that: {copies} times {covered} fits, and {left} is left over"
                )
            } else if copies == 1 {
                format!(
                    "{mode} begins at {stride}, where the modes before it end, and nothing is left between"
                )
            } else {
                format!(
                    "{mode} begins at {stride}, behind {stride} / {covered} = {copies} copies of the modes before it: {copies}:{covered}"
                )
            };
            let operands = operands![extent, stride, covered, copies];
            steps.say(StepKind::Copies, operands, sentence);
        }
        Seen::End { covered, copies } => {
            let sentence = match (copies, holes) {
                (0 | 1, _) => format!("all modes span {covered}, which covers {m}"),
                (_, Holes::GoingOn) => format!(
                    "all modes span {covered}, and their copies go on without end: {copies}:{covered}"
                ),
                _ => format!(
                    "all modes span {covered}, and {copies} copies of them cover {m}: {copies}:{covered}"
                ),
            };
            let operands = operands![covered, copies];
            steps.say(StepKind::Copies, operands, sentence);
        }
    }
}
