//! Checks the library with the oldest supported compiler.

use crate::{Outcome, project};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The oldest supported version, as given in `Cargo.toml`.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
/// The variable that names a folder with that version's `cargo` and `rustc`, if they are in none of
/// the usual ones.
const VARIABLE: &str = "OLDEST_RUST";

/// `cargo xtask msrv`.
pub(crate) fn run() -> Outcome {
    let folder = toolchain().ok_or_else(missing)?;
    let compiler = folder.join("rustc");
    println!("{}", project::read(Command::new(&compiler).arg("--version"))?.trim());
    let mut check = Command::new(folder.join("cargo"));
    check
        .args(["check", "--quiet", "--package=zellige", "--package=zellige-gpu"])
        .args(["--package=zellige-kernel-build", "--target-dir"])
        .arg(project::target().join("xtask/msrv"))
        .env("RUSTC", &compiler)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("LD_LIBRARY_PATH")
        .current_dir(project::root());
    project::check(&mut check)
}

/// The folder with the programs of the oldest toolchain, if it is on this machine.
pub(crate) fn toolchain() -> Option<PathBuf> {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let usual = [PathBuf::from(format!("/usr/lib/rust-{OLDEST}/bin")), PathBuf::from("/usr/bin")];
    named.into_iter().chain(usual).chain(rustup()).find(|folder| is_oldest(folder))
}

/// The folder in which rustup keeps that version, if rustup installed it.
fn rustup() -> Option<PathBuf> {
    let path =
        project::read(Command::new("rustup").args(["which", "--toolchain", OLDEST, "rustc"]))
            .ok()?;
    Path::new(path.trim()).parent().map(Path::to_path_buf)
}

fn is_oldest(folder: &Path) -> bool {
    let version =
        |program: &str| project::read(Command::new(folder.join(program)).arg("--version"));
    ["rustc", "cargo"]
        .into_iter()
        .all(|program| version(program).is_ok_and(|text| is_version(&text, program)))
}

/// Whether the text is `PROGRAM 1.85.x ...`.
fn is_version(text: &str, program: &str) -> bool {
    let rest = text.strip_prefix(program).map(str::trim_start);
    rest.and_then(|rest| rest.strip_prefix(OLDEST)).is_some_and(|rest| rest.starts_with('.'))
}

fn missing() -> String {
    format!(
        "there is no Rust {OLDEST} here. Install it by one of\n  \
         rustup toolchain install {OLDEST} --profile minimal\n  \
         apt-get install rustc-web={OLDEST}.* cargo-web={OLDEST}.* libstd-rust-web-dev={OLDEST}.*   (Debian 12)\n  \
         apt-get install rustc-{OLDEST} cargo-{OLDEST}   (Ubuntu), rustc cargo   (Debian 13)\n\
         or name the folder of its cargo and rustc in {VARIABLE}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_oldest_version_counts() {
        assert!(is_version(&format!("rustc {OLDEST}.0 (4d91de4e4 2025-02-17)"), "rustc"));
        assert!(!is_version(&format!("rustc {OLDEST}5.0"), "rustc"));
        assert!(!is_version(&format!("cargo {OLDEST}.0"), "rustc"));
        assert!(!is_version("rustc 1.20.0", "rustc"));
    }
}
