//! Operations on layouts with run-time integers, in a program that draws their values.

use super::builds::{Builds, Source};
use super::forms::{Form, forms};
use super::harness::form::{Leaf, write_forms};
use super::{Clock, Report};
use crate::Outcome;
use std::path::Path;
use zellige_oracle::Value;

/// Runs this part for as long as the clock allows.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let report = Report::new("run-time integers");
    Builds::new(folder)?.explore("run_time", &forms(seed), clock, seed, report)
}

impl Source for Form {
    const ADAPTER: &'static str = include_str!("adapter.rs");

    fn operation(&self) -> &str {
        self.operation
    }

    fn arguments(&self) -> &[Value<Leaf>] {
        &self.arguments
    }

    /// The function calls both forms of the operation.
    fn function(&self, number: usize) -> String {
        let (names, first, others) = self.named();
        let gives = match self.operation {
            "local_tile" | "outer_partition" | "local_partition" => "Part",
            _ => "Whole",
        };
        let operation = self.operation;
        let call = format!("call!({gives}, {first}, try_{operation}, {operation}({others}))");
        format!("fn case_{number}(v: &[u64]) -> Call {{ {names}{call} }}\n")
    }

    fn entry(&self, number: usize) -> String {
        let (operation, forms) = (self.operation, write_forms(&self.arguments));
        format!("operation: {operation:?}, forms: {forms:?}, call: case_{number}")
    }
}
