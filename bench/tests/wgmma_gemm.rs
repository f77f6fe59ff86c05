//! C = A B for Hopper, emulated.

use zellige_bench::{check::check, machine::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["wgmma_gemm".to_string()]).unwrap();
}
