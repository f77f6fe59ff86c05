//! C = A B by `mma.sync`, emulated.

use zellige_bench::{check::check, machine::Emulator, problems::Scale};

#[test]
fn every_size() {
    check(&Emulator, Scale::Small, &["mma_gemm".to_string()]).unwrap();
}
