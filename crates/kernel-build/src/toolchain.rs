//! The Rust compiler that builds for GPUs.
//!
//! The target `nvptx64-nvidia-cuda` needs a nightly compiler with three of rustup's components,
//! `rust-src` (its `core` is compiled for the GPU at hand), `llvm-tools` and `llvm-bitcode-linker`:
//!
//! ```sh
//! rustup toolchain install nightly --component rust-src,llvm-tools,llvm-bitcode-linker
//! ```
//!
//! On Debian without rustup, the script `crates/kernels/install-rust.sh` of zellige's repository
//! assembles the same from Debian's packages; set the variable `ZELLIGE_GPU_TOOLS` to the folder
//! above its folder `rust`.

use crate::{Error, output};
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// The variable that names a folder with compilers: `rust`, from `install-rust.sh`, and `cuda`,
/// from `install-cuda.sh`.
pub const VARIABLE: &str = "ZELLIGE_GPU_TOOLS";

/// A Rust compiler with the components that are necessary to build for GPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    cargo: PathBuf,
    rustc: PathBuf,
    /// A folder of additional programs for the linker.
    tools: Option<PathBuf>,
}

impl Toolchain {
    /// Finds the compiler of the environment if it is a nightly, else rustup's nightly, else the
    /// one in the folder `rust` of `tools`.
    ///
    /// ```
    /// match zellige_kernel_build::Toolchain::find(None) {
    ///     Ok(toolchain) => assert!(toolchain.version().unwrap().starts_with("rustc ")),
    ///     Err(reason) => assert!(reason.to_string().contains("rustup toolchain install nightly")),
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is none: one sentence that says what each of these places lacks
    /// and what to install.
    pub fn find(tools: Option<&Path>) -> Result<Self, Error> {
        let mut reasons = Vec::new();
        for found in [Toolchain::environment(), Toolchain::rustup(), Toolchain::unpacked(tools)] {
            match found {
                Ok(toolchain) => return Ok(toolchain),
                Err(reason) => reasons.extend(reason),
            }
        }
        Err(Error(format!(
            "no Rust compiler for GPUs was found ({}): rustup toolchain install nightly --component \
             rust-src,llvm-tools,llvm-bitcode-linker",
            reasons.join("; ")
        )))
    }

    /// Returns the compiler that the environment names, with the tools on its path.
    fn environment() -> Result<Self, Option<String>> {
        let rustc = PathBuf::from(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        let (version, _) = output(Command::new(&rustc).arg("--version"))
            .map_err(|_| "there is no rustc on the path".to_string())?;
        let version = version.split(" (").next().unwrap_or_default().trim();
        if !version.contains("-nightly") && env::var_os("RUSTC_BOOTSTRAP").is_none() {
            return Err(Some(format!("{version} is not a nightly")));
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let elsewhere: Vec<PathBuf> = env::split_paths(&path).collect();
        Toolchain::complete(version, cargo(), rustc, &elsewhere)
    }

    /// Returns rustup's nightly.
    fn rustup() -> Result<Self, Option<String>> {
        let mut which = Command::new("rustup");
        which
            .args(["which", "--toolchain", "nightly", "rustc"])
            .env("RUSTUP_AUTO_INSTALL", "0")
            .env_remove("RUSTUP_TOOLCHAIN");
        let (rustc, _) = output(&mut which).map_err(|_| "rustup has no nightly".to_string())?;
        let rustc = PathBuf::from(rustc.trim());
        Toolchain::complete("rustup's nightly", rustc.with_file_name("cargo"), rustc, &[])
    }

    /// Returns the compiler of this name if it lacks no component. Their programs may also be in
    /// the folders `elsewhere`.
    fn complete(
        name: &str,
        cargo: PathBuf,
        rustc: PathBuf,
        elsewhere: &[PathBuf],
    ) -> Result<Self, Option<String>> {
        let sentence = |error: Error| Some(error.to_string());
        let (sysroot, _) =
            output(Command::new(&rustc).args(["--print", "sysroot"])).map_err(sentence)?;
        let (version, _) = output(Command::new(&rustc).arg("-vV")).map_err(sentence)?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        match missing(Path::new(sysroot.trim()), host, elsewhere).as_slice() {
            [] => Ok(Toolchain { cargo, rustc, tools: None }),
            lacks => Err(Some(format!("{name} lacks {}", lacks.join(", ")))),
        }
    }

    /// Returns the compiler that `install-rust.sh` assembled from Debian's packages.
    fn unpacked(tools: Option<&Path>) -> Result<Self, Option<String>> {
        let programs = tools.ok_or(None)?.join("rust/bin");
        let rustc = programs.join("rustc");
        if !rustc.exists() {
            return Err(Some(format!("there is no {}", rustc.display())));
        }
        Ok(Toolchain { cargo: cargo(), rustc, tools: Some(programs) })
    }

    /// Returns the compiler.
    pub fn rustc(&self) -> &Path {
        &self.rustc
    }

    /// Returns the versions of the compiler, such as `rustc 1.96.0, LLVM 22.1.8`.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not run.
    pub fn version(&self) -> Result<String, Error> {
        let (text, _) = output(Command::new(&self.rustc).arg("-vV"))?;
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key));
            line.unwrap_or(" ?").trim().to_string()
        };
        let (rustc, llvm) = (value("release:"), value("LLVM version:"));
        Ok(format!("rustc {rustc}, LLVM {llvm}"))
    }

    /// Returns a cargo that builds with this compiler, without the variables that an outer cargo
    /// has set for its own build.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(&self.cargo);
        for variable in OUTER {
            command.env_remove(variable);
        }
        command
            .env("RUSTC", &self.rustc)
            .env("RUSTC_BOOTSTRAP", "1") // of no consequence where the compiler is a nightly
            .env("PATH", self.path());
        command
    }

    /// Returns the search path of programs, with the linker's.
    fn path(&self) -> OsString {
        let old = env::var_os("PATH").unwrap_or_default();
        let folders = self.tools.iter().cloned().chain(env::split_paths(&old));
        env::join_paths(folders).unwrap_or(old)
    }
}

