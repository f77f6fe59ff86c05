//! Every instruction of `zellige_gpu::gemm`, emulated, against the layouts of its atom.

use zellige_launch::{check::check, emulator::Emulator, problems::Scale};

#[test]
fn every_mma_sync() {
    let atoms = zellige_kernels::atoms::KERNELS;
    let names: Vec<String> = atoms.iter().map(|atom| atom.name.to_string()).collect();
    let launches = check(&Emulator, Scale::Small, &names).unwrap();
    assert_eq!(launches, 2 * 44);
}
