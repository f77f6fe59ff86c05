//! The texts of the repository, which several tests read.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Returns the root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files in a folder of the repository with one of these endings, by their paths from
/// its root, without what is built.
pub fn texts(folder: &str, endings: &[&str]) -> BTreeMap<PathBuf, String> {
    let (mut texts, mut folders) = (BTreeMap::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                // A target folder may be anywhere; its tag identifies it, unless a script made it.
                let is_built =
                    path.join("CACHEDIR.TAG").exists() || ["target", "wip"].contains(&&*name);
                if !is_built && (!name.starts_with('.') || name == ".github") {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path).expect("a text");
                let path = path.strip_prefix(root()).expect("a file of the repository");
                texts.insert(path.into(), text.replace("\r\n", "\n"));
            }
        }
    }
    texts
}