/// The variables that cargo sets for build scripts, or users for their own builds, and that would
/// break a build for GPUs.
const OUTER: [&str; 11] = [
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_TARGET_DIR",
    "LD_LIBRARY_PATH",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
];

/// Returns the cargo that runs us.
pub(crate) fn cargo() -> PathBuf {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into()).into()
}

/// Returns the components of rustup that are neither in the compiler's folder nor `elsewhere`.
fn missing(sysroot: &Path, host: &str, elsewhere: &[PathBuf]) -> Vec<&'static str> {
    let library = sysroot.join("lib/rustlib");
    let programs = library.join(host).join("bin");
    let is_there = |name: &str| {
        let own = [programs.clone(), programs.join("self-contained")];
        own.iter().chain(elsewhere).any(|folder| folder.join(name).exists())
    };
    let components = [
        ("rust-src", library.join("src/rust/library/core/Cargo.toml").exists()),
        ("llvm-tools", ["llvm-link", "opt", "llc"].into_iter().all(is_there)),
        ("llvm-bitcode-linker", is_there("llvm-bitcode-linker")),
    ];
    let missing = components.into_iter().filter(|(_, there)| !there);
    missing.map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_a_compiler_lacks_is_named() {
        let folder =
            env::temp_dir().join(format!("zellige-kernel-build-lacks-{}", std::process::id()));
        let lacks = |elsewhere: &[PathBuf]| missing(&folder, "host", elsewhere);
        assert_eq!(lacks(&[]), ["rust-src", "llvm-tools", "llvm-bitcode-linker"]);
        let file = |path: PathBuf| {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        let library = folder.join("lib/rustlib");
        let programs = library.join("host/bin");
        file(library.join("src/rust/library/core/Cargo.toml"));
        file(programs.join("self-contained/llvm-bitcode-linker"));
        for tool in ["opt", "llc"] {
            file(programs.join(tool));
        }
        assert_eq!(lacks(&[]), ["llvm-tools"]);
        file(folder.join("elsewhere/llvm-link"));
        assert!(lacks(&[folder.join("elsewhere")]).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_without_a_compiler_is_named() {
        let reason = Toolchain::unpacked(Some(Path::new("nowhere"))).unwrap_err();
        assert_eq!(reason.unwrap(), "there is no nowhere/rust/bin/rustc");
    }
}
