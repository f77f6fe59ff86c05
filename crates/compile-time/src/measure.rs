//! Compiles the generated crates, and measures the time and the compiler's recursion depth.

use super::cases::{Operands, Operation};
use crate::{Outcome, project, project::Library, took::Took};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// The unit of [`Crate::cost`].
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Unit {
    /// Milliseconds, with each crate compiled `runs` times.
    Time { runs: usize },
    /// Millions of instructions, which other work on the machine does not affect.
    Instructions,
}

impl Unit {
    /// The unit as printed in the header of a table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Unit::Instructions => "millions of instructions of the compiler",
            Unit::Time { .. } if cfg!(target_os = "linux") => "CPU time of the compiler, in ms",
            Unit::Time { .. } => "elapsed time of the compiler, in ms",
        }
    }
}

/// The highest limit that is tried; no operation comes near it.
const HIGHEST_LIMIT: u32 = 1024;

/// The generated sources for the cases of one operation.
pub(crate) struct Crate<'a> {
    library: &'a Library,
    folder: &'a Path,
    baseline: PathBuf,
    operations: String,
    cases: usize,
}

impl<'a> Crate<'a> {
    /// Writes the sources, and checks that the library accepts every case.
    pub(crate) fn new(
        library: &'a Library,
        folder: &'a Path,
        operation: &Operation,
        cases: &[Operands],
    ) -> Outcome<Self> {
        let baseline = write(folder, "baseline", HIGHEST_LIMIT, &source(cases, ""))?;
        let Operation { kind, result, .. } = operation;
        let operations = source(cases, &value(result));
        let verdicts = source(cases, &format!("assert!(<{result} as {kind}>::REFUSAL.is_none());"));
        let verdicts = write(folder, "verdicts", HIGHEST_LIMIT, &verdicts)?;
        project::read(&mut compile(library, &verdicts))
            .map_err(|reason| format!("{}: a case is not accepted: {reason}", operation.name))?;
        Ok(Crate { library, folder, baseline, operations, cases: cases.len() })
    }

    /// The cost of an operation beyond naming the operands.
    pub(crate) fn cost(&self, unit: Unit) -> Outcome<f64> {
        let operations = write(self.folder, "operations", HIGHEST_LIMIT, &self.operations)?;
        let mut least = [f64::INFINITY; 2];
        let runs = match unit {
            Unit::Time { runs } => runs,
            Unit::Instructions => 1,
        };
        for _ in 0..runs {
            for (source, least) in [&self.baseline, &operations].into_iter().zip(&mut least) {
                let mut command = compile(self.library, source);
                let cost = match unit {
                    Unit::Time { .. } => timed(&mut command)?.as_secs_f64() * 1000.0,
                    Unit::Instructions => instructions(&command)? as f64 / 1e6,
                };
                *least = cost.min(*least);
            }
        }
        let [baseline, operations] = least;
        Ok((operations - baseline) / self.cases as f64)
    }

    /// The smallest `recursion_limit` with which the operations compile.
    pub(crate) fn depth(&self) -> Outcome<u32> {
        let compiles = |limit| -> Outcome<bool> {
            let source = write(self.folder, "depth", limit, &self.operations)?;
            Ok(compile(self.library, &source).output()?.status.success())
        };
        smallest(HIGHEST_LIMIT, compiles)
    }
}

/// The smallest number from 1 to `most` that passes, provided that every number above a passing one
/// passes, and that `most` passes.
fn smallest(most: u32, mut passes: impl FnMut(u32) -> Outcome<bool>) -> Outcome<u32> {
    let mut passing = 64.min(most);
    let mut failing = 0;
    while !passes(passing)? {
        failing = passing;
        passing = (passing * 2).min(most);
        if failing == most {
            return Err(format!("does not compile with a recursion limit of {most}").into());
        }
    }
    while passing - failing > 1 {
        let between = failing + (passing - failing) / 2;
        if passes(between)? { passing = between } else { failing = between }
    }
    Ok(passing)
}

/// One `const _` for each case, which names the operands `X`, `Y` and so on, and contains
/// `more`.
fn source(cases: &[Operands], more: &str) -> String {
    let constant = |case: &Operands| {
        let named = case.iter().zip(["X", "Y", "Z", "W"]);
        let operands: String = named
            .map(|(operand, name)| format!("type {name} = {operand}; {}", value(name)))
            .collect();
        format!("const _: () = {{ {operands}{more} }};\n")
    };
    cases.iter().map(constant).collect()
}

/// A statement that forces the compiler to compute a type in full, by taking the value of a
/// function with the type as its argument.
fn value(ty: &str) -> String {
    format!("let _ = name::<{ty}>; ")
}

fn write(folder: &Path, name: &str, limit: u32, body: &str) -> Outcome<PathBuf> {
    let path = folder.join(name).with_extension("rs");
    let text = format!(
        "#![no_std]\n#![recursion_limit = \"{limit}\"]\n\
         use zellige::{{IntTuple, Layout, Strided, atom::*, ops::*, typenum::{{B0, B1, UInt, UTerm}}}};\n\
         const fn name<T>() {{}}\n{body}"
    );
    fs::write(&path, text)?;
    Ok(path)
}

fn compile(library: &Library, source: &Path) -> Command {
    let mut command = library.rustc(source);
    command
        .args(["--emit=metadata", "--error-format=short", "-o"])
        .arg(source.with_extension("rmeta"));
    command
}

/// The duration of a command: its CPU time on Linux, and the elapsed time elsewhere.
pub(super) fn timed(command: &mut Command) -> Outcome<Duration> {
    let (output, took) = Took::of(|| project::read(command));
    output?;
    Ok(took.cpu_or_elapsed())
}

/// The instructions that a command executes, as counted by valgrind's cachegrind.
fn instructions(command: &Command) -> Outcome<u64> {
    let mut counted = Command::new("valgrind");
    counted
        .args(["--tool=cachegrind", "--cache-sim=no"])
        .arg("--cachegrind-out-file=/dev/null")
        .arg(command.get_program())
        .args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        counted.current_dir(folder);
    }
    let output = counted
        .output()
        .map_err(|reason| format!("valgrind, which counts instructions: {reason}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let refs = report.lines().find_map(|line| line.split_once("refs:"));
    match refs {
        Some((_, refs)) if output.status.success() => Ok(refs.trim().replace(',', "").parse()?),
        _ => Err(format!("valgrind counted nothing: {report}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_passing_number_is_found() {
        for least in [1, 2, 63, 64, 65, 700, 1024] {
            assert_eq!(smallest(1024, |n| Ok(n >= least)).ok(), Some(least));
        }
        assert!(smallest(1024, |_| Ok(false)).is_err());
    }
}
