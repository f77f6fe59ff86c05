//! A matrix to another, emulated.

use zellige_bench::{check::check, machine::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["copy".to_string()]).unwrap();
}
