//! Checks the library, the kernels and the code that is generic over layouts with rustc's next
//! trait solver.
//!
//! A nightly compiler has both solvers. `-Znext-solver=globally` selects the next one.
//! `-Znext-solver=coherence` selects the present one, which stable compilers use, whatever the
//! nightly's default is. Cargo compiles each crate of the workspace through a script that limits
//! its memory and its CPU time and records how long it took. Code that would compile forever then
//! yields a message instead of exhausting the machine's memory.

use crate::{Outcome, project, skip};
use lexopt::prelude::*;
use std::{collections::BTreeMap, fmt, fs, path::Path, process::Command};

/// Limits on the compilation of one crate.
const MOST_GIB: u64 = 8;
const MOST_SECONDS: u64 = 240;

/// What is checked: the library, the crates above it, and the tests of code that is generic over
/// layouts. All are checked at once, so that the library is compiled once, with all the features
/// that any of them enables.
const CHECKED: [&str; 7] = [
    "--package=zellige",
    "--package=zellige-gpu",
    "--package=zellige-kernels",
    "--lib",
    "--test=generic",
    "--test=partition",
    "--keep-going",
];
/// The date of the first nightly that checks all of it. Earlier ones walk through a type again
/// wherever it occurs in another (docs/decisions.md, "rustc's next trait solver"): they take
/// minutes for the library, and run out of memory on the kernels.
const FIRST_DAY: &str = "2026-07-19";

/// The script that cargo runs in place of rustc. Cargo compiles with `rustc --crate-name NAME ..`;
/// every other call of rustc passes through. `times` prints the times of the shell, then those of
/// its children.
const SCRIPT: &str = r#"#!/bin/sh
[ "$2" = --crate-name ] || exec "$@"
ulimit -c 0
ulimit -v "$MOST_KIB"
ulimit -S -t "$MOST_SECONDS"
"$@"
status=$?
{ times; echo "$status"; } >"$NOTES/$3"
exit "$status"
"#;

/// `cargo xtask next-solver`: compares both solvers.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let mut toolchain = "nightly".to_string();
    let mut arguments = lexopt::Parser::from_args(arguments);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("toolchain") => toolchain = arguments.value()?.string()?,
            _ => return Err(argument.unexpected().into()),
        }
    }
    match version(&toolchain) {
        Some(version) => compare(&toolchain, &version, &[Solver::Present, Solver::Next]),
        None => skip(missing(&toolchain)),
    }
}

/// The step of CI: checks with the next solver alone, unless the nightly is too old.
pub(crate) fn step() -> Outcome {
    match version("nightly") {
        Some(version) if is_since(&version, FIRST_DAY) => {
            compare("nightly", &version, &[Solver::Next])
        }
        Some(version) => skip(format!(
            "{version} is older than {FIRST_DAY}, so its next solver takes too long: rustup update nightly"
        )),
        None => skip(missing("nightly")),
    }
}

fn missing(toolchain: &str) -> String {
    format!("no {toolchain} toolchain: rustup toolchain install {toolchain}")
}

/// The name, version and date of a toolchain's compiler, if it is installed.
fn version(toolchain: &str) -> Option<String> {
    let mut rustc = project::toolchain(toolchain, "rustc")?;
    let version = project::read(rustc.arg("--version")).ok()?;
    Some(version.trim().to_string())
}

