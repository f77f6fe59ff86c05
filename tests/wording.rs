//! The wording of errors and of prose: no literal of the libraries and tools, no comment and no
//! page has a phrase that a technical writer would not use, and prose keeps to 100 columns.

#[path = "common/texts.rs"]
mod texts;

use std::path::Path;
use texts::texts;

/// The folders with literals that users read.
const LIBRARIES: [&str; 9] = [
    "src",
    "macros/src",
    "crates/gpu/src",
    "crates/dynamic/src",
    "crates/launch/src",
    "crates/emulator/src",
    "crates/cli/src",
    "crates/kernel-build/src",
    "crates/draw/src",
];
/// The widest line of prose.
const COLUMNS: usize = 100;

/// Returns the parts of a text that are not code in backticks.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').step_by(2)
}

/// Returns whether `..` stands for something that is left out.
fn has_ellipsis(text: &str) -> bool {
    words(text).any(|it| {
        let word = |it: &str| it.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        let mut parts = it.split(' ');
        parts.any(|it| it.strip_suffix("..").is_some_and(word)) || it.contains(", .. ")
    })
}

/// Returns whether one of the phrases is in the text, outside the phrases that are fine.
fn has(text: &str, phrases: &[&str]) -> bool {
    let mut text = text.to_lowercase();
    for fine in ["there is no ", "there are no ", "no longer", "no larger", "no more than"] {
        text = text.replace(fine, "");
    }
    phrases.iter().any(|it| text.contains(it))
}

/// Returns what is wrong with the literals of a line of code.
fn fault_of_code(line: &str) -> Option<&'static str> {
    let line = line.replace("\\\"", "`").replace("'\"'", "");
    let code = line.split("//").next().unwrap_or_default();
    let mut literals = code.split('"').skip(1).step_by(2);
    let spaced = code.replace('"', " ");
    match () {
        () if has(&spaced, &[" is no ", " are no "]) => Some("write `is not a`"),
        () if has(&spaced, &[" of which ", " whose "]) => Some("write two clauses"),
        () if literals.any(has_ellipsis) => Some("`..` is not an ellipsis"),
        () => None,
    }
}

/// Returns what is wrong with a line of prose that takes so many columns.
fn fault_of_prose(text: &str, columns: usize) -> Option<&'static str> {
    let spaced = format!(" {} ", words(text).collect::<Vec<_>>().join("~"));
    let can_break = words(text.trim()).any(|it| it.trim_start_matches("- ").contains(' '));
    let is_whole = ["|", "![", "["].iter().any(|it| text.trim_start().starts_with(it));
    match () {
        () if has(&spaced, &[" is no ", " are no "]) => Some("write `is not a`"),
        () if has(&spaced, &[" of whose ", " of whom "]) => Some("write two clauses"),
        () if has_ellipsis(text) => Some("`..` is not an ellipsis"),
        () if columns > COLUMNS && can_break && !is_whole => Some("wrap at 100 columns"),
        () => None,
    }
}

/// Returns the lines of prose of a file, with their numbers: its text, or its comments, without
/// blocks of code.
fn prose<'a>(path: &Path, text: &'a str) -> Vec<(usize, &'a str)> {
    let is_page = path.extension().is_some_and(|ending| ending == "md");
    let mut is_code = false;
    let of_line = |(i, line): (usize, &'a str)| {
        let content = match is_page {
            true => line,
            false => line.trim_start().strip_prefix("//")?.trim_start_matches(['/', '!']),
        };
        let is_fence = content.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((i + 1, content))
    };
    text.lines().enumerate().filter_map(of_line).collect()
}

#[test]
fn errors_are_plain_english() {
    for bad in ["\"is no x\"", "\" of which two\"", "\"0, 1, .. n\"", "\"etc..\"", "\"a whose b\""]
    {
        assert!(fault_of_code(bad).is_some(), "{bad}");
    }
    let mut faults = Vec::new();
    for (path, text) in LIBRARIES.iter().flat_map(|of| texts(of, &[".rs"])) {
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        for (i, line) in code.lines().enumerate() {
            let place = format!("{}:{}", path.display(), i + 1);
            faults.extend(fault_of_code(line).map(|it| format!("{place}: {it}: {}", line.trim())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn prose_is_plain_english() {
    for bad in ["it is no x", "one of whose parts", "1, 2, .. n", "and so on.."] {
        assert!(fault_of_prose(bad, bad.len()).is_some(), "{bad}");
    }
    assert!(fault_of_prose("two words", COLUMNS + 1).is_some());
    for good in ["there is no x", "`1, 2, .. n`", "it is no longer x"] {
        assert!(fault_of_prose(good, good.len()).is_none(), "{good}");
    }
    let mut faults = Vec::new();
    for (path, text) in texts("", &[".rs", ".md"]) {
        // The lines and columns of programs that must not compile stand in their errors.
        if path.components().any(|part| part.as_os_str() == "ui-tests") {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in prose(&path, &text) {
            let columns = lines[number - 1].chars().count();
            let place = format!("{}:{number}", path.display());
            faults.extend(
                fault_of_prose(line, columns).map(|it| format!("{place}: {it}: {}", line.trim())),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
