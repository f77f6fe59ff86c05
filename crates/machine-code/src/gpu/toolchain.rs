//! The tools that turn Rust into programs for GPUs: a compiler with its linker, and NVIDIA's
//! assembler.
//!
//! `zellige-kernel-build` first looks for both on the machine. Missing tools are installed by the
//! scripts `crates/kernels/install-rust.sh` and `crates/kernels/install-cuda.sh` (and, for
//! benchmarks, `crates/bench/install-nvcc.sh`), in a separate folder: `gpu-tools` in the build
//! folder, or the folder that the variable `ZELLIGE_GPU_TOOLS` names.

use crate::{Outcome, project};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};
use zellige_kernel_build::{Assembler, toolchain::VARIABLE};

/// The tools of one build.
pub struct Toolchain {
    /// The compiler.
    pub rust: zellige_kernel_build::Toolchain,
    /// The assembler, with `nvdisasm` beside it.
    pub assembler: Assembler,
}

impl Toolchain {
    /// Finds the tools, or installs them; otherwise the error says what to install.
    pub fn find() -> Outcome<Self> {
        Ok(Toolchain { rust: rust()?, assembler: assembler()? })
    }

    /// NVIDIA's disassembler.
    pub fn nvdisasm(&self) -> Command {
        Command::new(self.assembler.folder().join("nvdisasm"))
    }

    /// The versions of the compiler and the assembler, such as
    /// `rustc 1.96.0, LLVM 22.1.8, ptxas 13.5.37`.
    pub fn versions(&self) -> Outcome<String> {
        let (rust, assembler) = (self.rust.version()?, self.assembler.version()?);
        Ok(format!("{rust}, {assembler}"))
    }

    /// The paths of the compiler and the assembler.
    pub fn places(&self) -> String {
        let (rustc, cuda) = (self.rust.rustc(), self.assembler.folder());
        format!("{}, {}", rustc.display(), cuda.display())
    }
}

/// The folder for the tools that the scripts install.
pub(super) fn folder() -> PathBuf {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let named = named.map(|folder| project::root().join(folder));
    named.unwrap_or_else(|| project::target().join("gpu-tools"))
}

/// The folder with this name among the tools. The script makes it if it does not contain `file`
/// yet.
pub(super) fn installed(name: &str, script: &str, file: &str) -> Outcome<PathBuf> {
    let place = folder().join(name);
    if !place.join(file).exists() {
        install(script, &place)?;
    }
    Ok(place)
}

/// Runs a script that makes the folder `place`.
fn install(script: &str, place: &Path) -> Outcome {
    eprintln!("making {} by {script}", place.display());
    let mut command = Command::new("bash");
    command
        .arg(project::root().join(script))
        .arg(place)
        .env("CARGO", project::cargo().get_program())
        .current_dir(project::root());
    project::check(&mut command).map_err(|reason| format!("{script}: {reason}").into())
}

/// Finds the compiler; if there is none, sets one up from Debian's packages.
pub fn rust() -> Outcome<zellige_kernel_build::Toolchain> {
    let tools = folder();
    let found = zellige_kernel_build::Toolchain::find(Some(&tools));
    if found.is_err() && on_path("apt-get") {
        installed("rust", "crates/kernels/install-rust.sh", "bin/rustc")?;
        return Ok(zellige_kernel_build::Toolchain::find(Some(&tools))?);
    }
    Ok(found?)
}

/// Finds the assembler with the disassembler; NVIDIA's packages for Python contain both.
fn assembler() -> Outcome<Assembler> {
    let complete = |assembler: &Assembler| assembler.folder().join("nvdisasm").exists();
    if let Some(assembler) = Assembler::find(None).filter(complete) {
        return Ok(assembler);
    }
    let place = installed("cuda", "crates/kernels/install-cuda.sh", "bin/nvdisasm")?;
    let assembler = Assembler::at(&place.join("bin"));
    assembler.ok_or_else(|| format!("{} has no ptxas", place.display()).into())
}

fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).exists())
}
