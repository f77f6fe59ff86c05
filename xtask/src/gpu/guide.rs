//! The first kernel of `kernels/README.md`, built as it stands there.

use super::{ptx, toolchain::Toolchain};
use crate::{
    Outcome,
    project::{self, scratch},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The files of the guide's crate, which it names above their text.
const FILES: [&str; 3] = ["Cargo.toml", ".cargo/config.toml", "src/lib.rs"];
/// The line of the guide's manifest that depends on the library; here a path replaces it.
const DEPENDENCY: &str = "zellige = \"0.1\"";

/// Builds the crate of the guide, and gives the names of its kernels.
pub(super) fn build(toolchain: &Toolchain) -> Outcome<Vec<String>> {
    let guide = fs::read_to_string(project::root().join("kernels/README.md"))?;
    let folder = scratch("guide")?;
    for file in FILES {
        let text = block(&guide, file).ok_or_else(|| format!("the guide has no `{file}`"))?;
        write(&folder.join(file), text)?;
    }
    let manifest = block(&guide, FILES[0]).unwrap_or_default();
    if !manifest.contains(DEPENDENCY) {
        return Err(format!("the guide's Cargo.toml lacks `{DEPENDENCY}`").into());
    }
    let here = format!("zellige = {{ path = {:?} }}", project::root());
    let manifest = manifest.replace(DEPENDENCY, &here) + "\n[workspace]\n";
    write(&folder.join(FILES[0]), &manifest)?;
    // The versions of the dependencies are those of the workspace.
    fs::copy(
        project::root().join("Cargo.lock"),
        folder.join("Cargo.lock"),
    )?;

    let target = project::target().join("gpu/guide");
    let mut cargo = toolchain.rust.cargo();
    cargo
        .current_dir(&folder)
        .args(["build", "--quiet", "--release", "--target-dir"])
        .arg(&target);
    project::check(&mut cargo)?;
    let ptx = fs::read_to_string(target.join("nvptx64-nvidia-cuda/release/my_kernels.ptx"))?;
    let kernels = ptx::Kernel::all(&ptx)?;
    if kernels.is_empty() {
        return Err("the guide's crate has no kernel in its PTX".into());
    }
    Ok(kernels.into_iter().map(|kernel| kernel.name).collect())
}

/// Writes a file, in a folder that is made.
fn write(path: &PathBuf, text: &str) -> Outcome {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    Ok(fs::write(path, text)?)
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
    use super::block;

    #[test]
    fn a_block_is_found_by_the_name_above_it() {
        let guide =
            "Two files. `a.toml`:\n\n```toml\n[a]\n```\n\n`b.rs`:\n\n```rust\nfn b() {}\n```\n";
        assert_eq!(block(guide, "a.toml"), Some("[a]\n"));
        assert_eq!(block(guide, "b.rs"), Some("fn b() {}\n"));
        assert_eq!(block(guide, "c.rs"), None);
    }
}
