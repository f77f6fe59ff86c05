//! What turns Rust into programs for the GPU: a compiler with its linker, and NVIDIA's assembler.
//!
//! Both are looked for on the machine first. What is not there is made by the scripts
//! `kernels/install-rust.sh` and `kernels/install-cuda.sh` (for benchmarks, `launch/bench/install-nvcc.sh`, too), in a
//! folder of its own: `gpu-tools` in the build folder, or what the variable `ZELLIGE_GPU_TOOLS` names.

use crate::{
    Outcome,
    project::{self, host},
};
use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// Where the scripts put what they make.
const VARIABLE: &str = "ZELLIGE_GPU_TOOLS";

/// The tools of one build.
pub(crate) struct Toolchain {
    rust: Rust,
    /// The folder of `ptxas` and `nvdisasm`.
    cuda: PathBuf,
}

impl Toolchain {
    /// Finds the tools, or makes them; else the error says what to install.
    pub(crate) fn find() -> Outcome<Self> {
        Ok(Toolchain {
            rust: Rust::find()?,
            cuda: cuda()?,
        })
    }

    /// A cargo that builds for the GPU.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = Command::new(&self.rust.cargo);
        command
            .current_dir(project::root())
            .env("RUSTC", &self.rust.rustc)
            .env("RUSTC_BOOTSTRAP", "1") // of no consequence where the compiler is a nightly
            .env("PATH", self.rust.path())
            .env_remove("RUSTUP_TOOLCHAIN");
        command
    }

    /// NVIDIA's assembler, which makes machine code of PTX.
    pub(crate) fn ptxas(&self) -> Command {
        Command::new(self.cuda.join("ptxas"))
    }

    /// NVIDIA's disassembler.
    pub(crate) fn nvdisasm(&self) -> Command {
        Command::new(self.cuda.join("nvdisasm"))
    }

    /// The versions of the compiler, such as `rustc 1.96.0, LLVM 22.1.8`.
    pub(crate) fn compiler(&self) -> Outcome<String> {
        let text = project::read(Command::new(&self.rust.rustc).arg("-vV"))?;
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key));
            line.unwrap_or(" ?").trim().to_string()
        };
        let (rustc, llvm) = (value("release:"), value("LLVM version:"));
        Ok(format!("rustc {rustc}, LLVM {llvm}"))
    }

    /// The version of the assembler, such as `ptxas 13.5.37`.
    pub(crate) fn assembler(&self) -> Outcome<String> {
        let text = project::read(self.ptxas().arg("--version"))?;
        let version = cuda_version(&text).ok_or("ptxas --version names no version")?;
        Ok(format!("ptxas {version}"))
    }

    /// Where the compiler and the assembler are.
    pub(crate) fn places(&self) -> String {
        format!("{}, {}", self.rust.rustc.display(), self.cuda.display())
    }
}

/// The folder for what the scripts make.
fn folder() -> PathBuf {
    let named = env::var_os(VARIABLE).map(PathBuf::from);
    let named = named.map(|folder| project::root().join(folder));
    named.unwrap_or_else(|| project::target().join("gpu-tools"))
}

/// The folder of this name among the tools, which the script makes if it has no such file yet.
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

/// A Rust compiler with what it takes to build for the GPU.
struct Rust {
    cargo: PathBuf,
    rustc: PathBuf,
    /// A folder of more programs for the linker.
    tools: Option<PathBuf>,
}

impl Rust {
    /// The compiler of the environment if it is a nightly, else rustup's nightly, else the one that the
    /// script makes.
    fn find() -> Outcome<Self> {
        let mut reasons = Vec::new();
        for found in [Rust::environment(), Rust::rustup()] {
            match found {
                Ok(rust) => return Ok(rust),
                Err(reason) => reasons.push(reason),
            }
        }
        Rust::unpacked().map_err(|reason| {
            reasons.push(format!("{reason}"));
            let reasons = reasons.join("\n  ");
            format!(
                "no Rust compiler for GPUs was found:\n  {reasons}\nThe way to one is\n  \
                 rustup toolchain install nightly --profile minimal\n  \
                 rustup component add rust-src llvm-tools llvm-bitcode-linker --toolchain nightly"
            )
            .into()
        })
    }

