//! The crates of the workspace that a change touches.

use crate::{Outcome, package, project};
use serde_json::Value;
use std::{path::Path, process::Command};

/// The packages that contain a file that is new or differs from its version at `revision`.
pub(crate) fn crates(revision: &str) -> Outcome<Vec<String>> {
    let root = project::root();
    let folder = |package: &Value| {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        let folder = manifest.parent()?.strip_prefix(&root).ok()?;
        let name = package["name"].as_str()?.to_owned();
        Some((folder.to_string_lossy().into_owned(), name))
    };
    let packages: Vec<_> = package::all()?.iter().filter_map(folder).collect();
    let mut names: Vec<_> = files(revision)?
        .lines()
        .filter_map(|file| owner(file, &packages))
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// The files that differ from their versions at `revision`, and those that git does not track yet.
fn files(revision: &str) -> Outcome<String> {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        project::read(git.args(arguments).current_dir(project::root()))
    };
    let differing = git(&["diff", "--name-only", revision])?;
    Ok(differing + &git(&["ls-files", "--others", "--exclude-standard"])?)
}

/// The package that owns the file: where package folders are nested, the innermost one. A page of
/// `docs` belongs to the library, the package of the root folder.
fn owner<'a>(file: &str, packages: &'a [(String, String)]) -> Option<&'a str> {
    let inside = |folder: &str| Path::new(file).starts_with(folder);
    let owners = packages.iter().filter(|(folder, _)| inside(folder));
    let (_, name) = owners.max_by_key(|(folder, _)| folder.len())?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_innermost_package() {
        let packages =
            [("", "zellige"), ("crates/bench", "bench"), ("crates/problems", "problems")];
        let packages = packages.map(|(folder, name)| (folder.to_owned(), name.to_owned()));
        assert_eq!(owner("src/lib.rs", &packages), Some("zellige"));
        assert_eq!(owner("crates/bench/run.sh", &packages), Some("bench"));
        assert_eq!(owner("crates/problems/src/lib.rs", &packages), Some("problems"));
        assert_eq!(owner("bench-x/run.sh", &packages), Some("zellige"));
    }
}
