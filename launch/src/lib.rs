//! Runs the kernels of [`zellige_kernels`]: on a GPU, or emulated on the CPU.
//!
//! | module | what it does |
//! |---|---|
//! | [`data`] | matrices in memory: random data and poison |
//! | [`reference`](mod@reference) | what the kernels have to compute, in `f64` |
//! | [`compare`](mod@compare) | compares the one with the other, element by element |
//! | [`emulator`] | runs a grid on the CPU: threads, barriers, shared memory, warps, tensor cores |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod compare;
pub mod data;
pub mod emulator;
pub mod reference;
