//! Explanations: how an operation arrives at its result, or at its refusal, step by step with the
//! numbers.
//!
//! Each function performs the operation of the same name, and reports what it considers on the way.
//! An [`Explanation`] is data, a list of [`Step`]s; displaying it gives text:
//!
//! ```
//! use zellige_dynamic::{DynLayout, explain};
//! let (a, b): (DynLayout, DynLayout) = ("(4,8):(1,10)".parse()?, "8:2".parse()?);
//! let explanation = explain::compose(&a, &b);
//! assert_eq!(
//!     explanation.to_string(),
//!     "compose(A, B) with A = (4,8):(1,10) and B = 8:2\n  \
//!        A coalesced\n    \
//!          mode 0 is 4:1\n    \
//!          8:10 stays: the mode before it, 4:1, ends at 4 * 1 = 4, and not at 10\n    \
//!          so it is (4,8):(1,10), and its last mode goes on without end\n    \
//!          at index 4, where mode 1 begins, A bends by 10 - 4 * 1 = 6\n  \
//!        mode 0 of B (8:2) walks over A\n    \
//!          it fills extent 4 of A's mode 0 with 4 / 2 = 2 steps, and there A bends by 6\n    \
//!          A(1 * 2) = A(2): the digits are (2,0), so it is 2 * 1 + 0 * 10 = 2\n    \
//!          A(2 * 2) = A(4): the digits are (0,1), so it is 0 * 1 + 1 * 10 = 10\n    \
//!          it becomes (2,4):(2,10)\n  \
//!        the result is (2,4):(2,10)\n"
//! );
//! assert_eq!(explanation.result, a.compose(&b));
//!
//! let refused = explain::compose(&a, &"6:1".parse::<DynLayout>()?);
//! let last = refused.steps.last().ok_or("no step")?;
//! assert_eq!(last.kind, explain::StepKind::Refusal);
//! assert!(last.sentence.contains("leaves extent 4 of A's mode 0 after 4 steps, and 4 does not divide its extent 6"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod complement;
mod compose;
mod divide;
mod inverse;
mod product;
mod tiler;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::algebra::tiler::Tiler;
use crate::layout::{DynLayout, Modes};
use crate::offset::Offset;
use crate::refusal::Refusal;
use crate::tuple::converts;

pub use complement::{complement, complement_sparse};
pub use compose::compose;
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub use inverse::{left_inverse, right_inverse};
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tiled_product, zipped_product,
};

/// The maximum number of steps of an explanation; a longer one is cut, except for the result.
const MOST_STEPS: usize = 1 << 16;

/// An explanation of how an operation arrives at its result.
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let a: DynLayout = "(2,2):(1,6)".parse()?;
/// let explanation = explain::complement(&a, 24);
/// assert_eq!(explanation.operation, "complement(L, M)");
/// assert_eq!(explanation.result, a.complement(24));
/// assert_eq!(
///     explanation.to_string(),
///     "complement(L, M) with L = (2,2):(1,6) and M = 24\n  \
///        the modes of L, by stride\n    \
///          2:1 begins at 1, where the modes before it end, and nothing is left between\n    \
///          2:6 begins at 6, behind 6 / 2 = 3 copies of the modes before it: 3:2\n    \
///          all modes span 12, and 2 copies of them cover 24: 2:12\n  \
///        the result is (3,2):(2,12)\n"
/// );
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The operation with the names of its operands, such as `compose(A, B)`.
    pub operation: String,
    /// The operands.
    pub operands: Vec<Operand>,
    /// The steps of the operation. The last step has the result, or the sentence of the refusal.
    pub steps: Vec<Step>,
    /// What the operation returns.
    pub result: Result<DynLayout, Refusal>,
}

/// A step of an explanation.
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// use zellige_dynamic::explain::{StepKind, Value};
/// let (a, b): (DynLayout, DynLayout) = ("(4,8):(1,10)".parse()?, "8:2".parse()?);
/// let fills = explain::compose(&a, &b).steps.into_iter().find(|step| step.kind == StepKind::Fills);
/// let steps = fills.ok_or("none")?.operands.into_iter().find(|operand| operand.name == "steps");
/// assert_eq!(steps.ok_or("none")?.value, Value::Number(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// The level of nesting inside other steps: 0 for the steps of the operation itself.
    pub level: usize,
    /// The layouts and numbers that it is about.
    pub operands: Vec<Operand>,
    /// What it does, as a sentence with the numbers.
    pub sentence: String,
}

/// The kind of a step.
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// use zellige_dynamic::explain::StepKind;
/// let a: DynLayout = "(4,8):(1,10)".parse()?;
/// let kinds: Vec<StepKind> = explain::right_inverse(&a).steps.iter().map(|step| step.kind).collect();
/// assert_eq!(kinds, [StepKind::Coalesced, StepKind::Run, StepKind::RunEnds, StepKind::Result]);
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepKind {
    /// The nested steps are about one part: a mode, or an intermediate operation.
    Part,
    /// A mode is left out, because it reaches only one offset.
    Dropped,
    /// A mode begins a list of coalesced modes, or stays separate.
    Kept,
    /// A mode continues where the previous one ends, and merges with it.
    Merged,
    /// The modes, coalesced.
    Coalesced,
    /// By how much a layout bends where one of its modes begins.
    Bend,
    /// A mode of B walks over A.
    Walk,
    /// The walk passes modes of A whole with each step.
    Passes,
    /// The walk stays inside modes of A.
    Stays,
    /// The walk fills modes of A with a whole number of steps.
    Fills,
    /// The walk crosses the end of modes of A at a step that does not meet it, at an even pace.
    Crosses,
    /// The walk crosses the end of modes of A at an uneven pace.
    Slips,
    /// The value at an index, from its digits.
    Digits,
    /// The modes that a mode becomes.
    Becomes,
    /// How far all modes of B together reach inside modes of A, and thus whether they carry.
    Carries,
    /// A function of offsets is moved through a layout, or stays around the result.
    Function,
    /// Copies of the covered range fill the gap before a mode.
    Copies,
    /// Tile and rest have more elements than the layout that they divide.
    HangsOver,
    /// A mode continues the run 0, 1, 2, ... of offsets.
    Run,
    /// No mode continues that run.
    RunEnds,
    /// The offsets between the first two belong to no index.
    Between,
    /// A mode of the inverse: steps between two strides.
    Inverted,
    /// Parts are combined.
    Gathered,
    /// The result.
    Result,
    /// The operation is refused.
    Refusal,
    /// Further steps are left out.
    LeftOut,
}

