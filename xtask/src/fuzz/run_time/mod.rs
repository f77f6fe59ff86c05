//! Operations on layouts with run-time integers, in a program that draws their values.
//!
//! The forms of the arguments are made up here, and their operations compiled once: with the library as it is released,
//! and with its debug assertions. Both programs draw the same values and have to end the same way.

use super::forms::{Form, forms};
use super::harness::BLOCK;
use super::harness::form::{Leaf, literals_of, write_forms};
use super::{Clock, Report};
use crate::Outcome;
use crate::project::{self, Library, Profile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{fs, thread};

/// Both builds, and what they are called in a report.
const BUILDS: [(Profile, &str); 2] = [
    (Profile::Release, "released"),
    (Profile::Debug, "with debug assertions"),
];

/// About so many seconds one run of the programs takes.
const RUN: f64 = 3.0;

/// What is only different in both builds is printed after what is wrong.
const AFTER_OTHERS: usize = 100_000;

/// Runs this part as long as the clock says.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let mut report = Report::new("run-time integers");
    let programs = compile(folder, forms(seed), &mut report)?;
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    let (mut first, mut blocks) = (0, 1);
    while clock.goes_on(report.cases) {
        let start = Instant::now();
        let texts = both(
            &programs,
            &[
                "run",
                &seed.to_string(),
                &first.to_string(),
                &blocks.to_string(),
            ],
        )?;
        let told = texts.map(|text| Told::read(&text));
        for (told, (_, build)) in told.iter().zip(BUILDS) {
            for (size, line) in &told.failures {
                report.fail(operation(line), *size, format!("{line} [{build}]"));
            }
            report.failed += told.failed.saturating_sub(told.failures.len() as u64);
        }
        for (ending, count) in &told[0].endings {
            *endings.entry(ending.clone()).or_default() += count;
        }
        let mut pairs = told[0].blocks.iter().zip(&told[1].blocks);
        if let Some((block, _)) = pairs.find(|(released, checked)| released != checked) {
            differences(&programs, seed, block, &mut report)?;
        }
        report.cases += blocks * BLOCK;
        first += blocks;
        let seconds = start.elapsed().as_secs_f64().max(0.01);
        blocks = ((blocks as f64 * RUN / seconds) as u64).clamp(1, 4096);
        if let Some(cases) = clock.cases {
            blocks = blocks.min(cases.saturating_sub(report.cases).div_ceil(BLOCK).max(1));
        }
    }
    for (ending, count) in endings {
        let share = 100.0 * count as f64 / report.cases as f64;
        report.notes.push(format!("{share:4.1} % {ending}"));
    }
    Ok(report)
}

/// What a program told.
#[derive(Default)]
struct Told {
    /// The number of each block with that of its outcomes.
    blocks: Vec<String>,
    endings: Vec<(String, u64)>,
    failed: u64,
    failures: Vec<(usize, String)>,
}

impl Told {
    fn read(text: &str) -> Self {
        let mut told = Told::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("block", block)) => told.blocks.push(block.to_string()),
                Some(("failed", count)) => told.failed = count.parse().unwrap_or(0),
                Some((kind, rest)) => {
                    let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                    match kind {
                        "ending" => told
                            .endings
                            .push((rest.to_string(), number.parse().unwrap_or(0))),
                        _ => told
                            .failures
                            .push((number.parse().unwrap_or(0), rest.to_string())),
                    }
                }
                None => {}
            }
        }
        told
    }
}

/// Reports the outcomes of a block that are not the same in both builds.
fn differences(programs: &[PathBuf; 2], seed: u64, block: &str, report: &mut Report) -> Outcome {
    let number = block.split(' ').next().unwrap_or("0");
    let [released, checked] = both(programs, &["show", &seed.to_string(), number])?;
    for (released, checked) in released.lines().zip(checked.lines()) {
        if released != checked {
            let checked = checked.split_once(" // ").map_or(checked, |(_, end)| end);
            let line = format!("{released}, but with debug assertions it {checked}");
            report.fail(operation(released), AFTER_OTHERS + released.len(), line);
        }
    }
    Ok(())
}

/// The operation of a line such as `layout!(8 : 1).try_compose(..)`.
fn operation(line: &str) -> &str {
    let (_, call) = line.split_once(").try_").unwrap_or(("", line));
    call.split('(').next().unwrap_or(call)
}

/// What both programs print, run at the same time with these arguments.
fn both(programs: &[PathBuf; 2], arguments: &[&str]) -> Outcome<[String; 2]> {
    let read = |program: &Path| {
        let output = project::read(Command::new(program).args(arguments));
        output.map_err(|reason| reason.to_string())
    };
    let [released, checked] = programs;
    let (released, checked) = at_once(|| read(released), || read(checked));
    Ok([released?, checked?])
}

