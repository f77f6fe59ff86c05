//! Operations on tensors, in a program that gives them memory between canaries: which elements they
//! yield, and which elements they write.

mod cases;
mod refused;

use super::builds::{Builds, Source};
use super::harness::form::{Leaf, write_forms};
use super::{Clock, Report};
use crate::Outcome;
use cases::{Case, cases};
use std::path::Path;
use zellige_oracle::Value;

/// Runs this part for as long as the clock allows.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let mut report = Report::new("tensors");
    let builds = Builds::new(folder)?;
    refused::check(&builds.released, folder, seed, &mut report)?;
    builds.explore("tensors", &cases(seed), clock, seed, report)
}

impl Source for Case {
    const ADAPTER: &'static str = include_str!("adapter.rs");

    fn operation(&self) -> &str {
        self.operation
    }

    fn arguments(&self) -> &[Value<Leaf>] {
        &self.arguments
    }

    fn elements(&self) -> &str {
        self.elements
    }

    fn function(&self, number: usize) -> String {
        let (names, a, others) = self.named();
        let (operation, types) = (self.operation, self.elements);
        let body = match operation {
            "tensor" => format!("view!({a}, memory, write, |t| t)"),
            "iter_mut" => format!("iter_mut!({a}, memory, write)"),
            "new" => format!("new({a})"),
            "fragment" => format!("fragments({a})"),
            "copy_from" => format!("copied::<{types}, _, _>({a}, {others}, false, {number} % 2)"),
            "copy_vectors_from" => {
                format!("copied::<{types}, _, _>({a}, {others}, true, {number} % 2)")
            }
            "recast" => format!("recast::<{types}, _>({a})"),
            "split_mut" | "partition_mut" => {
                format!("parts!({a}, memory, write, |t| t.{operation}({others}))")
            }
            "try_split_mut" => format!(
                "unless_refused(|| {a}.zipped_divide({others}), || parts!({a}, memory, write, |t| proven(t.{operation}({others}))))"
            ),
            "try_partition_mut" => format!(
                "unless_refused(|| {a}.local_partition({others}, 0usize).0, || parts!({a}, memory, write, |t| proven(t.{operation}({others}))))"
            ),
            "slice" => format!("view!({a}, memory, write, |t| t.slice({others}))"),
            "local_partition" => format!(
                "unless_refused(|| {a}.{operation}({others}).0, || view!({a}, memory, write, |t| t.{operation}({others})))"
            ),
            "local_tile" | "outer_partition" => format!(
                "unless_refused(|| {a}.{operation}({others}).0, || view!({a}, memory, write, |t| t.{operation}({others})))"
            ),
            _ => format!(
                "unless_refused(|| {a}.{operation}({others}), || view!({a}, memory, write, |t| t.{operation}({others})))"
            ),
        };
        format!(
            "fn case_{number}(v: &[u64], memory: &mut Memory, write: bool) -> Told {{ {names}{body} }}\n"
        )
    }

    fn entry(&self, number: usize) -> String {
        let (operation, elements) = (self.operation, self.elements);
        let forms = write_forms(&self.arguments);
        format!(
            "operation: {operation:?}, elements: {elements:?}, forms: {forms:?}, call: case_{number}"
        )
    }
}
