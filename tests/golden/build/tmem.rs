//! The facts about tensor memory: the layout of each fragment as a type, and its addresses.

use crate::atoms::COPY;
use crate::emit::{Source, Writer, write_source};
use crate::model::{Value, Verdict};
use crate::records;
use crate::table::{Kind, Op, op};
use serde_json::Value as Json;
use std::path::Path;
use zellige_oracle::Layout;
use zellige_oracle::layout::product;

const FRAGMENT: Op =
    op("tmem_frg", "tuple any", Kind::Layout, "<TmemFragment<{0}, {1}> as TmemTensor>::Layout");

/// Writes the cases of all records about tensor memory.
pub(crate) fn write(writer: &mut Writer, out: &Path) {
    let file = "facts/tmem_frg.jsonl";
    let mut source = Source::file(file);
    for (line, record) in (1..).zip(records(file)) {
        let shape = writer.type_of(&Value::read(&record["shape"]));
        fragment(&mut source, writer, line, shape, &record["frg"], &record);
    }
    write_source(&out.join("tmem_frg.rs"), source, writer);
}

/// Adds the cases of a fragment: its layout, its columns and the addresses of some elements.
pub(crate) fn fragment(
    source: &mut Source,
    writer: &mut Writer,
    line: usize,
    shape: String,
    frg: &Json,
    record: &Json,
) {
    let args = [shape, kind(writer, frg.as_str().expect("a fragment has a kind"))];
    let layout = Value::read(&record["layout"]);
    let samples = with_offsets(&layout.layout(), &record["samples"]);
    source.operation(writer, line, &FRAGMENT, &args, &Verdict::Equals(layout));
    let fragment = format!("TmemFragment::<{}, {}>", args[0], args[1]);
    source.row(format!(
        "value({line}, || tmem_addresses({fragment}::PER_WORD, \
         [const {{ {fragment}::columns() }}, {}], &{samples}))",
        record["cols"],
    ));
}

/// Returns the samples of a record with the offset of each in the place of its index.
fn with_offsets(layout: &Layout, samples: &Json) -> Json {
    let mut samples = samples.clone();
    for sample in samples.as_array_mut().expect("samples are an array") {
        let index = sample[0].as_i64().expect("an index is a number");
        sample[0] = Json::from(layout.at(index.into()) as i64);
    }
    samples
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
        "f32" | "tf32" | "s32" => 32,
        "f16" | "bf16" => 16,
        "u8" | "s8" | "e4m3" | "e5m2" => 8,
        "e2m1" => 4,
        _ => panic!("{element} has no known width"),
    }
}

/// What these copies have besides the fields of others.
const VAL_ID: Op = op("val_id", "tmem", Kind::Layout, "<{0} as TmemCopyOperation>::ValId");
const TILED: &[Op] = &[
    op("tiler", "tmem int layout", Kind::Plain, "<TmemCopyOf<{0}, {1}, {2}> as CopyTiling>::Tile"),
    op(
        "tv",
        "tmem int layout",
        Kind::Layout,
        "<TmemCopyOf<{0}, {1}, {2}> as CopyTiling>::LayoutTv",
    ),
];
/// Writes the cases of all records about copies to and from tensor memory.
pub(crate) fn write_copies(writer: &mut Writer, out: &Path) {
    let file = "facts/tmem_copy.jsonl";
    let mut source = Source::file(file);
    for (line, record) in (1..).zip(records(file)) {
        let name = [copy(writer, record["name"].as_str().expect("a copy has a name"))];
        if record["kind"] == "copy" {
            for op in COPY.iter().chain([&VAL_ID]) {
                let expected = Verdict::Equals(Value::read(&record[&*op.name]));
                source.operation(writer, line, op, &name, &expected);
            }
            continue;
        }
        let bits = writer.type_of(&Value::read(&record["value_bits"]));
        let tensor = writer.type_of(&Value::read(&record["tmem"]));
        let copy = [name[0].clone(), bits, tensor.clone()];
        for op in TILED {
            let expected = Verdict::Equals(Value::read(&record[&*op.name]));
            source.operation(writer, line, op, &copy, &expected);
        }
        let shape = Value::read(&record["tmem"]["shape"]).nest().parts();
        let extents: Vec<u64> = shape.iter().map(|mode| product(mode) as u64).collect();
        let strides = Value::Tuple(vec![Value::Int(1), Value::Int(extents[0])]);
        let shape = Value::Tuple(extents.iter().copied().map(Value::Int).collect());
        let matrix = writer.type_of(&Value::Layout(Box::new(shape), Box::new(strides)));
        let (held, named) = match name[0].contains("LOAD") {
            true => ("CopyDestination", "CopySource"),
            false => ("CopySource", "CopyDestination"),
        };
        let copy = copy.join(", ");
        let text = |field: &str| Value::read(&record[field]).to_string();
        source.row(format!(
            "value({line}, || tmem_partition([{}, {}], [\
             (share::<{copy}, {held}, {matrix}>(), {:?}), \
             (share::<{copy}, {named}, {tensor}>(), {:?})], &[{}]))",
            record["value_bits"],
            extents[0],
            text("registers"),
            text("elements"),
            threads(&record["threads"])
        ));
    }
    write_source(&out.join("tmem_copy.rs"), source, writer);
}

/// Returns the threads of a record: the thread, its lane and column, and [value, row, column] of
/// some of its registers.
fn threads(threads: &Json) -> String {
    let thread = |thread: &Json| format!("({}, {}, &{})", thread[0], thread[1], thread[2]);
    let threads = threads.as_array().expect("threads are an array").iter();
    threads.map(thread).collect::<Vec<_>>().join(", ")
}

/// Returns the type of a copy: `SM100_TMEM_LOAD_32dp32b_16b<N8>` for
/// `SM100_TMEM_LOAD_32dp32b8x_16b`, `SM100_UTCCP_4x32dp128bit<N2>` for
/// `SM100_UTCCP_4x32dp128bit_2cta`.
pub(crate) fn copy(writer: &mut Writer, text: &str) -> String {
    let (name, end) = text.rsplit_once('_').expect("a copy has an underscore");
    let (name, suffix) = if end == "16b" { (name, "_16b") } else { (text, "") };
    let (name, count) = match end.strip_suffix("cta") {
        Some(ctas) => (text.trim_end_matches(end).trim_end_matches('_').to_owned(), ctas),
        None => {
            let (name, count) = name.rsplit_once('b').expect("a shape has bits");
            (format!("{name}b{suffix}"), count.trim_end_matches('x'))
        }
    };
    let count = count.parse().expect("a copy has repetitions or CTAs");
    format!("{name}<{}>", writer.type_of(&Value::Int(count)))
}
