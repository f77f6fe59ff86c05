//! Compares the tables of the oracle with the golden records. `zellige-dynamic`, which the oracle
//! asks otherwise, has its own test of all records.

#[path = "../build/model.rs"]
#[allow(dead_code)]
mod model;

use model::{Reading, Record, Value, Verdict};
use std::path::Path;
use zellige_oracle::layout::product;
use zellige_oracle::{Layout, Nest, tables};

/// Returns the records of a file that use only static layouts.
fn records(file: &str, reading: Reading) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
    let mut records = model::read(&path, reading);
    records.retain(|record| {
        let plain =
            |value: &Value| !value.is_swizzled() && !value.is_dynamic() && !value.is_signed();
        record.values().all(plain) && matches!(record.args[0], Value::Layout(..))
    });
    records
}

/// Compares the answer to every record with its verdict, except for the strides of modes of one
/// element, which no value determines; returns the number of records.
fn compare(file: &str, records: &[Record], answer: impl Fn(&[Value]) -> Option<Layout>) -> usize {
    for record in records {
        let expected = match &record.verdict {
            Verdict::Equals(out) | Verdict::EqualsOrResonant(out) => Some(out.layout().standing()),
            Verdict::Refused(_) => None,
        };
        let Record { line, args, .. } = record;
        assert_eq!(answer(args), expected, "{file}, line {line}: {args:?}");
    }
    records.len()
}

/// Returns the records whose last argument is a layout, not a tiler.
fn with_layout(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(|record| matches!(record.args.last(), Some(Value::Layout(..))));
    records
}

/// Returns the records whose layout has a table of at most 2^18 entries.
fn small(mut records: Vec<Record>) -> Vec<Record> {
    records.retain(|record| record.args[0].layout().size() <= 1 << 18);
    records
}

#[test]
fn composition() {
    let answer = |args: &[Value]| tables::compose(&args[0].layout(), &args[1].layout());
    for (file, reading, count) in [
        ("exact/composition.jsonl", Reading::Exact, 2263),
        ("composition.jsonl", Reading::Corrected, 356),
    ] {
        let mut records = with_layout(records(file, reading));
        records.retain(|record| record.args[1].layout().size() <= tables::LARGEST);
        assert_eq!(compare(file, &records, answer), count);
    }
}

#[test]
fn complement() {
    let cotarget = |args: &[Value]| match args.get(1) {
        Some(target) => product(&target.nest()),
        None => args[0].layout().cosize(),
    };
    let answer = |args: &[Value]| tables::complement(&args[0].layout(), cotarget(args));
    for (file, reading, count) in [
        ("exact/complement.jsonl", Reading::Exact, 326),
        ("complement.jsonl", Reading::Corrected, 254),
    ] {
        let mut records = records(file, reading);
        records.retain(|record| {
            let (cosize, target) = (record.args[0].layout().cosize(), cotarget(&record.args));
            cosize <= target && target <= 1 << 16
        });
        assert_eq!(compare(file, &records, answer), count);
    }
}

#[test]
fn logical_divide() {
    let answer = |args: &[Value]| {
        let (a, tile) = (args[0].layout(), args[1].layout());
        let rest = tables::complement(&tile, a.size())?;
        tables::compose(&a, &Nest::Tuple(vec![tile, rest]))
    };
    for (file, reading, count) in [
        ("exact/logical_divide.jsonl", Reading::Exact, 264),
        ("logical_divide.jsonl", Reading::Corrected, 67),
    ] {
        let mut records = with_layout(records(file, reading));
        records.retain(|record| record.args[1].layout().cosize() <= record.args[0].layout().size());
        assert_eq!(compare(file, &records, answer), count);
    }
}

#[test]
fn coalesce() {
    let mut records = small(records("coalesce.jsonl", Reading::Corrected));
    records.retain(|record| record.args.len() == 1);
    let answer = |args: &[Value]| Some(tables::coalesce(&args[0].layout()));
    assert_eq!(compare("coalesce.jsonl", &records, answer), 221);
}

#[test]
fn right_inverse() {
    let answer = |args: &[Value]| Some(tables::right_inverse(&args[0].layout()));
    for (file, reading, count) in [
        ("exact/right_inverse.jsonl", Reading::Exact, 219),
        ("right_inverse.jsonl", Reading::Corrected, 215),
    ] {
        let mut records = small(records(file, reading));
        records.retain(|record| record.args[0].layout().moves_injectively());
        assert_eq!(compare(file, &records, answer), count);
    }
}
