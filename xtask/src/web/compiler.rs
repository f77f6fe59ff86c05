//! What compiles for WebAssembly: a compiler that has the target's library, or one with the source of the library.

use crate::{Outcome, gpu, project};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// A compiler for WebAssembly.
pub(crate) enum Compiler {
    /// The one that compiles all else, with rustup's component.
    Own,
    /// One that compiles the library itself, as it does for GPUs; and the linker.
    FromSource(zellige_build::Toolchain, PathBuf),
}

impl Compiler {
    /// Finds one, or makes that of Debian's packages; else the error says what to install.
    pub(crate) fn find() -> Outcome<Self> {
        let library = libraries()?;
        if library.join(TARGET).exists() {
            return Ok(Compiler::Own);
        }
        let found = gpu::rust().and_then(|rust| {
            let linker = linker(&library)?;
            Ok(Compiler::FromSource(rust, linker))
        });
        found.map_err(|reason| {
            format!("the library of {TARGET} is missing: rustup target add {TARGET} ({reason})")
                .into()
        })
    }

    /// Builds a package in the profile `web`, and returns what it has made: the file of this name.
    pub(crate) fn build(&self, package: &str, file: &str) -> Outcome<PathBuf> {
        let folder = project::target().join("xtask/web");
        let mut build = match self {
            Compiler::Own => project::cargo(),
            Compiler::FromSource(rust, linker) => {
                let mut cargo = rust.cargo();
                cargo
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
                    .current_dir(project::root());
                cargo
            }
        };
        build
            .args(["build", "--quiet", "--locked", "--profile", "web"])
            .args(["--package", package, "--target", TARGET, "--target-dir"])
            .arg(&folder);
        if let Compiler::FromSource(..) = self {
            build.arg("-Zbuild-std=std,panic_abort");
        }
        project::check(&mut build)?;
        Ok(folder.join(TARGET).join("web").join(file))
    }
}

/// The folder in which the running compiler has a folder for each target.
fn libraries() -> Outcome<PathBuf> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut print = Command::new(rustc);
    print
        .args(["--print", "sysroot"])
        .current_dir(project::root());
    Ok(Path::new(project::read(&mut print)?.trim()).join("lib/rustlib"))
}

/// The linker: that of rustup's toolchains, or LLVM's on the path.
fn linker(libraries: &Path) -> Outcome<PathBuf> {
    let own = libraries.join(project::host()?).join("bin/rust-lld");
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).map(|folder| folder.join("wasm-ld"));
    let found = std::iter::once(own)
        .chain(on_path)
        .find(|program| program.exists());
    found.ok_or_else(|| "there is no linker for WebAssembly: apt-get install lld".into())
}
