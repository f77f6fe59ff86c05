//! Builds the one-screen kernels of `crates/launch/examples` as machine code, which benchmarks
//! load.

use super::toolchain::Toolchain;
use crate::{Outcome, project};
use std::{fs, path::Path};
use zellige_kernel_build::KernelCrate;

/// The manifest of the crate that contains all their kernels.
const MANIFEST: &str =
    "[package]\nname = \"one-screen\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
const LIBRARY: &str = "#![no_std]\n#![cfg_attr(target_arch = \"nvptx64\", feature(abi_ptx))]\n#![allow(missing_docs)]\n";

/// Writes `examples.cubin`, which contains all kernels of the examples, to the folder.
pub(super) fn build(toolchain: &Toolchain, arch: &str, folder: &Path) -> Outcome {
    let root = project::root();
    let package = project::scratch("one-screen")?;
    fs::create_dir_all(package.join("src"))?;
    let mut library = LIBRARY.to_owned();
    for entry in fs::read_dir(root.join("crates/launch/examples"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let source = fs::read_to_string(&path)?;
        let kernel = kernel(&source).ok_or_else(|| format!("{name} has no `fn main`"))?;
        fs::write(package.join("src").join(format!("{name}.rs")), kernel)?;
        library += &format!("pub mod {name};\n");
    }
    fs::write(package.join("src/lib.rs"), library)?;
    let manifest = format!(
        "{MANIFEST}\n[dependencies]\nzellige = {{ path = {root:?} }}\nzellige-gpu = {{ path = {:?} }}\n\n[workspace]\n",
        root.join("crates/gpu")
    );
    fs::write(package.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"))?;
    let target = project::target().join("gpu/one-screen");
    let compiled = KernelCrate::new(&package).compile(&toolchain.rust, arch, &target)?;
    let ptx = folder.join("examples.ptx");
    fs::write(&ptx, &compiled.ptx.text)?;
    let cubin = folder.join("examples.cubin");
    toolchain.assembler.assemble(arch, &ptx, &cubin)?;
    Ok(())
}

/// The part of an example that runs on a GPU: everything before `main`, except the import of the
/// crate that launches it.
fn kernel(source: &str) -> Option<String> {
    let (kernel, _) = source.split_once("\nfn main()")?;
    let lines = kernel.lines().filter(|line| !line.starts_with("use zellige_launch"));
    // The comment at the head of the file becomes the module's.
    Some(lines.map(|line| format!("{line}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::kernel;

    #[test]
    fn a_kernel_ends_before_the_program() {
        let source = "use zellige_launch::device::Device;\nunsafe fn f() {}\n\nfn main() {}\n";
        assert_eq!(kernel(source).as_deref(), Some("unsafe fn f() {}\n"));
        assert_eq!(kernel("unsafe fn f() {}\n"), None);
    }
}
