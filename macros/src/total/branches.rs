//! `src/branches/generated.rs`: the branches of all `#[total]` functions, as supertraits of traits
//! of their tags.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::lower::branch::{PARTS, Tag, part_of};

/// Returns the tags and names of the branches of all `#[total]` items in a file.
fn branches(file: TokenStream) -> Vec<(Tag, String)> {
    let mut found = Vec::new();
    let mut tokens = file.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let Some(TokenTree::Group(attribute)) = tokens.peek() else {
            continue;
        };
        let attribute = attribute.stream().to_string().replace(' ', "");
        let is_attribute = matches!(&token, TokenTree::Punct(p) if p.as_char() == '#');
        let Some(options) = attribute.strip_prefix("total").filter(|_| is_attribute) else {
            continue;
        };
        tokens.next();
        let options = options.trim_matches(['(', ')']).parse().unwrap();
        // The item ends with its braces.
        let mut item = Vec::new();
        for token in tokens.by_ref() {
            let is_end = matches!(&token, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
            item.push(token);
            if is_end {
                break;
            }
        }
        let lowered = super::lower(options, item.into_iter().collect());
        let branches = lowered.unwrap_or_else(|e| panic!("{e}")).branches;
        found.extend(branches.into_iter().map(|b| (b.tag, b.name.to_string())));
    }
    found
}

/// Collects the branches of all files below a folder, with the paths of their modules.
fn files(folder: &Path, path: &str, all: &mut Vec<(Tag, String)>) {
    let entries = fs::read_dir(folder).unwrap();
    let mut entries: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        let path = format!("{path}::{}", entry.file_stem().unwrap().to_str().unwrap());
        if entry.is_dir() {
            files(&entry, &path, all);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            let file = fs::read_to_string(&entry).unwrap();
            if file.contains("#[total") {
                let found = branches(file.parse().unwrap());
                all.extend(found.into_iter().map(|(tag, name)| (tag, format!("{path}::{name}"))));
            }
        }
    }
}

/// Adds a trait whose supertraits are the branches `of` to the text, and its impls.
fn supertraits<'a>(
    text: &mut String,
    name: &str,
    doc: &str,
    tags: &[&str],
    of: impl Iterator<Item = &'a str>,
) {
    let of: Vec<_> = of.collect();
    let of = of.join("\n    + ");
    let line = format!("\n/// {doc}\n#[doc(hidden)]\npub trait {name}:\n    {of}\n{{\n}}\n");
    text.push_str(&line);
    for tag in tags {
        writeln!(text, "impl {name} for crate::{tag} {{}}").unwrap();
    }
}

/// Returns the text of the list.
fn list(all: &[(Tag, String)]) -> String {
    let mut text = String::from(
        "//! The branches of all `#[total]` functions. `cargo xtask bless branches` writes this list.\n",
    );
    let on = |tag| {
        let all = all.iter().filter(move |(of, _)| *of == tag);
        all.map(|(_, path)| path.as_str())
    };
    let name = |path: &str| path.rsplit("::").next().unwrap().to_owned();
    let tags = ["number::B0", "number::B1"];
    let (mut parts, mut selves) = (String::new(), String::new());
    for part in 0..PARTS {
        let of = on(Tag::Bool).filter(|path| part_of(&name(path)) == part);
        let doc = "Some of the branches on a truth value.";
        supertraits(&mut text, &format!("OnBool{part}"), doc, &tags, of);
        writeln!(parts, "    type Part{part}: OnBool{part};").unwrap();
        writeln!(selves, "    type Part{part} = Self;").unwrap();
    }
    let doc = "/// All branches on a truth value.\n#[doc(hidden)]\n";
    writeln!(text, "\n{doc}pub trait OnBool: Sized {{\n{parts}}}").unwrap();
    for tag in tags {
        writeln!(text, "impl OnBool for crate::{tag} {{\n{selves}}}").unwrap();
    }
    let kinds = ["tuple::Empty", "tuple::Leaf", "tuple::Node"];
    let doc = "All branches on the kind of a tuple.";
    supertraits(&mut text, "OnKind", doc, &kinds, on(Tag::Kind));
    text
}

#[test]
fn the_list_of_branches_is_current() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    if !source.join("branches.rs").exists() {
        return; // The rest of the repository is absent.
    }
    let mut all = Vec::new();
    files(&source, "crate", &mut all);
    assert!(!all.is_empty(), "the functions are there");
    let text = list(&all);
    let listed = source.join("branches/generated.rs");
    if env::var_os("BLESS").is_some() {
        fs::write(&listed, &text).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&listed).unwrap_or_default(),
        text,
        "`cargo xtask bless branches` writes the list"
    );
}
