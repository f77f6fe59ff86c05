//! Makes the machine code of `zellige-ops`, which travels in its package: programs that call its
//! operators compile no kernels.

use super::sources::{hash, without_comments};
use super::toolchain::Toolchain;
use crate::{Outcome, project};
use std::{fs, path::PathBuf};
use zellige_kernel_build::KernelCrate;

/// The sources of the kernels.
const SOURCES: [&str; 7] = [
    "src",
    "macros/src",
    "crates/gpu/src",
    "crates/gpu/shared.ll",
    "crates/kernels/src",
    "crates/ops-kernels/src",
    "crates/kernel-build/src/ptx",
];

fn folder() -> PathBuf {
    project::root().join("crates/ops/machine-code")
}

/// `cargo xtask ops`: compiles the kernels, machine code for Hopper and PTX for other GPUs, and
/// writes down the hash of their sources.
pub fn run() -> Outcome {
    let toolchain = Toolchain::find()?;
    fs::create_dir_all(folder())?;
    let target = project::target().join("gpu/operators");
    fs::create_dir_all(&target)?;
    for arch in ["sm_90a", "sm_80"] {
        let kernels = KernelCrate::new(project::root().join("crates/ops-kernels"));
        let compiled = kernels.compile(&toolchain.rust, arch, &target)?;
        let (ptx, cubin) =
            (target.join(arch).with_extension("ptx"), target.join(arch).with_extension("cubin"));
        fs::write(&ptx, without_comments(&compiled.ptx.text))?;
        let report = toolchain.assembler.assemble(arch, &ptx, &cubin)?;
        println!("{}", report.table(&compiled.ptx.bounds));
        let image = if arch == "sm_90a" { cubin } else { ptx };
        let name = image.file_name().unwrap_or_default();
        let size = fs::copy(&image, folder().join(name))?;
        println!("{}: {size} bytes, {} kernels", name.to_string_lossy(), compiled.ptx.bounds.len());
    }
    Ok(fs::write(folder().join("sources"), hash(&SOURCES, &["rs", "ll"])?)?)
}

/// Checks that the machine code was made from these sources, comments aside.
///
/// # Errors
///
/// Returns an error if it was made from others.
pub fn is_current() -> Outcome {
    let made_from = fs::read_to_string(folder().join("sources")).unwrap_or_default();
    match made_from == hash(&SOURCES, &["rs", "ll"])? {
        true => Ok(()),
        false => Err(
            "crates/ops/machine-code was made from other kernels: `cargo xtask ops` makes it anew"
                .into(),
        ),
    }
}
