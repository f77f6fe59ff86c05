//! The steps of the inverses.

use alloc::format;
use alloc::vec;

use super::{Explanation, StepKind, Steps, operands};
use crate::algebra::inverse::{Seen, left_inverse_seen, right_inverse_seen};
use crate::layout::{DynLayout, Written, of_list};
use crate::refusal::Refusal;

/// Explains [`DynLayout::right_inverse`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let a: DynLayout = "(8,16,4):(64,1,16)".parse()?;
/// assert_eq!(
///     explain::right_inverse(&a).to_string(),
///     "right_inverse(L) with L = (8,16,4):(64,1,16)\n  \
///        L coalesced is (8,64):(64,1)\n  \
///        offset 1 is a step of 64:1, which advances the index by 8: 64:8\n  \
///        offset 64 is a step of 8:64, which advances the index by 1: 8:1\n  \
///        offset 512 is a step of no mode: the run ends\n  \
///        the result is (64,8):(8,1)\n"
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn right_inverse(l: &DynLayout) -> Explanation {
    inverse(Side::Right, l)
}

/// Explains [`DynLayout::left_inverse`].
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let a: DynLayout = "(4,8):(20,2)".parse()?;
/// assert_eq!(
///     explain::left_inverse(&a).to_string(),
///     "left_inverse(L) with L = (4,8):(20,2)\n  \
///        L coalesced is (4,8):(20,2)\n  \
///        the smallest stride is 2: the offsets between two of its steps belong to no index, 2:0\n  \
///        from stride 2 of 8:2 to the next, 20, are 20 / 2 = 10 steps, and each advances the index by 4: 10:4\n  \
///        the largest stride is 20 of 4:20, and each step of it advances the index by 1: 4:1\n  \
///        the result is (2,10,4):(0,4,1)\n"
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
pub fn left_inverse(l: &DynLayout) -> Explanation {
    inverse(Side::Left, l)
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// Explains the inverse on a side.
fn inverse(side: Side, l: &DynLayout) -> Explanation {
    let mut steps = Steps::default();
    let result = inverse_of(&mut steps, side, l);
    let operation = match side {
        Side::Left => "left_inverse(L)",
        Side::Right => "right_inverse(L)",
    };
    steps.end(operation, operands!["L" => l], result)
}

fn inverse_of(steps: &mut Steps, side: Side, l: &DynLayout) -> Result<DynLayout, Refusal> {
    let Some((outer, _, inner)) = l.opened() else {
        let say = |seen: Seen<'_>| say(steps, &seen);
        return DynLayout::strided(match side {
            Side::Left => left_inverse_seen(&l.modes, say)?,
            Side::Right => right_inverse_seen(&l.modes, say)?,
        });
    };
    let (word, whole) = match side {
        Side::Left => ("left", l.left_inverse()),
        Side::Right => ("right", l.right_inverse()),
    };
    let sentence = format!("the {word} inverse of {inner}, inside of {outer}");
    let inside = |steps: &mut Steps| inverse_of(steps, side, &inner).map(|_| ());
    // A refusal of the inner layout refuses the whole, for the same reason or an earlier one.
    let _ = steps.part(StepKind::Part, operands!["L" => &inner], sentence, inside);
    let sentence = format!("{outer} is its own inverse, comes first, and is drawn through that");
    steps.say(StepKind::Function, vec![], sentence);
    whole
}

fn say(steps: &mut Steps, seen: &Seen<'_>) {
    match *seen {
        Seen::Coalesced(modes) => {
            let modes = of_list(modes.to_vec());
            let sentence = format!("L coalesced is {}", Written(&modes));
            steps.say(StepKind::Coalesced, operands!["L" => &modes], sentence);
        }
        Seen::Run { mode, place, run } => {
            let extent = mode.extent;
            let sentence = format!(
                "offset {run} is a step of {extent}:{run}, which advances the index by {place}: {extent}:{place}"
            );
            let operands = operands!["offset" => run, "extent" => extent, "place" => place];
            steps.say(StepKind::Run, operands, sentence);
        }
        Seen::NoMode { run } => {
            let sentence = format!("offset {run} is a step of no mode: the run ends");
            steps.say(StepKind::RunEnds, operands!["offset" => run], sentence);
        }
        Seen::Smallest { stride } => {
            let sentence = match stride {
                1 => "the smallest stride is 1: nothing lies between two of its steps".into(),
                _ => format!(
                    "the smallest stride is {stride}: the offsets between two of its steps belong to no index, {stride}:0"
                ),
            };
            steps.say(StepKind::Between, operands![stride], sentence);
        }
        Seen::Pair { extent, stride, place, next } => {
            let mode = format!("from stride {stride} of {extent}:{stride} to the next, {next},");
            let sentence = if next % stride != 0 {
                format!("{mode} is not a whole number of steps")
            } else {
                let count = next / stride;
                format!(
                    "{mode} are {next} / {stride} = {count} steps, and each advances the index by {place}: {count}:{place}"
                )
            };
            let operands = operands![extent, stride, place, next];
            steps.say(StepKind::Inverted, operands, sentence);
        }
        Seen::Largest { extent, stride, place } => {
            let sentence = format!(
                "the largest stride is {stride} of {extent}:{stride}, and each step of it advances the index by {place}: {extent}:{place}"
            );
            let operands = operands![extent, stride, place];
            steps.say(StepKind::Inverted, operands, sentence);
        }
    }
}
