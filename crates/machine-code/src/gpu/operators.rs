//! Makes the machine code of `zellige-ops`, which travels in its package: programs that call its
//! operators compile no kernels.

use super::toolchain::Toolchain;
use crate::{Outcome, project};
use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};
use zellige_kernel_build::KernelCrate;

/// The sources of the kernels.
const SOURCES: [&str; 6] = [
    "src",
    "macros/src",
    "crates/gpu",
    "crates/kernels/src",
    "crates/ops-kernels/src",
    "crates/kernel-build/src/ptx",
];

fn folder() -> PathBuf {
    project::root().join("crates/ops/machine-code")
}

/// `cargo xtask ops`: compiles the kernels, machine code for Hopper and PTX for other GPUs, and
/// writes down the hash of their sources.
pub fn run() -> Outcome {
    let toolchain = Toolchain::find()?;
    fs::create_dir_all(folder())?;
    let target = project::target().join("gpu/operators");
    fs::create_dir_all(&target)?;
    for arch in ["sm_90a", "sm_80"] {
        let kernels = KernelCrate::new(project::root().join("crates/ops-kernels"));
        let compiled = kernels.compile(&toolchain.rust, arch, &target)?;
        let (ptx, cubin) =
            (target.join(arch).with_extension("ptx"), target.join(arch).with_extension("cubin"));
        fs::write(&ptx, without_comments(&compiled.ptx.text))?;
        let report = toolchain.assembler.assemble(arch, &ptx, &cubin)?;
        println!("{}", report.table(&compiled.ptx.bounds));
        let image = if arch == "sm_90a" { cubin } else { ptx };
        let name = image.file_name().unwrap_or_default();
        let size = fs::copy(&image, folder().join(name))?;
        println!("{}: {size} bytes, {} kernels", name.to_string_lossy(), compiled.ptx.bounds.len());
    }
    Ok(fs::write(folder().join("sources"), hash()?)?)
}

/// Checks that the machine code was made from these sources, comments aside.
///
/// # Errors
///
/// Returns an error if it was made from others.
pub fn is_current() -> Outcome {
    let made_from = fs::read_to_string(folder().join("sources")).unwrap_or_default();
    match made_from == hash()? {
        true => Ok(()),
        false => Err(
            "crates/ops/machine-code was made from other kernels: `cargo xtask ops` makes it anew"
                .into(),
        ),
    }
}

/// Returns git's hash of the sources without comments and spaces.
fn hash() -> Outcome<String> {
    let mut list = Command::new("git");
    list.args(["ls-files", "--cached", "--others", "--exclude-standard", "--"]).args(SOURCES);
    let list = project::read(list.current_dir(project::root()))?;
    let mut files: Vec<&str> =
        list.lines().filter(|file| file.ends_with(".rs") || file.ends_with(".ll")).collect();
    files.sort_unstable();
    let mut text = String::new();
    for file in files {
        let path = project::root().join(file);
        // A deleted file may still be in the index.
        if let Ok(source) = fs::read_to_string(path) {
            text += &without_comments(&source).replace([' ', '\n'], "");
        }
    }
    let mut hash = Command::new("git");
    hash.args(["hash-object", "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut hash = hash.spawn()?;
    hash.stdin.take().ok_or("git takes no input")?.write_all(text.as_bytes())?;
    Ok(String::from_utf8(hash.wait_with_output()?.stdout)?)
}

/// Returns a text without the lines that are comments, which begin with two slashes.
fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn lines_of_comments_are_left_out() {
        assert_eq!(without_comments("a // b\n  // c\n\n  d  \n"), "a // b\n\n  d\n");
    }
}
