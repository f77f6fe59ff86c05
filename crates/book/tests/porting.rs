//! The documentation's search finds the names of CuTe in `docs/porting.md`. rustdoc checks that
//! zellige's names exist: `build.rs` turns them into links.

#[path = "common/table.rs"]
mod table;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The crates that document the items of the table.
const CRATES: [&str; 4] = ["src", "crates/gpu/src", "crates/draw/src", "crates/launch/src"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository").into()
}

fn page() -> String {
    fs::read_to_string(root().join("docs/porting.md")).expect("the chapter")
}

/// Adds the sources below a folder, without their comments and tests.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, text),
            false if path.extension().is_some_and(|ending| ending == "rs") => {
                let source = fs::read_to_string(path).expect("a source");
                // Examples and tests define names, too.
                let code = source.split("#[cfg(test)]").next().unwrap_or(&source).lines();
                for line in code.filter(|line| !line.trim_start().starts_with("//")) {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            false => {}
        }
    }
}

/// The names that the search finds: public items and aliases.
fn found() -> BTreeSet<String> {
    let mut text = String::new();
    for folder in CRATES {
        sources(&root().join(folder), &mut text);
    }
    let mut found = BTreeSet::new();
    for after in text.split("doc(alias").skip(1) {
        // `doc(alias = "a")`, `doc(alias("a", "b"))`
        let end = after.find(")]").unwrap_or(after.len());
        found.extend(after[..end].split('"').skip(1).step_by(2).map(String::from));
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for keyword in ["fn ", "struct ", "trait ", "type ", "enum ", "mod ", "macro_rules! "] {
        for after in text.split(keyword).skip(1) {
            let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
            found.insert(after[..end].to_string());
        }
    }
    // The rows of tables from which a macro makes types: `SM75_U32x1_LDSM_N: ...`, `UniversalCopy;`
    let rows = text.lines().map(str::trim);
    let names = rows.map(|row| row.split([':', ';']).next().unwrap_or(row));
    found.extend(names.filter(|name| name.chars().all(is_part)).map(String::from));
    // Instructions stand inside of such rows, too.
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(|c| !is_part(c)));
    found.extend(words.filter(|word| word.starts_with("SM")).map(String::from));
    found
}

#[test]
fn the_search_finds_the_names_of_cute() {
    let (page, found) = (page(), found());
    let rows = table::rows(&page);
    let with = rows.iter().filter(|row| row.has_counterpart());
    let missing: Vec<&str> =
        with.flat_map(table::Row::theirs).filter(|&name| !found.contains(name)).collect();
    assert!(
        missing.is_empty(),
        "{missing:?} have a counterpart, but no item has one of these names, or #[doc(alias)]"
    );
}

#[test]
fn rows_without_a_counterpart_say_what_to_do() {
    let page = page();
    for line in page.lines().filter(|line| line.contains("| *None*")) {
        let (_, rest) = line.split_once("*None*").expect("it is there");
        assert!(rest.starts_with(": ") && rest.len() > 20, "{line}");
    }
}
