//! Static cases: the compiler computes all results, which are types.
//!
//! Each batch of cases is a program in which every case is a constant. Refusals and layouts are
//! data there; an error of the compiler itself appears at the line of its case.

mod case;
mod operations;
mod program;

use super::harness::outcome::is_sentence;
use super::{Clock, Report, at_once};
use crate::Outcome;
use case::Case;
use operations::Kind;
use program::{Made, is_ours, run as make};
use std::array;
use std::path::Path;
use zellige_oracle::{
    Layout, Number, Value, Verdict,
    layout::{AXES, axis},
    rng::Rng,
};
use zellige_project::{Library, Profile};

/// The number of cases that are compiled at once.
const BATCH: usize = 150;
/// The number of programs that compile at the same time.
const PROGRAMS: usize = 2;
/// The largest cosize for which an image is counted.
const COUNTED: Number = 32768;
/// The maximum number of rounds of shrinking.
const ROUNDS: usize = 8;

/// Runs this part for as long as the clock allows.
pub(super) fn run(clock: &Clock, seed: u64, folder: &Path) -> Outcome<Report> {
    let library = Library::build(Profile::Release)?;
    let mut report = Report::new("static");
    let mut refused = 0;
    let mut smallest: Option<(Case, String)> = None;
    let mut batch = 0;
    while clock.goes_on(report.cases) {
        let batches: [_; PROGRAMS] = array::from_fn(|number| random(seed, batch + number as u64));
        batch += PROGRAMS as u64;
        for (cases, made) in batches.iter().zip(all(&library, folder, &batches)?) {
            for (case, made) in cases.iter().zip(made) {
                report.cases += 1;
                if let Made::Refused(..) = made {
                    refused += 1;
                }
                let Some(fault) = fault(case, &made) else {
                    continue;
                };
                report.fail(case.operation.name, case.weight(), line(case, &fault));
                let kept = smallest.as_ref().map(|(kept, _)| kept.weight());
                if kept.is_none_or(|kept| case.weight() < kept) {
                    smallest = Some((case.clone(), fault));
                }
            }
        }
    }
    if let Some((case, _)) = smallest {
        let (case, fault) = shrunk(&library, folder, case)?;
        report.fail(case.operation.name, case.weight(), line(&case, &fault));
    }
    report.notes.push(format!("{refused} of them refused"));
    Ok(report)
}

