//! `cargo zellige` as a wrapper of rustc, which passes it arguments that cargo does not.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

/// The variable that tells a wrapper of rustc that it is one, and for which purpose.
const WRAPS: &str = "CARGO_ZELLIGE_WRAPS";
/// Its word for writing all names in full.
const FULL: &str = "full";
/// Its word for instantiating functions, as in a build.
const INSTANTIATE: &str = "instantiate";

/// The additional tasks of rustc.
#[derive(Clone, Copy)]
pub(crate) struct Wraps {
    /// Whether it writes all names in full.
    pub(crate) full: bool,
    /// Whether it instantiates functions, as in a build, which finds refusals in methods.
    pub(crate) instantiate: bool,
}

impl Wraps {
    /// Makes cargo call rustc through this program.
    ///
    /// `arguments` are those of cargo; a target folder is taken out of them if another one is
    /// needed.
    pub(crate) fn install(
        self,
        cargo: &mut Command,
        arguments: &mut Vec<OsString>,
    ) -> io::Result<()> {
        let this = env::current_exe()?;
        if self.full {
            // For another wrapper, cargo compiles the crates of the workspace anew, and only these.
            cargo.env("RUSTC_WORKSPACE_WRAPPER", &this);
        }
        if self.instantiate {
            let folder = target_folder(cargo, arguments)?;
            cargo
                .env("RUSTC_WRAPPER", &this)
                .env("CARGO_TARGET_DIR", &folder)
                .env("CARGO_BUILD_BUILD_DIR", &folder);
        }
        let words = [(self.full, FULL), (self.instantiate, INSTANTIATE)];
        let words = words.iter().filter(|(chosen, _)| *chosen);
        let words: Vec<&str> = words.map(|(_, word)| *word).collect();
        if !words.is_empty() {
            cargo.env(WRAPS, words.join(" "));
        }
        Ok(())
    }
}

/// Returns the folder for the output of `check`: beside cargo's usual one, since it has other
/// contents under the same names.
fn target_folder(cargo: &Command, arguments: &mut Vec<OsString>) -> io::Result<PathBuf> {
    const OWN: &str = "zellige";
    if let Some(folder) = take_values(arguments, "--target-dir").pop() {
        return Ok(env::current_dir()?.join(folder).join(OWN));
    }
    let mut metadata = Command::new(cargo.get_program());
    metadata.args(["metadata", "--no-deps", "--format-version=1"]);
    for option in ["--manifest-path", "--config"] {
        for value in take_values(&mut arguments.clone(), option) {
            metadata.arg(option).arg(value);
        }
    }
    let output = metadata.output()?;
    let metadata: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    let folder = metadata.as_ref().and_then(|data| data["target_directory"].as_str());
    // Without a package cargo stops, and reports that.
    Ok(folder.map_or_else(env::temp_dir, PathBuf::from).join(OWN))
}

/// Removes an option of cargo from its arguments, and returns its values.
pub(crate) fn take_values(arguments: &mut Vec<OsString>, option: &str) -> Vec<OsString> {
    let mut values = Vec::new();
    let mut at = 0;
    while at < arguments.len() && arguments[at] != "--" {
        let text = arguments[at].to_string_lossy();
        let behind = text.strip_prefix(option);
        if let Some(value) = behind.and_then(|rest| rest.strip_prefix('=')) {
            values.push(value.into());
            arguments.remove(at);
        } else if behind == Some("") && at + 1 < arguments.len() {
            values.push(arguments.remove(at + 1));
            arguments.remove(at);
        } else {
            at += 1;
        }
    }
    values
}

/// Runs rustc if cargo has called this program as its wrapper, with these words.
pub(crate) fn wrapped(words: &[OsString]) -> Option<ExitCode> {
    let wraps = env::var(WRAPS).ok()?;
    let wraps = |word: &str| wraps.split(' ').any(|other| other == word);
    // As a wrapper of all crates, it gets itself as the wrapper of the workspace.
    let mut words = words.get(1..)?;
    if words.first().is_some_and(|word| is_named(word, "cargo-zellige")) {
        words = &words[1..];
    }
    let (rustc, arguments) = words.split_first().filter(|(word, _)| is_named(word, "rustc"))?;
    let is = |text: &str| arguments.iter().any(|argument| argument == text);
    let mut more = Vec::new();
    if wraps(FULL) && is("--crate-name") {
        more.push("--verbose");
    }
    if wraps(INSTANTIATE) && is("--emit=dep-info,metadata") {
        // With an output kind that comes after instantiation, rustc instantiates, and keeps the
        // code of generic functions for other crates. This output kind generates no machine code.
        more.extend(["--emit=mir", "-Copt-level=0", "-Cdebuginfo=0", "-Clto=off"]);
        let incremental =
            |argument: &OsString| argument.to_string_lossy().starts_with("incremental=");
        if arguments.iter().any(incremental) {
            // The default of incremental builds, which another output kind changes to 1.
            more.push("-Ccodegen-units=256");
        }
    }
    Some(match Command::new(rustc).args(arguments).args(more).status() {
        Ok(status) => crate::exit_code(status),
        Err(error) => {
            anstream::eprintln!("error: {} cannot be run: {error}", rustc.to_string_lossy());
            ExitCode::from(101)
        }
    })
}

/// Returns true for the path of a program of this name, or of a version of it.
fn is_named(path: &OsStr, name: &str) -> bool {
    let stem = Path::new(path).file_stem();
    stem.is_some_and(|stem| stem.to_string_lossy().starts_with(name))
}
