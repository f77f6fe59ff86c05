//! Checks that every item of the documentation has an example.

use crate::Outcome;
use std::{fs, path::Path};

/// The pages of items, by the prefix of their file names.
const KINDS: [&str; 7] = ["enum.", "fn.", "macro.", "struct.", "trait.", "type.", "union."];
/// The instructions, which have tables of their layouts, and the forms: the pages of their modules
/// have the examples.
const BY_MODULE: [&str; 6] =
    ["atom/copy", "atom/gmma_sparse", "atom/mma", "atom/mma_sm120", "atom/umma", "profile"];
/// What rustdoc writes around an example.
const EXAMPLE: &str = "rust-example-rendered";
/// What follows the examples that were written for the item.
const FOREIGN: &str = "id=\"trait-implementations";

/// Checks the pages of a crate that `cargo doc` wrote.
pub(crate) fn check(pages: &Path) -> Outcome {
    let mut missing = Vec::new();
    collect(pages, pages, &mut missing)?;
    missing.sort();
    match missing.as_slice() {
        [] => Ok(()),
        pages => Err(format!("no example in {}", pages.join(", ")).into()),
    }
}

/// Collects the pages in a folder that lack an example.
fn collect(root: &Path, folder: &Path, missing: &mut Vec<String>) -> Outcome {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let page = path.strip_prefix(root)?.to_string_lossy().into_owned();
        if path.is_dir() {
            if !BY_MODULE.contains(&page.as_str()) {
                collect(root, &path, missing)?;
            }
        } else if is_item(&page) && lacks_example(&fs::read_to_string(&path)?) {
            missing.push(page);
        }
    }
    Ok(())
}

fn is_item(page: &str) -> bool {
    let file = page.rsplit('/').next().unwrap_or(page);
    // A macro has a second page, which redirects to the first.
    !file.contains('!') && KINDS.iter().any(|kind| file.starts_with(kind))
}

/// Whether the page lacks an example. A page that only redirects to another one does not need one.
fn lacks_example(text: &str) -> bool {
    let own = text.split(FOREIGN).next().unwrap_or(text);
    !own.contains(EXAMPLE) && !own.contains("http-equiv=\"refresh\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_other_items_do_not_count() {
        let page = |before: &str, after: &str| format!("{before}<h2 {FOREIGN}\">{after}");
        let example = "<pre class=\"rust rust-example-rendered\">";
        assert!(lacks_example(&page("", example)));
        assert!(!lacks_example(&page(example, "")));
        assert!(is_item("atom/struct.TiledMma.html") && !is_item("atom/index.html"));
    }
}
