//! A kernel for each instruction of [`zellige_gpu::gemm`] and [`zellige_gpu::copy`], by the name of its atom: what tests it.

pub mod boxes;
pub mod matrices;
pub mod mma_sync;
pub mod vectors;
pub mod wgmma;

use super::Kernel;
#[cfg(not(target_arch = "nvptx64"))]
pub(super) use boxes::run;

/// All of them.
pub fn kernels() -> impl Iterator<Item = &'static Kernel> {
    [
        mma_sync::KERNELS,
        matrices::KERNELS,
        vectors::KERNELS,
        wgmma::KERNELS,
        boxes::KERNELS,
    ]
    .into_iter()
    .flatten()
}
