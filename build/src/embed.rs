//! The part of a build script that gives the program the PTX of its kernels.

use crate::{
    Assembler, Error, KernelCrate, Toolchain, because, compile::Compiled, toolchain::VARIABLE,
};
use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process,
};

impl KernelCrate {
    /// Compiles the kernels for each GPU, and gives their PTX to the program that this build script belongs to: the variable
    /// `ZELLIGE_KERNELS_NAME`, with the name of the kernels' package, is a file with the expression
    /// `&[("sm_80", ".."), ..]`.
    ///
    /// Cargo runs the build script again when a source of the kernels changes. It warns of spilled registers, and where
    /// there is no compiler for GPUs: then the list is empty, and the build script runs again with the next build.
    ///
    /// If the kernels do not compile, the build script ends, and cargo shows why.
    pub fn embed(&self) {
        if let Err(error) = self.try_embed() {
            eprintln!("zellige-build: {error}");
            process::exit(1);
        }
    }

    fn try_embed(&self) -> Result<(), Error> {
        let out = env::var_os("OUT_DIR")
            .map(PathBuf::from)
            .ok_or_else(|| Error("`embed` is for build scripts: there is no OUT_DIR".into()))?;
        if self.arches.is_empty() {
            return Err(Error(
                "name a GPU to compile for: `.arch(\"sm_80\")`".into(),
            ));
        }
        let package = self.package()?.name;
        let tools = env::var_os(VARIABLE).map(PathBuf::from);
        for variable in ["PATH", "RUSTC_BOOTSTRAP", VARIABLE] {
            println!("cargo::rerun-if-env-changed={variable}");
        }
        let mut list = String::from("&[");
        match Toolchain::find(tools.as_deref()) {
            Err(reason) => {
                println!("cargo::warning={}", warning(&package, &reason));
                // This file is never there, so that cargo looks again with every build.
                println!(
                    "cargo::rerun-if-changed={}",
                    out.join("no-compiler-for-gpus").display()
                );
            }
            Ok(toolchain) => {
                let mut sources = BTreeSet::new();
                let assembler = Assembler::find(tools.as_deref());
                for arch in &self.arches {
                    let folder = out.join("gpu").join(arch);
                    let compiled = self.compile(&toolchain, arch, &folder)?;
                    let file = out.join(format!("{package}.{arch}.ptx"));
                    write(&file, &compiled.ptx.text)?;
                    list += &format!("({arch:?}, include_str!({file:?})), ");
                    if let Some(assembler) = &assembler {
                        report(assembler, arch, &file, &compiled)?;
                    }
                    sources.extend(compiled.sources);
                }
                for source in sources {
                    println!("cargo::rerun-if-changed={}", source.display());
                }
            }
        }
        let file = out.join(format!("{package}.rs"));
        write(&file, &(list + "]"))?;
        println!(
            "cargo::rustc-env=ZELLIGE_KERNELS_{package}={}",
            file.display()
        );
        Ok(())
    }
}

/// Returns the warning about a compiler that is not there.
fn warning(package: &str, reason: &Error) -> String {
    format!("the kernels of {package} run emulated, since {reason}")
}

/// Prints the kernels' resources, and warns of slow code.
fn report(assembler: &Assembler, arch: &str, ptx: &Path, compiled: &Compiled) -> Result<(), Error> {
    let report = assembler.assemble(arch, ptx, &ptx.with_extension("cubin"))?;
    println!("{arch}, {}", assembler.version()?);
    print!("{}", report.table(&compiled.ptx.bounds));
    for (name, taken) in &report.kernels {
        if taken.spills > 0 {
            println!(
                "cargo::warning=the kernel {name} spills registers for {arch}: {} bytes",
                taken.spills
            );
        }
    }
    for line in &report.warnings {
        println!("cargo::warning={line}");
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<(), Error> {
    fs::write(file, text).map_err(|error| because(file.display(), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_compiler_is_one_sentence() {
        let reason = Error("no Rust compiler for GPUs was found (..): rustup ..".into());
        assert_eq!(
            warning("my-kernels", &reason),
            "the kernels of my-kernels run emulated, since no Rust compiler for GPUs was found (..): rustup .."
        );
    }

    #[test]
    fn a_build_script_names_a_gpu_and_is_one() {
        let error = KernelCrate::new("nowhere").try_embed().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`embed` is for build scripts: there is no OUT_DIR"
        );
    }
}
