//! Checks and times the kernels of [`zellige_kernels`]: on a GPU, or emulated on the CPU.
//!
//! ```sh
//! cargo run -p zellige-bench                     # all kernels, emulated where there is no GPU
//! cargo run -p zellige-bench -- kernels.cubin    # on the GPU: what `cargo xtask gpu-build` made
//! cargo xtask gpu-bench                          # packs all that it takes to time them on another machine
//! ```
//!
//! Everything about a kernel is said once. Its attribute `#[kernel]` has its name, its threads, its
//! shared memory and its parameters. A module of [`problems`] has its sizes, and for each a function that makes
//! the [`Case`](case::Case): the blocks, the arguments in order, the memory with random data, and what has to
//! come out. From that follow the emulated tests, the check on a GPU, and the benchmark of the kernel, of its twin
//! with indices by hand, and of the function of the same name in CUDA C++, if a file of `cuda` has one.
//!
//! A new kernel therefore takes: a line in the list of [`zellige_kernels`], a module of problems, and a test of two lines,
//! `check(&Emulator, Scale::Small, &["its name".into()]).unwrap()`.
//!
//! | module | what it does |
//! |---|---|
//! | [`case`] | a launch in full, for every machine |
//! | [`machine`] | what runs it: the emulator, and a program on a GPU |
//! | [`data`] | matrices in memory: random data and poison |
//! | [`reference`](mod@reference) | what the kernels have to compute, in `f64` |
//! | [`compare`](mod@compare) | compares the one with the other, element by element |
//! | [`problems`] | what the kernels are run on |
//! | [`check`](mod@check) | runs all of them, and prints a table |
//! | [`libraries`] | cuBLAS, and CuTe's tutorials |
//! | [`bench`](mod@bench) | times kernels beside their rivals |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod bench;
pub mod case;
pub mod check;
pub mod compare;
pub mod data;
pub mod libraries;
pub mod machine;
pub mod problems;
pub mod reference;
mod threads;
