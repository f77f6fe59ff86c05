//! Operations on tensors, in a program that gives them memory between canaries: which elements they give, and which they
//! write.

mod cases;
mod refused;

use super::builds::{Builds, Source};
use super::harness::form::{Leaf, literals_of, write_forms};
use super::{Clock, Report};
use crate::Outcome;
use cases::{Case, cases};
use std::path::Path;

/// Runs this part as long as the clock says.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let mut report = Report::new("tensors");
    let builds = Builds::new(folder)?;
    refused::check(&builds.released, folder, seed, &mut report)?;
    let programs = builds.compile("tensors", &cases(seed), &program, &mut report)?;
    programs.explore(clock, seed, &mut report)?;
    Ok(report)
}

/// The source of the program: a function for each case.
fn program(cases: &[&Case]) -> String {
    let mut text = String::from("#![recursion_limit = \"512\"]\n");
    text.push_str("use judge::harness::{self, Memory, TensorCase, Told};\n");
    text.push_str(include_str!("adapter.rs"));
    for (number, case) in cases.iter().enumerate() {
        text.push_str(&case.function(number));
    }
    text.push_str("static CASES: &[TensorCase] = &[\n");
    for (number, case) in cases.iter().enumerate() {
        let (operation, elements) = (case.operation, case.elements);
        let forms = write_forms(&case.arguments);
        text.push_str(&format!(
            "    TensorCase {{ operation: {operation:?}, elements: {elements:?}, forms: {forms:?}, call: case_{number} }},\n"
        ));
    }
    text.push_str("];\nfn main() {\n    harness::tensors(CASES)\n}\n");
    text
}

impl Case {
    /// The function that calls the operation.
    fn function(&self, number: usize) -> String {
        let mut names = String::new();
        let literals = literals_of(&self.arguments, &mut |leaf, slot| {
            let kind = if leaf == Leaf::Usize { "usize" } else { "u32" };
            names.push_str(&format!("let x{slot} = v[{slot}] as {kind}; "));
            format!("x{slot}")
        });
        let (a, others) = literals
            .split_first()
            .expect("an operation has an argument");
        let (operation, others) = (self.operation, others.join(", "));
        let types = self.elements;
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
}

impl Source for Case {
    fn operation(&self) -> &str {
        self.operation
    }

    fn line(&self) -> String {
        let literals = literals_of(&self.arguments, &mut |leaf, slot| match leaf {
            Leaf::Usize => format!("x{slot}_usize"),
            _ => format!("x{slot}_u32"),
        });
        let operation = self.operation;
        format!("{operation} {} of {}", self.elements, literals.join(", "))
    }
}
