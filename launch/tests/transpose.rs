//! The transposed matrix, emulated.

use zellige_launch::{check::check, emulator::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["transpose".to_string()]).unwrap();
}
