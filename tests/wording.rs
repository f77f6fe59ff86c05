//! The wording of errors: no literal of the libraries and tools has a phrase that a technical
//! writer would not use. Lines are read one by one, without comments and unit tests.

use std::{fs, path::Path};

/// Returns what is wrong with the literals of a line of code.
fn fault(line: &str) -> Option<&'static str> {
    let line = line.replace("\\\"", "`").replace("'\"'", "");
    let code = line.split("//").next().unwrap_or_default();
    // In backticks `..` is code.
    let literals = code.split('"').skip(1).step_by(2);
    let ellipsis = literals.flat_map(|it| it.split('`').step_by(2)).any(|it| {
        let word = |it: &str| it.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        let mut parts = it.split(' ');
        parts.any(|it| it.strip_suffix("..").is_some_and(word)) || it.contains(", .. ")
    });
    let code = code.replace("there is no ", "").replace('"', " ");
    let has = |phrases: &[&str]| phrases.iter().any(|it| code.contains(it));
    match () {
        () if has(&[" is no ", " are no "]) => Some("write `is not a`"),
        () if has(&[" of which ", " whose "]) => Some("write two clauses"),
        () if ellipsis => Some("`..` is not an ellipsis"),
        () => None,
    }
}

/// Adds the faults in the sources of a folder.
fn look(folder: &Path, faults: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        look(&path, faults);
        if path.extension().is_some_and(|it| it == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
            for (i, line) in code.lines().enumerate() {
                let place = format!("{}:{}", path.display(), i + 1);
                faults.extend(fault(line).map(|it| format!("{place}: {it}: {}", line.trim())));
            }
        }
    }
}

#[test]
fn errors_are_plain_english() {
    for bad in [
        "\"is no x\"",
        "\" of which two\"",
        "\"0, 1, .. n\"",
        "\"etc..\"",
        "\"a whose b\"",
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
    let (root, mut faults) = (Path::new(env!("CARGO_MANIFEST_DIR")), Vec::new());
    for of in ". gpu macros dyn launch emulator cli build draw".split(' ') {
        look(&root.join(of).join("src"), &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
