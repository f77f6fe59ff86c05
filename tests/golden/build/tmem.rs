//! The facts about tensor memory: the layout of each fragment as a type, and its addresses.

use crate::data;
use crate::emit::{Source, Writer, write_cases};
use crate::model::{Value, Verdict};
use crate::table::{Kind, Op, op};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const FRAGMENT: Op =
    op("tmem_frg", "tuple any", Kind::Layout, "<TmemFragment<{0}, {1}> as TmemTensor>::Layout");

/// Writes the cases of all records about tensor memory.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    let file = "facts/tmem_frg.jsonl";
    let mut source = Source::file(file);
    for (line, record) in (1..).zip(records(file)) {
        let kind = kind(writer, record["frg"].as_str().expect("a fragment has a kind"));
        let args = [writer.type_of(&Value::read(&record["shape"])), kind];
        let layout = Verdict::Equals(Value::read(&record["layout"]));
        source.operation(writer, line, &FRAGMENT, &args, &layout);
        let [shape, kind] = args;
        source.row(format!(
            "value({line}, || tmem_addresses::<{shape}, {kind}>({}, &{}))",
            record["cols"], record["samples"]
        ));
    }
    write_cases(&out.join("tmem_frg.rs"), &[source], &BTreeMap::new(), writer);
}

/// Reads the records of a file.
fn records(file: &str) -> Vec<Json> {
    let text = fs::read_to_string(data().join(file)).expect("the facts can be read");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is a JSON value")).collect()
}

/// Returns the type of a kind of fragment: `TmemFrg1sm<N16, N32, Interleaved>` for
/// `tmem_frg_1sm<f16,32b,Interleaved>`.
fn kind(writer: &mut Writer, text: &str) -> String {
    let (name, args) = text.trim_end_matches('>').split_once('<').expect("a kind has arguments");
    let words: String = name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    let mode = |arg: &str| arg.to_owned();
    let args: Vec<String> = match args.split(',').collect::<Vec<_>>()[..] {
        // The mode makes a difference to the scale factors of B alone.
        [_, _, _, "SFA", _] => vec![mode("ScaleFactorDuplicated4by1")],
        [_, _, _, _, alloc] => vec![mode(alloc)],
        [element, storage, ref alloc @ ..] => {
            let storage = storage.trim_end_matches('b').parse().expect("a storage has a width");
            let widths = [width(element), storage].map(|bits| writer.type_of(&Value::Int(bits)));
            widths.into_iter().chain(alloc.iter().copied().map(mode)).collect()
        }
        [element] => vec![writer.type_of(&Value::Int(width(element)))],
        [] => Vec::new(),
    };
    format!("{words}<{}>", args.join(", "))
}

/// Returns the width of an element type in bits.
fn width(element: &str) -> u64 {
    match element {
        "f32" | "tf32" => 32,
        "f16" => 16,
        "u8" => 8,
        "e2m1" => 4,
        _ => panic!("{element} has no known width"),
    }
}
