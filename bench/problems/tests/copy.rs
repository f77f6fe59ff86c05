//! A matrix to another, emulated.

use zellige_launch::device::Device;
use zellige_problems::{check, problems::Scale};

#[test]
fn every_size() {
    check(&Device::emulator(), Scale::Small, &["copy".to_string()]).unwrap();
}
