//! Programs that draw values for run-time integers, in two builds: one with the library as
//! released, one with its debug assertions. Both draw the same values and must end the same way.

use super::harness::BLOCK;
use super::harness::form::{Leaf, literals_of, write_forms};
use super::{Clock, Report, at_once};
use crate::Outcome;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use zellige_oracle::Value;
use zellige_project::{self as project, Library, Profile};

/// One of the two builds.
#[derive(Clone, Copy)]
enum Kind {
    Released,
    Checked,
}

/// The names of the builds in a report.
const NAMES: [&str; 2] = ["released", "with debug assertions"];
/// The approximate duration of one run of the programs, in seconds.
const RUN: f64 = 3.0;
/// The size added to failures that are only differences between the builds, so that they print
/// after all others.
const AFTER_OTHERS: usize = 100_000;

/// Both builds of the library, and a folder with the crate that judges outcomes.
pub(super) struct Builds<'f> {
    pub(super) released: Library,
    checked: Library,
    folder: &'f Path,
}

/// A case of a program.
pub(super) struct Case {
    pub(super) operation: &'static str,
    /// The arguments, with the layout first.
    pub(super) arguments: Vec<Value<Leaf>>,
    /// The element types, where they matter.
    pub(super) elements: &'static str,
}

/// A part of the fuzzer: how its cases become a program.
pub(super) struct Part {
    pub(super) name: &'static str,
    /// The source that the functions of all cases call.
    pub(super) adapter: &'static str,
    /// Returns the function `case_NUMBER`, which calls the operation.
    pub(super) function: fn(&Case, usize) -> String,
    /// Returns the fields of the harness's case that only this part has.
    pub(super) entry: fn(&Case) -> String,
}

impl Case {
    pub(super) fn new(operation: &'static str, arguments: Vec<Value<Leaf>>) -> Self {
        Case { operation, arguments, elements: "" }
    }

    /// The call, with names in place of the run-time integers.
    fn line(&self) -> String {
        let literals = literals_of(&self.arguments, &mut |leaf, slot| match leaf {
            Leaf::Usize => format!("x{slot}_usize"),
            _ => format!("x{slot}_u32"),
        });
        let operation = format!("{} {}", self.operation, self.elements);
        format!("{} of {}", operation.trim_end(), literals.join(", "))
    }

    /// Statements that name the run-time integers, then the first argument, then the others.
    pub(super) fn named(&self) -> (String, String, String) {
        let mut names = String::new();
        let mut literals = literals_of(&self.arguments, &mut |leaf, slot| {
            let kind = if leaf == Leaf::Usize { "usize" } else { "u32" };
            names.push_str(&format!("let x{slot} = v[{slot}] as {kind}; "));
            format!("x{slot}")
        });
        let first = literals.remove(0);
        (names, first, literals.join(", "))
    }
}

/// The source of the program for these cases.
fn program(part: &Part, cases: &[&Case]) -> String {
    let mut text = String::from("#![recursion_limit = \"512\"]\n");
    text.push_str(include_str!("adapter.rs"));
    text.push_str(part.adapter);
    let mut entries = String::new();
    for (number, case) in cases.iter().enumerate() {
        text.push_str(&(part.function)(case, number));
        let (operation, more) = (case.operation, (part.entry)(case));
        let forms = write_forms(&case.arguments);
        entries.push_str(&format!(
            "    Case {{ operation: {operation:?}, {more}forms: {forms:?}, call: case_{number} }},\n"
        ));
    }
    text + "static CASES: &[Case] = &[\n"
        + &entries
        + "];\nfn main() {\n    harness::run(CASES)\n}\n"
}

impl<'f> Builds<'f> {
    /// Builds the library, and compiles the judge unless another part has done so.
    pub(super) fn new(folder: &'f Path) -> Outcome<Self> {
        let (released, checked) =
            (Library::build(Profile::Release)?, Library::build(Profile::Debug)?);
        let judge = folder.join("judge.rs");
        if !judge.exists() {
            let oracle = released.beside("zellige-oracle")?;
            let harness = project::root().join("crates/fuzz/src/harness/mod.rs");
            fs::write(&judge, format!("#[path = {harness:?}]\npub mod harness;\n"))?;
            let mut command = released.rustc(&judge);
            command.arg("--extern").arg(oracle);
            project::read(command.args(["-C", "opt-level=3"]))?;
        }
        Ok(Builds { released, checked, folder })
    }

