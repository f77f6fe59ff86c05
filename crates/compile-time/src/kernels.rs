//! `cargo xtask compile-time --kernels`: the time that a matrix product takes to compile to machine
//! code, compared with CuTe's tutorial for the same instructions.
//!
//! Our kernels are the products of the book, each one as a separate crate. All are compiled for the
//! device only, to a `cubin` for Hopper.

use crate::{
    Outcome,
    gpu::{HOPPER, Nvcc, Toolchain, product, with_paths},
    project,
    took::Took,
};
use std::{fs, path::Path};
use zellige_kernel_build::KernelCrate;

/// A chapter of the book and CuTe's tutorial for the same instructions, with the edits that change
/// one number in each: the text to replace and its replacement.
struct Pair {
    chapter: &'static str,
    change: &'static [(&'static str, &'static str)],
    tutorial: &'static str,
    element: &'static str,
    their_change: (&'static str, &'static str),
}

const PAIRS: [Pair; 3] = [
    Pair {
        chapter: "gemm",
        change: &[
            ("shape!((32, 8))", "shape!((32, 16))"),
            ("layout!((32, 8) : (1, 36))", "layout!((32, 16) : (1, 36))"),
            ("k.div_ceil(8)", "k.div_ceil(16)"),
            ("for k in 0..8", "for k in 0..16"),
        ],
        tutorial: "sgemm_2",
        element: "float",
        their_change: ("Int<  8>{}", "Int< 16>{}"),
    },
    Pair {
        chapter: "gemm_pipeline",
        change: &[
            ("shape!((64, 64, 3))", "shape!((64, 64, 4))"),
            ("CpAsyncRing::<int!(3)>", "CpAsyncRing::<int!(4)>"),
        ],
        tutorial: "sgemm_sm80",
        element: "cute::half_t",
        their_change: ("bP = Int<3>{}", "bP = Int<4>{}"),
    },
    Pair {
        chapter: "gemm_hopper",
        change: &[
            ("int!(64), int!(4)>", "int!(64), int!(5)>"),
            ("0..steps + 3", "0..steps + 4"),
            ("step >= 3", "step >= 4"),
        ],
        tutorial: "hopper/wgmma_tma_sm90",
        element: "cute::half_t",
        their_change: ("bP = Int<  3>{}", "bP = Int<  4>{}"),
    },
];

/// The attributes at the start of a kernel crate.
const ATTRIBUTES: &str = "#![no_std]\n#![cfg_attr(target_arch = \"nvptx64\", feature(abi_ptx))]\n";

/// Prints the table.
pub(super) fn run() -> Outcome {
    let toolchain = Toolchain::find()?;
    let nvcc = Nvcc::find()?;
    println!("{}, and {}; seconds (of CPU)\n", toolchain.versions()?, nvcc.version()?);
    println!(
        "{:16}{:>16}{:>16}   {:24}{:>16}{:>16}",
        "", "from nothing", "after a change", "CuTe", "from nothing", "after a change"
    );
    for pair in &PAIRS {
        let folder = project::scratch("kernels")?;
        let [nothing, changed] = pair.ours(&toolchain, &folder)?;
        let [their_first, their_changed] = pair.theirs(&nvcc, &folder)?;
        println!(
            "{:16}{nothing:>16}{changed:>16}   {:24}{their_first:>16}{their_changed:>16}",
            pair.chapter, pair.tutorial
        );
    }
    Ok(())
}

impl Pair {
    /// The kernel of the chapter.
    fn kernel(&self) -> Outcome<String> {
        let chapter = project::root().join("crates/book/src").join(self.chapter);
        product(&fs::read_to_string(chapter.with_extension("md"))?, "one_kernel")
            .ok_or_else(|| format!("{}.md has no product", self.chapter).into())
    }

    /// The cost of our kernel from a clean build, and after a change of one number.
    fn ours(&self, toolchain: &Toolchain, folder: &Path) -> Outcome<[Took; 2]> {
        let (root, kernel) = (project::root(), self.kernel()?);
        let manifest = "[package]\nname = \"one-kernel\"\nedition = \"2024\"\n\n[dependencies]\n\
             zellige = \"0\"\nzellige-gpu = \"0\"\n\n[workspace]\n";
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), with_paths(manifest, &root))?;
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let library = folder.join("src/lib.rs");
        let write = |text: &str| fs::write(&library, format!("{ATTRIBUTES}{text}"));
        let build = || -> Outcome {
            let compiled = KernelCrate::new(folder).compile(
                &toolchain.rust,
                HOPPER,
                &folder.join("target"),
            )?;
            let (ptx, cubin) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
            fs::write(&ptx, compiled.ptx.text)?;
            toolchain.assembler.assemble(HOPPER, &ptx, &cubin)?;
            Ok(())
        };
        write(&kernel)?;
        let nothing = took(build)?;
        write(&replaced(&kernel, self.change)?)?;
        Ok([nothing, took(build)?])
    }

    /// The cost of the tutorial, and its cost after a change of one number.
    fn theirs(&self, nvcc: &Nvcc, folder: &Path) -> Outcome<[Took; 2]> {
        let tutorial = nvcc.source(self.tutorial);
        let text = fs::read_to_string(&tutorial)?;
        let source = folder.join("tutorial.cu");
        let cost = |text: &str| -> Outcome<Took> {
            fs::write(&source, text)?;
            let mut command = nvcc.for_tutorial(&source, self.element);
            command.arg("-cubin").arg("-o").arg(folder.join("tutorial.cubin"));
            took(|| project::check(&mut command))
        };
        let first = cost(&text)?;
        Ok([first, cost(&replaced(&text, &[self.their_change])?)?])
    }
}

/// The time that the work takes, if it succeeds.
fn took(work: impl FnOnce() -> Outcome) -> Outcome<Took> {
    let (outcome, took) = Took::of(work);
    outcome.map(|()| took)
}

/// The text with all changes applied; an error if one of them changes nothing.
fn replaced(text: &str, changes: &[(&str, &str)]) -> Outcome<String> {
    changes.iter().try_fold(text.to_string(), |text, (before, after)| {
        let changed = text.replace(before, after);
        match changed == text {
            true => Err(format!("there is no `{before}` to change").into()),
            false => Ok(changed),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chapters_have_what_is_changed() {
        for pair in &PAIRS {
            let kernel = pair.kernel().expect("the chapter has a kernel");
            assert!(replaced(&kernel, pair.change).is_ok(), "{}", pair.chapter);
        }
        assert!(replaced("a", &[("b", "c")]).is_err());
    }
}
