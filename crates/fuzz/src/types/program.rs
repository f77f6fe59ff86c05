//! Static cases as a program: each case is a constant, and the program prints the constants.

use super::case::Case;
use super::operations::Kind;
use crate::Outcome;
use crate::errors::errors_of;
use crate::harness::outcome::is_sentence;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{fs, str};
use zellige_project::{self as project, Library};

/// The library's answer to a case.
#[derive(Clone, Debug)]
pub(super) enum Made {
    /// A value in CuTe's notation and, if it is a layout that is evaluated, the offsets of its
    /// first indices.
    Value(String, Vec<String>),
    /// A refusal: its code and its message.
    Refused(String, String),
    /// An error of the compiler: its text.
    Error(String),
}

/// One case in this many is also evaluated.
const EVALUATED: usize = 4;

/// The source before the cases.
const PRELUDE: &str = r#"#![recursion_limit = "512"]
use core::fmt::Write as _; use core::ops::RangeFull;
use zellige::{ops::*, prelude::*, refusal::{Message, Refusal}, tensor::{LocalPartition, LocalTile, OuterPartition}, typenum::Bit};
enum Text { Type(Message), Number(i128) }
struct Case { refusal: Option<Refusal>, text: Text, table: Option<fn() -> String> }
const fn layout<L: Layout>() -> Case { Case { refusal: L::REFUSAL, text: Text::Type(L::TEXT), table: None } }
const fn evaluated<L: Layout>() -> Case {
    Case { refusal: L::REFUSAL, text: Text::Type(L::TEXT), table: match L::REFUSAL { None => Some(table::<L>), Some(_) => None } }
}
const fn tuple<T: IntTuple>() -> Case { Case { refusal: T::REFUSAL, text: Text::Type(T::TEXT), table: None } }
const fn number(n: i128) -> Case { Case { refusal: None, text: Text::Number(n), table: None } }
fn table<L: Layout>() -> String {
    let (layout, mut text) = (L::STATIC, String::new());
    for index in 0..layout.size().usize().min(40) {
        layout.crd2idx(index).coordinate().write(&mut text).unwrap();
        text.push(' ');
    }
    text
}
fn print(name: &str, case: &Case) {
    match (&case.refusal, &case.text) {
        (Some(refusal), _) => println!("{name} refused {:?} {}", refusal.code, refusal.message()),
        (None, Text::Type(text)) => println!("{name} is {}", text.as_str()),
        (None, Text::Number(n)) => println!("{name} is {n}"),
    }
    if let Some(table) = case.table { println!("{name} table {}", table()); }
}
"#;

/// Compiles the cases in their own folder, and returns the library's answer to each. Cases that the
/// compiler rejects are left out, and the others compiled again.
pub(super) fn run(library: &Library, folder: &Path, cases: &[Case]) -> Outcome<Vec<Made>> {
    fs::create_dir_all(folder)?;
    let source = folder.join("types.rs");
    let mut errors: BTreeMap<usize, String> = BTreeMap::new();
    loop {
        fs::write(&source, program(cases, &errors))?;
        let program = folder.join("types");
        let output = library.program(&source, &program).output()?;
        if output.status.success() {
            let printed = project::read(&mut Command::new(&program))?;
            return Ok(read(cases.len(), &printed, errors));
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let found = errors_of(&text, "types.rs", PRELUDE.lines().count());
        if found.keys().all(|number| errors.contains_key(number)) {
            return halves(library, folder, cases, &text);
        }
        errors.extend(found);
    }
}

/// Splits the cases in halves when the compiler reports an error without its location, down to a
/// single case.
fn halves(library: &Library, folder: &Path, cases: &[Case], text: &str) -> Outcome<Vec<Made>> {
    if let [_] = cases {
        let sentence = text.lines().find(|line| line.starts_with("error"));
        return Ok(vec![Made::Error(sentence.unwrap_or(text).to_string())]);
    }
    let (first, second) = cases.split_at(cases.len() / 2);
    let mut made = run(library, folder, first)?;
    made.extend(run(library, folder, second)?);
    Ok(made)
}

/// The source: one line per case, empty for cases with errors.
fn program(cases: &[Case], errors: &BTreeMap<usize, String>) -> String {
    let mut text = PRELUDE.to_string();
    let mut prints = String::new();
    for (number, case) in cases.iter().enumerate() {
        if errors.contains_key(&number) {
            text.push('\n');
            continue;
        }
        let of = case.text();
        let value = match case.operation.kind {
            Kind::Layout if number % EVALUATED == 0 && case.has_offsets() => {
                format!("evaluated::<{of}>()")
            }
            Kind::Layout => format!("layout::<{of}>()"),
            Kind::Tuple => format!("tuple::<{of}>()"),
            Kind::Number => format!("number({of} as i128)"),
        };
        writeln!(text, "const C{number}: Case = {value};").expect("a string takes text");
        writeln!(prints, "    print(\"{number}\", &C{number});").expect("a string takes text");
    }
    format!("{text}fn main() {{\n{prints}}}\n")
}

/// Parses the output of the program.
fn read(count: usize, printed: &str, errors: BTreeMap<usize, String>) -> Vec<Made> {
    let mut made = vec![Made::Error("nothing was printed".to_string()); count];
    for (number, sentence) in errors {
        made[number] = Made::Error(sentence);
    }
    for line in printed.lines() {
        let mut words = line.splitn(3, ' ');
        let number = words.next().and_then(|word| word.parse::<usize>().ok());
        let (Some(number), Some(kind), Some(rest)) = (number, words.next(), words.next()) else {
            continue;
        };
        match (kind, &mut made[number]) {
            ("is", made) => *made = Made::Value(rest.to_string(), Vec::new()),
            ("refused", made) => {
                let (code, sentence) = rest.split_once(' ').unwrap_or((rest, ""));
                *made = Made::Refused(code.to_string(), sentence.to_string());
            }
            ("table", Made::Value(_, table)) => {
                *table = rest.split_whitespace().map(str::to_string).collect();
            }
            _ => {}
        }
    }
    made
}

/// Whether an error of the compiler is a message of the library.
pub(super) fn is_ours(error: &str) -> bool {
    error.contains("evaluation panicked: ") && is_sentence(error)
}
