//! Compiles the kernels of a crate for a GPU.
//!
//! | flag | why |
//! |---|---|
//! | `--crate-type cdylib` | one file of PTX |
//! | `-Zbuild-std=core` | `core` is compiled for the GPU at hand |
//! | `lto = "fat"`, `codegen-units = 1` | everything in one module, so that it is inlined |
//! | `panic = "abort"` | nothing unwinds on a GPU |
//! | `-Zmir-enable-passes=-JumpThreading` | this pass copies a barrier between two blocks with the same condition into both arms of the condition, so that threads of one block wait at different barriers, forever |
//! | `-Zinline-mir=no` | LLVM simplifies a function before it inlines it; if rustc inlines first, LLVM misses simplifications |
//! | `-Cllvm-args=-inlinehint-threshold=1000000` | a function with `#[inline]`, such as a kernel, is inlined, however large it is |
//! | `-Clink-arg=.../shared.ll` | declares the block's shared memory, which Rust cannot express; the file belongs to `zellige-gpu` |

use crate::{Error, Toolchain, because, output, ptx::Ptx, toolchain::cargo};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The target that produces PTX.
const TARGET: &str = "nvptx64-nvidia-cuda";
/// GPUs that rustc has no features for: the name, a GPU with the same instructions, and ten times
/// the lowest version of PTX. Without the letter `a` they lack some of these: `sm_100f` the
/// products of bytes in tensor memory, `scale_vec` and shifts, and both sparse products of 4 bits.
/// `sm_103a` lacks the products of bytes.
const ALIKE: [(&str, &str, u32); 4] = [
    ("sm_100f", "sm_100a", 88),
    ("sm_103a", "sm_100a", 88),
    ("sm_120f", "sm_120a", 88),
    ("sm_121a", "sm_120a", 88),
];
/// The crate that every kernel crate uses.
const LIBRARY: &str = "zellige-gpu";

/// A crate of kernels, and the GPUs that it is compiled for.
///
/// ```
/// use zellige_kernel_build::KernelCrate;
/// let kernels = KernelCrate::new("../my-kernels").arch("sm_80").arch("sm_90a");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelCrate {
    folder: PathBuf,
    pub(crate) arches: Vec<String>,
    features: Vec<String>,
}

/// The result of compiling a crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The PTX, with the directives of launch bounds.
    pub ptx: Ptx,
    /// The source files, except those of packages from a registry.
    pub sources: Vec<PathBuf>,
}

/// The data that cargo prints about a kernel crate.
pub(crate) struct Package {
    pub(crate) name: String,
    /// The file of its library, without the extension.
    library: String,
    manifest: PathBuf,
    /// The module of `zellige-gpu` that declares shared memory.
    shared: PathBuf,
    lock: PathBuf,
}

impl KernelCrate {
    /// Returns a description of the crate with its `Cargo.toml` in this folder; in a build script,
    /// the folder is relative to the package that is built.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        KernelCrate { folder: folder.into(), arches: Vec::new(), features: Vec::new() }
    }
    /// Also compiles for this GPU, such as `sm_80` or `sm_90a`: rustc's `target-cpu`. rustc knows
    /// no features of `sm_103a` and `sm_100f`, nor of `sm_121a` and `sm_120f`: they are compiled as
    /// `sm_100a` and `sm_120a`, with `cfg(gpu = "sm_103a")`, and their PTX names the right GPU.
    #[must_use]
    pub fn arch(mut self, arch: &str) -> Self {
        self.arches.push(arch.into());
        self
    }
    /// Compiles with this feature of the target: rustc's `target-feature`. The feature `ptx87` sets
    /// PTX version 8.7, unless the instructions of the crate need a higher one: the version is
    /// determined automatically, except for instructions in `asm!` that `zellige-kernel-build` does
    /// not know.
    #[must_use]
    pub fn target_feature(mut self, feature: &str) -> Self {
        self.features.push(feature.into());
        self
    }

    /// Compiles the kernels for a GPU, with the folder `target` for intermediate files. The user
    /// sees the messages of the compiler.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such crate or no such GPU, if it does not compile, or if it
    /// has an entry point that is not a `#[kernel]`.
    pub fn compile(
        &self,
        toolchain: &Toolchain,
        arch: &str,
        target: &Path,
    ) -> Result<Compiled, Error> {
        if !is_arch(arch) {
            return Err(Error(format!(
                "`{arch}` is not a GPU: write a name such as sm_80 or sm_90a"
            )));
        }
        let package = self.package()?;
        let alike = ALIKE.iter().find(|(name, ..)| *name == arch);
        let (cpu, least) = alike.map_or((arch, 0), |&(_, cpu, least)| (cpu, least));
        let mut flags = vec![format!("-Ctarget-cpu={cpu}")];
        if alike.is_some() {
            flags.push(format!("--cfg=gpu=\"{arch}\""));
        }
        // rustc warns about every feature of this target, including `ptx87`, which is only a number
        // in the result.
        let version = self.features.iter().filter_map(|name| ptx_version(name));
        let version = version.max().unwrap_or(0).max(least);
        let features = self.features.iter();
        let features = features.filter(|name| ptx_version(name).is_none());
        flags.extend(features.map(|feature| format!("-Ctarget-feature=+{feature}")));
        flags.extend(FLAGS.map(String::from));
        let mut cargo = toolchain.cargo();
        cargo
            .args(["rustc", "--quiet", "--lib", "--release"])
            .args(["--crate-type", "cdylib", "-Zbuild-std=core"])
            .args(["--target", TARGET, "--manifest-path"])
            .arg(&package.manifest)
            .arg("--target-dir")
            .arg(target)
            .arg("--")
            .arg(link_argument(&package.shared))
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        for (key, value) in PROFILE {
            cargo.env(format!("CARGO_PROFILE_RELEASE_{key}"), value);
        }
        let status = cargo.status().map_err(|error| because("cargo for GPUs", error))?;
        if !status.success() {
            return Err(Error(format!(
                "the kernels of {} do not compile for {arch}: see the compiler's errors above",
                package.name
            )));
        }
        let made = target.join(TARGET).join("release").join(&package.library);
        let read = |extension: &str| {
            let file = made.with_extension(extension);
            fs::read_to_string(&file).map_err(|error| because(file.display(), error))
        };
        let mut sources = sources(&read("d")?);
        sources.extend([package.manifest, package.lock]);
        let mut ptx = Ptx::at_least(version, &read("ptx")?)?;
        ptx.text = for_gpu(&ptx.text, cpu, arch);
        Ok(Compiled { ptx, sources })
    }

    /// Queries cargo about the crate. That does not need a compiler for GPUs.
    pub(crate) fn package(&self) -> Result<Package, Error> {
        let manifest = self.folder.join("Cargo.toml");
        let manifest = fs::canonicalize(&manifest)
            .map_err(|error| because(format!("no kernel crate: {}", manifest.display()), error))?;
        let mut metadata = Command::new(cargo());
        metadata
            .args(["metadata", "--format-version", "1", "--quiet"])
            .args(["--filter-platform", TARGET, "--manifest-path"])
            .arg(&manifest);
        let (text, _) = output(&mut metadata)?;
        let all: Value =
            serde_json::from_str(&text).map_err(|error| because("cargo metadata", error))?;
        Package::of(&all, manifest)
    }
}

