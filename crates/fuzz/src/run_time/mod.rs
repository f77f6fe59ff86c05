//! Operations on layouts with run-time integers, in a program that draws their values.

use super::builds::{Builds, Case, Part};
use super::forms::forms;
use super::{Clock, Report};
use crate::Outcome;
use std::path::Path;

const PART: Part = Part {
    name: "run_time",
    adapter: include_str!("adapter.rs"),
    function,
    entry: |_| String::new(),
};

/// Runs this part for as long as the clock allows.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let report = Report::new("run-time integers");
    Builds::new(folder)?.explore(&PART, &forms(seed), clock, seed, report)
}

/// The function calls both forms of the operation.
fn function(case: &Case, number: usize) -> String {
    let (names, first, others) = case.named();
    let operation = case.operation;
    let gives = match operation {
        "local_tile" | "outer_partition" | "local_partition" => "Part",
        _ => "Whole",
    };
    let call = format!("call!({gives}, {first}, try_{operation}, {operation}({others}))");
    format!("fn case_{number}(v: &[u64]) -> Call {{ {names}{call} }}\n")
}
