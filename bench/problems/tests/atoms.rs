//! Every instruction of `zellige_gpu`'s atoms, emulated, against the layouts of its atom.

use zellige_launch::device::Device;
use zellige_problems::{check, problems::Scale};

#[test]
fn every_instruction() {
    let atoms = zellige_kernels::atoms::kernels();
    let names: Vec<String> = atoms.map(|atom| atom.name.to_string()).collect();
    let launches = check(&Device::emulator(), Scale::Small, &names).unwrap();
    assert_eq!(launches, 2 * (44 + 70) + 12 + 6 + 1 + 1 + 7 + 11 * 4);
}