    /// Runs the program for these cases for as long as the clock allows.
    pub(super) fn explore(
        &self,
        part: &Part,
        cases: &[Case],
        clock: &Clock,
        seed: u64,
        mut report: Report,
    ) -> Outcome<Report> {
        let programs = self.compile(part, cases, &mut report)?;
        programs.explore(clock, seed, &mut report)?;
        Ok(report)
    }

    /// Compiles the program for these cases with both builds, at the same time. Cases that the
    /// compiler rejects are failures; the others are compiled again.
    fn compile(&self, part: &Part, cases: &[Case], report: &mut Report) -> Outcome<Programs> {
        let both = |cases: &[&Case]| {
            let text = program(part, cases);
            at_once(|number| {
                let (kind, name) =
                    [(Kind::Released, "released"), (Kind::Checked, "checked")][number];
                self.build(kind, &format!("{}_{name}", part.name), &text)
            })
        };
        let mut cases: Vec<&Case> = cases.iter().collect();
        let mut programs = both(&cases);
        if programs[0].is_err() {
            // Make sure that the cases fail to compile, not the code before them.
            self.build(Kind::Released, "none", &program(part, &[]))?;
            let (compiling, refused) = self.sorted_out(part, &cases);
            for (case, error) in refused {
                let line = case.line();
                report.fail(case.operation, line.len(), format!("{line} // {error}"));
            }
            cases = compiling;
            programs = both(&cases);
        }
        let [released, checked] = programs;
        Ok(Programs([released?, checked?]))
    }

    /// Compiles a program in its own folder.
    fn build(&self, kind: Kind, name: &str, text: &str) -> Result<PathBuf, String> {
        let folder = self.folder.join(name);
        let written =
            fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("program.rs"), text));
        written.map_err(|reason| reason.to_string())?;
        let (source, output) = (folder.join("program.rs"), folder.join("program"));
        let (library, checks) = match kind {
            Kind::Released => (&self.released, "no"),
            Kind::Checked => (&self.checked, "yes"),
        };
        let mut command = library.program(&source, &output);
        command.args(["--extern", "judge=../libjudge.rlib"]);
        command.arg("-L").arg(self.released.dependencies());
        // Integer arithmetic is compiled into this crate, and the released build must not check it.
        command.args(["-C", &format!("debug-assertions={checks}")]);
        command.args(["-C", &format!("overflow-checks={checks}")]);
        project::read(&mut command).map_err(|reason| reason.to_string())?;
        Ok(output)
    }

    /// Splits the cases into those that compile and those that do not, with the first error of
    /// each.
    fn sorted_out<'c>(
        &self,
        part: &Part,
        cases: &[&'c Case],
    ) -> (Vec<&'c Case>, Vec<(&'c Case, String)>) {
        match (self.build(Kind::Released, "some", &program(part, cases)), cases) {
            (Ok(_), _) => (cases.to_vec(), Vec::new()),
            (Err(error), [case]) => {
                let first = error.lines().find(|line| line.starts_with("error"));
                let first = first.unwrap_or(&error).to_string();
                (Vec::new(), vec![(*case, first)])
            }
            _ => {
                let (first, second) = cases.split_at(cases.len() / 2);
                let (mut compiling, mut refused) = self.sorted_out(part, first);
                let others = self.sorted_out(part, second);
                compiling.extend(others.0);
                refused.extend(others.1);
                (compiling, refused)
            }
        }
    }
}

/// One program in both builds: as released, and with debug assertions.
struct Programs([PathBuf; 2]);

