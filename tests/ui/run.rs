//! Runs the cases of a package with trybuild. `zellige` and `zellige-gpu` both have such cases.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use trybuild::TestCases;

/// The `.stderr` files contain the errors of rustc 1.95.
const BLESSED: u32 = 95;

/// The folder of the cases, in that of the package.
const ALL: &str = "ui-tests";
/// The folder of the cases that only `cargo build` refuses.
const BUILT: &str = "build-only";
/// The folder of the cases that compile and run.
const PASS: &str = "pass";
/// The name of the test that runs these two folders.
pub const BUILD: &str = "refused_by_build_and_accepted";

/// The variable that tells the copy of this program that runs the cases where they are.
const CASES: &str = "ZELLIGE_UI_CASES";

/// The flags with which trybuild compiles cases. On its own it compiles their dependencies twice:
/// first without the width, and then, since the flags have changed, with it. Setting all flags for
/// both compiles the dependencies once.
const FLAGS: [&str; 6] =
    ["--cfg", "trybuild", "--verbose", "-A", "dead_code", "--diagnostic-width=140"];

/// The test `refused_by_check`: `cargo check` refuses the cases of these folders.
pub fn refused_by_check(comparable: bool, folders: &[&str]) {
    run("refused_by_check", comparable, |cases, all| {
        for folder in folders {
            cases.compile_fail(all.join(folder).join("*.rs"));
        }
    });
}

/// The test [`BUILD`]. With cases that pass, trybuild calls `cargo build`.
pub fn refused_by_build_and_accepted(comparable: bool) {
    run(BUILD, comparable, |cases, all| {
        cases.pass(all.join(PASS).join("*.rs"));
        cases.compile_fail(all.join(BUILT).join("*.rs"));
    });
}

/// Runs a test again, in a process with trybuild's flags, in which `choose` passes cases to
/// trybuild.
///
/// Under the blessed compiler, errors are compared, unless `comparable` is false because features
/// change them. Otherwise the cases run without their `.stderr`, and may fail with any error.
fn run(test: &str, comparable: bool, choose: impl FnOnce(&TestCases, &Path)) {
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

/// Returns a command that runs one test of this program with trybuild.
pub fn again(test: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    command
        .args(["--exact", test])
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        // As in a build for a GPU, which refuses more.
        .env("CARGO_PROFILE_DEV_PANIC", "abort");
    command
}

/// Asserts that the tests run every folder of cases: these with `cargo check`, and the other two.
pub fn every_folder_is_run(checked: &[&str]) {
    let known = checked.iter().chain(&[BUILT, PASS]);
    let mut known: Vec<_> = known.map(OsString::from).collect();
    let folders = entries(Path::new(ALL)).into_iter().filter(|path| path.is_dir());
    let mut found: Vec<_> = folders.map(|path| path.file_name().unwrap().to_owned()).collect();
    known.sort();
    found.sort();
    assert_eq!(known, found);
}

/// Returns true if this argument selects cases of trybuild.
fn is_filter(argument: &OsString) -> bool {
    argument.to_string_lossy().starts_with("trybuild=")
}

/// Copies all cases without their `.stderr`, and returns the destination; trybuild writes the
/// errors there.
fn without_stderr(test: &str) -> io::Result<PathBuf> {
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_PKG_NAME"));
    let copy = tests.join(test);
    // `println!` would not do, because a passing test hides its output.
    let _ = writeln!(
        io::stderr(),
        "{test}: this is not rustc 1.{BLESSED} without features, so the errors are not compared; \
         they are written to {}",
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

/// Returns the entries of a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let read = read.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    read.iter().map(fs::DirEntry::path).collect()
}

/// Returns 95 for rustc 1.95.0.
fn rustc_minor() -> u32 {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc can be run");
    let version = String::from_utf8_lossy(&output.stdout);
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse().ok());
    minor.unwrap_or_else(|| panic!("`{version}` is not a version of rustc"))
}