impl Package {
    /// Reads the package of this manifest in the output of `cargo metadata`.
    fn of(all: &Value, manifest: PathBuf) -> Result<Self, Error> {
        let packages = || all["packages"].as_array().into_iter().flatten();
        let path = |package: &Value| package["manifest_path"].as_str().map(PathBuf::from);
        let own = packages()
            .find(|package| path(package).is_some_and(|path| path == manifest))
            .ok_or_else(|| Error(format!("{} is not a package", manifest.display())))?;
        let name = own["name"].as_str().unwrap_or_default();
        let kinds = ["lib", "cdylib", "rlib"];
        let is_library = |target: &&Value| {
            let mut all = target["kind"].as_array().into_iter().flatten();
            all.any(|kind| kinds.iter().any(|library| kind == library))
        };
        let targets = || own["targets"].as_array().into_iter().flatten();
        let library = targets()
            .find(is_library)
            .and_then(|target| target["name"].as_str())
            .ok_or_else(|| Error(format!("the kernel crate {name} has no src/lib.rs")))?;
        let gpu = packages().find(|package| package["name"] == LIBRARY).and_then(path).ok_or_else(
            || Error(format!("the kernel crate {name} does not depend on {LIBRARY}")),
        )?;
        let root = all["workspace_root"].as_str().unwrap_or_default();
        Ok(Package {
            name: name.into(),
            library: library.replace('-', "_"),
            shared: gpu.with_file_name("shared.ll"),
            lock: Path::new(root).join("Cargo.lock"),
            manifest,
        })
    }
}

/// The flags that are the same for every GPU; the module's documentation has the reasons.
const FLAGS: [&str; 3] = [
    "-Zmir-enable-passes=-JumpThreading",
    "-Zinline-mir=no",
    "-Cllvm-args=-inlinehint-threshold=1000000",
];

/// The settings of the profile for kernels, whatever the user's profile for releases is.
const PROFILE: [(&str, &str); 9] = [
    ("CODEGEN_UNITS", "1"),
    ("DEBUG", "false"),
    ("DEBUG_ASSERTIONS", "false"),
    ("INCREMENTAL", "false"),
    ("LTO", "fat"),
    ("OPT_LEVEL", "3"),
    ("OVERFLOW_CHECKS", "false"),
    ("PANIC", "abort"),
    ("STRIP", "none"),
];

fn link_argument(module: &Path) -> std::ffi::OsString {
    let mut argument = std::ffi::OsString::from("-Clink-arg=");
    argument.push(module);
    argument
}

