//! The layers of the library: a lower layer names nothing above it, so that every cycle of files
//! stays within a layer.
//!
//! A layer is one module, or two that form a single definition. If everything in a lower layer
//! needs a function of an upper one, without a bound, that function is a supertrait through
//! `branches`, which names all layers and which only [`BRANCHES`] may name.

#[path = "common/texts.rs"]
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use texts::texts;

/// The modules from the bottom up: each names those of its layer and of the layers before it.
///
/// `algebra` and `layout` are one layer: a layout is a type that has every operation, through its
/// supertraits, and an operation maps layouts to a layout. The last layer is what users see.
const LAYERS: &[&[&str]] = &[
    &["sealed"],
    &["ranks"],
    &["branches"],
    &["refusal"],
    &["run_time"],
    &["number"],
    &["integer"],
    &["profile"],
    &["tuple"],
    &["stride"],
    &["algebra", "layout"],
    &["construct"],
    &["macro_support", "literal"],
    &["contract"],
    &["tensor"],
    &["atom"],
    &["ops"],
    &["lib", "prelude", "guide", "serialize"],
];
/// The public modules that re-export items from above them with `pub use`, where users look for
/// these: nothing in the modules needs them.
const PASSED_ON: &[(&str, &[&str])] = &[
    // The bounds on coordinates and tilers that fit a layout's profile, and the profiles of the
    // results of operations.
    ("profile", &["layout"]),
    // The comparison of a shape with a tiler.
    ("tuple", &["algebra"]),
];
/// The files that may name `branches`: the tags of branches, and the traits whose roles are above
/// them.
const BRANCHES: &[&str] = &[
    "src/integer.rs",
    "src/number.rs",
    "src/number/boolean.rs",
    "src/profile.rs",
    "src/tuple.rs",
    "src/tuple/known_profile.rs",
    "src/tuple/kind.rs",
];

/// A file of the library.
struct Source {
    /// The path of the file from the root of the package.
    path: String,
    /// The lines of the file, without comments and tests.
    code: String,
}
impl Source {
    /// Returns the module of the file: `a` for `src/a.rs` and everything below `src/a`.
    fn module(&self) -> &str {
        let inside = self.path.trim_start_matches("src/");
        inside.split(['/', '.']).next().unwrap()
    }
}

