//! C = alpha A B + beta C in f32, emulated.

use zellige_launch::device::Device;
use zellige_problems::{check, problems::Scale};

#[test]
fn every_size() {
    check(&Device::emulator(), Scale::Small, &["sgemm".to_string()]).unwrap();
}
