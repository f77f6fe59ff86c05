//! The floors of the library: what stands below names nothing above it, but where it is said.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The modules from the ground up: each names those before it, and [`UPWARD`].
const FLOORS: &[&str] = &[
    "sealed",
    "cases",
    "branches",
    "number",
    "integer",
    "refusal",
    "profile",
    "tuple",
    "stride",
    "run_time",
    "algebra",
    "layout",
    "construct",
    "contract",
    "tensor",
    "atom",
    "ops",
];
/// What a module names above itself, and why.
const UPWARD: &[(&str, &[&str])] = &[
    // A static number is an integer, and division by 0 is refused.
    ("number", &["integer", "refusal"]),
    // An integer is a tuple, a coordinate, a tiler and a stride to walk with.
    (
        "integer",
        &[
            "algebra", "layout", "refusal", "run_time", "stride", "tuple",
        ],
    ),
    // The reasons name what they explain.
    ("refusal", &["algebra", "atom", "layout", "stride", "tuple"]),
    // A form says what fits it: a coordinate, a tiler, a layout.
    (
        "profile",
        &["algebra", "construct", "layout", "run_time", "tuple"],
    ),
    // Strides are tuples of more kinds of numbers; products and sums are checked; tilers divide shapes.
    ("tuple", &["algebra", "run_time", "stride"]),
    ("stride", &["run_time"]),
    // What is computed is compared with its definition on the modes of the layout.
    ("run_time", &["algebra", "layout"]),
    // The result of an operation is a layout.
    ("algebra", &["layout"]),
];
/// The files that may name the list of all branches, which names all floors.
const BRANCHES: &[&str] = &["src/number/boolean.rs", "src/tuple.rs", "src/tuple/kind.rs"];

/// The modules that a file names: `m` of each `crate::m`, also in `crate::{m, n::..}`, outside of comments.
fn named(text: &str) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut named = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => named.extend(first_level(list)),
            None => named.extend(word(after)),
        }
    }
    named
}
/// The word with which a text begins.
fn word(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| text[..end].into())
}
/// The words that begin the items of a list, up to its closing brace.
fn first_level(list: &str) -> Vec<String> {
    let (mut depth, mut item, mut items) = (0, String::new(), Vec::new());
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ => item.push(c),
        }
    }
    items.push(item);
    items.iter().filter_map(|item| word(item.trim())).collect()
}
/// All source files below a folder, with their paths from the root of the package.
fn files(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    assert!(found.len() > 100, "the sources are there");
    found
}

#[test]
fn names_are_found() {
    let text = "use crate::{a, b::{c, d}, e as f};\n// crate::g\nlet x = crate::h::i();";
    assert!(named(text).iter().eq(["a", "b", "e", "h"]));
}
#[test]
fn floors_name_what_is_below() {
    let floor = |module: &str| FLOORS.iter().position(|floor| *floor == module);
    let mut upward = BTreeMap::<&str, BTreeSet<String>>::new();
    for (path, text) in sources() {
        let module = path.trim_start_matches("src/").split(['/', '.']).next();
        let Some(here) = module.and_then(floor) else {
            continue;
        };
        if FLOORS[here] == "branches" {
            continue;
        }
        let above = named(&text)
            .into_iter()
            .filter(|name| floor(name) > Some(here));
        upward.entry(FLOORS[here]).or_default().extend(above);
    }
    upward.retain(|_, names| !names.is_empty());
    let allowed = UPWARD
        .iter()
        .map(|(module, names)| (*module, names.iter().map(|&name| name.into()).collect()));
    assert_eq!(upward, allowed.collect());
}
#[test]
fn the_list_of_branches_is_named_by_tags_alone() {
    for (path, text) in sources() {
        let names = named(&text).contains("branches");
        assert_eq!(names, BRANCHES.contains(&path.as_str()), "{path}");
    }
}
