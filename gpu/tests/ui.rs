//! What must not compile, with the errors that users read.
//!
//! The cases lie in `ui-tests`, each with its error beside it, as in the folder of the same name of the repository, whose
//! README says how to read, add and bless them: `TRYBUILD=overwrite cargo test -p zellige-gpu --test ui`.

use std::process::Command;

/// The compiler whose errors the `.stderr` files hold is 1.95.
const BLESSED: &str = "rustc 1.95.";

#[test]
fn refused() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("rustc can be run");
    if version.stdout.starts_with(BLESSED.as_bytes()) {
        trybuild::TestCases::new().compile_fail("ui-tests/*/*.rs");
    } else {
        eprintln!("this is not {BLESSED}, so the errors are not compared");
    }
}
