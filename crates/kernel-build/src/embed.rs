//! The part of a build script that gives the program the PTX of its kernels.

use crate::{
    Assembler, Error, KernelCrate, Toolchain, because,
    compile::Compiled,
    ptx::{Ptx, Slow},
    toolchain::VARIABLE,
};
use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process,
};

impl KernelCrate {
    /// Compiles the kernels for each GPU, and passes their PTX to the program of this build script:
    /// the variable `ZELLIGE_KERNELS_NAME`, with the name of the kernels' package, names a file
    /// with the expression `&[("sm_80", "..."), ...]`.
    ///
    /// Cargo runs the build script again when a source of the kernels changes. It warns of
    /// functions that are not inlined, of variables in local memory, of accesses by generic
    /// addresses, of spilled registers, and of a missing compiler for GPUs. In the last case the
    /// list is empty, and the build script runs again with the next build.
    ///
    /// If the kernels do not compile, the build script fails, and cargo shows why.
    pub fn embed(&self) {
        if let Err(error) = self.try_embed() {
            eprintln!("zellige-kernel-build: {error}");
            process::exit(1);
        }
    }

    fn try_embed(&self) -> Result<(), Error> {
        let out = env::var_os("OUT_DIR")
            .map(PathBuf::from)
            .ok_or_else(|| Error("`embed` is for build scripts: there is no OUT_DIR".into()))?;
        if self.arches.is_empty() {
            return Err(Error("name a GPU to compile for: `.arch(\"sm_80\")`".into()));
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
                // This file never exists, so cargo runs the script again with every build.
                println!("cargo::rerun-if-changed={}", out.join("no-compiler-for-gpus").display());
            }
            Ok(toolchain) => {
                let mut sources = BTreeSet::new();
                let assembler = Assembler::find(tools.as_deref());
                for arch in &self.arches {
                    let folder = out.join("gpu").join(arch);
                    let compiled = self.compile(&toolchain, arch, &folder)?;
                    let file = out.join(format!("{package}.{arch}.ptx"));
                    write(&file, &compiled.ptx.text)?;
                    warnings(&compiled.ptx, arch)
                        .for_each(|line| println!("cargo::warning={line}"));
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
        println!("cargo::rustc-env=ZELLIGE_KERNELS_{package}={}", file.display());
        Ok(())
    }
}

/// Returns the warning about a missing compiler.
fn warning(package: &str, reason: &Error) -> String {
    format!("the kernels of {package} run emulated, since {reason}")
}

/// Returns the warnings about slow code. A check that may fail, and then panics, is not one.
fn warnings(ptx: &Ptx, arch: &str) -> impl Iterator<Item = String> {
    let slow = ptx.findings.iter().filter(|found| found.slow != Slow::Panic);
    slow.map(move |found| format!("{arch}: {found}"))
}

/// Prints the kernels' resources, and warns of spilled registers.
fn report(assembler: &Assembler, arch: &str, ptx: &Path, compiled: &Compiled) -> Result<(), Error> {
    let report =
        assembler.assemble(arch, ptx, &ptx.with_extension("cubin")).map_err(with_advice)?;
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

/// Adds advice to an error of ptxas about the PTX version.
fn with_advice(error: Error) -> Error {
    let text = error.to_string();
    let needed = text.split("requires PTX ISA .version ").skip(1);
    let numbers = needed.filter_map(|after| after.split(' ').next()?.split_once('.'));
    let numbers = numbers.filter_map(|(major, minor)| {
        Some(10 * major.parse::<u32>().ok()? + minor.trim().parse::<u32>().ok()?)
    });
    match numbers.max() {
        Some(version) => Error(format!(
            "{text}\nAn instruction of `asm!` needs this version: `.target_feature(\"ptx{version}\")` asks for it"
        )),
        None => error,
    }
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
    fn slow_code_is_a_warning_with_the_kernel() {
        let bounds = "zellige_launch_bounds_sum[16] = {32};";
        let text = |body: &str| {
            format!(
                "\n.version 7.0\n.visible .global .align 4 .b8 {bounds}\n.visible .entry sum()\n{{\n{body}\nret;\n}}\n\
                 .func stop()\n{{\ntrap;\n}}\n"
            )
        };
        let of = |body: &str| -> Vec<String> {
            warnings(&Ptx::of(&text(body)).unwrap(), "sm_80").collect()
        };
        assert_eq!(
            of("call.uni add, ();"),
            [
                "sm_80: the kernel sum calls `add`, which is not inlined: write `#[inline(always)]` above the function"
            ]
        );
        assert_eq!(of("st.b32 [%rd1], %r1; ld.local.b32 %r1, [%rd2];").len(), 2);
        assert!(of("call.uni stop, ();").is_empty());
    }

    #[test]
    fn a_version_that_is_too_low_says_what_to_write() {
        let text =
            "ptxas k.ptx, line 8; error   : Feature 'x' requires PTX ISA .version 8.8 or later\n";
        let error = with_advice(Error(text.into())).to_string();
        assert!(error.contains("`.target_feature(\"ptx88\")` asks for it"), "{error}");
        let other = Error("ptxas failed".into());
        assert_eq!(with_advice(other.clone()), other);
    }

    #[test]
    fn a_build_script_names_a_gpu_and_is_one() {
        let error = KernelCrate::new("nowhere").try_embed().unwrap_err();
        assert_eq!(error.to_string(), "`embed` is for build scripts: there is no OUT_DIR");
    }
}
