//! C = alpha A B + beta C in f32, emulated.

use zellige_bench::{check::check, machine::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["sgemm".to_string()]).unwrap();
}
