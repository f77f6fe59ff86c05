//! Counts of the outcomes of cases.

use crate::case::Source;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The maximum number of failures that are printed.
const PRINTED: usize = 40;

/// Runs all cases; fails if one does, or if the numbers of outcomes differ from the expected ones.
pub fn check(sources: &[Source], skipped: &[(&str, usize)], expected: &[(&str, usize)]) {
    let mut tally: BTreeMap<&str, usize> = skipped.iter().copied().collect();
    let mut failures = Vec::new();
    for source in sources {
        let lines: Vec<&str> = source.lines.lines().collect();
        let mut count = |line: usize, outcome: Result<&'static str, String>| match outcome {
            Ok(name) => *tally.entry(name).or_default() += 1,
            Err(got) => {
                failures.push(format!("{}:{line}: {}\n    got {got}", source.name, lines[line - 1]))
            }
        };
        let groups = source.groups.iter().copied().flatten();
        for case in source.cases.iter().chain(groups).copied().flatten() {
            count(case.line, case.outcome().map(|outcome| outcome.name()));
        }
        for value in source.values.iter().copied().flatten() {
            count(value.line, (value.check)());
        }
    }
    assert!(failures.is_empty(), "{}", report(&failures, &tally));
    assert_eq!(tally, expected.iter().copied().collect(), "the numbers of outcomes");
}

/// Returns the failures as text, the first of them in full.
fn report(failures: &[String], tally: &BTreeMap<&str, usize>) -> String {
    let mut text = format!("{} cases failed, others ended as {tally:?}", failures.len());
    for failure in failures.iter().take(PRINTED) {
        write!(text, "\n{failure}").expect("a string takes text");
    }
    text
}
