//! y += a x, emulated.

use zellige_launch::{check::check, emulator::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["saxpy".to_string()]).unwrap();
}
