//! Softmax of each row, emulated.

use zellige_bench::{check::check, machine::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["softmax".to_string()]).unwrap();
}