/// Returns the modules that a text names: `m` for each `crate::m`, also in `crate::{m, n::..}`; for
/// items in the root itself, `lib`.
fn named(code: &str) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => named.extend(first_level(list)),
            None => named.extend(word(after)),
        }
    }
    named.into_iter().map(module).collect()
}
/// Returns the module behind a name in the root of the crate: the module itself, that of a macro,
/// or the root.
fn module(name: String) -> String {
    match name.as_str() {
        "__private" => "macro_support".into(),
        "int" | "shape" | "coord" | "find_layout" | "assert_layout" => "literal".into(),
        known if layer(known).is_some() => name,
        _ => "lib".into(),
    }
}
/// Returns the layer of a module.
fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}
/// Returns the word at the beginning of a text.
fn word(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| text[..end].into())
}
/// Returns the words that begin the items of a list, up to its closing brace.
fn first_level(list: &str) -> Vec<String> {
    items(list).iter().filter_map(|item| word(item)).collect()
}
/// Returns the items of a list, up to its closing brace.
fn items(list: &str) -> Vec<String> {
    let (mut depth, mut item, mut items) = (0, String::new(), Vec::new());
    for c in list.chars() {
        match c {
            '}' if depth == 0 => break,
            ',' if depth == 0 => {
                items.push(std::mem::take(&mut item));
                continue;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        item.push(c);
    }
    items.push(item);
    items.iter().map(|item| item.trim().into()).collect()
}
/// Returns how many modules up a path leads, by `super::` and by `super::{..}` with another one in
/// the list.
fn up(path: &str) -> usize {
    let Some(rest) = path.strip_prefix("super::") else {
        return 0;
    };
    1 + match rest.strip_prefix('{') {
        Some(list) => items(list).iter().map(|item| up(item)).max().unwrap(),
        None => up(rest),
    }
}
/// Returns a text without its comments, and without its tests, which come last.
fn code(text: &str) -> String {
    text.split("#[cfg(test)]\nmod")
        .next()
        .unwrap()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect()
}
/// Splits the code into the rest and its re-exports, the items `pub use ..;`.
fn passed_on(code: &str) -> (String, String) {
    let (mut own, mut passed) = (String::new(), String::new());
    for (number, part) in code.split("\npub use ").enumerate() {
        let (item, rest) = match number {
            0 => ("", part),
            _ => part.split_once(';').unwrap(),
        };
        passed.push_str(item);
        own.push_str(rest);
    }
    (own, passed)
}
fn sources() -> Vec<Source> {
    let found = texts("src", &[".rs"]).into_iter().map(|(path, text)| Source {
        path: path.to_str().unwrap().replace('\\', "/"),
        code: code(&text),
    });
    let found = found.collect::<Vec<_>>();
    assert!(found.len() > 100, "the sources are there");
    found
}
/// Returns the names above its layer that each module uses, in the part of its code that `part`
/// selects.
fn upward(part: impl Fn(&str) -> String) -> BTreeMap<String, BTreeSet<String>> {
    let mut upward = BTreeMap::<_, BTreeSet<_>>::new();
    for source in sources() {
        let module = source.module();
        let here = layer(module).unwrap_or_else(|| panic!("{} is on no layer", source.path));
        if module == "branches" {
            continue;
        }
        let names = named(&part(&source.code)).into_iter();
        let above = names.filter(|name| layer(name) > Some(here));
        upward.entry(module.to_string()).or_default().extend(above);
    }
    upward.retain(|_, names| !names.is_empty());
    upward
}

#[test]
fn names_are_found() {
    let text = "use crate::{tuple, layout::{c, d}, Int as N};\n// crate::atom\nlet x = crate::ops::i();\npub use crate::tensor::{\n    a, b};\nx";
    assert!(named(&code(text)).iter().eq(["layout", "lib", "ops", "tensor", "tuple"]));
    let (own, passed) = passed_on(&code(text));
    assert!(named(&own).iter().eq(["layout", "lib", "ops", "tuple"]));
    assert!(named(&passed).iter().eq(["tensor"]));
}
/// A file name says what is in the file, wherever an editor or a message shows it alone.
#[test]
fn file_names_occur_once() {
    let mut names = BTreeSet::new();
    for source in sources() {
        let name = source.path.rsplit('/').next().unwrap();
        let is_new = names.insert(name.to_string());
        assert!(is_new, "{}: another file has this name", source.path);
    }
}
/// `super` stays within its module, so all names of another module begin with `crate::`.
#[test]
fn super_stays_in_its_module() {
    let paths = ["super::a", "super::super::a", "super::{a, b::{c}, super::d}"];
    assert_eq!(paths.map(up), [1, 2, 2]);
    for source in sources() {
        let depth = source.path.matches('/').count();
        for (place, _) in source.code.match_indices("super::") {
            let path = &source.code[place..];
            let line = path.lines().next().unwrap();
            assert!(up(path) < depth, "{}: {line}", source.path);
        }
    }
}
#[test]
fn layers_name_what_is_below() {
    assert_eq!(upward(|code| passed_on(code).0), BTreeMap::new());
}
#[test]
fn what_is_above_is_passed_on_where_it_is_said() {
    let allowed = PASSED_ON.iter().map(|(module, names)| {
        let names = names.iter().map(|&name| name.to_string());
        (module.to_string(), names.collect())
    });
    assert_eq!(upward(|code| passed_on(code).1), allowed.collect());
}
#[test]
fn the_list_of_branches_is_named_where_it_is_said() {
    for source in sources() {
        let names = named(&source.code).contains("branches");
        let path = source.path.as_str();
        let may = BRANCHES.contains(&path) || source.module() == "branches";
        assert!(!names || may, "{path}");
        assert!(names || !BRANCHES.contains(&path), "{path}");
    }
}
