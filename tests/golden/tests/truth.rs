//! The plain evaluation behind the property tests, held against the golden records.

#[path = "../build/corrections.rs"]
#[allow(dead_code)]
mod corrections;
#[path = "../build/model.rs"]
#[allow(dead_code)]
mod model;
#[path = "../build/truth.rs"]
#[allow(dead_code)]
mod truth;

use corrections::{layout, tile};
use model::{Reading, Record, Value, Verdict};
use std::path::Path;
use truth::Layout;

/// The records of a file that are about static layouts and nothing else.
fn records(file: &str, reading: Reading) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(file);
    let mut records = model::read(&path, reading);
    records.retain(|record| {
        let plain =
            |value: &Value| value.beyond().is_none() && !value.is_swizzled() && !value.is_dynamic();
        record.values().all(plain) && matches!(record.args[0], Value::Layout(..))
    });
    records
}

/// Compares the answer to every record with its verdict; returns how many records there were.
fn compare(file: &str, records: &[Record], answer: impl Fn(&[Value]) -> Option<Layout>) -> usize {
    for record in records {
        let expected = match &record.verdict {
            Verdict::Equals(out) | Verdict::EqualsOrResonant(out) => Some(layout(out)),
            Verdict::Refused(_) => None,
        };
        let got = answer(&record.args);
        assert_eq!(
            got, expected,
            "{file}, line {}: {:?}",
            record.line, record.args
        );
    }
    records.len()
}

/// The records whose last argument is a layout, not a tiler.
fn with_layout(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(|record| matches!(record.args.last(), Some(Value::Layout(..))));
    records
}

/// The records whose layout has a table of at most 2^18 entries.
fn small(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(|record| layout(&record.args[0]).size() <= 1 << 18);
    records
}

#[test]
fn composition() {
    let answer = |args: &[Value]| truth::compose(&layout(&args[0]), &layout(&args[1]));
    let exact = records("exact/composition.jsonl", Reading::Exact);
    assert_eq!(compare("exact/composition.jsonl", &exact, answer), 2263);
    let golden = with_layout(records("composition.jsonl", Reading::Corrected));
    assert_eq!(compare("composition.jsonl", &golden, answer), 356);
}

#[test]
fn complement() {
    let cotarget = |args: &[Value]| {
        args.get(1)
            .map_or(layout(&args[0]).cosize(), |target| target.nest().product())
    };
    let answer = |args: &[Value]| truth::complement(&layout(&args[0]), cotarget(args));
    for (file, reading, count) in [
        ("exact/complement.jsonl", Reading::Exact, 326),
        ("complement.jsonl", Reading::Corrected, 254),
    ] {
        let mut records = records(file, reading);
        records.retain(|record| {
            let (cosize, target) = (layout(&record.args[0]).cosize(), cotarget(&record.args));
            cosize <= target && target <= 1 << 16
        });
        assert_eq!(compare(file, &records, answer), count);
    }
}

#[test]
fn logical_divide() {
    let answer = |args: &[Value]| truth::logical_divide(&layout(&args[0]), &layout(&args[1]));
    for (file, reading, count) in [
        ("exact/logical_divide.jsonl", Reading::Exact, 264),
        ("logical_divide.jsonl", Reading::Corrected, 67),
    ] {
        let mut records = with_layout(records(file, reading));
        records.retain(|record| layout(&record.args[1]).cosize() <= layout(&record.args[0]).size());
        assert_eq!(compare(file, &records, answer), count);
    }
}

#[test]
fn zipped_divide_by_mode() {
    let mut records = records("zipped_divide.jsonl", Reading::Corrected);
    records.retain(
        |record| matches!(&record.args[1], Value::Tuple(tiles) if !tiles.contains(&Value::Whole)),
    );
    let answer = |args: &[Value]| match &args[1] {
        Value::Tuple(tiles) => truth::zipped_divide(
            &layout(&args[0]),
            &tiles.iter().map(tile).collect::<Vec<_>>(),
        ),
        _ => panic!("a record without a tuple is left"),
    };
    assert_eq!(compare("zipped_divide.jsonl", &records, answer), 28);
}

#[test]
fn coalesce() {
    let mut records = small(records("coalesce.jsonl", Reading::Corrected));
    records.retain(|record| record.args.len() == 1);
    let answer = |args: &[Value]| Some(truth::coalesce(&layout(&args[0])));
    assert_eq!(compare("coalesce.jsonl", &records, answer), 221);
}

#[test]
fn right_inverse() {
    let answer = |args: &[Value]| Some(truth::right_inverse(&layout(&args[0])));
    for (file, reading, count) in [
        ("exact/right_inverse.jsonl", Reading::Exact, 219),
        ("right_inverse.jsonl", Reading::Corrected, 215),
    ] {
        let mut records = small(records(file, reading));
        records.retain(|record| layout(&record.args[0]).is_injective());
        assert_eq!(compare(file, &records, answer), count);
    }
}

#[test]
fn left_inverse() {
    for (file, reading, count) in [
        ("exact/left_inverse.jsonl", Reading::Exact, 398),
        ("left_inverse.jsonl", Reading::Corrected, 206),
    ] {
        let records = small(records(file, reading));
        for record in &records {
            let accepted = !matches!(record.verdict, Verdict::Refused(_));
            let got = truth::has_left_inverse(&layout(&record.args[0]));
            assert_eq!(
                got, accepted,
                "{file}, line {}: {:?}",
                record.line, record.args
            );
        }
        assert_eq!(records.len(), count);
    }
}
