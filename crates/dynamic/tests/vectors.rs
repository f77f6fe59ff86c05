//! Checks `zellige_dynamic::eval::record` against the recorded results of CuTe C++, and those of
//! the exact rule.
//!
//! The records are those of `tests/golden`, which checks the types against them; its README
//! explains them, and `corrections` names each difference from a record without an `exact` verdict,
//! with the reason. Every skipped record is counted.

mod common;
#[allow(dead_code)] // not all of it is needed here
#[path = "../../../tests/golden/build/corrections.rs"]
mod corrections;

use common::{data, layout, model, records, text};
use corrections::Expectation;
use model::{Reading, Record, Value, Verdict};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::fs;
use zellige_dynamic::eval::record;
use zellige_dynamic::{Code, DynLayout};
use zellige_oracle::parts;

/// The outcome that a record requires.
#[derive(Debug)]
enum Required {
    /// What the record says.
    Verdict(Verdict),
    /// The same function as this layout, which has the modes of run-time integers.
    SameFunction(Value),
    /// A layout whose offsets begin with those of this one, which knows less.
    BeginsWith(Value),
    /// These offsets at 0, 1, 2, ...
    Table(Vec<i64>),
    /// No check, for this reason.
    LeftOut(&'static str),
}

/// Returns the operations with records of CuTe, by the names of their files.
fn operations() -> Vec<String> {
    let files = fs::read_dir(data()).expect("the records are there");
    let paths = files.map(|file| file.expect("a file").path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let mut names: Vec<String> = files
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// How often each operation had each outcome, and the failures.
#[derive(Default)]
struct Tally {
    outcomes: BTreeMap<String, BTreeMap<String, usize>>,
    failures: Vec<String>,
}

impl Tally {
    fn count(&mut self, name: &str, outcome: &str) {
        let outcomes = self.outcomes.entry(name.to_owned()).or_default();
        *outcomes.entry(outcome.to_owned()).or_default() += 1;
    }
    fn total(&self, outcome: impl Fn(&str) -> bool) -> usize {
        let outcomes = self.outcomes.values().flatten();
        outcomes.filter(|(name, _)| outcome(name)).map(|(_, count)| count).sum()
    }
    /// Prints the outcomes, and fails if there are failures, or if a record is not counted.
    fn end(self, read: usize) {
        for (name, outcomes) in &self.outcomes {
            let outcomes: Vec<String> =
                outcomes.iter().map(|(name, count)| format!("{count} {name}")).collect();
            println!("{name:24} {}", outcomes.join(", "));
        }
        assert_eq!(self.total(|_| true), read, "every record is counted");
        let failures = self.failures;
        assert!(failures.is_empty(), "{} of {read}:\n{}", failures.len(), failures.join("\n"));
    }
}

#[test]
fn every_record_of_cute() {
    let (mut tally, mut read) = (Tally::default(), 0);
    for name in operations() {
        let file = format!("{name}.jsonl");
        if matches!(&*name, "atoms" | "tiled_mma" | "tiled_copy") {
            // Instructions, and layouts derived from them: `tests/instructions.rs` computes these
            // with the operations.
            for one in records(&file) {
                round_trips(&one);
                tally.count(&name, "read and written; the rest is in instructions.rs");
                read += 1;
            }
            continue;
        }
        read += check(&name, &file, Reading::Corrected, &mut tally);
        if name == "complement" {
            read += check("complement_sparse", &file, Reading::Sparse, &mut tally);
        }
    }
    tally.end(read);
}

#[test]
fn every_record_of_the_exact_rule() {
    let (mut tally, mut read) = (Tally::default(), 0);
    #[rustfmt::skip]
    let names = [
        "complement", "complement_sparse", "composition", "downcast", "find_layout", "left_inverse",
        "logical_divide", "logical_product", "right_inverse", "tile_to_shape", "upcast",
    ];
    for name in names {
        read += check(name, &format!("exact/{name}.jsonl"), Reading::Exact, &mut tally);
    }
    let folder = fs::read_dir(data().join("exact")).expect("the records are there");
    assert_eq!(folder.count(), names.len(), "every file is read");
    assert_eq!(tally.total(|outcome| outcome.starts_with("left out")), 0);
    tally.end(read);
}

/// Counts the outcomes of the records of a file; returns the number of records.
fn check(name: &str, file: &str, reading: Reading, tally: &mut Tally) -> usize {
    let lines = records(file);
    for (one, read) in lines.iter().zip(model::read(&data().join(file), reading)) {
        let exact = ["f", "A", "B", "M"].iter().filter_map(|field| one.get(field));
        let arguments = one.get("args").cloned().unwrap_or_else(|| exact.cloned().collect());
        let got = record(&json!({"op": name, "args": arguments}));
        let required = match reading {
            Reading::Exact => Required::Verdict(exact_verdict(name, &read)),
            _ => required(name, &read),
        };
        let outcome = outcome(&got, &required).unwrap_or_else(|| {
            let line = read.line;
            let failure = format!("{name}:{line} {arguments}\n    got {got}\n    not {required:?}");
            tally.failures.push(failure);
            "wrong".to_owned()
        });
        tally.count(name, &outcome);
    }
    lines.len()
}

/// Returns the outcome of a record, if it is the required one.
fn outcome(got: &Json, required: &Required) -> Option<String> {
    let (out, code) = (got.get("out").map(Value::read), got["code"].as_str());
    let equals = |expected| out.as_ref().is_some_and(|out| text(out) == text(expected));
    let table = out.as_ref().and_then(table_of);
    let outcome = match required {
        Required::LeftOut(why) => return Some(format!("left out: {why}")),
        Required::Verdict(Verdict::Equals(expected) | Verdict::EqualsOrResonant(expected))
            if equals(expected) =>
        {
            "equal"
        }
        Required::SameFunction(expected)
            if table.is_some() && table == table_of(expected) || equals(expected) =>
        {
            "the same function"
        }
        Required::BeginsWith(expected) if begins_with(&table, &table_of(expected)) => "longer",
        Required::Table(expected) if table.as_ref() == Some(expected) => "the same table",
        Required::Verdict(Verdict::EqualsOrResonant(_)) if code == Some("Resonant") => {
            "refused as resonant"
        }
        Required::Verdict(Verdict::Refused(None)) if code.is_some() => "refused",
        Required::Verdict(Verdict::Refused(expected)) if code.map(kebab) == *expected => {
            "refused with the code"
        }
        Required::Verdict(Verdict::Refused(Some(_))) if code == Some("Resonant") => {
            "refused as resonant, for another code"
        }
        _ => return None,
    };
    Some(outcome.to_owned())
}

/// Converts `StrideNotDivisible` to the spelling of the records.
fn kebab(code: &str) -> String {
    let mut text = String::new();
    for (i, letter) in code.chars().enumerate() {
        if letter.is_uppercase() && i > 0 {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[test]
fn codes_are_written_as_in_the_records() {
    assert_eq!(kebab(&format!("{:?}", Code::StrideNotDivisible)), "stride-not-divisible");
}

/// Returns the verdict on a record of the exact rule.
fn exact_verdict(name: &str, record: &Record) -> Verdict {
    match &record.verdict {
        // The records give no code for tables that do not belong to a layout.
        Verdict::Refused(_) if name == "find_layout" => Verdict::Refused(None),
        verdict => verdict.clone(),
    }
}

/// Returns the outcome that a record of CuTe requires.
fn required(name: &str, record: &Record) -> Required {
    if let Some(reason) = corrections::left_out(name, record) {
        return Required::LeftOut(reason);
    }
    // CuTe writes some slices of swizzled layouts with strides, some of them negative, and does not
    // compile others.
    if let ("slice_and_offset", [coordinate, Value::Composed(parts)]) = (name, &record.args[..]) {
        return Required::Table(slice_of_composed(coordinate, parts));
    }
    let out = match corrections::verdict(name, record) {
        Verdict::Equals(out) if record.values().any(Value::is_dynamic) => out,
        verdict => return Required::Verdict(verdict),
    };
    // With run-time integers CuTe's result has the modes of their types.
    match (name, corrections::expectation(name, record, &out)) {
        (_, Expectation::Panics) => Required::Verdict(Verdict::Refused(None)),
        // A run-time stride might continue where another mode ends, which CuTe does not know.
        ("right_inverse", _) => Required::BeginsWith(out),
        // A run-time extent of 1 has a stride like any other.
        _ if name.starts_with("compact") => {
            Required::Verdict(Verdict::Equals(zero_at_one(&record.args[0], &out)))
        }
        _ if matches!(out, Value::Layout(..)) => Required::SameFunction(out),
        _ => Required::Verdict(Verdict::Equals(out)),
    }
}

/// Returns the values of a slice of a swizzle, an offset and a layout, one by one.
fn slice_of_composed(coordinate: &Value, [swizzle, start, inner]: &[Value; 3]) -> Vec<i64> {
    let (inner, coordinate) = (inner.layout(), coordinate.tiler());
    let part = parts::slice(&inner, &coordinate).expect("a part");
    let offset = parts::offset(&inner, &coordinate).expect("a number");
    let swizzle: zellige_dynamic::Swizzle = text(swizzle).parse().expect("a swizzle");
    let start = offset + text(start).parse::<i128>().expect("a number");
    part.table().into_iter().map(|value| swizzle.apply((start + value) as u64) as i64).collect()
}

/// Returns the offsets of a layout, or of a layout with an offset of 0.
fn table_of(value: &Value) -> Option<Vec<i64>> {
    let layout = match value {
        Value::Tuple(parts) => match &parts[..] {
            [inner, Value::Int(0)] => inner,
            _ => return None,
        },
        layout => layout,
    };
    text(layout).parse::<DynLayout>().ok()?.table(1 << 20).ok()
}

fn begins_with(table: &Option<Vec<i64>>, expected: &Option<Vec<i64>>) -> bool {
    table
        .as_ref()
        .zip(expected.as_ref())
        .is_some_and(|(table, expected)| table.starts_with(expected))
}

/// Returns the strides with 0 for extents of 1.
fn zero_at_one(shape: &Value, stride: &Value) -> Value {
    match (shape, stride) {
        (Value::Tuple(shapes), Value::Tuple(strides)) => {
            let strides = shapes.iter().zip(strides);
            Value::Tuple(strides.map(|(shape, stride)| zero_at_one(shape, stride)).collect())
        }
        (Value::Int(1) | Value::Dynamic(1), _) => Value::Int(0),
        _ => stride.clone(),
    }
}

/// Parses and writes every layout inside a value.
fn round_trips(value: &Json) {
    match value {
        Json::Array(parts) => parts.iter().for_each(round_trips),
        Json::Object(fields) if fields.contains_key("shape") && fields.contains_key("stride") => {
            let layout = layout(value);
            assert_eq!(layout.to_string().parse(), Ok(layout.clone()));
            assert_eq!(format!("{layout:#}").parse(), Ok(layout));
        }
        Json::Object(fields) => fields.values().for_each(round_trips),
        _ => {}
    }
}
