//! The project's own commands, run as `cargo xtask COMMAND`.

mod bless;
mod book;
mod changed;
mod ci;
mod examples;
mod msrv;
mod next_solver;
mod package;
mod sanitize;
mod web;

use std::{
    env, fmt,
    process::{Command, ExitCode},
};
use zellige_compile_time as compile_time;
use zellige_fuzz as fuzz;
use zellige_machine_code::{asm, gpu};
use zellige_project::{self as project, Outcome, took};

const HELP: &str = "\
cargo xtask COMMAND

  ci             everything that a change has to pass
                   STEP ..         these steps alone, such as 'zero cost'
                   --quick [REVISION]
                                   format, clippy and tests of zellige and of the crates that changed since then
  asm            compares the machine code of the library with hand-written baselines
  bless          lists the files that a command keeps: errors, pictures, snapshots
                   WHAT ..         writes these anew
  book           makes the pages of the book in target/book, by mdBook
  compile-time   CPU time and recursion depth per layout operation
                   --quick         fewer cases and runs, and only the first table
                   --op NAME       only this operation
                   --instructions  counts instructions by valgrind, where other work makes times noisy
                   --cute [FOLDER] beside CuTe C++, whose headers pip downloads into the folder
                   --kernels       products of the book, beside CuTe's tutorials
                   --clean-build   times a clean build of the library instead
                   --against REV   the same, in turn with the builds of a revision
  fuzz           random cases of every operation against plain evaluation, for a minute
                   SECONDS         for so long instead
                   --seed N        the cases of this seed, which is printed
                   --cases N       so many cases of each part, however long that takes
                   --static, --run-time, --tensors
                                   this part alone
  gpu-build      builds the kernels for a GPU, without one: PTX, machine code, and what each takes
                   sm_90a          the GPU; this one if none is named
                   --kernel NAME   prints the machine code of one kernel, such as saxpy
  guide          builds and runs the two crates of crates/kernels/README.md, and compiles their kernels for a GPU
  zero-cost      compares the kernels with their baselines, for sm_90a, and checks the rules for all kernels
  gpu-bench      packs what has to travel to a machine with a GPU, and says what to run there
                   --without-cuda  without CUDA C++ and CuTe, which take minutes to compile
  mix            counts the instructions of the kernels for Blackwell by class, beside CuTe's, which nvcc
                 compiles in half an hour the first time
                   NAME            this kernel alone, such as umma_gemm
  next-solver    checks the library, what is generic over layouts and the kernels by rustc's next trait
                 solver, and times it beside the present one; takes a nightly toolchain
                   --toolchain NAME  another nightly, as rustup names it
  ops            makes the machine code of crates/ops, which its package contains
  package        packs the crates as for publication, and builds what was packed
  sanitize       the tests of tensors under address and thread sanitizers, valgrind and Miri, as far as they are
                 installed, and all kernels, emulated, under the address sanitizer
  msrv           checks the library with the oldest supported compiler
  web            builds the web page into target/web, for any file server
                   --test          and tries it in Chromium";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (command, options) = match arguments.split_first() {
        Some((command, options)) => (command.as_str(), options),
        None => ("help", [].as_slice()),
    };
    match run(command, options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("cargo xtask {command}: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Passes, and prints why there is nothing to check.
fn skip(reason: impl fmt::Display) -> Outcome {
    println!("skipped: {reason}");
    Ok(())
}

/// Whether a program, or a command of cargo, is installed.
fn is_installed(program: &mut Command) -> bool {
    project::read(program.arg("--version")).is_ok()
}

/// Runs one command. Every command rejects options that it does not know.
fn run(command: &str, options: &[String]) -> Outcome {
    match command {
        "bless" => bless::run(options),
        "ci" => ci::run(options),
        "compile-time" => compile_time::run(options),
        "fuzz" => fuzz::run(options),
        "gpu-bench" => gpu::bench(options),
        "gpu-build" => gpu::build(options),
        "mix" => gpu::mix(options),
        "next-solver" => next_solver::run(options),
        "web" => web::run(options),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        "asm" | "book" | "guide" | "ops" | "package" | "msrv" | "sanitize" | "zero-cost"
            if !options.is_empty() =>
        {
            Err("takes no options".into())
        }
        "asm" => asm::run(false),
        "book" => book::run(),
        "guide" => gpu::guide(),
        "ops" => gpu::operators::run(),
        "package" => package::run(),
        "msrv" => msrv::run(),
        "sanitize" => sanitize::run(),
        "zero-cost" => gpu::zero_cost(None),
        _ => Err(format!("there is no such command\n\n{HELP}").into()),
    }
}
