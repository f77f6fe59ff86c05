//! What must not compile, with the errors that users read, and what must.
//!
//! The cases lie in `ui-tests`, each with its error beside it, as in the folder of the same name of the repository, whose
//! README says how to read, add and bless them: `cargo xtask bless errors`.

#[path = "../../tests/ui/run.rs"]
mod run;

use run::{assert_folders, run};

/// The folders of the cases that `cargo check` refuses.
const CHECKED: [&str; 5] = ["barrier", "copy", "kernel", "pipeline", "registers"];
/// The folder of the cases that only `cargo build` refuses.
const BUILT: &str = "build-only";
/// The folder of the cases that compile and run.
const PASS: &str = "pass";

#[test]
fn refused_by_check() {
    run("refused_by_check", true, |cases, all| {
        for folder in CHECKED {
            cases.compile_fail(all.join(folder).join("*.rs"));
        }
    });
}

/// With cases that pass, trybuild calls `cargo build`.
#[test]
fn refused_by_build_and_accepted() {
    run("refused_by_build_and_accepted", true, |cases, all| {
        cases.pass(all.join(PASS).join("*.rs"));
        cases.compile_fail(all.join(BUILT).join("*.rs"));
    });
}

#[test]
fn every_folder_is_run() {
    assert_folders(&[CHECKED.as_slice(), &[BUILT, PASS]].concat());
}
