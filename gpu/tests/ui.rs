//! What must not compile, with the errors that users read.
//!
//! The cases lie in `ui-tests`, each with its error beside it, as in the folder of the same name of the repository, whose
//! README says how to read, add and bless them: `cargo xtask bless errors`.

use std::fs;
use std::process::Command;

/// The compiler whose errors the `.stderr` files hold is 1.95.
const BLESSED: &str = "rustc 1.95.";

/// The folders of the cases that `cargo check` refuses.
const CHECKED: [&str; 5] = ["barrier", "copy", "kernel", "pipeline", "registers"];
/// The folder of the cases that only `cargo build` refuses.
const BUILT: &str = "build-only";
/// The folder of the cases that compile and run.
const PASS: &str = "pass";

#[test]
fn refused_by_check() {
    if is_blessed() {
        let cases = trybuild::TestCases::new();
        for folder in CHECKED {
            cases.compile_fail(format!("ui-tests/{folder}/*.rs"));
        }
    }
}

/// With cases that pass, trybuild calls `cargo build`.
#[test]
fn refused_by_build_and_accepted() {
    if is_blessed() {
        let cases = trybuild::TestCases::new();
        cases.pass(format!("ui-tests/{PASS}/*.rs"));
        cases.compile_fail(format!("ui-tests/{BUILT}/*.rs"));
    }
}

#[test]
fn every_folder_is_run() {
    let mut known = [CHECKED.as_slice(), &[BUILT, PASS]].concat();
    let folders = fs::read_dir("ui-tests").expect("the cases are there");
    let names = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    let mut found: Vec<_> = names.collect();
    known.sort_unstable();
    found.sort_unstable();
    assert_eq!(known, found);
}

/// Is this the compiler whose errors are compared?
fn is_blessed() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("rustc can be run");
    let is_blessed = version.stdout.starts_with(BLESSED.as_bytes());
    if !is_blessed {
        eprintln!("this is not {BLESSED}, so the errors are not compared");
    }
    is_blessed
}
