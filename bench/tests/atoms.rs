//! Every instruction of `zellige_gpu`'s atoms, emulated, against the layouts of its atom.

use zellige_bench::{check::check, machine::Emulator, problems::Scale};

#[test]
fn every_instruction() {
    let atoms = zellige_kernels::atoms::kernels();
    let names: Vec<String> = atoms.map(|atom| atom.name.to_string()).collect();
    let launches = check(&Emulator, Scale::Small, &names).unwrap();
    assert_eq!(launches, 2 * (44 + 64) + 12 + 6 + 1 + 1 + 11 * 4);
}