/// Returns whether the text reads `sm_NUMBER`, with or without the letter of a family.
///
/// ```
/// use zellige_kernel_build::compile::is_arch;
/// assert!(is_arch("sm_90a") && !is_arch("compute_90"));
/// ```
pub fn is_arch(text: &str) -> bool {
    let number = text.strip_prefix("sm_").unwrap_or_default();
    let number = number.strip_suffix(['a', 'f']).unwrap_or(number);
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// Returns the PTX of one GPU as that of another one.
fn for_gpu(text: &str, from: &str, to: &str) -> String {
    text.replacen(&format!("\n.target {from}"), &format!("\n.target {to}"), 1)
}

/// Returns ten times the version of PTX that a feature names: `ptx87`.
fn ptx_version(feature: &str) -> Option<u32> {
    feature.strip_prefix("ptx")?.parse().ok()
}

/// Returns the sources in a file of dependencies, `OUTPUT: SOURCE SOURCE ...`; a blank in a name
/// follows a backslash.
fn sources(text: &str) -> Vec<PathBuf> {
    let line = text.lines().next().unwrap_or_default();
    let (_, line) = line.split_once(": ").unwrap_or_default();
    let mut all = Vec::new();
    let mut open = String::new();
    for word in line.split(' ') {
        match word.strip_suffix('\\') {
            Some(part) => open = open + part + " ",
            None => {
                let name = std::mem::take(&mut open) + word;
                if !name.is_empty() {
                    all.push(PathBuf::from(name));
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ptxas accepts for a GPU, and not for the one that rustc compiles for instead.
    #[test]
    fn gpus_that_are_alike_have_the_same_instructions() {
        let all = include_str!("../../../tests/golden/data/facts/ptx_targets.jsonl");
        let missing = |name: &str, cpu: &str| {
            let has = |record: &Value, arch: &str| record["accepted"].get(arch).is_some();
            let records = all.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let only = records.filter(|record| has(record, cpu) && !has(record, name));
            only.map(|record| record["opcode"].as_str().unwrap().to_string()).collect::<Vec<_>>()
        };
        let all_are = |opcodes: &[String], marks: &[&str]| {
            opcodes.iter().all(|opcode| marks.iter().any(|mark| opcode.contains(mark)))
        };
        for (name, cpu, _) in ALIKE {
            let missing = missing(name, cpu);
            let marks: (usize, &[&str]) = match name {
                "sm_100f" => (18, &["kind::i8", ".scale_vec::", ".shift.", "mma.sp"]),
                "sm_103a" => (5, &["kind::i8"]),
                "sm_120f" => (2, &["mma.sp"]),
                _ => (0, &[]),
            };
            assert!(all_are(&missing, marks.1), "{name}: {missing:?}");
            assert_eq!(missing.len(), marks.0, "{name}: {missing:?}");
        }
    }

    #[test]
    fn names_of_gpus() {
        assert!(is_arch("sm_90") && is_arch("sm_90a") && is_arch("sm_100f"));
        for wrong in ["sm_", "sm_a", "90a", "sm_90ab", "compute_90"] {
            assert!(!is_arch(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_gpu_is_compiled_as_another_one() {
        let text = "//\n\n.version 8.8\n.target sm_100a\n.address_size 64\n";
        assert_eq!(for_gpu(text, "sm_100a", "sm_103a"), text.replace("sm_100a", "sm_103a"));
        assert!(ALIKE.iter().all(|(name, as_of, _)| is_arch(name) && is_arch(as_of)));
    }

    #[test]
    fn a_feature_may_be_a_version() {
        assert_eq!(ptx_version("ptx87"), Some(87));
        assert_eq!(ptx_version("sm_90a"), None);
    }

    #[test]
    fn sources_are_read() {
        let text = "/t/k.ptx: /k/src/lib.rs /my\\ k/a.rs\n\n/k/src/lib.rs:\n";
        let expected = ["/k/src/lib.rs", "/my k/a.rs"].map(PathBuf::from);
        assert_eq!(sources(text), expected);
        assert!(sources("").is_empty());
    }

    /// Returns the output of `cargo metadata` for a crate at /k with these dependencies.
    fn package(others: &str) -> Result<Package, String> {
        let text = format!(
            r#"{{"packages": [{{"name": "my-kernels", "manifest_path": "/k/Cargo.toml",
            "targets": [{{"kind": ["custom-build"], "name": "build-script-build"}},
            {{"kind": ["lib"], "name": "my-kernels"}}]}} {others}], "workspace_root": "/w"}}"#
        );
        let all = serde_json::from_str(&text).unwrap();
        Package::of(&all, "/k/Cargo.toml".into()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_kernel_crate_depends_on_the_library() {
        let gpu = r#", {"name": "zellige-gpu", "manifest_path": "/r/zellige-gpu-0.1/Cargo.toml"}"#;
        let found = package(gpu).unwrap();
        assert_eq!(found.library, "my_kernels");
        assert_eq!(found.shared, Path::new("/r/zellige-gpu-0.1/shared.ll"));
        assert_eq!(found.lock, Path::new("/w/Cargo.lock"));
        let error = "the kernel crate my-kernels does not depend on zellige-gpu";
        assert_eq!(package("").err().unwrap(), error);
    }

    #[test]
    fn a_folder_without_a_crate_is_named() {
        let error = KernelCrate::new("nowhere").package().err().unwrap();
        assert!(error.to_string().starts_with("no kernel crate: nowhere/Cargo.toml: "));
    }
}