impl Programs {
    /// Runs both for as long as the clock allows.
    fn explore(&self, clock: &Clock, seed: u64, report: &mut Report) -> Outcome {
        let mut endings: BTreeMap<String, u64> = BTreeMap::new();
        let (mut first, mut blocks) = (0, 1);
        while clock.goes_on(first * BLOCK) {
            let start = Instant::now();
            let numbers = [seed, first, blocks].map(|number| number.to_string());
            let texts = self.both(&["run", &numbers[0], &numbers[1], &numbers[2]])?;
            let told = texts.map(|text| Told::read(&text));
            for (told, build) in told.iter().zip(NAMES) {
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
                self.differences(seed, block, report)?;
            }
            first += blocks;
            report.cases += blocks * BLOCK;
            let seconds = start.elapsed().as_secs_f64().max(0.01);
            blocks = ((blocks as f64 * RUN / seconds) as u64).clamp(1, 4096);
            if let Some(cases) = clock.cases {
                let left = cases.saturating_sub(first * BLOCK).div_ceil(BLOCK);
                blocks = blocks.min(left.max(1));
            }
        }
        for (ending, count) in endings {
            let share = 100.0 * count as f64 / (first * BLOCK) as f64;
            report.notes.push(format!("{share:4.1} % {ending}"));
        }
        Ok(())
    }

    /// The output of both programs, run at the same time with these arguments.
    fn both(&self, arguments: &[&str]) -> Outcome<[String; 2]> {
        let [released, checked] = at_once(|number| {
            let output = project::read(Command::new(&self.0[number]).args(arguments));
            output.map_err(|reason| reason.to_string())
        });
        Ok([released?, checked?])
    }

    /// Reports the outcomes of a block that differ between the builds.
    fn differences(&self, seed: u64, block: &str, report: &mut Report) -> Outcome {
        let number = block.split(' ').next().unwrap_or("0");
        let [released, checked] = self.both(&["show", &seed.to_string(), number])?;
        for (released, checked) in released.lines().zip(checked.lines()) {
            if released != checked {
                let checked = checked.split_once(" // ").map_or(checked, |(_, end)| end);
                let line = format!("{released}, but with debug assertions it {checked}");
                report.fail(operation(released), AFTER_OTHERS + released.len(), line);
            }
        }
        Ok(())
    }
}

/// The parsed output of a program.
#[derive(Default)]
struct Told {
    /// The number of each block, with the hash of its outcomes.
    blocks: Vec<String>,
    endings: Vec<(String, u64)>,
    failed: u64,
    failures: Vec<(usize, String)>,
}

impl Told {
    fn read(text: &str) -> Self {
        let mut told = Told::default();
        for line in text.lines() {
            let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (number, text) = rest.split_once(' ').unwrap_or((rest, ""));
            let number = number.parse().unwrap_or(0);
            match kind {
                "block" => told.blocks.push(rest.to_string()),
                "ending" => told.endings.push((text.to_string(), number)),
                "failed" => told.failed = number,
                "failure" => told.failures.push((number as usize, text.to_string())),
                _ => {}
            }
        }
        told
    }
}

/// The operation of a line such as `layout!(8 : 1).try_compose(..)`: the last one called.
fn operation(line: &str) -> &str {
    let call = line.split(" // ").next().unwrap_or(line);
    let (_, call) = call.rsplit_once(").").unwrap_or(("", call));
    call.split('(').next().unwrap_or(call)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_tell() {
        let told = Told::read("block 3 0f\nending 7 right\nfailed 2\nfailure 9 a // b\n");
        assert_eq!((told.blocks, told.failed), (vec!["3 0f".to_string()], 2));
        assert_eq!(told.endings, [("right".to_string(), 7)]);
        assert_eq!(told.failures, [(9, "a // b".to_string())]);
    }

    #[test]
    fn the_operation_of_a_line() {
        let line = "layout!((4, 2u32) : (1, 4)).try_compose(layout!(6 : 1)) // is (4,1).x";
        assert_eq!(operation(line), "try_compose");
        assert_eq!(operation("Tensor::new(data, layout!(8 : 1)).slice(3u32) // x"), "slice");
    }
}
