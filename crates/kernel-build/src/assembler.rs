//! NVIDIA's assembler, which reports the registers and memory of each kernel.

use crate::{Error, output, ptx::Bounds};
use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The folder of `ptxas`, in a version that supports Hopper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembler {
    folder: PathBuf,
}

impl Assembler {
    /// Finds the assembler on the path, in an installed CUDA toolkit (`CUDA_HOME`, `CUDA_PATH`,
    /// `/usr/local/cuda`), or in the folder `cuda/bin` of `tools`. Returns `None` if there is none
    /// of version 12 or later.
    ///
    /// ```
    /// let assembler = zellige_kernel_build::Assembler::find(None);
    /// let words = assembler.map_or("no ptxas".into(), |ptxas| ptxas.version().unwrap());
    /// assert!(words.contains("ptxas"));
    /// ```
    pub fn find(tools: Option<&Path>) -> Option<Self> {
        let toolkits = ["CUDA_HOME", "CUDA_PATH"].into_iter().filter_map(env::var_os);
        let toolkits = toolkits
            .map(PathBuf::from)
            .chain(["/usr/local/cuda".into()])
            .chain(tools.map(|tools| tools.join("cuda")));
        let path = env::var_os("PATH").unwrap_or_default();
        let mut folders = env::split_paths(&path).chain(toolkits.map(|folder| folder.join("bin")));
        folders.find_map(|folder| Assembler::at(&folder))
    }
    /// Returns the assembler in this folder, if it exists and is of version 12 or later.
    ///
    /// ```
    /// assert_eq!(zellige_kernel_build::Assembler::at("nowhere".as_ref()), None);
    /// ```
    pub fn at(folder: &Path) -> Option<Self> {
        let folder = folder.to_path_buf();
        is_recent(&folder).then_some(Assembler { folder })
    }
    /// Returns the folder of the programs.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
    /// Returns a command that runs `ptxas`.
    pub fn ptxas(&self) -> Command {
        Command::new(self.folder.join("ptxas"))
    }
    /// Returns the version, such as `ptxas 13.5.37`.
    ///
    /// # Errors
    ///
    /// Returns an error if `ptxas` does not run, or does not print a version.
    pub fn version(&self) -> Result<String, Error> {
        let (text, _) = output(self.ptxas().arg("--version"))?;
        let version =
            cuda_version(&text).ok_or_else(|| Error("ptxas --version names no version".into()))?;
        Ok(format!("ptxas {version}"))
    }
    /// Assembles a file of PTX to machine code for a GPU, and reports the resources of the kernels.
    ///
    /// # Errors
    ///
    /// Returns an error if the assembler rejects the PTX.
    pub fn assemble(&self, arch: &str, ptx: &Path, cubin: &Path) -> Result<Report, Error> {
        let mut command = self.ptxas();
        command.arg("-v").arg(format!("-arch={arch}"));
        let (stdout, stderr) = output(command.arg(ptx).arg("-o").arg(cubin))?;
        Report::of(&(stdout + &stderr))
    }
}

/// Returns whether the folder has `ptxas`, in a version that supports Hopper.
fn is_recent(folder: &Path) -> bool {
    let version = || {
        let (text, _) = output(Command::new(folder.join("ptxas")).arg("--version")).ok()?;
        let major = cuda_version(&text)?.split('.').next()?.parse::<u32>();
        major.ok()
    };
    folder.join("ptxas").exists() && version().is_some_and(|major| major >= 12)
}

/// Returns the version in the version text of a program of CUDA: `... release 13.5, V13.5.37`.
fn cuda_version(text: &str) -> Option<&str> {
    let (_, version) = text.split_once(", V")?;
    version.split_whitespace().next()
}

/// The resources of a kernel, as `ptxas -v` reports them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// The registers per thread.
    pub registers: u32,
    /// The shared memory of a block that the kernel declares itself, in bytes, in addition to that
    /// of its launch.
    pub shared: u32,
    /// The stack memory in which a thread keeps variables for want of registers, in bytes.
    pub stack: u32,
    /// The number of bytes that a thread stores and loads for want of registers.
    pub spills: u32,
}

/// The assembler's report on kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The resources of each kernel, by its name.
    pub kernels: BTreeMap<String, Resources>,
    /// The warnings, a line each.
    pub warnings: Vec<String>,
}

