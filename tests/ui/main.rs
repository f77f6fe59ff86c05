//! What must not compile, with the errors that users read, and what must.
//!
//! The cases lie in `ui-tests`, whose README says how to read, add and bless them.

mod run;

use run::{again, assert_folders, run};
use std::path::Path;

/// With the feature `alloc` rustc has one more piece of advice: to give a `Vec` away.
const COMPARABLE: bool = cfg!(not(feature = "alloc"));

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

#[test]
fn refused_by_check() {
    run("refused_by_check", COMPARABLE, |cases, all| {
        for folder in CHECKED {
            cases.compile_fail(all.join(folder).join("*.rs"));
        }
    });
}

/// With cases that pass, trybuild calls `cargo build`.
#[test]
fn refused_by_build_and_accepted() {
    run("refused_by_build_and_accepted", COMPARABLE, |cases, all| {
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
    // With a folder of its own for what is built, it runs beside the other two.
    let run = again("refused_by_build_and_accepted")
        .args(cases.map(|case| format!("trybuild={case}")))
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("release"),
        )
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "3")
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
    assert_folders(&[CHECKED.as_slice(), &[BUILT, PASS]].concat());
}
