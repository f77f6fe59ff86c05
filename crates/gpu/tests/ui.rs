//! Tests of code that must not compile, with the errors that users read, and of code that must.
//!
//! The cases are in `ui-tests`, each next to its error. The README in the folder of the same name
//! at the root of the repository explains how to read, add and bless them:
//! `cargo xtask bless errors`.

#[path = "../../../tests/ui/run.rs"]
mod run;

/// The folders of the cases that `cargo check` refuses.
const CHECKED: [&str; 8] =
    ["barrier", "copy", "gemm", "kernel", "pipeline", "registers", "storage", "tmem"];

#[test]
fn refused_by_check() {
    run::refused_by_check(true, &CHECKED);
}

#[test]
fn refused_by_build_and_accepted() {
    run::refused_by_build_and_accepted(true);
}

#[test]
fn every_folder_is_run() {
    run::every_folder_is_run(&CHECKED);
}
