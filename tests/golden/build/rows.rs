//! The operations on layouts, from the traits under `#[operations]` in `src/layout`: a signature
//! such as `fn logical_divide<T: Tiler>(self, t: T) -> impl Layout`, with an alias, says how
//! records become types.

use std::path::Path;
use std::{fs, io};

/// An operation that has an alias.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// The operation, as the records name it: `logical_divide`.
    pub name: String,
    /// The method: `logical_divide`, or `append_to` where the records say `append`.
    #[allow(dead_code)] // The tests ask for it, the build script does not.
    pub method: String,
    /// A word for the layout and one for each further argument: `layout tiler`.
    pub args: String,
    /// Whether it returns a layout; otherwise it returns an integer.
    pub gives_layout: bool,
    /// The type: `LogicalDivide<{0}, {1}>`.
    pub of: String,
}

/// The suffixes that operations with one more argument add to the name in the records.
const SUFFIXES: [&str; 3] = ["_by", "_to", "_ordered"];

/// Returns the operations in the files of the folder `src/layout`.
pub fn read_folder(layout: &Path) -> Vec<Row> {
    let files = fs::read_dir(layout).expect("the library's sources are there");
    let text = |file: io::Result<fs::DirEntry>| fs::read_to_string(file?.path());
    files.flat_map(|file| read(&text(file).expect("a source can be read"))).collect()
}

/// Returns the operations in the text of a file.
pub fn read(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for part in text.split("#[alias(").skip(1) {
        let (_, function) = part.split_once("fn ").expect("an alias is a function's");
        let end = function.find('{').expect("a function has a body");
        rows.push(row(&function[..end]));
    }
    rows
}

/// Returns the operation with the signature `logical_divide<T: Tiler>(self, t: T) -> impl Layout`.
fn row(signature: &str) -> Row {
    let end = signature.find(['<', '(']).expect("a function has arguments");
    let (function, parameters) = signature.split_at(end);
    let (_, result) = signature.split_once("-> impl ").expect("an operation has a result");
    let mut args = vec!["layout"];
    args.extend(bounds(parameters).into_iter().map(word));
    let holes: Vec<String> = (0..args.len()).map(|place| format!("{{{place}}}")).collect();
    let name = SUFFIXES.iter().find_map(|suffix| function.strip_suffix(suffix));
    let name = match function {
        "compose" => "composition",
        _ => name.unwrap_or(function),
    };
    Row {
        name: name.to_owned(),
        method: function.to_owned(),
        args: args.join(" "),
        gives_layout: result.starts_with("Layout"),
        of: format!("{}<{}>", alias(function), holes.join(", ")),
    }
}

/// Returns the traits that bound the parameters: `Layout` and `Integer` in
/// `<X: Layout, N: Integer>(self, ..)`. The contents of a trait's own brackets do not matter for
/// records.
fn bounds(parameters: &str) -> Vec<&str> {
    let mut bounds = Vec::new();
    let mut depth = 0;
    for (place, character) in parameters.char_indices() {
        match character {
            '<' => depth += 1,
            '>' => depth -= 1,
            ':' if depth == 1 => {
                let bound = parameters[place + 1..].trim_start();
                bounds.extend(bound.split(|c: char| !c.is_alphanumeric()).next());
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    bounds
}

/// Returns the word in the table for arguments of a trait.
fn word(bound: &str) -> &'static str {
    match bound {
        "Layout" => "layout",
        "IntTuple" => "tuple",
        "Integer" => "int",
        "Tiler" => "tiler",
        _ => panic!("no record has arguments that are a `{bound}`"),
    }
}

/// Returns `LogicalDivide` for `logical_divide`.
fn alias(function: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    function.split('_').map(word).collect()
}
