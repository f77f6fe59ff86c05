//! Checks `zellige_dynamic::eval::record` against the recorded results of CuTe C++, and those of
//! the exact rule.
//!
//! The records are those of `tests/golden`, which checks the types against them; its README
//! explains them. `verdict` names each difference from a record without an `exact` verdict, with
//! the reason; every skipped record is counted.

mod common;

use common::{data, layout, records, without_dyn};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use zellige_dynamic::eval::record;
use zellige_dynamic::{Code, DynLayout, Tiler};

/// The outcome that a record requires.
#[derive(Debug)]
enum Verdict {
    /// Exactly this value.
    Equals(Value),
    /// This value, or a refusal as resonant.
    EqualsOrResonant(Value),
    /// The same function as this layout, which has the modes of run-time integers.
    SameFunction(Value),
    /// A layout whose offsets begin with those of this one, which knows less.
    BeginsWith(Value),
    /// These offsets at 0, 1, 2, ...
    Table(Vec<i64>),
    /// A refusal, with this code if the record names one.
    Refused(Option<String>),
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

/// How often each operation had each outcome.
#[derive(Default)]
struct Tally(BTreeMap<String, BTreeMap<String, usize>>);

impl Tally {
    fn count(&mut self, name: &str, outcome: &str) {
        let outcomes = self.0.entry(name.to_owned()).or_default();
        *outcomes.entry(outcome.to_owned()).or_default() += 1;
    }
    fn total(&self, outcome: impl Fn(&str) -> bool) -> usize {
        let outcomes = self.0.values().flatten();
        outcomes.filter(|(name, _)| outcome(name)).map(|(_, count)| count).sum()
    }
    fn print(&self) {
        for (name, outcomes) in &self.0 {
            let outcomes: Vec<String> =
                outcomes.iter().map(|(name, count)| format!("{count} {name}")).collect();
            println!("{name:24} {}", outcomes.join(", "));
        }
    }
}

#[test]
fn every_record_of_cute() {
    let (mut tally, mut failures, mut read) = (Tally::default(), Vec::new(), 0);
    for name in operations() {
        let all = records(&format!("{name}.jsonl"));
        read += all.len();
        if matches!(&*name, "atoms" | "tiled_mma" | "tiled_copy") {
            // Instructions, and layouts derived from them: `tests/instructions.rs` computes these
            // with the operations.
            for one in &all {
                round_trips(one);
                tally.count(&name, "read and written; the rest is in instructions.rs");
            }
            continue;
        }
        let twice = (name == "complement").then_some("complement_sparse");
        for name in [Some(&*name), twice].into_iter().flatten() {
            for (index, one) in all.iter().enumerate() {
                let verdict = verdict(name, index + 1, one);
                check(name, index + 1, &one["args"], verdict, &mut tally, &mut failures);
            }
        }
        if twice.is_some() {
            read += all.len();
        }
    }
    tally.print();
    assert_eq!(tally.total(|_| true), read, "every record is counted");
    assert!(failures.is_empty(), "{} of {read}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_record_of_the_exact_rule() {
    let (mut tally, mut failures, mut read) = (Tally::default(), Vec::new(), 0);
    #[rustfmt::skip]
    let names = [
        "complement", "complement_sparse", "composition", "downcast", "find_layout", "left_inverse",
        "logical_divide", "logical_product", "right_inverse", "tile_to_shape", "upcast",
    ];
    for name in names {
        for (index, one) in records(&format!("exact/{name}.jsonl")).iter().enumerate() {
            read += 1;
            let arguments = match one.get("f") {
                Some(table) => vec![table.clone()],
                None => ["A", "B", "M"].iter().filter_map(|name| one.get(name)).cloned().collect(),
            };
            let why = one["why"].as_str().expect("a record says why");
            let verdict = match one["accept"].as_bool() {
                Some(true) if why == "ok-resonant" => Verdict::EqualsOrResonant(one["out"].clone()),
                Some(true) => Verdict::Equals(one["out"].clone()),
                // The records give no code for tables that do not belong to a layout.
                _ if name == "find_layout" => Verdict::Refused(None),
                _ => Verdict::Refused(why.split('/').next().map(str::to_owned)),
            };
            check(name, index + 1, &arguments.into(), verdict, &mut tally, &mut failures);
        }
    }
    let folder = fs::read_dir(data().join("exact")).expect("the records are there");
    assert_eq!(folder.count(), names.len(), "every file is read");
    tally.print();
    assert_eq!(tally.total(|_| true), read, "every record is counted");
    assert_eq!(tally.total(|outcome| outcome.starts_with("left out")), 0);
    assert!(failures.is_empty(), "{} of {read}:\n{}", failures.len(), failures.join("\n"));
}

/// Counts the outcome of a record.
fn check(
    name: &str,
    line: usize,
    arguments: &Value,
    verdict: Verdict,
    tally: &mut Tally,
    failures: &mut Vec<String>,
) {
    let got = record(&json!({"op": name, "args": arguments}));
    let (out, code) = (got.get("out"), got["code"].as_str());
    let outcome = match &verdict {
        Verdict::LeftOut(why) => format!("left out: {why}"),
        Verdict::Equals(expected) | Verdict::EqualsOrResonant(expected)
            if out == Some(&without_dyn(expected)) =>
        {
            "equal".to_owned()
        }
        Verdict::SameFunction(expected)
            if out.is_some_and(|out| same_function(out, &without_dyn(expected))) =>
        {
            "the same function".to_owned()
        }
        Verdict::BeginsWith(expected) if out.is_some_and(|out| begins_with(out, expected)) => {
            "longer".to_owned()
        }
        Verdict::Table(expected)
            if out.is_some_and(|out| table_of(out).as_ref() == Some(expected)) =>
        {
            "the same table".to_owned()
        }
        Verdict::EqualsOrResonant(_) if code == Some("Resonant") => {
            "refused as resonant".to_owned()
        }
        Verdict::Refused(None) if code.is_some() => "refused".to_owned(),
        Verdict::Refused(Some(expected)) if code.map(kebab).as_ref() == Some(expected) => {
            "refused with the code".to_owned()
        }
        Verdict::Refused(Some(_)) if code == Some("Resonant") => {
            "refused as resonant, for another code".to_owned()
        }
        _ => {
            failures.push(format!("{name}:{line} {arguments}\n    got {got}\n    not {verdict:?}"));
            "wrong".to_owned()
        }
    };
    tally.count(name, &outcome);
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

/// Returns the outcome that a record of CuTe requires.
fn verdict(name: &str, line: usize, one: &Value) -> Verdict {
    let arguments = one["args"].as_array().expect("a record has arguments");
    let tuple_target = arguments.get(1).is_some_and(Value::is_array);
    let sparse = name == "complement_sparse";
    let exact = one.get("exact").filter(|_| !sparse || tuple_target);
    let refused = one["reject"] == true || one["verified"] == false && !sparse;
    let verdict = match exact {
        Some(exact) if exact.get("out").is_some() => Verdict::Equals(exact["out"].clone()),
        Some(exact) => Verdict::Refused(exact["reject"].as_str().map(str::to_owned)),
        None if refused => Verdict::Refused(None),
        None => Verdict::Equals(one["out"].clone()),
    };
    let whole = |i: usize| {
        arguments.get(i).and_then(Value::as_array).is_some_and(|tiles| tiles.contains(&json!("_")))
    };
    match (name, arguments.len()) {
        // A target that is a shape means its product; CuTe divides it mode by mode and may stop
        // before the last modes.
        ("ceil_div", 2) if tuple_target_of_layout(arguments) => {
            Verdict::Equals(shape_of_rest(arguments))
        }
        // CuTe does not compile with a whole mode as a tile here, but does in `logical_divide`.
        ("zipped_divide", 2) if whole(1) => zipped_by_modes(arguments),
        // If a whole mode has two modes, CuTe takes these for tile and rest. Here the mode is the
        // tile.
        (
            "tiled_divide" | "flat_divide" | "zipped_product" | "tiled_product" | "flat_product",
            2,
        ) if whole(1) => Verdict::LeftOut("a whole mode, which CuTe takes for tile and rest"),
        // CuTe's result has the extent -1.
        ("left_inverse", 1) if has_sign(&arguments[0]["stride"]) => {
            Verdict::LeftOut("CuTe's result has a negative extent")
        }
        // The adjacent elements of one layout do not form a layout in the other; CuTe continues
        // with a wrong one.
        ("max_common_layout", _) if line == 63 => {
            Verdict::Refused(Some("stride-not-divisible".to_owned()))
        }
        ("max_common_vector", _) if line == 32 => {
            Verdict::Refused(Some("stride-not-divisible".to_owned()))
        }
        // The copies of a single mode are an integer in the records with an `exact` verdict, and
        // therefore in all.
        ("tile_to_shape", 3) if matches!(line, 7 | 49 | 61) => unnested(verdict),
        ("tile_to_shape", 2) if line == 75 => unnested(verdict),
        // Cut last, these have two modes of stride 1; CuTe makes both longer, and the layout has
        // the wrong size.
        ("recast_layout", _) if matches!(line, 7 | 10 | 20 | 27) => {
            Verdict::Refused(Some("two-unit-strides".to_owned()))
        }
        // A shape of another size: CuTe composes with it as with any layout.
        ("with_shape", 2) if product(&arguments[0]["shape"]) != product(&arguments[1]) => {
            Verdict::Refused(Some("sizes-differ".to_owned()))
        }
        // Bits inside the wider elements flip bits of their offsets: CuTe drops the flips.
        ("upcast", _) if matches!(line, 139 | 141) && arguments[0].get("swizzle").is_some() => {
            Verdict::Refused(Some("not-divisible".to_owned()))
        }
        // CuTe writes some slices of swizzled layouts with strides, some of them negative, and does
        // not compile others.
        ("slice_and_offset", 2) if arguments[1].get("b").is_some() => {
            Verdict::Table(slice_of_composed(arguments))
        }
        // With run-time integers CuTe's result has the modes of their types.
        _ if has_dyn(&one["args"]) || one.get("out").is_some_and(has_dyn) => match verdict {
            Verdict::Equals(out) if name == "complement" && !covers(arguments) => {
                let _ = out; // it is that of the sparse complement
                Verdict::Refused(None)
            }
            // A run-time stride might continue where another mode ends, which CuTe does not know.
            Verdict::Equals(out) if name == "right_inverse" => Verdict::BeginsWith(out),
            // A run-time extent of 1 has a stride like any other.
            Verdict::Equals(out) if name.starts_with("compact") => {
                Verdict::Equals(zero_at_one(&arguments[0], &out))
            }
            Verdict::Equals(out) if out.get("shape").is_some() => Verdict::SameFunction(out),
            verdict => verdict,
        },
        _ => verdict,
    }
}

/// Returns true if a complement is requested in the space of a shape.
fn tuple_target_of_layout(arguments: &[Value]) -> bool {
    arguments[0].is_array() && arguments[1].get("shape").is_some()
}

fn product(tuple: &Value) -> u64 {
    match tuple {
        Value::Array(parts) => parts.iter().map(product).product(),
        _ => without_dyn(tuple).as_u64().expect("a number"),
    }
}

/// Returns the extents of the copies with which a layout fills the product of a shape, found from
/// the offsets: the smallest translates cover 0, 1, 2, ...
fn shape_of_rest(arguments: &[Value]) -> Value {
    let layout = layout(&arguments[1]);
    let target = product(&arguments[0]) as i64;
    let block = layout.filter().expect("it has modes").table(1 << 20).expect("it is small");
    let (mut covered, mut translates) = (std::collections::HashSet::new(), Vec::new());
    let (mut start, mut end) = (0, 0);
    while start < target || start < end {
        if !covered.contains(&start) {
            end = end.max(start + 1 + block.iter().max().expect("it has an element"));
            translates.push(start);
            assert!(block.iter().all(|offset| covered.insert(start + offset)), "the records tile");
        }
        start += 1;
    }
    // A coalesced layout of exactly these offsets.
    let found = DynLayout::find(&translates).expect("the translates are a layout");
    assert_eq!(found.size(), translates.len() as u64);
    serde_json::from_str(&found.shape().to_string().replace('(', "[").replace(')', "]"))
        .expect("a tuple")
}

/// Returns each mode divided by its tile, or kept for a whole mode.
fn zipped_by_modes(arguments: &[Value]) -> Verdict {
    let a = layout(&arguments[0]);
    let (mut tiles, mut rests) = (Vec::new(), Vec::new());
    let tilers = arguments[1].as_array().expect("a tuple of tiles");
    for (i, tile) in tilers.iter().enumerate() {
        let mode = a.get(&[i]).expect("it has the mode");
        if tile == "_" {
            tiles.push(mode);
            rests.push("1:0".parse().expect("a layout"));
            continue;
        }
        let tile: Tiler = match tile.as_u64() {
            Some(extent) => extent.into(),
            None => layout(tile).into(),
        };
        match mode.logical_divide(tile) {
            Ok(divided) => {
                tiles.push(divided.get(&[0]).expect("a tile"));
                rests.push(divided.get(&[1]).expect("a rest"));
            }
            Err(_) => return Verdict::Refused(None),
        }
    }
    rests.extend((tilers.len()..a.rank()).map(|i| a.get(&[i]).expect("it has the mode")));
    let parts = [tiles, rests].map(|parts| DynLayout::concat(&parts).expect("they have strides"));
    let parts = parts.map(|part| part.to_string());
    Verdict::Equals(record(&json!({"op": "make_layout", "args": parts}))["out"].clone())
}

/// Returns whether CuTe's complement, which may leave holes, leaves none.
fn covers(arguments: &[Value]) -> bool {
    let layout = layout(&arguments[0]);
    let target = product(&arguments[1]);
    let Ok(rest) = layout.complement_sparse(target) else {
        return false;
    };
    let (a, b) = (layout.filter().expect("modes").table(1 << 20), rest.table(1 << 20));
    let (a, b) = (a.expect("it is small"), b.expect("it is small"));
    let sums: std::collections::HashSet<i64> =
        a.iter().flat_map(|a| b.iter().map(move |b| a + b)).collect();
    sums.len() == a.len() * b.len() && (0..target as i64).all(|offset| sums.contains(&offset))
}

/// Returns the values of a slice of a composed layout, one by one.
fn slice_of_composed(arguments: &[Value]) -> Vec<i64> {
    let whole = layout(&arguments[1]);
    let coordinate = arguments[0].to_string().replace('[', "(").replace(']', ")").replace('"', "");
    let coordinate: zellige_dynamic::Coord = coordinate.parse().expect("a coordinate");
    let (part, start) = whole.inner().slice(&coordinate).expect("a part");
    let start = whole.start() + start.number().expect("a number");
    let outer = match whole.outer().expect("it is composed") {
        zellige_dynamic::Outer::Swizzle(swizzle) => *swizzle,
        zellige_dynamic::Outer::Layout(_) => panic!("the records have swizzles"),
    };
    let offsets = part.table(1 << 20).expect("it is small").into_iter();
    offsets.map(|offset| outer.apply((start + offset) as u64) as i64).collect()
}

/// Rewrites `((16,(1))):((1,(0)))` as `((16,1)):((1,0))`.
fn unnested(verdict: Verdict) -> Verdict {
    fn unnest(value: &Value) -> Value {
        match value.as_array().map(|modes| &modes[..]) {
            Some([mode @ Value::Array(_)]) => json!([unnest(mode)]),
            Some([block, Value::Array(copies)]) => json!([block, copies[0]]),
            _ => value.clone(),
        }
    }
    fn layout(value: &Value) -> Value {
        match value.get("b") {
            Some(inner) => json!({"a": value["a"], "offset": value["offset"], "b": layout(inner)}),
            None => json!({"shape": unnest(&value["shape"]), "stride": unnest(&value["stride"])}),
        }
    }
    match verdict {
        Verdict::Equals(out) => Verdict::Equals(layout(&out)),
        verdict => verdict,
    }
}

fn has_dyn(value: &Value) -> bool {
    match value {
        Value::Array(parts) => parts.iter().any(has_dyn),
        Value::Object(fields) => fields.contains_key("dyn") || fields.values().any(has_dyn),
        _ => false,
    }
}

fn has_sign(value: &Value) -> bool {
    match value {
        Value::Array(parts) => parts.iter().any(has_sign),
        Value::Object(_) => true,
        _ => value.as_i64().is_some_and(|n| n < 0),
    }
}

/// Returns the offsets of a layout, or of a layout with an offset of 0.
fn table_of(value: &Value) -> Option<Vec<i64>> {
    match value.as_array().map(|parts| &parts[..]) {
        Some([inner, offset]) if offset == 0 => layout(inner).table(1 << 20).ok(),
        _ => layout(value).table(1 << 20).ok(),
    }
}

fn begins_with(out: &Value, expected: &Value) -> bool {
    match (table_of(out), table_of(expected)) {
        (Some(out), Some(expected)) => out.starts_with(&expected),
        _ => false,
    }
}

/// Returns the strides with 0 for extents of 1.
fn zero_at_one(shape: &Value, stride: &Value) -> Value {
    match (shape.as_array(), stride.as_array()) {
        (Some(shapes), Some(strides)) => {
            shapes.iter().zip(strides).map(|(shape, stride)| zero_at_one(shape, stride)).collect()
        }
        _ if without_dyn(shape) == 1 => json!(0),
        _ => stride.clone(),
    }
}

fn same_function(a: &Value, b: &Value) -> bool {
    a == b || a.get("shape").is_some() && b.get("shape").is_some() && table_of(a) == table_of(b)
}

/// Parses and writes every layout inside a value.
fn round_trips(value: &Value) {
    match value {
        Value::Array(parts) => parts.iter().for_each(round_trips),
        Value::Object(fields) if fields.contains_key("shape") && fields.contains_key("stride") => {
            let layout = layout(value);
            assert_eq!(layout.to_string().parse(), Ok(layout.clone()));
            assert_eq!(format!("{layout:#}").parse(), Ok(layout));
        }
        Value::Object(fields) => fields.values().for_each(round_trips),
        _ => {}
    }
}
