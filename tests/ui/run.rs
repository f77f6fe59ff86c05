//! Runs cases by trybuild, each folder of them as `cargo check` or `cargo build` sees it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use trybuild::TestCases;

/// The compiler whose errors the `.stderr` files hold is 1.95.
const BLESSED: u32 = 95;

/// The folder of the cases, in that of the package.
const ALL: &str = "ui-tests";

/// Tells the copy of this program that runs the cases where they are.
const CASES: &str = "ZELLIGE_UI_CASES";

/// The flags with which trybuild compiles cases. On its own it compiles their dependencies twice: first
/// without the width, and then, since the flags have changed, with it. Setting all flags for both
/// compiles them once.
const FLAGS: [&str; 6] = [
    "--cfg",
    "trybuild",
    "--verbose",
    "-A",
    "dead_code",
    "--diagnostic-width=140",
];

/// Runs `test`, which gives the cases of the folder that it is told of to trybuild.
///
/// Errors are compared under the blessed compiler, if `comparable` says that nothing else changes
/// them. Otherwise the cases run without their `.stderr`: each that must fail fails, with any error.
pub fn run(test: &str, comparable: bool, choose: fn(&TestCases, &Path)) {
    if let Some(all) = env::var_os(CASES) {
        return choose(&TestCases::new(), Path::new(&all));
    }
    let mut command = again(test);
    command.args(env::args_os().filter(is_filter));
    if comparable && rustc_minor() == BLESSED {
        command.env(CASES, ALL);
    } else {
        let copy = without_stderr(test).expect("the cases can be copied");
        command.env(CASES, copy).env("TRYBUILD", "overwrite");
    }
    let status = command.status().expect("this program can be run");
    assert!(
        status.success(),
        "{test}: the cases do not end as they must; what they print is above"
    );
}

/// This program, to run one test by trybuild.
pub fn again(test: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    command
        .args(["--exact", test])
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"));
    command
}

/// Asserts that the folders of cases are those that tests run.
pub fn assert_folders(known: &[&str]) {
    let mut known: Vec<_> = known.iter().map(OsString::from).collect();
    let folders = entries(Path::new(ALL))
        .into_iter()
        .filter(|path| path.is_dir());
    let mut found: Vec<_> = folders
        .map(|path| path.file_name().unwrap().to_owned())
        .collect();
    known.sort();
    found.sort();
    assert_eq!(known, found);
}

/// Returns true if this argument chooses cases of trybuild.
fn is_filter(argument: &OsString) -> bool {
    argument.to_string_lossy().starts_with("trybuild=")
}

/// Copies all cases without their `.stderr`, and returns where to; trybuild writes the errors there.
fn without_stderr(test: &str) -> io::Result<PathBuf> {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    // Not `println!`, which a passing test hides.
    let _ = writeln!(
        io::stderr(),
        "{test}: this is not rustc 1.{BLESSED} without features, so the errors are not compared; they are written to {}",
        copy.display()
    );
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    for folder in entries(Path::new(ALL)).iter().filter(|path| path.is_dir()) {
        let to = copy.join(folder.file_name().unwrap());
        fs::create_dir_all(&to)?;
        for case in entries(folder) {
            if case.extension().is_some_and(|extension| extension == "rs") {
                fs::copy(&case, to.join(case.file_name().unwrap()))?;
            }
        }
    }
    Ok(copy)
}

/// What lies in a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let read = read.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    read.iter().map(fs::DirEntry::path).collect()
}

/// 95 for rustc 1.95.0.
fn rustc_minor() -> u32 {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("rustc can be run");
    let version = String::from_utf8_lossy(&output.stdout);
    let minor = version
        .split('.')
        .nth(1)
        .and_then(|minor| minor.parse().ok());
    minor.unwrap_or_else(|| panic!("`{version}` is not a version of rustc"))
}
