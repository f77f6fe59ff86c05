//! The two crates of `kernels/README.md`, built and run as they stand there.

use super::toolchain::{self, Toolchain};
use crate::{
    Outcome,
    project::{self, scratch},
};
use std::{fs, path::Path};

/// The files of the guide's crates, which it names above their text.
const FILES: [&str; 5] = [
    "my-kernels/Cargo.toml",
    "my-kernels/src/lib.rs",
    "my-program/Cargo.toml",
    "my-program/build.rs",
    "my-program/src/main.rs",
];
/// The crates of the guide's manifests, and their folders here: paths replace their versions.
const DEPENDENCIES: [(&str, &str); 4] = [
    ("zellige", ""),
    ("zellige-gpu", "gpu"),
    ("zellige-launch", "launch"),
    ("zellige-build", "build"),
];
/// What the program prints last.
const LAST: &str = "30000 numbers, each twice as large";

/// `cargo xtask guide`.
pub(crate) fn command(options: &[String]) -> Outcome {
    if !options.is_empty() {
        return Err("takes no options".into());
    }
    Toolchain::find()?;
    println!("{}", run()?.join(", "));
    Ok(())
}

/// Runs the program of the guide, which compiles its kernels for a GPU, and runs emulated where there is none; gives the names of
/// the kernels in the PTX that it has.
pub(super) fn run() -> Outcome<Vec<String>> {
    let guide = fs::read_to_string(project::root().join("kernels/README.md"))?;
    let folder = scratch("guide")?;
    for file in FILES {
        let text = block(&guide, file).ok_or_else(|| format!("the guide has no `{file}`"))?;
        let text = match file.ends_with(".toml") {
            true => with_paths(text, &project::root()) + "\n[workspace]\n",
            false => text.to_string(),
        };
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, text)?;
    }
    // The versions of the dependencies are those of the workspace.
    for member in ["my-kernels", "my-program"] {
        let lock = folder.join(member).join("Cargo.lock");
        fs::copy(project::root().join("Cargo.lock"), lock)?;
    }

    let target = project::target().join("gpu/guide");
    let mut cargo = project::cargo();
    cargo
        .current_dir(folder.join("my-program"))
        .args(["run", "--quiet", "--target-dir"])
        .arg(&target)
        .env(zellige_build::toolchain::VARIABLE, toolchain::folder());
    let printed = project::read(&mut cargo)?;
    if printed.lines().last() != Some(LAST) {
        return Err(format!("the guide's program does not print `{LAST}`, but\n{printed}").into());
    }
    let ptx = embedded(&target.join("debug/build"))?;
    let names = ptx.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix(".visible .entry ")?.split_once('(')?;
        Some(name.to_string())
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return Err("the guide's kernels are not in their PTX".into());
    }
    Ok(names)
}

/// The newest PTX that a build script left in these folders.
fn embedded(builds: &Path) -> Outcome<String> {
    let mut found = Vec::new();
    for build in fs::read_dir(builds)? {
        let file = build?.path().join("out/my-kernels.sm_80.ptx");
        if file.exists() {
            found.push((fs::metadata(&file)?.modified()?, file));
        }
    }
    let (_, file) = found
        .into_iter()
        .max()
        .ok_or("the guide's program has no PTX of its kernels")?;
    Ok(fs::read_to_string(file)?)
}

/// The manifest with the crates of this repository by their paths.
fn with_paths(manifest: &str, root: &Path) -> String {
    let line = |line: &str| {
        let name = line.split(" = ").next().unwrap_or_default();
        let known = DEPENDENCIES.iter().find(|(known, _)| *known == name);
        known.map_or(line.to_string(), |(name, folder)| {
            format!("{name} = {{ path = {:?} }}", root.join(folder))
        })
    };
    let lines: Vec<String> = manifest.lines().map(line).collect();
    lines.join("\n") + "\n"
}

/// The first block of code after the line that ends with the name of the file.
fn block<'a>(guide: &'a str, file: &str) -> Option<&'a str> {
    let (_, after) = guide.split_once(&format!("`{file}`:\n"))?;
    let (_, begin) = after.split_once("```")?;
    let (_, text) = begin.split_once('\n')?;
    text.split_once("```").map(|(text, _)| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_found_by_the_name_above_it() {
        let guide =
            "Two files. `a.toml`:\n\n```toml\n[a]\n```\n\n`b.rs`:\n\n```rust\nfn b() {}\n```\n";
        assert_eq!(block(guide, "a.toml"), Some("[a]\n"));
        assert_eq!(block(guide, "b.rs"), Some("fn b() {}\n"));
        assert_eq!(block(guide, "c.rs"), None);
    }

    #[test]
    fn crates_of_the_repository_are_found_by_their_paths() {
        let manifest =
            "[dependencies]\nzellige = \"0.1\"\nmy-kernels = { path = \"../my-kernels\" }\n";
        let expected = "[dependencies]\nzellige = { path = \"/r/\" }\nmy-kernels = { path = \"../my-kernels\" }\n";
        assert_eq!(with_paths(manifest, Path::new("/r")), expected);
    }
}
