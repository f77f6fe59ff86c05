//! A kernel for each instruction of [`zellige_gpu::gemm`] and [`zellige_gpu::copy`], by the name of its atom: what tests it.

#![allow(non_snake_case)] // the names are those of the atoms

pub mod boxes;
pub mod clusters;
pub mod matrices;
pub mod mma_sync;
pub mod vectors;
pub mod wgmma;

use zellige_gpu::kernel::{Description, Value};
use zellige_gpu::{Sm90, Store};

/// All of them.
pub fn kernels() -> impl Iterator<Item = &'static Description> {
    [
        mma_sync::KERNELS,
        matrices::KERNELS,
        vectors::KERNELS,
        wgmma::KERNELS,
        boxes::KERNELS,
        clusters::KERNELS,
    ]
    .into_iter()
    .flatten()
}

/// Calls the kernel of this name, if there is one.
pub(super) unsafe fn find<G: Sm90 + Store>(name: &str, gpu: G, values: &[Value]) -> bool {
    mma_sync::find(name, gpu, values)
        || matrices::find(name, gpu, values)
        || vectors::find(name, gpu, values)
        || wgmma::find(name, gpu, values)
        || boxes::find(name, gpu, values)
        || clusters::find(name, gpu, values)
}
