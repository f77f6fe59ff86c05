//! Packs what a machine with a GPU needs: the program that launches kernels, the kernels, and the
//! kernels that they are measured against.

use super::{
    build::{Build, HOPPER},
    toolchain::{Toolchain, installed},
};
use crate::{
    Outcome,
    project::{self, root},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

/// The folder that is packed.
const NAME: &str = "zellige-gpu-bench";
/// CuTe's tutorials, and their element types.
const TUTORIALS: [(&str, &str); 5] = [
    ("sgemm_1", "float"),
    ("sgemm_2", "float"),
    ("sgemm_sm80", "cute::half_t"),
    ("hopper/wgmma_sm90", "cute::half_t"),
    ("hopper/wgmma_tma_sm90", "cute::half_t"),
];

/// `cargo xtask gpu-bench`.
pub fn run(options: &[String]) -> Outcome {
    let cpp = match options {
        [] => true,
        [option] if option == "--without-cuda" => false,
        _ => return Err("the only option is --without-cuda".into()),
    };
    let around = project::target().join("gpu-bench");
    let folder = around.join(NAME);
    // Remove what an earlier run left.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("cuda"))?;

    println!("the program that launches");
    let program = launch()?;
    fs::copy(&program, folder.join("zellige-bench"))?;
    println!("the kernels");
    let build = Build::new(&Toolchain::find()?, HOPPER)?;
    for file in ["kernels.cubin", "kernels.ptx"] {
        fs::copy(build.folder.join(file), folder.join(file))?;
    }
    fs::copy(root().join("crates/bench/run.sh"), folder.join("run.sh"))?;
    if cpp {
        let nvcc = Nvcc::find()?;
        let built = around.join("built");
        fs::create_dir_all(&built)?;
        for file in nvcc.kernels(&built)? {
            copy_into(&folder.join("cuda"), &file)?;
        }
        for (path, element) in TUTORIALS {
            copy_into(&folder, &nvcc.tutorial(path, element, &built)?)?;
        }
    }

    let archive = around.join(format!("{NAME}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.arg("-C").arg(&around).arg("-czf").arg(&archive).arg(NAME);
    project::check(&mut tar)?;
    let size = fs::metadata(&archive)?.len();
    println!(
        "\n{} ({} KiB) has everything. Copy it to a machine with a Hopper GPU and its driver, and run there\n\n    \
         tar xf {NAME}.tar.gz && {NAME}/run.sh\n\nIt prints a table last. `{NAME}/run.sh --sanitize` looks for \
         wrong accesses and races instead.",
        archive.display(),
        size.div_ceil(1024)
    );
    Ok(())
}

/// Copies a file into a folder.
fn copy_into(folder: &Path, file: &Path) -> Outcome {
    fs::copy(file, folder.join(file.file_name().unwrap_or_default()))?;
    Ok(())
}

/// Builds the program, and returns the path of its file.
fn launch() -> Outcome<PathBuf> {
    let mut build = project::cargo();
    build
        .args(["build", "--quiet", "--release", "--package", "zellige-problems"])
        .arg("--target-dir")
        .arg(project::target());
    project::check(&mut build)?;
    Ok(project::target().join("release/zellige-bench"))
}

/// The folder of NVIDIA's compiler for CUDA C++, with CuTe.
pub struct Nvcc(PathBuf);

impl Nvcc {
    /// Finds the compiler among the tools; if it is missing, a script installs it there.
    pub fn find() -> Outcome<Self> {
        installed("nvcc", "crates/bench/install-nvcc.sh", "bin/nvcc").map(Nvcc)
    }

    /// Its version, such as `nvcc 13.5.37`.
    pub fn version(&self) -> Outcome<String> {
        let text = project::read(Command::new(self.0.join("bin/nvcc")).arg("--version"))?;
        let version = text.split(", V").nth(1).unwrap_or_default();
        Ok(format!("nvcc {}", version.split_whitespace().next().unwrap_or_default()))
    }

    fn command(&self, arch: &str) -> Command {
        let mut command = Command::new(self.0.join("bin/nvcc"));
        command.args(["-std=c++17", "-O3", "-DNDEBUG", "-w"]).arg(format!("-arch={arch}"));
        command
    }

    /// Compiles the kernels in CUDA C++, each file separately.
    fn kernels(&self, folder: &Path) -> Outcome<Vec<PathBuf>> {
        let sources = root().join("crates/bench/cuda");
        let mut made = Vec::new();
        for entry in fs::read_dir(&sources)? {
            let source = entry?.path();
            if source.extension().is_some_and(|extension| extension == "cu") {
                let cubin =
                    folder.join(source.file_stem().unwrap_or_default()).with_extension("cubin");
                let mut command = self.command(HOPPER);
                command.arg("-cubin").arg("-o").arg(&cubin).arg(&source);
                make(&cubin, &[&source], &mut command)?;
                made.push(cubin);
            }
        }
        Ok(made)
    }

    /// The compiler command for a file that includes CUTLASS, or its example of attention.
    pub(super) fn for_cutlass(&self, arch: &str) -> Command {
        let mut command = self.command(arch);
        command.arg("--expt-relaxed-constexpr");
        for include in [
            "include/cccl",
            "cutlass/include",
            "cutlass/tools/util/include",
            "cutlass/examples/77_blackwell_fmha",
        ] {
            command.arg("-I").arg(self.0.join(include));
        }
        command
    }

    /// The source of a tutorial of CuTe.
    pub fn source(&self, path: &str) -> PathBuf {
        let tutorials = self.0.join("cutlass/examples/cute/tutorial");
        tutorials.join(path).with_extension("cu")
    }

    /// The compiler command for a tutorial of CuTe, which `crates/bench/cute.cu` calls.
    pub fn for_tutorial(&self, tutorial: &Path, element: &str) -> Command {
        let name = tutorial.file_stem().unwrap_or_default().to_string_lossy();
        let mut command = self.for_cutlass(HOPPER);
        command
            .arg(format!("-DTUTORIAL=\"{}\"", tutorial.display()))
            .arg(format!("-DELEMENT={element}"))
            .arg(format!("-DNAME={name}"))
            .arg(root().join("crates/bench/cute.cu"));
        command
    }

    /// Compiles a tutorial of CuTe as a shared library.
    fn tutorial(&self, path: &str, element: &str, folder: &Path) -> Outcome<PathBuf> {
        let tutorial = self.source(path);
        let source = root().join("crates/bench/cute.cu");
        let name = tutorial.file_stem().unwrap_or_default();
        let library = folder.join(name).with_extension("so");
        let mut command = self.for_tutorial(&tutorial, element);
        command
            .args(["-shared", "-Xcompiler", "-fPIC", "-cudart", "static"])
            .arg("-L")
            .arg(self.0.join("lib"))
            .arg("-o")
            .arg(&library);
        make(&library, &[&source, &tutorial], &mut command)?;
        Ok(library)
    }
}

/// Runs a command that makes a file, unless the same command has made it since its sources last
/// changed. The command is recorded beside the file.
pub(super) fn make(file: &Path, sources: &[&Path], command: &mut Command) -> Outcome {
    let line = format!("{command:?}");
    let kept = PathBuf::from(format!("{}.command", file.display()));
    let same = fs::read_to_string(&kept).is_ok_and(|kept| kept == line);
    let changed = |path: &Path| -> Outcome<SystemTime> { Ok(fs::metadata(path)?.modified()?) };
    let sources = sources.iter().map(|source| changed(source)).collect::<Outcome<Vec<_>>>()?;
    let made = changed(file).ok();
    if same && made.is_some_and(|made| sources.iter().all(|source| *source < made)) {
        return Ok(());
    }
    println!("{}", file.file_name().unwrap_or_default().to_string_lossy());
    project::check(command)?;
    fs::write(&kept, line)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{process::Stdio, time::Duration};

    #[test]
    fn a_file_is_made_when_a_source_is_newer() {
        let folder = project::scratch("make").unwrap();
        let (source, file) = (folder.join("source"), folder.join("file"));
        let copy = || {
            let mut command = Command::new("cp");
            command.arg(&source).arg(&file);
            command
        };
        let date = |path: &Path, seconds| {
            let file = fs::File::options().write(true).open(path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        };
        let read = || fs::read_to_string(&file).unwrap();
        assert!(make(&file, &[&source], &mut copy()).is_err(), "no source");
        fs::write(&source, "1").unwrap();
        make(&file, &[&source], &mut copy()).unwrap();
        assert_eq!(read(), "1");

        fs::write(&source, "2").unwrap();
        date(&source, 1000);
        date(&file, 2000);
        make(&file, &[&source], &mut copy()).unwrap();
        assert_eq!(read(), "1");
        date(&source, 3000);
        make(&file, &[&source], &mut copy()).unwrap();
        assert_eq!(read(), "2");

        // A different command makes the file again.
        let mut other = Command::new("sh");
        other.arg("-c").arg("echo 3 > \"$0\"").arg(&file);
        make(&file, &[&source], &mut other).unwrap();
        assert_eq!(read(), "3\n");
    }

    /// A stand-in for `zellige-bench`: the check of one family fails, and the benchmark of another
    /// hangs.
    const PROGRAM: &str = r#"#!/usr/bin/env bash
case $1 in
    families) [ "${3:-}" != none ] && printf 'one\ntwo\nthree\n' ;;
    check) [ "$3" != one ] ;;
    bench) echo "$3" >"$5" && { [ "$3" != two ] || sleep 60; } ;;
    table) shift && cat "$@" ;;
esac
"#;

    /// Each family runs in its own processes, so the table has the results of the others.
    #[test]
    fn a_family_that_fails_leaves_the_others_in_the_table() {
        let folder = project::scratch("run.sh").unwrap();
        let script = fs::read_to_string(root().join("crates/bench/run.sh")).unwrap();
        let script = script.replace("run 180", "run 1");
        let program = folder.join("zellige-bench");
        fs::write(folder.join("run.sh"), script).unwrap();
        fs::write(&program, PROGRAM).unwrap();
        project::check(Command::new("chmod").arg("+x").arg(&program)).unwrap();
        let run = |only: &str| {
            let mut bash = Command::new("bash");
            bash.arg(folder.join("run.sh")).args(["--only", only]);
            let output = bash.stderr(Stdio::null()).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            (output.status.code(), text)
        };
        let (code, text) = run("all");
        assert_eq!(code, Some(1));
        let (_, table) = text.rsplit_once("\n\n").unwrap();
        let [one, two, three, checked, timed] = table.lines().collect::<Vec<_>>()[..] else {
            panic!("{text}");
        };
        assert_eq!([one, two, three], ["one", "two", "three"]);
        assert!(checked.starts_with("FAILED exit code 1: ./zellige-bench check --family one"));
        assert!(timed.starts_with("FAILED after 1 seconds: ./zellige-bench bench --family two"));
        assert_eq!(run("none"), (Some(1), String::new()));
    }
}
