//! Finds a compiler for WebAssembly: one with the target's library, or one with the library's
//! source.

use crate::{Outcome, gpu, project};
use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::Command,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// A compiler for WebAssembly.
pub(crate) enum Compiler {
    /// The compiler that compiles everything else, with rustup's component.
    Own,
    /// A compiler that compiles the library itself, as for GPUs, and the linker.
    FromSource(zellige_kernel_build::Toolchain, PathBuf),
}

impl Compiler {
    /// Finds a compiler, or sets one up from Debian's packages; otherwise the error says what to
    /// install.
    pub(crate) fn find() -> Outcome<Self> {
        let library = sysroot(&own_rustc())?.join("lib/rustlib");
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

    /// Builds a package in the profile `web`, and returns the path of the built file of this name.
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
        build.env("CARGO_ENCODED_RUSTFLAGS", self.without_paths()?.join("\x1f"));
        project::check(&mut build)?;
        Ok(folder.join(TARGET).join("web").join(file))
    }

    /// The flags that keep folders of this machine out of the locations in panic messages.
    fn without_paths(&self) -> Outcome<Vec<String>> {
        let sysroot = match self {
            Compiler::Own => sysroot(&own_rustc())?,
            Compiler::FromSource(rust, _) => sysroot(rust.rustc().as_os_str())?,
        };
        let home = env::home_dir().unwrap_or_default().join(".cargo");
        let cargo = env::var_os("CARGO_HOME").map_or(home, PathBuf::from);
        let named = [(sysroot, "rust"), (cargo, "cargo"), (project::root(), "zellige")];
        let flags = named
            .iter()
            .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
        Ok(flags.collect())
    }
}

/// The compiler that compiles everything else.
fn own_rustc() -> OsString {
    env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// The sysroot of a compiler.
fn sysroot(rustc: &OsStr) -> Outcome<PathBuf> {
    let mut print = Command::new(rustc);
    print.args(["--print", "sysroot"]).current_dir(project::root());
    Ok(project::read(&mut print)?.trim().into())
}

/// The linker: the one in rustup's toolchains, or LLVM's on the path.
fn linker(libraries: &Path) -> Outcome<PathBuf> {
    let own = libraries.join(project::host()?).join("bin/rust-lld");
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).map(|folder| folder.join("wasm-ld"));
    let found = std::iter::once(own).chain(on_path).find(|program| program.exists());
    found.ok_or_else(|| "there is no linker for WebAssembly: apt-get install lld".into())
}
