//! Operations on layouts: how their calls end, and how this is judged.

use super::form::{Leaf, with_values};
use super::outcome::{Call, Ending, ending};
use super::{Case, quietly};
use zellige_oracle::{Value, judge};

/// An operation on arguments of one form, as it appears in generated code.
pub struct LayoutCase {
    /// The operation, such as `compose`.
    pub operation: &'static str,
    /// The forms of the arguments, in the notation of [`read_forms`](super::form::read_forms).
    pub forms: &'static str,
    /// Calls the operation with these values for the run-time integers.
    pub call: fn(&[u64]) -> Call,
}

impl Case for LayoutCase {
    fn operation(&self) -> &'static str {
        self.operation
    }

    fn forms(&self) -> &'static str {
        self.forms
    }

    /// `layout!(8 : 1).try_compose(layout!(4u32 : 2))`
    fn line(&self, first: &str, others: &str) -> String {
        format!("{first}.try_{}({others})", self.operation)
    }

    fn run(&self, forms: &[Value<Leaf>], values: &[u64]) -> (String, Result<Ending, String>) {
        let call = quietly(|| (self.call)(values));
        let arguments = with_values(forms, values);
        let verdict = judge(self.operation, &arguments);
        let ending = ending(&call, &arguments, values, &verdict);
        (call.to_string(), ending)
    }
}
