//! Runs the kernels of [`zellige_kernels`]: on a GPU, or emulated on the CPU.
//!
//! | module | what it does |
//! |---|---|
//! | [`case`] | a launch in full, for every machine |
//! | [`data`] | matrices in memory: random data and poison |
//! | [`reference`](mod@reference) | what the kernels have to compute, in `f64` |
//! | [`compare`](mod@compare) | compares the one with the other, element by element |
//! | [`problems`] | what the kernels are run on |
//! | [`check`](mod@check) | runs all of them, and prints a table |
//! | [`gpu`] | runs a case on a GPU |
//! | [`emulator`] | runs a grid on the CPU: threads, barriers, shared memory, warps, tensor cores |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod bench;
pub mod case;
pub mod check;
pub mod compare;
pub mod data;
pub mod emulator;
pub mod gpu;
pub mod libraries;
pub mod problems;
pub mod reference;
mod threads;