impl Report {
    /// Reads the report that `ptxas -v` printed.
    ///
    /// ```
    /// let report = zellige_kernel_build::assembler::Report::of("
    /// ptxas info    : Compiling entry function 'copy' for 'sm_90a'
    ///     8 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads
    /// ptxas info    : Used 10 registers, 4096 bytes smem
    /// ").unwrap();
    /// assert_eq!((report.kernels["copy"].registers, report.kernels["copy"].spills), (10, 40));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the report does not name a kernel, or the number of registers that one
    /// uses.
    pub fn of(text: &str) -> Result<Self, Error> {
        let mut kernels: BTreeMap<String, Resources> = BTreeMap::new();
        let mut current = String::new();
        for line in text.lines() {
            if let Some((_, rest)) = line.split_once("Compiling entry function '") {
                current = rest.split('\'').next().unwrap_or_default().to_string();
                kernels.entry(current.clone()).or_default();
            } else if let Some(kernel) = kernels.get_mut(&current) {
                for (number, what) in line.split(',').filter_map(quantity) {
                    match what {
                        "registers" => kernel.registers = number,
                        "bytes smem" => kernel.shared = number,
                        "bytes stack frame" => kernel.stack = number,
                        "bytes spill stores" | "bytes spill loads" => kernel.spills += number,
                        _ => {}
                    }
                }
            }
        }
        if let Some((name, _)) = kernels.iter().find(|(_, kernel)| kernel.registers == 0) {
            return Err(Error(format!("ptxas does not say how many registers {name} uses")));
        }
        if kernels.is_empty() {
            return Err(Error("ptxas reports no kernel".into()));
        }
        let loud = |line: &&str| line.contains("warning") || line.contains("Performance Loss");
        Ok(Report { kernels, warnings: text.lines().filter(loud).map(str::to_string).collect() })
    }

    /// Returns a table of the kernels with these launch bounds, a line each.
    pub fn table(&self, bounds: &BTreeMap<String, Bounds>) -> String {
        let width = self.kernels.keys().map(String::len).max();
        let width = width.unwrap_or_default().max("kernel".len());
        let mut table = format!("{:width$}  threads  registers  shared  stack  spills\n", "kernel");
        for (name, taken) in &self.kernels {
            let Some(bounds) = bounds.get(name) else {
                continue;
            };
            let shared = bounds.shared + taken.shared;
            table += &format!(
                "{name:width$}  {:7}  {:9}  {shared:6}  {:5}  {:6}\n",
                bounds.threads, taken.registers, taken.stack, taken.spills
            );
        }
        table
    }
}

/// Returns a number and its unit: `... Used 10 registers` is 10 of `registers`.
fn quantity(text: &str) -> Option<(u32, &str)> {
    let start = text.find("Used ").map_or(0, |start| start + "Used ".len());
    let (number, what) = text[start..].trim().split_once(' ')?;
    Some((number.parse().ok()?, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_cuda() {
        let text = "Cuda compilation tools, release 13.5, V13.5.37\nBuild cuda_13.5";
        assert_eq!(cuda_version(text), Some("13.5.37"));
        assert_eq!(cuda_version("ptxas 7"), None);
    }

    #[test]
    fn what_a_kernel_takes() {
        let text = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'copy' for 'sm_90a'
ptxas info    : Function properties for copy
    8 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads
ptxas info    : Used 10 registers, used 1 barriers, 8 bytes cumulative stack size, 4096 bytes smem
ptxas info    : (C7515) Potential Performance Loss: x
ptxas info    : Compile time = 1.265 ms
";
        let expected = Resources { registers: 10, shared: 4096, stack: 8, spills: 40 };
        let report = Report::of(text).unwrap();
        assert_eq!(report.kernels["copy"], expected);
        assert_eq!(report.warnings.len(), 1);
        let bounds = Bounds { threads: 256, shared: 512, min_blocks: 0, cluster: 0, maps: 0 };
        let table = report.table(&BTreeMap::from([("copy".to_string(), bounds)]));
        let line = table.lines().nth(1).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words, ["copy", "256", "10", "4608", "8", "40"]);
        assert!(Report::of("").is_err());
        assert!(Report::of("Compiling entry function 'copy' for").is_err());
    }
}
