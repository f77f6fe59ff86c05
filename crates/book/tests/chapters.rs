//! The chapters are consistent: all are listed, all links resolve, and quoted errors match the
//! compiler's.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    let book = Path::new(env!("CARGO_MANIFEST_DIR"));
    book.ancestors().nth(2).expect("the repository").into()
}

fn read(path: &Path) -> String {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.replace("\r\n", "\n")
}

/// The files below a folder with names that have the given ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|of| of == ending) => files.push(path),
                false => {}
            }
        }
    }
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

/// The chapters, with the pages that they include.
fn chapters() -> Vec<(String, String)> {
    let folder = root().join("crates/book/src");
    let chapter = |path: &PathBuf| {
        let text = read(path);
        let file = text.strip_prefix("{{#include ").and_then(|rest| rest.split_once("}}"));
        let text = match file {
            Some((file, _)) => read(&folder.join(file)),
            None => text,
        };
        (name(path), text)
    };
    files(&folder, "md").iter().map(chapter).collect()
}

/// The targets of the links and pictures of a text.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    let prose = text.lines().filter(move |line| {
        is_code ^= line.starts_with("```");
        !is_code
    });
    let after = prose.flat_map(|line| line.split("](").skip(1));
    after.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// A code block: its language and its lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language, Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    blocks
}

#[test]
fn every_chapter_is_listed() {
    let chapters = chapters();
    let (_, summary) = chapters.iter().find(|(name, _)| name == "SUMMARY.md").expect("a summary");
    let listed: Vec<&str> = links(summary).collect();
    let set: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(set.len(), listed.len(), "a chapter is listed twice");
    let names = chapters.iter().map(|(name, _)| name.as_str());
    assert_eq!(set, names.filter(|&name| name != "SUMMARY.md").collect());
}

#[test]
fn every_chapter_is_tested() {
    // The other pages are those of `docs`, which the documentation of zellige includes.
    let modules = read(&root().join("crates/book/lib.rs"));
    let guide = read(&root().join("src/guide.rs"));
    for path in files(&root().join("crates/book/src"), "md") {
        let (name, text) = (name(&path), read(&path));
        let module = name.trim_end_matches(".md");
        let included =
            text.strip_prefix("{{#include ../../../").and_then(|rest| rest.split_once("}}"));
        let is_tested = match included {
            Some((file, rest)) => rest.trim().is_empty() && guide.contains(&format!("../{file}")),
            None => {
                module == "SUMMARY"
                    || modules.contains(&format!(" {module} "))
                    || modules.contains(&format!(" {module}\n"))
            }
        };
        assert!(
            is_tested,
            "{name} is neither a module of crates/book/lib.rs nor a page of src/guide.rs"
        );
    }
}

#[test]
fn every_link_leads_somewhere() {
    let folder = root().join("crates/book/src");
    let chapters = chapters();
    let mut shown = BTreeSet::new();
    for (name, text) in &chapters {
        for target in links(text).filter(|target| !target.starts_with("https://")) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            assert!(
                heading.is_empty(),
                "{name} links to the heading {target}, which nothing checks"
            );
            assert!(folder.join(file).is_file(), "{name} links to {target}, which is not there");
            if let Some(picture) = file.strip_prefix("pictures/") {
                shown.insert(picture.to_string());
            }
        }
    }
    let pictures = files(&folder.join("pictures"), "svg");
    let drawn: BTreeSet<String> = pictures.iter().map(|path| self::name(path)).collect();
    assert_eq!(shown, drawn, "the pictures that chapters show, and those that are there");
}

#[test]
fn errors_read_as_they_are_quoted() {
    let mut cases = files(&root().join("ui-tests"), "stderr");
    cases.extend(files(&root().join("crates/gpu/ui-tests"), "stderr"));
    let cases: Vec<(String, String)> =
        cases.iter().map(|path| (read(&path.with_extension("rs")), read(path))).collect();
    let mut quoted = 0;
    for (name, text) in chapters() {
        let blocks = blocks(&text);
        for (i, (language, lines)) in blocks.iter().enumerate() {
            let of_program = i.checked_sub(1).map(|before| &blocks[before]);
            let program = of_program.filter(|(language, _)| language.contains("compile_fail"));
            if !language.starts_with("text") || !lines.iter().any(|line| line.starts_with("error"))
            {
                let refused = language.contains("compile_fail");
                let next =
                    blocks.get(i + 1).is_some_and(|(_, lines)| lines[0].starts_with("error"));
                assert!(!refused || next, "{name}: a program that is refused, without its error");
                continue;
            }
            for error in lines.iter().filter(|line| line.starts_with("error")) {
                quoted += 1;
                let mut of_error =
                    cases.iter().filter(|(_, said)| said.lines().any(|line| line == *error));
                let found = of_error.any(|(source, _)| {
                    let has = |line: &&str| line.is_empty() || source.lines().any(|of| of == *line);
                    program.is_none_or(|(_, program)| program.iter().all(has))
                });
                assert!(
                    found,
                    "{name}: no case of ui-tests has the program that is quoted, and says\n{error}"
                );
            }
        }
    }
    assert!(quoted >= 5, "{quoted} errors are quoted");
}

#[test]
fn sessions_are_those_that_the_command_line_tests() {
    let readme = read(&root().join("crates/cli/README.md"));
    let tested: Vec<String> = blocks(&readme)
        .into_iter()
        .filter(|(language, _)| *language == "console")
        .map(|(_, lines)| lines.join("\n") + "\n")
        .collect();
    let mut sessions = 0;
    for (name, text) in chapters() {
        for (_, lines) in blocks(&text).iter().filter(|(language, _)| *language == "console") {
            sessions += 1;
            let session = lines.join("\n") + "\n";
            let is_tested = tested.iter().any(|tested| tested.contains(&session));
            assert!(is_tested, "{name}: no session of crates/cli/README.md has\n{session}");
        }
    }
    assert!(sessions > 0, "no chapter shows a session");
}
