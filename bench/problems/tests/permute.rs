//! Permutations of modes, emulated.

use zellige_launch::device::Device;
use zellige_problems::{check, problems::Scale};

#[test]
fn every_size() {
    check(&Device::emulator(), Scale::Small, &["permute".to_string()]).unwrap();
}
