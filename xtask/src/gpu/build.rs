//! From Rust to PTX, to machine code, and to a listing of it.

use super::{
    ptx::{self, Bounds},
    sass::{self, Resources},
    toolchain::Toolchain,
};
use crate::{
    Outcome,
    names::Code,
    project::{self, read_both},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The GPU for which we build, where the user names none: Hopper with its own instructions.
pub(super) const HOPPER: &str = "sm_90a";

/// `cargo xtask gpu-build`.
pub(crate) fn run(options: &[String]) -> Outcome {
    let arch = match options {
        [] => HOPPER,
        [arch] if is_arch(arch) => arch,
        _ => return Err("the only option is a GPU, such as sm_90 or sm_90a".into()),
    };
    let toolchain = Toolchain::find()?;
    println!("{}, {}", toolchain.compiler()?, toolchain.assembler()?);
    println!("  in {}", toolchain.places());
    let build = Build::new(&toolchain, arch)?;
    print!("\n{}", build.table());
    for warning in &build.warnings {
        println!("{warning}");
    }
    println!(
        "\nkernels.ptx, kernels.cubin and kernels.sass are in {}",
        build.folder.display()
    );
    Ok(())
}

/// Whether it reads `sm_NUMBER`, with or without the letter of a family.
fn is_arch(text: &str) -> bool {
    let number = text.strip_prefix("sm_").unwrap_or_default();
    let number = number.strip_suffix(['a', 'f']).unwrap_or(number);
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// The kernels, built for one GPU.
pub(super) struct Build {
    /// Where the files are: `gpu/ARCH` in the build folder.
    pub(super) folder: PathBuf,
    /// The kernels' PTX, in the order of the file.
    pub(super) kernels: Vec<ptx::Kernel>,
    /// The kernels' machine code.
    pub(super) sass: BTreeMap<String, Code>,
    /// What the kernels take.
    pub(super) resources: BTreeMap<String, Resources>,
    /// What the assembler warns of.
    pub(super) warnings: Vec<String>,
    bounds: BTreeMap<String, Bounds>,
}

impl Build {
    /// Builds all kernels.
    pub(super) fn new(toolchain: &Toolchain, arch: &str) -> Outcome<Self> {
        let folder = project::target().join("gpu").join(arch);
        fs::create_dir_all(&folder)?;
        let plain = fs::read_to_string(compile(toolchain, arch)?)?;
        let text = ptx::with_directives(&plain)?;
        let (ptx, cubin) = (folder.join("kernels.ptx"), folder.join("kernels.cubin"));
        fs::write(&ptx, &text)?;
        let notes = assemble(toolchain, arch, &ptx, &cubin)?;
        let listing = project::read(toolchain.nvdisasm().arg("-c").arg(&cubin))?;
        fs::write(folder.join("kernels.sass"), &listing)?;
        Build::read(folder, &text, &notes, &listing)
    }

    /// The kernels by their PTX, what the assembler says of them, and what the disassembler makes of its
    /// result.
    pub(super) fn read(folder: PathBuf, ptx: &str, notes: &str, listing: &str) -> Outcome<Self> {
        Ok(Build {
            folder,
            kernels: ptx::Kernel::all(ptx)?,
            sass: sass::kernels(listing)?,
            resources: sass::resources(notes)?,
            warnings: sass::warnings(notes)
                .into_iter()
                .map(str::to_string)
                .collect(),
            bounds: ptx::bounds(ptx)?,
        })
    }

    /// What each kernel takes, a line each.
    fn table(&self) -> String {
        let width = self.kernels.iter().map(|kernel| kernel.name.len()).max();
        let width = width.unwrap_or_default().max("kernel".len());
        let mut table = format!(
            "{:width$}  registers   shared  stack  spills  instructions\n",
            "kernel"
        );
        for ptx::Kernel { name, .. } in &self.kernels {
            let (Some(taken), Some(code)) = (self.resources.get(name), self.sass.get(name)) else {
                continue;
            };
            let shared = taken.shared + self.bounds.get(name).map_or(0, |bounds| bounds.shared);
            table += &format!(
                "{name:width$}  {:9}  {shared:7}  {:5}  {:6}  {:12}\n",
                taken.registers,
                taken.stack,
                taken.spills,
                sass::count(code)
            );
        }
        table
    }
}

/// Compiles the kernels to PTX, and gives the file.
///
/// The compiler's pass JumpThreading is switched off: it copies a barrier between two blocks with the
/// same condition into both arms of the condition, so that threads of one block wait in different
/// barriers, forever.
///
/// Inlining is left to LLVM, which simplifies a function before it inlines it. The compiler would inline first, and
/// then LLVM misses simplifications: of `v % 32 + v / 32 * 33` to `v + v / 32`, where v is a sum already.
fn compile(toolchain: &Toolchain, arch: &str) -> Outcome<PathBuf> {
    const TARGET: &str = "nvptx64-nvidia-cuda";
    let target = project::target().join("gpu/cargo");
    let flags = [
        &format!("-Ctarget-cpu={arch}"),
        "-Ctarget-feature=+ptx87", // `mma.sync` of numbers of 8 bits with sums of 16
        "-Zmir-enable-passes=-JumpThreading",
        "-Zinline-mir=no",
    ];
    let mut build = toolchain.cargo();
    build
        .args(["rustc", "--quiet", "--package", "zellige-kernels", "--lib"])
        .args(["--crate-type", "cdylib", "--profile", "gpu"])
        .args(["--target", TARGET, "-Zbuild-std=core", "--target-dir"])
        .arg(&target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    project::check(&mut build)?;
    Ok(target.join(TARGET).join("gpu/zellige_kernels.ptx"))
}

/// Assembles PTX, and gives what the assembler says of it.
fn assemble(toolchain: &Toolchain, arch: &str, ptx: &Path, cubin: &Path) -> Outcome<String> {
    let mut ptxas = toolchain.ptxas();
    ptxas.arg("-v").arg(format!("-arch={arch}"));
    ptxas.arg(ptx).arg("-o").arg(cubin);
    let (stdout, stderr) = read_both(&mut ptxas)?;
    Ok(stdout + &stderr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_gpus() {
        assert!(is_arch("sm_90") && is_arch("sm_90a") && is_arch("sm_100f"));
        for wrong in ["sm_", "sm_a", "90a", "sm_90ab", "compute_90"] {
            assert!(!is_arch(wrong), "{wrong}");
        }
    }
}
