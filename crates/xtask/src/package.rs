//! Packages the crates as for publication.

use crate::{Outcome, project};
use serde_json::Value;
use std::{fs, path::Path, process::Command};

/// The largest package that the registry accepts, in bytes.
const LARGEST: u64 = 10 << 20;
/// The package that has the repository's README as its own.
const FRONT: &str = "zellige";
/// The files that every package must contain beside its README.
const REQUIRED: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// What `cargo metadata` says about the crates of the workspace.
pub(crate) fn all() -> Outcome<Vec<Value>> {
    let mut metadata = project::cargo();
    metadata.args(["metadata", "--no-deps", "--format-version", "1"]);
    let mut all: Value = serde_json::from_str(&project::read(&mut metadata)?)?;
    Ok(serde_json::from_value(all["packages"].take())?)
}

/// What it says about those that are published.
pub(crate) fn published() -> Outcome<Vec<Value>> {
    let mut packages = all()?;
    packages.retain(|package| package["publish"].is_null());
    Ok(packages)
}

/// A string of the metadata.
pub(crate) fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_default()
}

/// `cargo xtask package`: packages all crates together, so that each finds the others before they
/// are published, and checks the packages.
pub(crate) fn run() -> Outcome {
    let folder = project::scratch("packages")?;
    let mut package = project::cargo();
    package
        .args(["package", "--quiet", "--allow-dirty", "--no-verify"])
        .arg("--target-dir")
        .arg(&folder);
    let crates = published()?;
    for published in &crates {
        package.args(["--package", text(published, "name")]);
    }
    project::check(&mut package)?;
    let packed = folder.join("package");
    for published in &crates {
        let (name, version) = (text(published, "name"), text(published, "version"));
        let readme = text(published, "readme");
        check_files(name, readme)?;
        check_pins(published)?;
        let archive = packed.join(format!("{name}-{version}.crate"));
        // Files get the time of now: those of the archive have one time, by which cargo would take
        // an earlier package for this one.
        project::check(Command::new("tar").arg("-xmzf").arg(&archive).arg("-C").arg(&packed))?;
        check_links(published, &packed.join(format!("{name}-{version}/{readme}")))?;
        check_size(&archive)?;
    }
    check_together(&packed, &crates)?;
    Ok(fs::remove_dir_all(folder)?)
}

/// Checks the packages as one workspace, in which each takes the others from the workspace.
/// `cargo package` would build each one separately, with all of its dependencies once more.
fn check_together(packed: &Path, crates: &[Value]) -> Outcome {
    let mut manifest = "[patch.crates-io]\n".to_string();
    let mut members = Vec::new();
    for published in crates {
        let (name, version) = (text(published, "name"), text(published, "version"));
        let member = format!("{name}-{version}");
        manifest += &format!("{name} = {{ path = {member:?} }}\n");
        members.push(member);
    }
    manifest += &format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n");
    fs::write(packed.join("Cargo.toml"), manifest)?;
    let lock = "Cargo.lock";
    fs::copy(project::root().join(lock), packed.join(lock))?;
    let mut check = project::cargo();
    check
        .current_dir(packed)
        .args(["check", "--quiet", "--workspace", "--target-dir"])
        .arg(project::target());
    project::check(&mut check)
}

/// Checks that a package has the files that its users may ask for.
fn check_files(name: &str, readme: &str) -> Outcome {
    let mut list = project::cargo();
    list.args(["package", "--list", "--allow-dirty", "--package", name]);
    let files = project::read(&mut list)?;
    let mut required = REQUIRED.iter().chain([&readme]);
    match required.find(|&&required| !files.lines().any(|file| file == required)) {
        Some(missing) => Err(format!("the package of {name} lacks {missing}").into()),
        None => Ok(()),
    }
}

/// Checks the relative links of a README. The registry resolves those of the front page against the
/// repository that the manifest names, and drops them without one. The READMEs of other packages
/// must not have any, since these packages lie in subfolders.
fn check_links(published: &Value, front_page: &Path) -> Outcome {
    let (name, text) = (text(published, "name"), fs::read_to_string(front_page)?);
    match relative_link(&text) {
        Some(link) if name != FRONT => Err(format!("the README of {name} links to {link}").into()),
        Some(_) if published["repository"].is_null() => {
            println!(
                "before a release, name the `repository` in Cargo.toml: README.md links to it"
            );
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The first link that is neither to a site nor to a heading.
fn relative_link(text: &str) -> Option<&str> {
    let targets = text.split("](").skip(1);
    let mut links = targets.filter_map(|rest| rest.split(')').next());
    links.find(|link| !link.starts_with("https://") && !link.starts_with('#'))
}

/// Each crate uses the internal modules of others, so it must require exactly the version that it
/// was tested with.
fn check_pins(published: &Value) -> Outcome {
    match unpinned(published) {
        Some(name) => Err(format!("{} does not pin {name}", text(published, "name")).into()),
        None => Ok(()),
    }
}

/// The first of our crates that is required with a version other than `=..`.
fn unpinned(published: &Value) -> Option<&str> {
    let mut ours = published["dependencies"].as_array()?.iter().filter(|other| {
        // Dev-dependencies need no version: packages do not contain them.
        other["path"].is_string() && other["kind"] != "dev"
    });
    let loose = ours.find(|other| !text(other, "req").starts_with('='))?;
    Some(text(loose, "name"))
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn loose_versions_are_found() {
        let of = |version: &str| {
            json!({ "dependencies": [
                { "name": "syn", "req": "^2", "kind": null },
                { "name": "zellige-gpu", "req": "*", "kind": "dev", "path": "gpu" },
                { "name": "zellige", "req": version, "kind": null, "path": "." },
            ]})
        };
        assert_eq!(unpinned(&of("=0.1.0")), None);
        assert_eq!(unpinned(&of("^0.1.0")), Some("zellige"));
    }
    #[test]
    fn links_to_files_are_found() {
        assert_eq!(relative_link("[a](https://b) and [c](#d)"), None);
        assert_eq!(relative_link("[a](https://b), [c](d/e.md#f)"), Some("d/e.md#f"));
    }
}
