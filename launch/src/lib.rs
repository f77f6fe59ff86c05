//! Runs the kernels of [`zellige_kernels`]: on a GPU, or emulated on the CPU.
//!
//! | module | what it does |
//! |---|---|
//! | [`emulator`] | runs a grid on the CPU: threads, barriers, shared memory, warps, tensor cores |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod emulator;
