//! Operations on layouts with run-time integers, in a program that draws their values.

use super::builds::{Builds, Source};
use super::forms::{Form, forms};
use super::harness::form::{Leaf, literals_of, write_forms};
use super::{Clock, Report};
use crate::Outcome;
use std::path::Path;

/// Runs this part as long as the clock says.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let mut report = Report::new("run-time integers");
    let builds = Builds::new(folder)?;
    let programs = builds.compile("run_time", &forms(seed), &program, &mut report)?;
    programs.explore(clock, seed, &mut report)?;
    Ok(report)
}

/// The source of the program: a function for each form.
fn program(forms: &[&Form]) -> String {
    let mut text = String::from("#![recursion_limit = \"512\"]\n");
    text.push_str("use judge::harness::{self, Call, Case, Outcome};\n");
    text.push_str(include_str!("adapter.rs"));
    for (number, form) in forms.iter().enumerate() {
        text.push_str(&function(number, form));
    }
    text.push_str("static CASES: &[Case] = &[\n");
    for (number, form) in forms.iter().enumerate() {
        let (operation, forms) = (form.operation, write_forms(&form.arguments));
        text.push_str(&format!(
            "    Case {{ operation: {operation:?}, forms: {forms:?}, call: case_{number} }},\n"
        ));
    }
    text.push_str("];\nfn main() {\n    harness::layouts(CASES)\n}\n");
    text
}

/// The function that calls both forms of an operation on arguments.
fn function(number: usize, form: &Form) -> String {
    let mut names = String::new();
    let literals = literals_of(&form.arguments, &mut |leaf, slot| {
        let kind = if leaf == Leaf::Usize { "usize" } else { "u32" };
        names.push_str(&format!("let x{slot} = v[{slot}] as {kind}; "));
        format!("x{slot}")
    });
    let (first, others) = literals
        .split_first()
        .expect("an operation has an argument");
    let gives = match form.operation {
        "local_tile" | "outer_partition" | "local_partition" => "Part",
        _ => "Whole",
    };
    let (operation, others) = (form.operation, others.join(", "));
    let call = format!("call!({gives}, {first}, try_{operation}, {operation}({others}))");
    format!("fn case_{number}(v: &[u64]) -> Call {{ {names}{call} }}\n")
}

impl Source for Form {
    fn operation(&self) -> &str {
        self.operation
    }

    fn line(&self) -> String {
        let literals = literals_of(&self.arguments, &mut |leaf, slot| match leaf {
            Leaf::Usize => format!("x{slot}_usize"),
            _ => format!("x{slot}_u32"),
        });
        format!("{} of {}", self.operation, literals.join(", "))
    }
}
