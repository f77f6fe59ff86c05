//! `minilm --emulate --check`: the recorded sentences, embedded by the emulator.

use std::path::Path;
use std::process::Command;

/// Passes, with a note, if `fetch.sh` has not fetched the model.
#[test]
fn the_embeddings_are_those_of_another_implementation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/minilm");
    if !folder.join("model.safetensors").exists() {
        println!("skipped: examples/minilm/fetch.sh has not fetched the model");
        return;
    }
    let mut minilm = Command::new(env!("CARGO_BIN_EXE_minilm"));
    let ran = minilm.args(["--emulate", "--check"]).output().expect("minilm starts");
    let printed = String::from_utf8_lossy(&ran.stdout);
    let complaint = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{printed}{complaint}");
    assert_eq!(printed.lines().filter(|line| line.starts_with("cosine ")).count(), 3, "{printed}");
}
