//! What must not compile, with the errors that users read, and what must.
//!
//! The cases lie in `ui-tests`, whose README says how to read, add and bless them.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use trybuild::TestCases;

/// The compiler whose errors the `.stderr` files hold is 1.95.
const BLESSED: u32 = 95;

/// With the feature `alloc` rustc has one more piece of advice: to give a `Vec` away.
const WITH_VEC: bool = cfg!(feature = "alloc");

/// The folders of the cases that `cargo check` refuses.
const CHECKED: [&str; 23] = [
    "composition",
    "complement",
    "inverse",
    "divide",
    "product",
    "recast",
    "swizzle",
    "property",
    "tensor",
    "stride",
    "rank",
    "nesting",
    "coordinate",
    "tiler",
    "literal",
    "constant",
    "find_layout",
    "int",
    "assert_layout",
    "dynamic",
    "generic",
    "atom",
    "contract",
];
/// The folder of the cases that only `cargo build` refuses.
const BUILT: &str = "build-only";
/// The folder of the cases that compile and run.
const PASS: &str = "pass";

/// Tells the copy of this program that runs the cases where they are.
const CASES: &str = "ZELLIGE_UI_CASES";

#[test]
fn refused_by_check() {
    run("refused_by_check", |cases, all| {
        for folder in CHECKED {
            cases.compile_fail(all.join(folder).join("*.rs"));
        }
    });
}

/// With cases that pass, trybuild calls `cargo build`.
#[test]
fn refused_by_build_and_accepted() {
    run("refused_by_build_and_accepted", |cases, all| {
        cases.pass(all.join(PASS).join("*.rs"));
        cases.compile_fail(all.join(BUILT).join("*.rs"));
    });
}

/// A release build inlines more, and says the same of the same line.
#[test]
fn release_builds_name_the_line() {
    let cases = [
        "pass/impl_once",
        "build-only/compose",
        "build-only/crd2idx_width",
        "build-only/get",
        "build-only/tensor_local_tile",
        "build-only/tensor_uneven",
    ];
    let run = Command::new(env::current_exe().expect("this program has a path"))
        .args(["--exact", "refused_by_build_and_accepted"])
        .args(cases.map(|case| format!("trybuild={case}")))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "3")
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .expect("this program can be run");
    assert!(
        run.status.success(),
        "{}{}",
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr)
    );
}

#[test]
fn every_folder_is_run() {
    let mut known: Vec<_> = CHECKED
        .iter()
        .chain(&[BUILT, PASS])
        .map(OsString::from)
        .collect();
    let mut found: Vec<_> = entries(Path::new("ui-tests"))
        .into_iter()
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_owned())
        .collect();
    known.sort();
    found.sort();
    assert_eq!(known, found);
}

/// Runs the cases that `choose` takes from the folder of all.
///
/// The errors are compared under the blessed compiler, without features. Otherwise the cases run without
/// their `.stderr`, so that they must fail, but with any error.
fn run(test: &str, choose: fn(&TestCases, &Path)) {
    let (all, comparing) = match env::var_os(CASES) {
        Some(all) => (PathBuf::from(all), true),
        None => (
            PathBuf::from("ui-tests"),
            rustc_minor() == BLESSED && !WITH_VEC,
        ),
    };
    if comparing {
        choose(&TestCases::new(), &all);
    } else {
        run_without_stderr(test, &all);
    }
}

/// Runs one test on a copy of all cases without their `.stderr`; the errors are written there.
fn run_without_stderr(test: &str, all: &Path) {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    // Not `println!`, which a passing test hides.
    let _ = writeln!(
        io::stderr(),
        "{test}: this is not rustc 1.{BLESSED} without features, so the errors are not compared; they are written to {}",
        copy.display()
    );
    copy_cases(all, &copy).expect("the cases can be copied");
    let status = Command::new(env::current_exe().expect("this program has a path"))
        .args(["--exact", test])
        .args(env::args_os().filter(|argument| argument.to_string_lossy().starts_with("trybuild=")))
        .env(CASES, &copy)
        .env("TRYBUILD", "overwrite")
        .status()
        .expect("this program can be run");
    assert!(
        status.success(),
        "{test}: a case compiles that must not, or the other way round"
    );
}

/// Copies all `.rs` files in the folders of `all`.
fn copy_cases(all: &Path, copy: &Path) -> io::Result<()> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    for folder in entries(all).iter().filter(|path| path.is_dir()) {
        let to = copy.join(folder.file_name().unwrap());
        fs::create_dir_all(&to)?;
        for case in entries(folder) {
            if case.extension().is_some_and(|extension| extension == "rs") {
                fs::copy(&case, to.join(case.file_name().unwrap()))?;
            }
        }
    }
    Ok(())
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
    minor.unwrap_or_else(|| panic!("`{version}` is no version of rustc"))
}
