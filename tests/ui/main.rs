//! The cases that must not compile, with the errors that users read, and those that must.
//!
//! The cases are in `ui-tests`. The README there says how to read, add and bless them.

mod run;

use std::path::Path;

/// With the feature `alloc` rustc gives one more piece of advice: to give a `Vec` away.
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

#[test]
fn refused_by_check() {
    run::refused_by_check(COMPARABLE, &CHECKED);
}

#[test]
fn refused_by_build_and_accepted() {
    run::refused_by_build_and_accepted(COMPARABLE);
}

/// A release build inlines more, and reports the same at the same line.
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
    // This test has a build folder of its own, so it runs in parallel with the other two.
    let run = run::again(run::BUILD)
        .args(cases.map(|case| format!("trybuild={case}")))
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("release"))
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
    run::every_folder_is_run(&CHECKED);
}
