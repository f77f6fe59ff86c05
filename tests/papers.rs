//! The Markdown files of the repository: links lead somewhere, and the README shows code that other
//! tests run and an error that the compiler prints.

#[path = "common/texts.rs"]
mod texts;

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
};
use texts::{root, texts};

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "md")
}

/// Returns the lines of prose: of Markdown, or of the doc comments of a source, without blocks of
/// code.
fn prose<'a>(path: &Path, text: &'a str) -> Vec<&'a str> {
    let (is_markdown, mut is_code) = (is_markdown(path), false);
    let of_comment = |line: &'a str| {
        let line = line.trim_start();
        let line = line.strip_prefix("//!").or_else(|| line.strip_prefix("///"))?;
        Some(line.trim_start())
    };
    let lines = text.lines().filter_map(|line| match is_markdown {
        true => Some(line),
        false => of_comment(line),
    });
    lines
        .filter(|line| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
        .collect()
}

/// Returns the targets of the links and pictures in a text.
fn links(lines: &[&str]) -> Vec<String> {
    let mut targets = Vec::new();
    // A link may be broken after its text, and may be inside another one.
    let text = lines.join("\n");
    for open in ["](", " src=\"", " srcset=\""] {
        for after in text.split(open).skip(1) {
            targets.extend(after.split([')', '"']).next().map(String::from));
        }
    }
    // `[text]: target`
    let definitions = lines.iter().filter(|line| line.starts_with('['));
    let definitions = definitions.filter_map(|line| line.split_once("]: "));
    targets.extend(definitions.map(|(_, target)| target.to_string()));
    targets
}

/// Returns the fragments of the headings, as GitHub and rustdoc form them.
fn fragments(path: &Path, text: &str) -> Vec<String> {
    let of_heading = |line: &&str| {
        let heading = line.trim_start_matches('#');
        let is_heading = line.starts_with('#') && heading.starts_with(' ');
        let kept = heading.trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        is_heading.then(|| kept.collect::<String>().replace(' ', "-"))
    };
    prose(path, text).iter().filter_map(of_heading).collect()
}

/// Returns the path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(normal.pop(), "{} leaves", path.display()),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// Returns the sources that an intra-doc path may name: the file itself, the root of its crate, or
/// a module's file.
fn named<'a>(papers: &'a BTreeMap<PathBuf, String>, from: &Path, path: &str) -> Vec<&'a PathBuf> {
    let of_source = |part: &Component<'_>| part.as_os_str() == "src";
    let crate_folder: PathBuf = match from.components().any(|part| of_source(&part)) {
        true => {
            let parts = from.components().take_while(|part| !of_source(part));
            parts.collect::<PathBuf>().join("src")
        }
        false => "src".into(), // the pages of `docs`
    };
    let module = path.rsplit("::").next().unwrap_or(path).trim_end_matches("()");
    let names: &[String] = &match module {
        "" | "self" => return papers.keys().filter(|path| *path == from).collect(),
        "crate" => ["lib.rs".into(), "front.md".into()],
        module => [format!("{module}.rs"), format!("{module}/mod.rs")],
    };
    let of_crate = papers.keys().filter(|path| path.starts_with(&crate_folder));
    of_crate.filter(|path| names.iter().any(|name| path.ends_with(name))).collect()
}

/// Returns what is wrong with a link, or `None`.
fn fault(papers: &BTreeMap<PathBuf, String>, from: &Path, link: &str) -> Option<String> {
    if ["https://", "http://", "mailto:"].iter().any(|site| link.starts_with(site)) {
        return None;
    }
    let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
    let folder = from.parent().unwrap_or(Path::new(""));
    let is_file = target.contains('.') || target.contains('/');
    let files: Vec<PathBuf> = match is_file {
        true => vec![normal(&folder.join(target))],
        false => named(papers, from, target).into_iter().cloned().collect(),
    };
    if is_file && !root().join(&files[0]).exists() {
        return Some("is not there".into());
    }
    if !is_file && fragment.is_empty() {
        // rustdoc checks items. Files have an extension, folders a slash.
        let is_item = !is_markdown(from) || from.starts_with("src") || from.starts_with("docs");
        let exists = root().join(folder).join(target).exists();
        return (!is_item && !exists).then(|| "is neither a file nor a folder".into());
    }
    let has = |path: &PathBuf| {
        let text = papers.get(path)?;
        fragments(path, text).iter().any(|of| of == fragment).then_some(())
    };
    match fragment.is_empty() || files.iter().any(|path| has(path).is_some()) {
        true => None,
        false => Some(format!("has no heading `{fragment}`")),
    }
}

#[test]
fn links_lead_somewhere() {
    let papers = texts("", &[".md", ".rs"]);
    let mut faults = Vec::new();
    let mut count = 0;
    for (from, text) in &papers {
        for link in links(&prose(from, text)) {
            // In sources these are items, which rustdoc checks, and brackets in code.
            if !is_markdown(from) && !link.contains('#') {
                continue;
            }
            count += 1;
            if let Some(fault) = fault(&papers, from, &link) {
                faults.push(format!("{}: {link} {fault}", from.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 100, "{count} links");
}

/// Returns the blocks of code in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let open = format!("```{language}\n");
    let after = text.split(&open).skip(1);
    after.filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_readme_shows_what_is_tested() {
    let read = |path| fs::read_to_string(root().join(path)).expect("a file");
    let readme = read("README.md").replace("\r\n", "\n");
    let sources = ["crates/launch/examples/scale.rs", "crates/ops/README.md", "src/front.md"];
    let sources = sources.map(read);
    for code in blocks(&readme, "rust") {
        let is_tested = |source: &String| source.replace("\r\n", "\n").contains(code);
        assert!(sources.iter().any(is_tested), "no test runs\n{code}");
    }
    // The document breaks the sentence, and leaves out rustc's text beside the carets.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let error = words(&read("ui-tests/contract/bank_columns.stderr"));
    let quoted = blocks(&readme, "text");
    assert!(quoted.len() == 1 && error.starts_with(&words(quoted[0])));
}
