//! Turns the golden records, and layouts generated here, into cases for the compiler: a type of the
//! library for each, and the type that it must equal.

mod atoms;
mod corrections;
mod emit;
mod model;
mod properties;
mod random;
mod rows;
mod scale_factors;
mod signed;
mod sparse;
mod swizzle;
mod table;
mod tmem;
mod umma;

use emit::{Source, Writer, fill, write_cases, write_source};
use model::{Record, Value, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};
use table::{Kind, OPS, Op, TILED, VALUES};

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=../../src/layout");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder for the output"));
    let mut writer = Writer::default();
    let names: BTreeSet<&str> = OPS.iter().chain(&*TILED).map(|op| &*op.name).collect();
    for name in names {
        write_operation(name, &mut writer, &out);
    }
    write_find_layout(&mut writer, &out);
    write_smem_atoms(&mut writer, &out);
    atoms::write(&mut writer, &out);
    umma::write(&mut writer, &out);
    umma::write_smem(&mut writer, &out);
    tmem::write(&mut writer, &out);
    tmem::write_copies(&mut writer, &out);
    scale_factors::write(&mut writer, &out);
    scale_factors::write_copies(&mut writer, &out);
    properties::write(&mut writer, &out);
    signed::write(&mut writer, &out);
    swizzle::write_properties(&mut writer, &out);
    fs::write(out.join("numbers.rs"), writer.numbers()).expect("the numbers can be written");
}

/// Returns the folder of this package.
fn manifest() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder").into()
}

/// Returns the folder of the records.
fn data() -> PathBuf {
    manifest().join("data")
}

/// Returns the records of a file as JSON.
fn records(file: &str) -> Vec<serde_json::Value> {
    model::lines(&data().join(file))
}

/// Writes the cases of all records of an operation.
fn write_operation(name: &str, writer: &mut Writer, out: &Path) {
    let mut skipped = BTreeMap::new();
    let mut sources = Vec::new();
    for (file, reading) in table::files(name) {
        let mut source = Source::file(&file);
        for record in model::read(&data().join(&file), reading) {
            if let Some(reason) = add_record(&mut source, writer, name, &record) {
                *skipped.entry(reason).or_default() += 1;
            }
        }
        sources.push(source);
    }
    write_cases(&out.join(format!("{name}.rs")), &sources, &skipped, writer);
}

/// Adds the cases of a record; returns the reason if the core cannot express it.
fn add_record(
    source: &mut Source,
    writer: &mut Writer,
    name: &str,
    record: &Record,
) -> Option<&'static str> {
    if let Some((got, table)) = swizzle::table(writer, name, record) {
        // The same with types, at some indices.
        for index in swizzle::indices(name, &table) {
            let args = [record.args[0].clone(), Value::Int(index as u64)];
            let verdict = Verdict::Equals(Value::Int(table[index]));
            add_case(source, writer, name, record.line, &args, &verdict);
        }
        let expectation = corrections::Expectation::Table(table);
        source.value(writer, record.line, Kind::Plain, &got, &expectation);
        return None;
    }
    if let Some(reason) = corrections::left_out(name, record) {
        return Some(reason);
    }
    let verdict = corrections::verdict(name, record);
    if record.values().any(Value::is_dynamic) {
        if let (Verdict::Equals(out), Some(op)) =
            (&verdict, table::find(VALUES, name, &record.args))
        {
            let args: Vec<String> = record.args.iter().map(|arg| writer.value_of(arg)).collect();
            let expectation = corrections::expectation(name, record, out);
            source.value(writer, record.line, op.kind, &fill(&op.of, &args), &expectation);
            return None;
        }
    }
    match verdict {
        Verdict::Equals(Value::Tuple(values)) if name == "eval" => {
            for (index, value) in values.into_iter().enumerate() {
                let args = [record.args[0].clone(), Value::Int(index as u64)];
                add_case(source, writer, name, record.line, &args, &Verdict::Equals(value));
            }
        }
        verdict => add_case(source, writer, name, record.line, &record.args, &verdict),
    }
    None
}

/// Adds the case that the operation's type satisfies the verdict.
fn add_case(
    source: &mut Source,
    writer: &mut Writer,
    name: &str,
    line: usize,
    args: &[Value],
    verdict: &Verdict,
) {
    let op: &Op = table::find(&OPS, name, args)
        .or_else(|| table::find(&TILED, name, args))
        .unwrap_or_else(|| panic!("no row of the table for {name} of {args:?}"));
    let types: Vec<String> = args
        .iter()
        .map(|arg| {
            if matches!(arg, Value::Word(word) if !table::is_atom(word)) {
                String::new()
            } else {
                writer.type_of(arg)
            }
        })
        .collect();
    source.operation(writer, line, op, &types, verdict);
}

/// Writes the tables that belong to a layout; the others do not compile, and the macro's own tests
/// have them.
fn write_find_layout(writer: &mut Writer, out: &Path) {
    let file = "exact/find_layout.jsonl";
    let mut source = Source::file(file);
    let mut refused = 0;
    for Record { line, args, verdict } in model::read(&data().join(file), model::Reading::Exact) {
        if matches!(verdict, Verdict::Refused(_)) {
            refused += 1;
            continue;
        }
        let table = args[0].nest();
        let table = table.leaves();
        source.case(writer, line, Kind::Layout, &format!("find_layout!({table:?})"), &verdict);
    }
    write_cases(
        &out.join("find_layout.rs"),
        &[source],
        &BTreeMap::from([("does_not_compile", refused)]),
        writer,
    );
}

/// Writes the shared-memory atoms: one type for each name and width.
fn write_smem_atoms(writer: &mut Writer, out: &Path) {
    let file = "facts/smem_atoms.jsonl";
    let mut source = Source::file(file);
    for Record { line, args, verdict } in model::read(&data().join(file), model::Reading::Atoms) {
        let [Value::Word(name), width, sparsity @ ..] = &args[..] else {
            panic!("an atom has a name and a width");
        };
        let mut got = format!("smem::{name}<{}>", writer.type_of(width));
        if let [sparsity] = sparsity {
            got = format!("smem::SpAtom<{got}, {}>", writer.type_of(sparsity));
        }
        source.case(writer, line, Kind::Layout, &got, &verdict);
    }
    write_source(&out.join("smem_atoms.rs"), source, writer);
}