/// Both, at the same time.
fn at_once<T: Send>(
    first: impl FnOnce() -> Result<T, String>,
    second: impl FnOnce() -> Result<T, String> + Send,
) -> (Result<T, String>, Result<T, String>) {
    thread::scope(|scope| {
        let second = scope.spawn(second);
        let panicked = Err("a thread panicked".to_string());
        (first(), second.join().unwrap_or(panicked))
    })
}

/// Compiles the program with both builds of the library, at the same time. What judges is compiled once. Forms to which
/// the compiler objects are failures; the others are compiled again.
fn compile(folder: &Path, forms: Vec<Form>, report: &mut Report) -> Outcome<[PathBuf; 2]> {
    let [released, checked] = [Library::build(BUILDS[0].0)?, Library::build(BUILDS[1].0)?];
    let judge = folder.join("judge.rs");
    fs::write(&judge, modules())?;
    let mut command = released.alone(&judge, "rlib");
    project::read(command.args(["-C", "opt-level=3"]))?;
    let both = |forms: &[&Form]| {
        at_once(
            || build(&released, &folder.join("released"), forms),
            || build(&checked, &folder.join("checked"), forms),
        )
    };
    let mut forms: Vec<&Form> = forms.iter().collect();
    let mut programs = both(&forms);
    if programs.0.is_err() {
        let (compiling, refused) = sorted_out(&released, &folder.join("some"), &forms);
        for (form, error) in refused {
            let line = form.line();
            report.fail(form.operation, line.len(), format!("{line} // {error}"));
        }
        forms = compiling;
        programs = both(&forms);
    }
    Ok([programs.0?, programs.1?])
}

/// Compiles the program of some forms with a build of the library, in a folder of its own.
fn build(library: &Library, folder: &Path, forms: &[&Form]) -> Result<PathBuf, String> {
    let text = |reason: std::io::Error| reason.to_string();
    fs::create_dir_all(folder).map_err(text)?;
    let (source, output) = (folder.join("run_time.rs"), folder.join("run_time"));
    fs::write(&source, program(forms)).map_err(text)?;
    let mut command = library.program(&source, &output);
    command.arg("--extern").arg("judge=../libjudge.rlib");
    project::read(&mut command).map_err(|reason| reason.to_string())?;
    Ok(output)
}

/// The forms that compile, and those that do not, with the first error.
fn sorted_out<'f>(
    library: &Library,
    folder: &Path,
    forms: &[&'f Form],
) -> (Vec<&'f Form>, Vec<(&'f Form, String)>) {
    match (build(library, folder, forms), forms) {
        (Ok(_), _) => (forms.to_vec(), Vec::new()),
        (Err(error), [form]) => {
            let first = error.lines().find(|line| line.starts_with("error"));
            (
                Vec::new(),
                vec![(*form, first.unwrap_or(&error).to_string())],
            )
        }
        _ => {
            let (first, second) = forms.split_at(forms.len() / 2);
            let (mut compiling, mut refused) = sorted_out(library, folder, first);
            let others = sorted_out(library, folder, second);
            compiling.extend(others.0);
            refused.extend(others.1);
            (compiling, refused)
        }
    }
}

/// The modules that judge, as a crate.
fn modules() -> String {
    let sources = project::root().join("xtask/src");
    let module = |(name, file): (&str, &str)| {
        let path = sources.join(file);
        format!("#[path = {path:?}]\npub mod {name};\n")
    };
    [
        ("rng", "rng.rs"),
        ("plain", "fuzz/plain/mod.rs"),
        ("harness", "fuzz/harness/mod.rs"),
    ]
    .map(module)
    .concat()
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
    text.push_str("];\nfn main() {\n    harness::main(CASES)\n}\n");
    text
}

/// The function that calls an operation on arguments of a form.
fn function(number: usize, form: &Form) -> String {
    let mut names = String::new();
    let call = form.call(&mut |leaf, slot| {
        let kind = if leaf == Leaf::Usize { "usize" } else { "u32" };
        names.push_str(&format!("let x{slot} = v[{slot}] as {kind}; "));
        format!("x{slot}")
    });
    let gives = match form.operation {
        "local_tile" | "outer_partition" | "local_partition" => "part",
        _ => "layout",
    };
    format!("fn case_{number}(v: &[u64]) -> Call {{ {names}{gives}(|| {call}) }}\n")
}

impl Form {
    /// The call of the operation, with what `run_time` writes for run-time integers.
    fn call(&self, run_time: &mut impl FnMut(Leaf, usize) -> String) -> String {
        let literals = literals_of(&self.arguments, run_time);
        let (first, others) = literals
            .split_first()
            .expect("an operation has an argument");
        format!("{first}.{}({})", self.operation, others.join(", "))
    }

    /// The call with names for the run-time integers.
    fn line(&self) -> String {
        self.call(&mut |leaf, slot| match leaf {
            Leaf::Usize => format!("x{slot}_usize"),
            _ => format!("x{slot}_u32"),
        })
    }
}
