//! Operations on tensors, in a program that gives them memory between canaries: which elements they
//! yield, and which elements they write.

mod cases;
mod refused;

use super::builds::{Builds, Case, Part};
use super::{Clock, Report};
use crate::Outcome;
use cases::cases;
use std::path::Path;

const PART: Part = Part { name: "tensors", adapter: include_str!("adapter.rs"), function, entry };

/// Runs this part for as long as the clock allows.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let mut report = Report::new("tensors");
    let builds = Builds::new(folder)?;
    refused::check(&builds.released, folder, seed, &mut report)?;
    builds.explore(&PART, &cases(seed), clock, seed, report)
}

fn function(case: &Case, number: usize) -> String {
    let (names, a, others) = case.named();
    let (operation, types) = (case.operation, case.elements);
    let view = |of: &str| format!("view!({a}, memory, write, |t| {of})");
    let parts = |of: &str| format!("parts!({a}, memory, write, |t| {of})");
    let unless_refused =
        |layout: &str, made: String| format!("unless_refused(|| {a}.{layout}, || {made})");
    let call = format!("{operation}({others})");
    let called = format!("t.{call}");
    let copied =
        |vectors: bool| format!("copied::<{types}, _, _>({a}, {others}, {vectors}, {number} % 2)");
    let body = match operation {
        "tensor" => view("t"),
        "iter_mut" => format!("iter_mut!({a}, memory, write)"),
        "new" => format!("new({a})"),
        "fragment" => format!("fragments({a})"),
        "copy_from" => copied(false),
        "copy_vectors_from" => copied(true),
        "recast" => format!("recast::<{types}, _>({a})"),
        "split_mut" | "partition_mut" => parts(&called),
        "try_split_mut" => {
            unless_refused(&format!("zipped_divide({others})"), parts(&format!("proven({called})")))
        }
        "try_partition_mut" => unless_refused(
            &format!("local_partition({others}, 0usize).0"),
            parts(&format!("proven({called})")),
        ),
        "slice" => view(&called),
        "local_partition" | "local_tile" | "outer_partition" => {
            unless_refused(&format!("{call}.0"), view(&called))
        }
        _ => unless_refused(&call, view(&called)),
    };
    let arguments = "v: &[u64], memory: &mut Memory, write: bool";
    format!("fn case_{number}({arguments}) -> Told {{ {names}{body} }}\n")
}

fn entry(case: &Case) -> String {
    format!("elements: {:?}, ", case.elements)
}
