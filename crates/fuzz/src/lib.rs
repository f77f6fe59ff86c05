//! Random cases of every operation, compared with the verdicts of `zellige-oracle`.
//!
//! | part | cases | how |
//! |---|---|---|
//! | `types` | static layouts | programs whose constants are the results, 150 to a program |
//! | `run_time` | layouts with run-time integers | a program that draws their values, built with and without debug assertions |
//! | `tensors` | elements in memory | such a program, with canaries around the memory; and what must not compile |
//!
//! The oracle says what every operation must return, `forms` generates arguments, `builds` compiles
//! and runs the programs, and `harness` is the code that runs in them. A failing case is shrunk,
//! and printed as a line that can be pasted into a test. The seed and the case count determine the
//! run.

mod builds;
mod errors;
mod forms;
#[allow(dead_code, unused_imports)] // it runs in the generated programs
mod harness;
mod run_time;
mod tensors;
mod types;

use lexopt::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use std::{array, thread};
use zellige_project::{self as project, Outcome};

/// The duration of a run, unless the options say otherwise.
const SECONDS: u64 = 60;
/// The number of failures printed for each operation.
const KEPT: usize = 2;

/// A part: the option that selects it, and the function that runs it.
type Part = (&'static str, fn(&Clock, u64, &Path) -> Outcome<Report>);
const PARTS: [Part; 3] =
    [("static", types::run), ("run-time", run_time::run), ("tensors", tensors::run)];

/// `cargo xtask fuzz [SECONDS]`.
pub fn run(options: &[String]) -> Outcome {
    let options = Options::read(options)?;
    println!("seed {}", options.seed);
    let folder = project::scratch("fuzz")?;
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut failures = BTreeSet::new();
    let mut failed = 0;
    for (place, (_, part)) in options.parts.iter().enumerate() {
        let now = Instant::now();
        let left = end.saturating_duration_since(now) / (options.parts.len() - place) as u32;
        let clock = Clock { end: now + left, cases: options.cases };
        let report = part(&clock, options.seed, &folder)?;
        report.print(now.elapsed());
        failed += report.failed;
        failures.extend(report.failures.into_values().flatten());
    }
    if failed == 0 {
        return Ok(());
    }
    for (_, line) in failures {
        println!("{line}");
    }
    let seed = options.seed;
    Err(format!("{failed} cases failed, of which these are the smallest; the seed is {seed}")
        .into())
}

/// The options of a run.
struct Options {
    seconds: u64,
    seed: u64,
    cases: Option<u64>,
    parts: Vec<Part>,
}

impl Options {
    fn read(options: &[String]) -> Outcome<Self> {
        let mut read = Options {
            seconds: SECONDS,
            seed: SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .map_or(0, |time| time.as_micros() as u64 % 1_000_000_007),
            cases: None,
            parts: Vec::new(),
        };
        let mut options = lexopt::Parser::from_args(options);
        while let Some(option) = options.next()? {
            match option {
                Long("seed") => read.seed = options.value()?.parse()?,
                Long("cases") => read.cases = Some(options.value()?.parse()?),
                Long(name) => match PARTS.iter().find(|(part, _)| *part == name) {
                    Some(part) => read.parts.push(*part),
                    None => return Err(option.unexpected().into()),
                },
                Value(seconds) => read.seconds = seconds.parse()?,
                _ => return Err(option.unexpected().into()),
            }
        }
        if read.parts.is_empty() {
            read.parts = PARTS.to_vec();
        }
        Ok(read)
    }
}

/// When a part ends.
struct Clock {
    end: Instant,
    /// After this many cases, regardless of the time.
    cases: Option<u64>,
}

impl Clock {
    /// Whether to go on after this many cases.
    fn goes_on(&self, cases: u64) -> bool {
        match self.cases {
            Some(asked) => cases < asked,
            None => cases == 0 || Instant::now() < self.end,
        }
    }
}

/// Returns the results of a function for 0, 1, 2 and so on, computed at the same time.
fn at_once<T: Send, const N: usize>(
    f: impl Fn(usize) -> Result<T, String> + Sync,
) -> [Result<T, String>; N] {
    let f = &f;
    thread::scope(|scope| {
        let threads: [_; N] = array::from_fn(|number| scope.spawn(move || f(number)));
        threads.map(|thread| thread.join().unwrap_or_else(|_| Err("a thread panicked".into())))
    })
}

/// The results of a part.
struct Report {
    name: &'static str,
    cases: u64,
    failed: u64,
    /// The smallest failures of each operation, by size.
    failures: BTreeMap<String, BTreeSet<(usize, String)>>,
    notes: Vec<String>,
}

impl Report {
    fn new(name: &'static str) -> Self {
        Report { name, cases: 0, failed: 0, failures: BTreeMap::new(), notes: Vec::new() }
    }

    /// Counts a failure of an operation, and keeps it if it is among the smallest.
    fn fail(&mut self, operation: &str, size: usize, line: String) {
        self.failed += 1;
        let kept = self.failures.entry(operation.to_string()).or_default();
        kept.insert((size, line));
        if kept.len() > KEPT {
            kept.pop_last();
        }
    }

    fn print(&self, time: Duration) {
        let (name, cases, failed) = (self.name, self.cases, self.failed);
        let seconds = time.as_secs_f64();
        println!("{name}: {cases} cases, {failed} failed, in {seconds:.0} s");
        for note in &self.notes {
            println!("    {note}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(options: &[&str]) -> Outcome<Options> {
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        Options::read(&options)
    }

    #[test]
    fn options_in_any_order() {
        let all = read(&["--seed", "7", "20"]).expect("options");
        assert_eq!((all.seconds, all.seed, all.parts.len()), (20, 7, PARTS.len()));
        let one = read(&["--run-time", "--cases", "100"]).expect("options");
        assert_eq!((one.cases, one.parts[0].0, one.parts.len()), (Some(100), "run-time", 1));
        assert!(read(&["--seed"]).is_err() && read(&["--other"]).is_err());
    }

    #[test]
    fn the_smallest_failures_are_kept() {
        let mut report = Report::new("test");
        for size in [5, 3, 9, 4] {
            report.fail("compose", size, size.to_string());
        }
        let kept: Vec<usize> = report.failures["compose"].iter().map(|(size, _)| *size).collect();
        assert_eq!((kept, report.failed), (vec![3, 4], 4));
    }
}
