//! Builds the kernels for GPUs and compares each with its baseline. Neither requires a GPU.

mod bench;
pub mod blackwell;
mod branches;
mod build;
mod guide;
mod instances;
mod mix;
mod narrow;
mod one_screen;
pub mod operators;
mod order;
mod ptx;
mod rules;
mod sass;
mod sources;
mod toolchain;
mod uniform;
mod zero_cost;

pub use bench::{Nvcc, run as bench};
pub use build::{HOPPER, run as build};
pub use guide::{command as guide, product, with_paths};
pub use mix::run as mix;
pub use toolchain::{Toolchain, rust};
pub use zero_cost::{
    bless as bless_zero_cost, has_passed, run as zero_cost, step as zero_cost_step,
};