    /// The compiler that the environment names, with the tools on its path.
    fn environment() -> Result<Self, String> {
        let rustc = PathBuf::from(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        let version = project::read(Command::new(&rustc).arg("--version"))
            .map_err(|_| "there is no rustc on the path")?;
        if !version.contains("-nightly") && env::var_os("RUSTC_BOOTSTRAP").is_none() {
            return Err(format!("{} is not a nightly", version.trim()));
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let lacks = lacks(
            &sysroot(&rustc)?,
            &env::split_paths(&path).collect::<Vec<_>>(),
        );
        if lacks.is_empty() {
            Ok(Rust {
                cargo: project::cargo().get_program().into(),
                rustc,
                tools: None,
            })
        } else {
            let lacks = lacks.join(", ");
            Err(format!("{} on the path lacks {lacks}", version.trim()))
        }
    }

    /// The nightly that rustup keeps.
    fn rustup() -> Result<Self, String> {
        let mut which = Command::new("rustup");
        which
            .args(["which", "--toolchain", "nightly", "rustc"])
            .env("RUSTUP_AUTO_INSTALL", "0")
            .env_remove("RUSTUP_TOOLCHAIN");
        let rustc = project::read(&mut which).map_err(|_| "rustup has no nightly")?;
        let rustc = PathBuf::from(rustc.trim());
        let lacks = lacks(&sysroot(&rustc)?, &[]);
        if lacks.is_empty() {
            Ok(Rust {
                cargo: rustc.with_file_name("cargo"),
                rustc,
                tools: None,
            })
        } else {
            Err(format!("rustup's nightly lacks {}", lacks.join(", ")))
        }
    }

    /// The compiler that the script makes of Debian's packages; it is made if it is not there yet.
    fn unpacked() -> Outcome<Self> {
        let place = folder().join("rust");
        let tools = place.join("bin");
        if !tools.join("rustc").exists() {
            if !on_path("apt-get") {
                return Err("this is no Debian, whose packages would do".into());
            }
            install("kernels/install-rust.sh", &place)?;
        }
        Ok(Rust {
            cargo: project::cargo().get_program().into(),
            rustc: tools.join("rustc"),
            tools: Some(tools),
        })
    }

    /// The search path of programs, with the linker's.
    fn path(&self) -> OsString {
        let old = env::var_os("PATH").unwrap_or_default();
        let folders = self.tools.iter().cloned().chain(env::split_paths(&old));
        env::join_paths(folders).unwrap_or(old)
    }
}

/// The compiler's folder.
fn sysroot(rustc: &Path) -> Result<PathBuf, String> {
    let path = project::read(Command::new(rustc).args(["--print", "sysroot"]));
    let path = path.map_err(|reason| reason.to_string())?;
    Ok(PathBuf::from(path.trim()))
}

/// The components of rustup that a compiler lacks. Their programs may also be in the folders `elsewhere`.
fn lacks(sysroot: &Path, elsewhere: &[PathBuf]) -> Vec<&'static str> {
    let library = sysroot.join("lib/rustlib");
    let programs = library.join(host().unwrap_or_default()).join("bin");
    let is_there = |name: &str| {
        let own = [programs.clone(), programs.join("self-contained")];
        own.iter()
            .chain(elsewhere)
            .any(|folder| folder.join(name).exists())
    };
    let source = library.join("src/rust/library/core/Cargo.toml").exists();
    let tools = ["llvm-link", "opt", "llc"].into_iter().all(is_there);
    let linker = is_there("llvm-bitcode-linker");
    let components = [
        ("rust-src", source),
        ("llvm-tools", tools),
        ("llvm-bitcode-linker", linker),
    ];
    let missing = components.into_iter().filter(|(_, there)| !there);
    missing.map(|(name, _)| name).collect()
}

/// The folder of `ptxas` and `nvdisasm`: the path, a CUDA toolkit's usual places, or the one that the
/// script makes.
fn cuda() -> Outcome<PathBuf> {
    let toolkits = ["CUDA_HOME", "CUDA_PATH"]
        .into_iter()
        .filter_map(env::var_os);
    let toolkits = toolkits
        .map(PathBuf::from)
        .chain(["/usr/local/cuda".into()]);
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&path).chain(toolkits.map(|folder| folder.join("bin")));
    if let Some(folder) = folders.find(|folder| is_cuda(folder)) {
        return Ok(folder);
    }
    let place = folder().join("cuda");
    if !is_cuda(&place.join("bin")) {
        install("kernels/install-cuda.sh", &place)?;
    }
    Ok(place.join("bin"))
}

/// Whether the folder has both programs, in a version that knows the GPUs that we build for.
fn is_cuda(folder: &Path) -> bool {
    let version = || {
        let ptxas = project::read(Command::new(folder.join("ptxas")).arg("--version")).ok()?;
        let major = cuda_version(&ptxas)?.split('.').next()?.parse::<u32>();
        major.ok()
    };
    folder.join("nvdisasm").exists()
        && folder.join("ptxas").exists()
        && version().is_some_and(|major| major >= 12)
}

/// The version in what a program of CUDA says of itself: `.. release 13.5, V13.5.37`.
fn cuda_version(text: &str) -> Option<&str> {
    let (_, version) = text.split_once(", V")?;
    version.split_whitespace().next()
}

fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).exists())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_version_of_cuda() {
        let text = "Cuda compilation tools, release 13.5, V13.5.37\nBuild cuda_13.5";
        assert_eq!(cuda_version(text), Some("13.5.37"));
        assert_eq!(cuda_version("ptxas 7"), None);
    }

    #[test]
    fn what_a_compiler_lacks_is_named() {
        let folder = project::scratch("lacks").unwrap();
        assert_eq!(
            lacks(&folder, &[]),
            ["rust-src", "llvm-tools", "llvm-bitcode-linker"]
        );
        let file = |path: PathBuf| {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        let library = folder.join("lib/rustlib");
        let programs = library.join(host().unwrap_or_default()).join("bin");
        file(library.join("src/rust/library/core/Cargo.toml"));
        file(programs.join("self-contained/llvm-bitcode-linker"));
        for tool in ["opt", "llc"] {
            file(programs.join(tool));
        }
        assert_eq!(lacks(&folder, &[]), ["llvm-tools"]);
        file(folder.join("elsewhere/llvm-link"));
        assert!(lacks(&folder, &[folder.join("elsewhere")]).is_empty());
    }
}
