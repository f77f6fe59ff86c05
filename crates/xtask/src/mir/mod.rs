//! What zellige asks of a GPU backend that takes rustc's MIR: which constructs its layouts consist of.
//!
//! The functions of `kernels.rs` are compiled with the flags of cuda-oxide, which translates MIR by an importer of its own and refuses
//! what that does not know. rustc lists all functions that they call, and each of those is looked up in the MIR that it prints of the
//! library. Every construct there has to be in the lists below, of what the importer documents or has an arm for (commit a105afd).
//!
//! The text of MIR is made for people and may change with the compiler. So a line that is not understood is an error, and functions
//! are looked up by their last names, all that share one, but for the namesakes listed below: more is looked at than is called. Of
//! `core` only the names are looked at, and of types nothing: that each construct is translated right, for each type, this does not show.

mod text;

use crate::{
    Outcome,
    project::{self, Library, Profile},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

/// The flags that cuda-oxide compiles by, but for its backend.
const FLAGS: [&str; 5] = [
    "--emit=mir",
    "-Copt-level=3",
    "-Cdebug-assertions=off",
    "-Zmir-enable-passes=-JumpThreading",
    "-Zalways-encode-mir",
];

/// What a statement or a terminator that assigns nothing begins with.
const STATEMENTS: [&str; 8] = [
    "StorageLive",
    "StorageDead",
    "ConstEvalCounter",
    "assume",
    "goto",
    "return",
    "switchInt",
    "unreachable",
];
/// Operations on operands, such as `Add(copy _1, copy _2)`.
const OPERATIONS: [&str; 27] = [
    "Add",
    "AddUnchecked",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Cmp",
    "Div",
    "Eq",
    "Ge",
    "Gt",
    "Le",
    "Lt",
    "Mul",
    "MulUnchecked",
    "Ne",
    "Neg",
    "Not",
    "Offset",
    "PtrMetadata",
    "Rem",
    "Shl",
    "ShlUnchecked",
    "Shr",
    "ShrUnchecked",
    "Sub",
    "SubUnchecked",
    "discriminant",
];
/// Conversions, such as `copy _1 as usize (IntToInt)`.
const CASTS: [&str; 3] = ["IntToInt", "PtrToPtr", "Transmute"];
/// What an assertion may say. (An overflow is not among them: rustc leaves its check out of a release build, and the importer does not.)
const ASSERTIONS: [&str; 3] = [
    "attempt to divide `{}` by zero",
    "attempt to calculate the remainder of `{}` with a divisor of zero",
    "index out of bounds",
];
/// Intrinsics of the compiler.
const INTRINSICS: [&str; 4] = ["cold_path", "ctpop", "saturating_add", "saturating_sub"];
/// Functions of `core`, of which there is no MIR here: operators of integers, but for those that may overflow (see [`ASSERTIONS`]).
const FOREIGN: [&str; 3] = ["bitxor", "div", "rem"];
/// Methods that only have the name of one that is called: where they are in the MIR, and the type that a called one would be of.
const NAMESAKES: [(&str, &str); 3] = [
    ("layout::iter::", "zellige::layout::iter::"),
    ("run_time::modes::", "ModeList"),
    ("message::", "Message"),
];

/// `cargo xtask mir`.
pub(crate) fn run() -> Outcome {
    if let Err(reason) = project::nightly("rustc") {
        println!("skipped: {reason}");
        return Ok(());
    }
    let library = Library::build_nightly("mir", Profile::Release, &FLAGS)?;
    println!("{}, {}", library.compiler()?, FLAGS.join(" "));
    let source = project::scratch("mir-kernels")?.join("kernels.rs");
    fs::write(&source, include_str!("kernels.rs"))?;
    let mut compile = library.rustc(&source);
    compile
        .args(FLAGS)
        .args(["--emit=link", "-Zprint-mono-items=yes"]);
    let items = project::read(&mut compile)?;

    let text =
        fs::read_to_string(library.mir()?)? + &fs::read_to_string(source.with_extension("mir"))?;
    let mut bodies = text::bodies(&text);
    for (place, _) in NAMESAKES.iter().filter(|(_, of)| !items.contains(of)) {
        for all in bodies.values_mut() {
            all.retain(|body| !body.header.starts_with(place));
        }
    }
    let called: BTreeSet<text::Name<'_>> = items.lines().filter_map(text::item).collect();
    let (mut kinds, mut refused) = (BTreeMap::new(), Vec::new());
    for function in &called {
        let (name, _) = function;
        match bodies.get(function) {
            Some(all) => all
                .iter()
                .for_each(|body| body.look(&mut kinds, &mut refused)),
            None if FOREIGN.contains(name) => {
                *kinds.entry(format!("{name} of core")).or_insert(0) += 1
            }
            None => refused.push(format!("a call of `{name}`, which is of another crate")),
        }
    }
    println!("{} functions; in those of their names:", called.len());
    for (kind, count) in &kinds {
        println!("{count:8}  {kind}");
    }
    if refused.is_empty() {
        return Ok(());
    }
    refused.sort();
    refused.dedup();
    Err(format!(
        "not in the lists of what backends take:\n  {}",
        refused.join("\n  ")
    )
    .into())
}
