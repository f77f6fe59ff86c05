//! C = A B by `mma.sync`, emulated.

use zellige_launch::device::Device;
use zellige_problems::{check, problems::Scale};

#[test]
fn every_size() {
    check(&Device::emulator(), Scale::Small, &["mma_gemm".to_string()]).unwrap();
}
