//! y += a x, emulated.

use zellige_bench::{check::check, machine::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["saxpy".to_string()]).unwrap();
}
