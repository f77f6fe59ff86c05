//! The oracle, held against the golden records.

#[path = "../build/model.rs"]
#[allow(dead_code)]
mod model;

use model::{Reading, Record, Value, Verdict};
use std::path::Path;
use zellige_oracle::complement::Holes;
use zellige_oracle::compose::{Answer, No, compose};
use zellige_oracle::divide::{Parts, divide};
use zellige_oracle::layout::product;
use zellige_oracle::{inverse, tables};

/// The records of a file that are about static layouts and nothing else.
fn records(file: &str, reading: Reading) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(file);
    let mut records = model::read(&path, reading);
    records.retain(|record| {
        let plain =
            |value: &Value| !value.is_swizzled() && !value.is_dynamic() && !value.is_signed();
        record.values().all(plain) && matches!(record.args[0], Value::Layout(..))
    });
    records
}

/// Compares the answer to every record with its verdict; returns how many were answered, as few are too large.
fn compare(file: &str, records: &[Record], answer: impl Fn(&[Value]) -> Answer) -> usize {
    let mut answered = 0;
    for record in records {
        let expected = match &record.verdict {
            Verdict::Equals(out) | Verdict::EqualsOrResonant(out) => Ok(out.layout()),
            Verdict::Refused(_) => Err(No::Layout),
        };
        let got = answer(&record.args);
        if got == Err(No::Answer) {
            continue;
        }
        answered += 1;
        let Record { line, args, .. } = record;
        assert_eq!(got, expected, "{file}, line {line}: {args:?}");
    }
    answered
}

/// The records whose last argument is a layout, not a tiler.
fn with_layout(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(|record| matches!(record.args.last(), Some(Value::Layout(..))));
    records
}

/// The records whose layout has a table of at most 2^18 entries.
fn small(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(|record| record.args[0].layout().size() <= 1 << 18);
    records
}

#[test]
fn composition() {
    let answer = |args: &[Value]| compose(&args[0].layout(), &args[1].layout());
    let exact = records("exact/composition.jsonl", Reading::Exact);
    assert_eq!(compare("exact/composition.jsonl", &exact, answer), 2263);
    let golden = with_layout(records("composition.jsonl", Reading::Corrected));
    assert_eq!(compare("composition.jsonl", &golden, answer), 356);
}

#[test]
fn complement() {
    let cotarget = |args: &[Value]| match args.get(1) {
        Some(target) => product(&target.nest()),
        None => args[0].layout().cosize(),
    };
    let by_rule = |args: &[Value]| {
        let found =
            zellige_oracle::complement::complement(&args[0].layout(), cotarget(args), Holes::None);
        found.ok_or(No::Layout)
    };
    let by_table = |args: &[Value]| {
        let found = tables::complement(&args[0].layout(), cotarget(args));
        found.ok_or(No::Layout)
    };
    for (file, reading, count) in [
        ("exact/complement.jsonl", Reading::Exact, 326),
        ("complement.jsonl", Reading::Corrected, 254),
    ] {
        let mut records = records(file, reading);
        records.retain(|record| {
            let (cosize, target) = (record.args[0].layout().cosize(), cotarget(&record.args));
            cosize <= target && target <= 1 << 16
        });
        assert_eq!(compare(file, &records, by_table), count);
        assert_eq!(compare(file, &records, by_rule), count);
    }
}

#[test]
fn logical_divide() {
    let answer = |args: &[Value]| Ok(divide(&args[0].layout(), &args[1].tiler())?.by_mode);
    for (file, reading, count) in [
        ("exact/logical_divide.jsonl", Reading::Exact, 262),
        ("logical_divide.jsonl", Reading::Corrected, 67),
    ] {
        let mut records = with_layout(records(file, reading));
        records.retain(|record| record.args[1].layout().cosize() <= record.args[0].layout().size());
        assert_eq!(compare(file, &records, answer), count);
    }
}

#[test]
fn zipped_divide_by_mode() {
    let mut records = records("zipped_divide.jsonl", Reading::Corrected);
    records.retain(
        |record| matches!(&record.args[1], Value::Tuple(tiles) if !tiles.contains(&Value::Whole)),
    );
    let answer = |args: &[Value]| divide(&args[0].layout(), &args[1].tiler()).map(Parts::zipped);
    assert_eq!(compare("zipped_divide.jsonl", &records, answer), 28);
}

#[test]
fn coalesce() {
    let mut records = small(records("coalesce.jsonl", Reading::Corrected));
    records.retain(|record| record.args.len() == 1);
    let answer = |args: &[Value]| Ok(tables::coalesce(&args[0].layout()));
    assert_eq!(compare("coalesce.jsonl", &records, answer), 221);
}

#[test]
fn right_inverse() {
    let answer = |args: &[Value]| Ok(tables::right_inverse(&args[0].layout()));
    for (file, reading, count) in [
        ("exact/right_inverse.jsonl", Reading::Exact, 219),
        ("right_inverse.jsonl", Reading::Corrected, 215),
    ] {
        let mut records = small(records(file, reading));
        records.retain(|record| record.args[0].layout().moves_injectively());
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
        let answer = |args: &[Value]| inverse::left_inverse(&args[0].layout()).ok_or(No::Layout);
        assert_eq!(compare(file, &records, answer), count);
    }
}
