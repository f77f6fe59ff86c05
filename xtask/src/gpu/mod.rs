//! Builds the kernels for the GPU, and compares each with its twin. Neither needs a GPU.

mod build;
#[cfg_attr(not(test), expect(dead_code))] // what the comparison of twins needs
mod ptx;
#[cfg_attr(not(test), expect(dead_code))]
mod sass;
mod toolchain;

pub(crate) use build::run as build;
