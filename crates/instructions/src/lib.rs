//! Kernels that test each instruction of [`zellige_gpu::gemm`], [`zellige_gpu::wgmma`] and
//! [`zellige_gpu::copy`], by the name of its atom, and the operations that involve several blocks.
//!
//! The modules' lists are generated from the tables of the library, so that no instruction is
//! missing; `zellige-problems` compares the results with the layouts of the atoms. No other kernel
//! needs this crate, or waits for it.
//!
//! The safety conditions are those of all kernels: the pointers point to as many elements as the
//! atoms and the sizes say.

#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]
#![allow(non_snake_case)] // the names are those of the atoms

pub mod boxes;
pub mod clusters;
pub mod matrices;
pub mod mma_sync;
pub mod scaled;
pub mod schedule;
pub mod sm_120;
pub mod tmem;
pub mod vectors;
pub mod wgmma;

use zellige_gpu::kernel::{Description, Visitor};

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
pub fn visit(visitor: &mut impl Visitor) {
    mma_sync::visit(visitor);
    matrices::visit(visitor);
    vectors::visit(visitor);
    wgmma::visit(visitor);
    boxes::visit(visitor);
    clusters::visit(visitor);
    schedule::visit(visitor);
}
