//! Kernels that test each instruction of [`zellige_gpu::gemm`] and [`zellige_gpu::copy`], by the name of its atom, and the operations that blocks do together.

#![allow(non_snake_case)] // the names are those of the atoms

pub mod boxes;
pub mod clusters;
pub mod matrices;
pub mod mma_sync;
pub mod schedule;
pub mod vectors;
pub mod wgmma;

use crate::Visitor;
use zellige_gpu::kernel::Description;

/// Returns all kernels.
pub fn kernels() -> impl Iterator<Item = &'static Description> {
    [
        mma_sync::KERNELS,
        matrices::KERNELS,
        vectors::KERNELS,
        wgmma::KERNELS,
        boxes::KERNELS,
        clusters::KERNELS,
        schedule::KERNELS,
    ]
    .into_iter()
    .flatten()
}

/// Visits all kernels.
pub(super) fn visit(visitor: &mut impl Visitor) {
    mma_sync::visit(visitor);
    matrices::visit(visitor);
    vectors::visit(visitor);
    wgmma::visit(visitor);
    boxes::visit(visitor);
    clusters::visit(visitor);
    schedule::visit(visitor);
}
