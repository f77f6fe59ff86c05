//! Compiles Rust to PTX, machine code and a listing.

use super::{one_screen, ptx, sass, toolchain::Toolchain};
use crate::{Outcome, names::Code, project};
use std::{collections::BTreeMap, fs, path::PathBuf};
use zellige_kernel_build::{
    KernelCrate,
    assembler::{Report, Resources},
    compile::is_arch,
    ptx::{Bounds, Finding},
};

/// The default target: Hopper with its architecture-specific instructions.
pub const HOPPER: &str = "sm_90a";

/// `cargo xtask gpu-build`.
pub fn run(options: &[String]) -> Outcome {
    let words: Vec<&str> = options.iter().map(String::as_str).collect();
    let (arch, kernel) = match words[..] {
        [] => (HOPPER, None),
        ["--kernel", kernel] => (HOPPER, Some(kernel)),
        [arch] if is_arch(arch) => (arch, None),
        [arch, "--kernel", kernel] if is_arch(arch) => (arch, Some(kernel)),
        _ => return Err("the options are a GPU, such as sm_90a, and --kernel NAME".into()),
    };
    let toolchain = Toolchain::find()?;
    println!("{}", toolchain.versions()?);
    println!("  in {}", toolchain.places());
    let build = Build::new(&toolchain, arch)?;
    if let Some(kernel) = kernel {
        let Some(code) = build.sass.get(kernel) else {
            return Err(format!("there is no kernel {kernel}").into());
        };
        println!("\n{}\n{}", build.table(Some(kernel)), code.join("\n"));
        return Ok(());
    }
    one_screen::build(&toolchain, arch, &build.folder)?;
    print!("\n{}", build.table(None));
    for finding in &build.findings {
        println!("{finding}");
    }
    for warning in &build.warnings {
        println!("{warning}");
    }
    println!(
        "\nkernels.ptx, kernels.cubin, kernels.sass, and examples.cubin are in {}",
        build.folder.display()
    );
    Ok(())
}

/// The kernels, built for one GPU.
pub(super) struct Build {
    /// The folder of the files: `gpu/ARCH` in the build folder.
    pub(super) folder: PathBuf,
    /// The kernels' PTX, in the order of the file.
    pub(super) kernels: Vec<ptx::Kernel>,
    /// The kernels' machine code.
    pub(super) sass: BTreeMap<String, Code>,
    /// The resources that the kernels use.
    pub(super) resources: BTreeMap<String, Resources>,
    /// The warnings of the assembler.
    pub(super) warnings: Vec<String>,
    /// The slow code in the PTX.
    findings: Vec<Finding>,
    bounds: BTreeMap<String, Bounds>,
}

impl Build {
    /// Builds all kernels and their baselines.
    pub(super) fn new(toolchain: &Toolchain, arch: &str) -> Outcome<Self> {
        let folder = project::target().join("gpu").join(arch);
        fs::create_dir_all(&folder)?;
        let compiled = KernelCrate::new(project::root().join("crates/baselines")).compile(
            &toolchain.rust,
            arch,
            &project::target().join("gpu/cargo"),
        )?;
        let (ptx, cubin) = (folder.join("kernels.ptx"), folder.join("kernels.cubin"));
        fs::write(&ptx, &compiled.ptx.text)?;
        let report = toolchain.assembler.assemble(arch, &ptx, &cubin)?;
        let listing = project::read(toolchain.nvdisasm().arg("-c").arg(&cubin))?;
        fs::write(folder.join("kernels.sass"), &listing)?;
        Build::read(folder, compiled.ptx, report, &listing)
    }

    /// Collects the kernels from their PTX, the assembler's messages about them, and the
    /// disassembler's listing.
    pub(super) fn read(
        folder: PathBuf,
        ptx: zellige_kernel_build::ptx::Ptx,
        report: Report,
        listing: &str,
    ) -> Outcome<Self> {
        Ok(Build {
            folder,
            kernels: ptx::Kernel::all(&ptx.text)?,
            sass: sass::kernels(listing)?,
            resources: report.kernels,
            warnings: report.warnings,
            findings: ptx.findings,
            bounds: ptx.bounds,
        })
    }

    /// The slow code of a kernel.
    pub(super) fn findings(&self, kernel: &str) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |found| found.kernel == kernel)
    }

    /// The resources of each kernel, or of this one, one line each.
    fn table(&self, only: Option<&str>) -> String {
        let width = self.kernels.iter().map(|kernel| kernel.name.len()).max();
        let width = width.unwrap_or_default().max("kernel".len());
        let mut table =
            format!("{:width$}  registers   shared  stack  spills  instructions\n", "kernel");
        let wanted = |kernel: &&ptx::Kernel| only.is_none_or(|only| kernel.name == only);
        for ptx::Kernel { name, .. } in self.kernels.iter().filter(wanted) {
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
