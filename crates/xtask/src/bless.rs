//! `cargo xtask bless`: rewrites recorded files with current results.

use crate::{Outcome, asm, ci, gpu, project};

/// A named set of recorded files and the function that rewrites them.
struct Kept {
    name: &'static str,
    files: &'static str,
    write: fn() -> Outcome,
}

const KEPT: [Kept; 10] = [
    Kept {
        name: "errors",
        files: "ui-tests/**/*.stderr, crates/gpu/ui-tests/**/*.stderr",
        write: || {
            tests("--package zellige --test ui")?;
            tests("--package zellige-gpu --test ui")
        },
    },
    Kept {
        name: "contracts",
        files: "crates/kernels/ui-tests/*.stderr",
        write: || tests("--package zellige-kernels --test contracts"),
    },
    Kept {
        name: "branches",
        files: "src/branches/generated.rs",
        write: || tests("--package zellige-macros branches"),
    },
    Kept { name: "machine-code", files: "tests/codegen/*.s", write: || asm::run(true) },
    Kept {
        name: "kernels",
        files: "crates/kernels/snapshots; `kernels NAME` begins another",
        write: || gpu::zero_cost(Some(&[])),
    },
    Kept {
        name: "pictures",
        files: "crates/draw/tests/pictures, docs/pictures, crates/book/src/pictures",
        write: || {
            tests("--package zellige-draw --test pictures --test rustdoc")?;
            tests("--package zellige-book --test pictures")
        },
    },
    Kept {
        name: "examples",
        files: "what the program prints in its help and in README.md",
        write: || {
            // The help is compiled into the program that prints the README's examples.
            tests("--package zellige-cli --test program")?;
            tests("--package zellige-cli --test program")
        },
    },
    Kept {
        name: "dependencies",
        files: ".ci/dependencies: the hash of the packages and rules that `cargo deny` has passed",
        write: ci::bless_dependencies,
    },
    Kept {
        name: "zero-cost",
        files: ".ci/zero-cost: the hash of the sources with which `cargo xtask zero-cost` has passed",
        write: gpu::bless_zero_cost,
    },
    Kept {
        name: "blackwell",
        files: "crates/machine-code/blackwell: the kernels for Blackwell as assembled, and the hash of their sources",
        write: gpu::blackwell::bless,
    },
];

/// Runs tests that rewrite their recorded files instead of comparing with them.
fn tests(arguments: &str) -> Outcome {
    let mut command = project::cargo();
    command
        .args(["test", "--quiet"])
        .args(arguments.split(' '))
        .env("BLESS", "1")
        .env("TRYBUILD", "overwrite");
    project::check(&mut command)
}

/// `cargo xtask bless [WHAT ..]`: without arguments, lists the sets; otherwise rewrites those
/// named.
pub(crate) fn run(names: &[String]) -> Outcome {
    if let [name, kernels @ ..] = names
        && name == "kernels"
    {
        return gpu::zero_cost(Some(kernels));
    }
    if names.is_empty() {
        for Kept { name, files, .. } in &KEPT {
            println!("{name:<14} {files}");
        }
        println!("\ncargo xtask bless WHAT ..  writes these files anew; `git diff` is the review");
    }
    for name in names {
        let kept = KEPT.iter().find(|kept| kept.name == name);
        let Some(kept) = kept else {
            let known = KEPT.map(|kept| format!("`{}`", kept.name)).join(", ");
            return Err(format!("there is no `{name}` to bless, but {known}").into());
        };
        (kept.write)()?;
        println!("written: {}", kept.files);
    }
    Ok(())
}
