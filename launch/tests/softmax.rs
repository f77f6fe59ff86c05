//! Softmax of each row, emulated.

use zellige_launch::{check::check, emulator::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["softmax".to_string()]).unwrap();
}