/// Checks with these solvers. Only a failure of the next one is an error.
fn compare(toolchain: &str, version: &str, solvers: &[Solver]) -> Outcome {
    println!("{version}; user CPU time of each crate");
    let folder = project::scratch("next-solver")?;
    let script = folder.join("limit.sh");
    fs::write(&script, SCRIPT)?;
    project::check(Command::new("chmod").arg("+x").arg(&script))?;
    let mut rows: BTreeMap<String, Vec<(Solver, End)>> = BTreeMap::new();
    for solver in solvers {
        for (name, end) in solver.check(toolchain, &script)? {
            rows.entry(name).or_default().push((*solver, end));
        }
    }
    let mut failed = vec![];
    for (name, ends) in rows {
        println!("{}", row(&name, &ends));
        if let Some((Solver::Next, End::Failed(_))) = ends.last() {
            failed.push(name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("the next solver fails for {}", failed.join(", ")).into())
}

/// Whether a compiler's date is `day` or later: `rustc 1.97.0-nightly (e50aa6fba 2026-05-19)`.
fn is_since(version: &str, day: &str) -> bool {
    let commit = version.split_whitespace().last().unwrap_or_default();
    commit.trim_end_matches(')') >= day
}

/// The line for a crate: its times, and the ratio of the two.
fn row(name: &str, ends: &[(Solver, End)]) -> String {
    let mut row = format!("{name:<18}");
    for (solver, end) in ends {
        let name = solver.name();
        row += &match end {
            End::Passed(seconds) => format!("  {name} {seconds:>6.2} s"),
            End::Failed(reason) => format!("  {name} {reason}"),
        };
    }
    if let [(_, End::Passed(present)), (_, End::Passed(next))] = ends {
        row += &format!("  ratio {:.2}", next / present);
    }
    row
}

#[derive(Clone, Copy)]
enum Solver {
    Present,
    Next,
}

impl Solver {
    fn name(self) -> &'static str {
        match self {
            Solver::Present => "present",
            Solver::Next => "next",
        }
    }

    /// Checks everything, and returns how the compilation of each crate ended.
    fn check(self, toolchain: &str, script: &Path) -> Outcome<Vec<(String, End)>> {
        let folder = script.with_file_name(self.name());
        let notes = folder.join("notes");
        fs::create_dir_all(&notes)?;
        let flag = match self {
            Solver::Present => "-Znext-solver=coherence",
            Solver::Next => "-Znext-solver=globally",
        };
        let mut cargo = project::toolchain(toolchain, "cargo").ok_or("no cargo")?;
        cargo
            .args(["check", "--quiet", "--target-dir"])
            .arg(&folder)
            .args(CHECKED)
            .env("RUSTFLAGS", flag)
            .env("RUSTC_WORKSPACE_WRAPPER", script)
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("NOTES", &notes)
            .env("MOST_KIB", (MOST_GIB << 20).to_string())
            .env("MOST_SECONDS", MOST_SECONDS.to_string());
        let outcome = project::read(&mut cargo);
        let mut ends = vec![];
        for note in fs::read_dir(&notes)? {
            let note = note?;
            let end = End::parse(&fs::read_to_string(note.path())?).ok_or("no times")?;
            ends.push((note.file_name().to_string_lossy().into_owned(), end));
        }
        // Errors of the code are shown here; an exceeded limit has its own message.
        let is_limit =
            |(_, end): &(String, End)| matches!(end, End::Failed(Failure::Memory | Failure::Time));
        match outcome {
            Err(reason) if !ends.iter().any(is_limit) => Err(reason),
            _ => Ok(ends),
        }
    }
}

/// How the compilation of a crate ended.
#[derive(Debug, PartialEq)]
enum End {
    /// After this many seconds of user time.
    Passed(f64),
    Failed(Failure),
}

#[derive(Debug, PartialEq)]
enum Failure {
    Memory,
    Time,
    /// With this exit status.
    Other(i32),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Memory => write!(f, "took more than {MOST_GIB} GiB of memory"),
            Failure::Time => write!(f, "took more than {MOST_SECONDS} s of CPU time"),
            Failure::Other(status) => write!(f, "failed with exit status {status}"),
        }
    }
}

impl End {
    /// Parses what the script wrote: the shell's times, rustc's times and the exit status, which
    /// for a signal is the signal's number plus 128.
    fn parse(note: &str) -> Option<Self> {
        let mut lines = note.lines().skip(1);
        let (times, status) = (lines.next()?, lines.next()?.parse().ok()?);
        let (minutes, seconds) = times.split_whitespace().next()?.split_once('m')?;
        let seconds: f64 = seconds.strip_suffix('s')?.parse().ok()?;
        let minutes: f64 = minutes.parse().ok()?;
        Some(match status {
            0 => End::Passed(60.0 * minutes + seconds),
            134 => End::Failed(Failure::Memory), // SIGABRT: an allocation failed
            152 => End::Failed(Failure::Time),   // SIGXCPU
            other => End::Failed(Failure::Other(other)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_of_a_compilation_is_read() {
        let end = |status: &str| {
            End::parse(&format!("0m0.001s 0m0.000s\n1m12.340s 0m0.512s\n{status}\n"))
        };
        assert_eq!(end("0"), Some(End::Passed(72.34)));
        assert_eq!(end("134"), Some(End::Failed(Failure::Memory)));
        assert_eq!(end("152"), Some(End::Failed(Failure::Time)));
        assert_eq!(end("101"), Some(End::Failed(Failure::Other(101))));
        assert_eq!(End::parse(""), None);
    }

    #[test]
    fn the_day_of_a_compiler_is_read() {
        let version = "rustc 1.97.0-nightly (e50aa6fba 2026-05-19)\n";
        assert!(is_since(version, "2026-05-19") && is_since(version, "2025-12-31"));
        assert!(!is_since(version, "2026-07-19"));
    }

    #[test]
    fn a_row_has_the_ratio_of_two_times() {
        let ends = [(Solver::Present, End::Passed(2.0)), (Solver::Next, End::Passed(3.0))];
        assert!(row("zellige", &ends).ends_with("ratio 1.50"));
        let ends = [(Solver::Next, End::Failed(Failure::Memory))];
        assert!(row("zellige", &ends).ends_with("next took more than 8 GiB of memory"));
    }
}
