//! Checks and times the kernels of [`zellige_kernels`] with [`zellige_bench`]: on a GPU, or emulated on the CPU.
//!
//! ```sh
//! cargo run -p zellige-problems                     # all kernels, emulated where there is no GPU
//! cargo run -p zellige-problems -- kernels.cubin    # on the GPU: what `cargo xtask gpu-build` made
//! cargo xtask gpu-bench                             # packs all that it takes to time them on another machine
//! ```
//!
//! Everything about a kernel is said once. Its attribute `#[kernel]` has its name, its threads, its
//! shared memory and its parameters. A module of [`problems`] has its sizes, and for each a function that makes
//! the [`Case`](zellige_bench::case::Case): the blocks, the arguments in order, the memory with random data, and what has to
//! come out. From that follow the emulated tests, the check on a GPU, and the benchmark of the kernel, of its twin
//! with indices by hand, and of the function of the same name in CUDA C++, if a file of `bench/cuda` has one.
//!
//! A new kernel therefore takes: a line in the list of [`zellige_kernels`], a module of problems, and its name
//! in the list of `tests/emulated.rs`, which misses it otherwise.
//!
//! | module | what it does |
//! |---|---|
//! | [`problems`] | what the kernels are run on |
//! | [`libraries`] | cuBLAS, and CuTe's tutorials |
//! | [`field`] | whom the kernels are measured against |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod field;
pub mod libraries;
pub mod problems;

use problems::{Problem, Scale, all};
use std::error::Error;
use zellige_launch::device::Device;

/// Checks the kernels whose names contain one of these words, or all if there are none, with all sizes of this scale, prints
/// a table, and says how many launches there were.
///
/// # Errors
///
/// If a result is wrong, or a launch failed; the table says which.
pub fn check(device: &Device, scale: Scale, only: &[String]) -> Result<usize, Box<dyn Error>> {
    let problems = all(scale);
    let chosen = problems.iter().filter(|problem| problem.is_one_of(only));
    zellige_bench::check::check(device, chosen.map(Problem::on_device))
}
