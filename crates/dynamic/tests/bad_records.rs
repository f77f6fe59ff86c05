//! Checks that no request by name panics: the records of CuTe with mistakes in them, and the
//! longest and deepest values.

use serde_json::{Value, json};
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use zellige_dynamic::eval::record;
use zellige_dynamic::{DynLayout, MOST_LEVELS, Shape, Swizzle, Tiler};
use zellige_oracle::rng::Rng;

/// Returns a value that no operation expects in this place.
fn unexpected(random: &mut Rng) -> Value {
    let values = json!([
        null, true, 0, 1, -1, 3, i64::MAX, i64::MIN, 1u64 << 63, u64::MAX, 2.5, 1e300, "", "_", "…",
        "((((", "(8,4):(4,1)", "(8,4):(4,", "Sw<3,3,2>", "Sw<4294967295,4294967295,2147483647>", [],
        [[], [2, []]], [9_223_372_036_854_775_807u64, 2], {}, {"shape": 0, "stride": 1},
        {"shape": [4, 8], "stride": [1, i64::MIN]}, {"shape": [], "stride": []},
        {"basis": i64::MIN, "mode": [u64::MAX]}, {"basis": 1, "mode": []},
        {"swizzle": [u64::MAX, -1]}, {"swizzle": [1, 0, i32::MIN]},
        {"a": {"swizzle": [2, 0, 3]}, "offset": i64::MIN, "b": {"shape": 8, "stride": 1}},
        {"dyn": u64::MAX},
    ]);
    let values = values.as_array().expect("a list");
    values[random.index(values.len())].clone()
}

/// Puts something unexpected in one place of the value, adds something, or removes a part.
fn mistake(value: &mut Value, random: &mut Rng) {
    match value {
        Value::Array(parts) if !parts.is_empty() && random.below(8) > 0 => {
            let at = random.index(parts.len());
            match random.below(8) {
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, unexpected(random)),
                _ => mistake(&mut parts[at], random),
            }
        }
        Value::Object(fields) if !fields.is_empty() && random.below(8) > 0 => {
            let at = random.index(fields.len());
            if let Some(field) = fields.values_mut().nth(at) {
                mistake(field, random);
            }
        }
        _ => *value = unexpected(random),
    }
}

/// Returns the answer to a record, which has a result or a sentence on why there is none.
fn answer(asked: &Value) -> Value {
    let answered = catch_unwind(|| record(asked)).unwrap_or_else(|_| panic!("{asked}"));
    let sentence = answered.get("why").or_else(|| answered.get("error"));
    match sentence.and_then(Value::as_str) {
        Some(sentence) => assert!(!sentence.is_empty(), "{asked}"),
        None => assert!(answered.get("out").is_some(), "{asked}"),
    }
    answered
}

#[test]
fn records_with_mistakes() {
    let (mut random, mut sentences, mut asked) = (Rng::new(5), 0, 0);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/data");
    for file in fs::read_dir(data).expect("the records are there") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|end| end != "jsonl") {
            continue;
        }
        let text = fs::read_to_string(path).expect("the records can be read");
        for line in text.lines() {
            let record: Value = serde_json::from_str(line).expect("a line is a JSON value");
            // The expected result is not part of the question.
            for _ in 0..4 {
                let mut args = record["args"].clone();
                for _ in 0..=random.below(2) {
                    mistake(&mut args, &mut random);
                }
                let answered = answer(&json!({"op": record["op"], "args": args}));
                sentences += usize::from(answered.get("out").is_none());
                asked += 1;
            }
        }
    }
    println!("{asked} asked, {sentences} answered by a sentence");
    assert!(asked > 30_000 && sentences * 3 > asked, "{asked}, {sentences}");
}

#[test]
fn a_text_that_is_no_argument_is_pointed_into() {
    let error = |op: &str, args: Value| answer(&json!({"op": op, "args": args}))["error"].clone();
    assert_eq!(
        error("composition", json!(["(8,4):(4,1)", "(2,x)"])),
        "argument 1 of `composition` must be a tiler: column 4: this is not a number"
    );
}

#[test]
fn the_deepest_values() {
    let nested = |levels: usize| (1..levels).fold(json!([1]), |inner, _| json!([inner]));
    for levels in [MOST_LEVELS, MOST_LEVELS + 1, 1000] {
        let layout = json!({"shape": nested(levels), "stride": nested(levels)});
        for op in ["coalesce", "flatten", "right_inverse", "depth", "zip"] {
            let answered = answer(&json!({"op": op, "args": [layout]}));
            assert_eq!(answered.get("out").is_some(), levels <= MOST_LEVELS, "{op}");
        }
        answer(&json!({"op": "product_each", "args": [nested(levels)]}));
        answer(&json!({"op": "logical_divide", "args": ["8:1", nested(levels)]}));
    }
}

#[test]
fn texts_that_are_no_layout_as_data() {
    let texts = [
        "null".to_owned(),
        "[8, 4]".to_owned(),
        "\"\"".to_owned(),
        format!("\"{}\"", "(".repeat(100_000)),
        "\"\\ud83e\\uddf1:1\"".to_owned(),
        "\"9223372036854775808:1\"".to_owned(),
    ];
    for text in texts {
        let errors = [
            serde_json::from_str::<DynLayout>(&text).err(),
            serde_json::from_str::<Swizzle>(&text).err(),
            serde_json::from_str::<Tiler>(&text).err(),
            serde_json::from_str::<Shape>(&text).err(),
        ];
        for error in errors {
            let sentence = error.map(|error| error.to_string());
            assert!(sentence.is_some_and(|sentence| !sentence.is_empty()), "{text:.40}");
        }
    }
}
