//! The paths of the project, and the commands that compile its library and other sources.

pub mod took;

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The result of a command: a value, or the reason why it failed.
pub type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// The folder of the workspace's `Cargo.toml`.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_path_buf()
}

/// The build folder that contains this program: its nearest ancestor with cargo's cache tag.
pub fn target() -> PathBuf {
    env::current_exe()
        .ok()
        .and_then(|program| {
            let tagged = |folder: &&Path| folder.join("CACHEDIR.TAG").exists();
            program.ancestors().find(tagged).map(Path::to_path_buf)
        })
        .unwrap_or_else(|| root().join("target"))
}

/// An empty folder for the temporary files of one command.
pub fn scratch(command: &str) -> Outcome<PathBuf> {
    let folder = target().join("xtask").join(command);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The cargo that runs this program, in the workspace's folder.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// A program of the nightly toolchain, in the workspace's folder, or the reason why there is none.
pub fn nightly(program: &str) -> Result<Command, &'static str> {
    toolchain("nightly", program).ok_or("no nightly toolchain: rustup toolchain install nightly")
}

/// A program of an installed rustup toolchain, in the workspace's folder.
pub fn toolchain(name: &str, program: &str) -> Option<Command> {
    let command = || {
        let mut command = Command::new("rustup");
        command
            .args(["run", name, program])
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("RUSTC")
            .env_remove("CARGO")
            .env_remove("LD_LIBRARY_PATH")
            .current_dir(root());
        command
    };
    read(command().arg("--version")).is_ok().then(command)
}

/// Runs a command with its output visible to the user; a nonzero exit code is an error.
pub fn check(command: &mut Command) -> Outcome {
    let status = command.status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed: {status}", program(command)).into())
    }
}

/// Runs a command and returns its output; a nonzero exit code is an error that contains the error
/// output.
pub fn read(command: &mut Command) -> Outcome<String> {
    read_both(command).map(|(stdout, _)| stdout)
}

/// Like [`read`], but also returns the error output.
pub fn read_both(command: &mut Command) -> Outcome<(String, String)> {
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output()?;
    if status.success() {
        Ok((String::from_utf8(stdout)?, String::from_utf8(stderr)?))
    } else {
        let stderr = String::from_utf8_lossy(&stderr);
        Err(format!("{} failed: {status}\n{stderr}", program(command)).into())
    }
}

/// The name of a command's program, without its folder.
fn program(command: &Command) -> String {
    let path = Path::new(command.get_program());
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// How much the compiler optimizes the library.
#[derive(Clone, Copy, PartialEq)]
pub enum Profile {
    Debug,
    Release,
}

impl Profile {
    /// The folder for cargo's output.
    fn folder(self) -> &'static str {
        match self {
            Profile::Debug => "debug",
            Profile::Release => "release",
        }
    }
}

/// The built library and the compiler that built it: enough to compile a source against it with
/// `rustc` alone.
pub struct Library {
    rustc: PathBuf,
    output: PathBuf,
}

impl Library {
    /// Builds the library with cargo.
    pub fn build(profile: Profile) -> Outcome<Self> {
        Ok(Library { rustc: rustc()?, output: built("zellige", profile)? })
    }

    /// Builds another package that depends on this library, in the release profile, and returns the
    /// crate as the argument of `--extern`.
    pub fn beside(&self, package: &str) -> Outcome<OsString> {
        let name = package.replace('-', "_");
        let output = built(package, Profile::Release)?;
        let mut library = OsString::from(format!("{name}="));
        library.push(output.join(format!("lib{name}.rlib")));
        Ok(library)
    }

    /// A compilation of `source` as a library of edition 2024, run in the source's folder.
    pub fn rustc(&self, source: &Path) -> Command {
        self.compilation(source, "lib")
    }

    /// A compilation of `source` as the program `output`.
    pub fn program(&self, source: &Path, output: &Path) -> Command {
        let mut command = self.compilation(source, "bin");
        command.arg("-o").arg(output);
        command
    }

    fn compilation(&self, source: &Path, kind: &str) -> Command {
        let mut library = OsString::from("zellige=");
        library.push(self.output.join("libzellige.rlib"));
        let mut command = Command::new(&self.rustc);
        command
            .args(["--edition=2024", "--cap-lints=allow", "--crate-type", kind])
            .arg(source)
            .current_dir(source.parent().unwrap_or(Path::new(".")))
            .stdin(Stdio::null())
            .arg("--extern")
            .arg(library)
            .arg("-L")
            .arg(self.dependencies());
        command
    }

    /// The folder of the library's dependencies, as the argument of `-L`.
    pub fn dependencies(&self) -> OsString {
        let mut dependencies = OsString::from("dependency=");
        dependencies.push(self.output.join("deps"));
        dependencies
    }

    /// The compiler's name and version on one line, such as `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub fn compiler(&self) -> Outcome<String> {
        Ok(read(Command::new(&self.rustc).arg("--version"))?.trim().to_string())
    }
}

/// Builds the library of a package, and returns the folder that contains it.
fn built(package: &str, profile: Profile) -> Outcome<PathBuf> {
    let mut build = cargo();
    build.args(["build", "--quiet", "--package", package, "--lib"]);
    build.arg("--target-dir").arg(target());
    if profile == Profile::Release {
        build.arg("--release");
    }
    check(&mut build)?;
    Ok(target().join(profile.folder()))
}

/// The target triple of this machine.
pub fn host() -> Outcome<String> {
    let version = read(Command::new("rustc").arg("-vV"))?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .ok_or("rustc -vV names no host")?;
    Ok(host.to_string())
}

/// The path of the compiler itself: `rustc` on the path may be a launcher that takes time of its
/// own.
fn rustc() -> Outcome<PathBuf> {
    let launcher = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = read(Command::new(&launcher).current_dir(root()).args(["--print", "sysroot"]))?;
    let direct = Path::new(sysroot.trim()).join("bin/rustc");
    Ok(if direct.exists() { direct } else { launcher.into() })
}
