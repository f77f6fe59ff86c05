//! Every operation of layouts is compared with golden records.

use std::fs;
use std::path::Path;

/// `LogicalDivide` of `logical_divide`.
fn alias(function: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    function.split('_').map(word).collect()
}
/// The names of the functions that have an alias, in the text of a trait under `#[operations]`.
fn rows(text: &str) -> Vec<String> {
    let mut rows = Vec::new();
    let mut has_alias = false;
    for line in text.lines().map(str::trim_start) {
        has_alias |= line.starts_with("#[alias(");
        if let Some(signature) = line.strip_prefix("fn ")
            && std::mem::take(&mut has_alias)
        {
            rows.push(alias(signature.split(['(', '<']).next().unwrap()));
        }
    }
    rows
}

#[test]
fn every_operation_has_golden_records() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("build/table.rs")).unwrap();
    let mut count = 0;
    for entry in fs::read_dir(root.join("../../src/layout")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for name in rows(&text) {
            let uses = [format!("\"{name}<"), format!("<{name}<")];
            assert!(
                uses.iter().any(|applied| table.contains(applied)),
                "`{name}` has no row in tests/golden/build/table.rs"
            );
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} operations were found");
}
