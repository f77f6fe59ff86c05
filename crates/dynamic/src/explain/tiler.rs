//! The steps that divides and products share: both apply a tiler mode by mode, and gather parts.

use alloc::format;
use alloc::vec;

use super::{Explanation, StepKind, Steps, operands, say_functions};
use crate::algebra::tiler::{Tiler, map_modes};
use crate::layout::{DynLayout, Modes, Written};
use crate::refusal::Refusal;

/// A function that explains what modes become with a tiler.
pub(super) type By = fn(&mut Steps, &Modes, &Tiler) -> Result<Modes, Refusal>;

/// Explains an operation whose result is the resulting modes.
pub(super) fn logical(operation: &str, a: &DynLayout, t: &Tiler, by: By) -> Explanation {
    let mut steps = Steps::default();
    let result = by(&mut steps, &a.modes, t).and_then(|modes| {
        say_functions(&mut steps, a);
        a.around(modes)
    });
    steps.end(operation, operands!["A" => a, "B" => t], result)
}

/// Explains an operation that gathers the parts of the resulting modes, and how it gathers them.
pub(super) fn gathered(
    operation: &str,
    a: &DynLayout,
    t: Tiler,
    by: By,
    how: &str,
    gather: impl Fn(&DynLayout, Tiler) -> Result<DynLayout, Refusal>,
) -> Explanation {
    let mut steps = Steps::default();
    let operands = operands!["A" => a, "B" => &t];
    // A part is refused where the whole is; the sentence of the whole has the path in the result.
    let explained = by(&mut steps, &a.modes, &t);
    let result = gather(a, t);
    if explained.is_ok() {
        say_functions(&mut steps, a);
        if result.is_ok() {
            steps.say(StepKind::Gathered, vec![], how);
        }
    }
    steps.end(operation, operands, result)
}

/// Explains that `..` keeps the modes.
pub(super) fn kept(steps: &mut Steps, a: &Modes) -> Modes {
    let sentence = format!("_ keeps {} as it is", Written(a));
    steps.say(StepKind::Kept, operands!["A" => a], sentence);
    a.clone()
}

/// Explains each mode with its own tiler.
pub(super) fn mode_by_mode(
    steps: &mut Steps,
    a: &Modes,
    tilers: &[Tiler],
    by: By,
) -> Result<Modes, Refusal> {
    let mut number = 0..;
    map_modes(a, tilers, |mode, tiler| {
        let i = number.next().unwrap_or(0);
        let sentence = format!("mode {i} of A, {}, by {tiler}", Written(mode));
        let operands = operands!["A" => mode, "B" => tiler];
        steps.part(StepKind::Part, operands, sentence, |steps| by(steps, mode, tiler))
    })
}
