//! Operations on layouts: what they give, and in which form they end.

use super::super::plain::judge::judge;
use super::super::plain::text::Value;
use super::draw::draw;
use super::form::{Leaf, literals, read_forms, with_values};
use super::outcome::{Call, Ending, ending};
use super::{Subject, explore, quietly};
use crate::rng::Rng;

/// An operation on arguments of one form, as generated code has it.
pub struct Case {
    /// The operation, such as `compose`.
    pub operation: &'static str,
    /// The forms of the arguments, as [`read_forms`] reads them.
    pub forms: &'static str,
    /// Calls it with these values of the run-time integers.
    pub call: fn(&[u64]) -> Call,
}

/// Runs the program of these cases.
pub fn layouts(cases: &'static [Case]) {
    let ready: Vec<Ready> = cases
        .iter()
        .map(|case| Ready {
            case,
            forms: read_forms(case.forms),
        })
        .collect();
    let subjects: Vec<&dyn Subject> = ready.iter().map(|ready| ready as &dyn Subject).collect();
    explore(&subjects);
}

/// A case whose forms are read.
struct Ready {
    case: &'static Case,
    forms: Vec<Value<Leaf>>,
}

impl Subject for Ready {
    fn operation(&self) -> &'static str {
        self.case.operation
    }

    fn numbers(&self) -> usize {
        self.forms.iter().map(|form| form.numbers().len()).sum()
    }

    fn draw(&self, rng: &mut Rng) -> Vec<u64> {
        draw(rng, self.case.operation, &self.forms)
    }

    /// `layout!(8 : 1).try_compose(layout!(4u32 : 2))`
    fn line(&self, values: &[u64]) -> String {
        let literals = literals(&self.forms, values);
        let (first, others) = literals
            .split_first()
            .expect("an operation has an argument");
        format!("{first}.try_{}({})", self.case.operation, others.join(", "))
    }

    fn run(&self, values: &[u64]) -> (String, Result<Ending, String>) {
        let call = quietly(|| (self.case.call)(values));
        let arguments = with_values(&self.forms, values);
        let verdict = judge(self.case.operation, &arguments);
        let ending = ending(&call, &arguments, values, &verdict);
        (call.to_string(), ending)
    }
}