/// A layout or a number that a step is about, with its name.
///
/// ```
/// use zellige_dynamic::{DynLayout, explain};
/// let a: DynLayout = "(4,8):(1,10)".parse()?;
/// let operand = &explain::complement(&a, 80).operands[1];
/// assert_eq!((&operand.name[..], operand.value.to_string()), ("M", "80".into()));
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its name, such as `A` or `stride`.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// The value of an operand.
///
/// ```
/// use zellige_dynamic::explain::Value;
/// assert_eq!(Value::Layout("8:1".parse()?).to_string(), "8:1");
/// # Ok::<(), zellige_dynamic::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A layout.
    Layout(DynLayout),
    /// A tiler.
    Tiler(Tiler),
    /// A number.
    Number(i128),
    /// An offset or a stride.
    Offset(Offset),
}

/// Writes the value in its own notation.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Layout(layout) => layout.fmt(f),
            Value::Tiler(tiler) => tiler.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Offset(offset) => offset.fmt(f),
        }
    }
}

converts! {
    &DynLayout => Value: |layout| Value::Layout(layout.clone());
    /// Converts the modes to a layout; their numbers are known to fit, as they come from one.
    &Modes => Value: |modes| Value::Layout(DynLayout { modes: modes.clone(), functions: Vec::new() });
    &Tiler => Value: |tiler| Value::Tiler(tiler.clone());
    &Offset => Value: |offset| Value::Offset(offset.clone());
    u64 => Value: |number| Value::Number(number.into());
    i64 => Value: |number| Value::Number(number.into());
    u128 => Value: |number| Value::Number(i128::try_from(number).unwrap_or(i128::MAX));
}

/// Returns a list of operands: values by their names, or variables by theirs.
macro_rules! operands {
    ($($name:expr => $value:expr),+) => {
        alloc::vec![$($crate::explain::Operand {
            name: $name.into(),
            value: $crate::explain::Value::from($value),
        }),+]
    };
    ($($variable:ident),+) => { operands![$(stringify!($variable) => $variable),+] };
}
use operands;

/// Writes the operation with its operands, and each step on its own line, indented.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.operation)?;
        for (i, Operand { name, value }) in self.operands.iter().enumerate() {
            let between = if i == 0 { " with" } else { " and" };
            write!(f, "{between} {name} = {value}")?;
        }
        f.write_str("\n")?;
        self.steps.iter().try_for_each(|step| {
            let indent = 2 * (step.level + 1);
            writeln!(f, "{:indent$}{}", "", step.sentence)
        })
    }
}

/// The steps so far.
#[derive(Default)]
struct Steps {
    steps: Vec<Step>,
    level: usize,
}

impl Steps {
    /// Adds a step.
    fn say(&mut self, kind: StepKind, operands: Vec<Operand>, sentence: impl Into<String>) {
        let (kind, operands, sentence) = match self.steps.len() {
            0..MOST_STEPS => (kind, operands, sentence.into()),
            MOST_STEPS => (StepKind::LeftOut, Vec::new(), "further steps are left out".into()),
            _ => return,
        };
        let level = self.level;
        self.steps.push(Step { kind, level, operands, sentence });
    }

    /// Adds the steps of a part, under a step that names it.
    fn part<T>(
        &mut self,
        kind: StepKind,
        operands: Vec<Operand>,
        sentence: impl Into<String>,
        steps: impl FnOnce(&mut Steps) -> T,
    ) -> T {
        self.say(kind, operands, sentence);
        self.level += 1;
        let made = steps(self);
        self.level -= 1;
        made
    }

    /// Adds the last step.
    fn end(
        self,
        operation: &str,
        operands: Vec<Operand>,
        result: Result<DynLayout, Refusal>,
    ) -> Explanation {
        let Steps { mut steps, .. } = self;
        let (kind, values, sentence) = match &result {
            Ok(layout) => {
                let values = operands!["result" => layout];
                (StepKind::Result, values, alloc::format!("the result is {layout}"))
            }
            Err(refusal) => {
                let sentence = alloc::format!("refused: {refusal}");
                (StepKind::Refusal, Vec::new(), sentence)
            }
        };
        steps.push(Step { kind, level: 0, operands: values, sentence });
        let operation = operation.to_string();
        Explanation { operation, operands, steps, result }
    }
}

/// Adds a step that names the functions that stay around the result.
fn say_functions(steps: &mut Steps, a: &DynLayout) {
    for function in &a.functions {
        let (outer, start) = (&function.outer, function.start);
        let sentence = alloc::format!(
            "{outer} is applied to the offsets from {start} on, and stays around the result"
        );
        steps.say(StepKind::Function, Vec::new(), sentence);
    }
}
