//! Packs the crates as for publication.

use crate::{Outcome, project};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The crates that are published, each after those that it needs.
const CRATES: [&str; 7] = [
    "zellige-macros",
    "zellige",
    "zellige-gpu",
    "zellige-build",
    "zellige-emulator",
    "zellige-launch",
    "zellige-bench",
];
/// The largest package that a registry takes, in bytes.
const LARGEST: u64 = 10 << 20;
/// What every package has to contain.
const REQUIRED: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// Where the packages are made. Cargo keeps what it unpacked, by the path of the registry from which it came, and would
/// build an older package of that path: so each run has a path of its own.
fn folder() -> PathBuf {
    project::target().join(format!("packages/{}", std::process::id()))
}

/// `cargo xtask package`: packs all crates together, so that each finds the others before they are
/// published, and builds what was packed.
pub(crate) fn run() -> Outcome {
    let mut package = project::cargo();
    package
        .args(["package", "--quiet", "--allow-dirty"])
        .arg("--target-dir")
        .arg(folder());
    for name in CRATES {
        package.args(["--package", name]);
    }
    project::check(&mut package)?;
    CRATES.iter().try_for_each(|name| {
        check_files(name)?;
        let archive = packed(name)?;
        // Cargo unpacks what it packed, to build it.
        let unpacked = archive.with_extension("");
        check_links(&unpacked.join("README.md"))?;
        check_pins(&unpacked.join("Cargo.toml"))?;
        check_size(&archive)
    })?;
    Ok(fs::remove_dir_all(folder())?)
}

/// A package has to carry the texts that its users may ask for.
fn check_files(name: &str) -> Outcome {
    let mut list = project::cargo();
    list.args(["package", "--list", "--allow-dirty", "--package", name]);
    let files = project::read(&mut list)?;
    match REQUIRED
        .iter()
        .find(|&&required| !files.lines().any(|file| file == required))
    {
        Some(missing) => Err(format!("the package of {name} lacks {missing}").into()),
        None => Ok(()),
    }
}

/// The registry and the documentation's site show the front page, but none of the files beside it.
fn check_links(front_page: &Path) -> Outcome {
    let text = fs::read_to_string(front_page)?;
    match relative_link(&text) {
        Some(link) => Err(format!("{} links to {link}", front_page.display()).into()),
        None => Ok(()),
    }
}

/// The first link that is neither to a site nor to a heading.
fn relative_link(text: &str) -> Option<&str> {
    let targets = text.split("](").skip(1);
    let mut links = targets.filter_map(|rest| rest.split(')').next());
    links.find(|link| !link.starts_with("https://") && !link.starts_with('#'))
}

/// The crates name each other's modules that are no promise to others, so each needs the very version that it was tested with.
fn check_pins(manifest: &Path) -> Outcome {
    let text = fs::read_to_string(manifest)?;
    match unpinned(&text) {
        Some(name) => Err(format!("{} does not pin {name}", manifest.display()).into()),
        None => Ok(()),
    }
}

/// The first of our crates that is asked for by another version than `=..`, in a manifest as cargo packs it.
fn unpinned(manifest: &str) -> Option<&str> {
    let sections = manifest
        .split("\n[")
        .filter_map(|section| section.split_once(']'));
    let ours = sections.filter_map(|(head, body)| {
        let (_, name) = head.rsplit_once("dependencies.")?;
        CRATES.contains(&name).then_some((name, body))
    });
    let mut loose = ours.filter(|(_, body)| !body.contains("version = \"="));
    loose.next().map(|(name, _)| name)
}

fn check_size(archive: &Path) -> Outcome {
    let bytes = fs::metadata(archive)?.len();
    let file = archive.file_name().unwrap_or_default().to_string_lossy();
    println!("{file}: {} KiB", bytes.div_ceil(1024));
    if bytes > LARGEST {
        return Err(format!("{file} is larger than {LARGEST} bytes").into());
    }
    Ok(())
}

/// The archive of a crate, whatever its version.
fn packed(name: &str) -> Outcome<PathBuf> {
    for entry in fs::read_dir(folder().join("package"))? {
        let path = entry?.path();
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let version = file
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('-'));
        if version.is_some_and(|version| {
            version.ends_with(".crate") && version.starts_with(|c: char| c.is_ascii_digit())
        }) {
            return Ok(path);
        }
    }
    Err(format!("cargo left no package of {name}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loose_versions_are_found() {
        let manifest = |version: &str| {
            format!(
                "[package]\nname = \"a\"\n[dependencies.zellige]\nversion = \"{version}\"\n[dependencies.syn]\nversion = \"2\"\n"
            )
        };
        assert_eq!(unpinned(&manifest("=0.1.0")), None);
        assert_eq!(unpinned(&manifest("0.1.0")), Some("zellige"));
    }
    #[test]
    fn links_to_files_are_found() {
        assert_eq!(relative_link("[a](https://b) and [c](#d)"), None);
        assert_eq!(
            relative_link("[a](https://b), [c](d/e.md#f)"),
            Some("d/e.md#f")
        );
    }
}