/// The cases of a batch, without duplicates.
fn random(seed: u64, batch: u64) -> Vec<Case> {
    let mut rng = Rng::new(seed ^ batch.wrapping_mul(0x9e6c_63d0_876a_68de));
    let mut cases: Vec<Case> = Vec::new();
    while cases.len() < BATCH {
        let case = Case::random(&mut rng);
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    cases
}

/// What the library makes of several batches, which compile at the same time.
fn all<const N: usize>(
    library: &Library,
    folder: &Path,
    batches: &[Vec<Case>; N],
) -> Outcome<Vec<Vec<Made>>> {
    let made: [_; N] = at_once(|number| {
        let folder = folder.join(format!("types_{number}"));
        make(library, &folder, &batches[number]).map_err(|error| error.to_string())
    });
    made.into_iter().map(|made| made.map_err(Into::into)).collect()
}

/// The smallest failing case that a few rounds find, and its fault.
fn shrunk(library: &Library, folder: &Path, mut case: Case) -> Outcome<(Case, String)> {
    let mut fault = String::new();
    for _ in 0..ROUNDS {
        let mut cases = vec![case.clone()];
        cases.extend(case.smaller());
        cases.sort_by_key(Case::weight);
        cases.truncate(BATCH);
        let made = all(library, folder, &[cases.clone()])?.remove(0);
        let failed = cases.iter().zip(&made);
        let failed = failed.filter_map(|(case, made)| Some((case, self::fault(case, made)?)));
        let Some((smallest, found)) = failed.min_by_key(|(case, _)| case.weight()) else {
            break;
        };
        fault = found;
        if *smallest == case {
            break;
        }
        case = smallest.clone();
    }
    Ok((case, fault))
}

/// The case, as a line that can be pasted into a test.
fn line(case: &Case, fault: &str) -> String {
    format!("{} // {fault}", case.text())
}

/// What is wrong with the library's answer to a case, if anything.
fn fault(case: &Case, made: &Made) -> Option<String> {
    let verdict = case.verdict();
    let should = |is: String| Some(format!("{is}, should be {verdict}"));
    match made {
        Made::Error(error) if is_ours(error) && may_raise(case, &verdict) => None,
        Made::Error(error) => should(format!("does not compile ({error})")),
        Made::Refused(_, sentence) if !is_sentence(sentence) => {
            should(format!("is refused ({sentence})"))
        }
        Made::Refused(code, sentence) => match &verdict {
            Verdict::Refused | Verdict::Open | Verdict::Function { .. } | Verdict::If { .. } => {
                None
            }
            Verdict::Common { longest: None, .. } => None,
            _ => should(format!("is refused ({code}: {sentence})")),
        },
        Made::Value(text, table) => {
            let value = match case.operation.kind {
                Kind::Number => text.replace("true", "1").replace("false", "0").parse(),
                _ => without_points(text).parse(),
            };
            let Ok(value): Result<Value, _> = value else {
                return should(format!("is {text}"));
            };
            if !is_exactly(&value, &verdict) {
                return should(format!("is {value}"));
            }
            match &value {
                Value::Layout(layout) => wrong_offset(layout, table),
                _ => None,
            }
        }
    }
}

/// Whether a constant may panic with its refusal.
fn may_raise(case: &Case, verdict: &Verdict) -> bool {
    let Some(Value::Layout(a) | Value::Swizzled(_, _, a)) = case.arguments.first() else {
        return false;
    };
    let not_counted = a.cosize() > COUNTED || !a.is_unsigned();
    match (case.operation.name, verdict) {
        (_, Verdict::Open) => true,
        ("image_size" | "is_injective", _) => not_counted,
        ("size", _) => a.size() > u64::MAX.into(),
        ("cosize", _) => a.cosize() > u64::MAX.into() || a.has_axes(),
        _ => false,
    }
}

/// Whether the value is the verdict's, with exactly the same modes.
fn is_exactly(value: &Value, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Is { value: right, .. } => value == right,
        Verdict::Divisor(n) => *value == Value::Int(*n),
        _ => match verdict.layout() {
            Some(layout) => *value == Value::Layout(layout.clone()),
            None => verdict.fault(value).is_none(),
        },
    }
}

/// Describes the first index at which a layout's evaluated offset is not the one that its numbers
/// give.
fn wrong_offset(layout: &Layout, table: &[String]) -> Option<String> {
    let wrong = table.iter().enumerate().find(|(index, text)| {
        let got = text.parse().ok().map(|value| number_of(&value));
        got != Some(layout.at(*index as Number))
    });
    let (index, text) = wrong?;
    Some(format!("is {layout}, which gives {text} at {index}"))
}

/// The text with points replaced by numbers: `ArithTuple(_3,_5)` becomes `3@0+5@1`.
fn without_points(text: &str) -> String {
    let mut pieces = text.split("ArithTuple(");
    let mut whole = pieces.next().unwrap_or("").to_string();
    for piece in pieces {
        let (steps, rest) = piece.split_once(')').unwrap_or((piece, ""));
        let steps = steps.split(',').enumerate();
        let steps: Vec<String> = steps
            .map(|(number, steps)| format!("{}@{number}", steps.trim_start_matches('_')))
            .collect();
        whole.push_str(&steps.join("+"));
        whole.push_str(rest);
    }
    whole
}

/// A point as one number.
fn number_of(point: &Value) -> Number {
    match point {
        Value::Int(n) => *n,
        Value::Tuple(steps) => {
            (0..AXES).zip(steps).map(|(number, steps)| axis(number) * number_of(steps)).sum()
        }
        _ => Number::MAX,
    }
}
