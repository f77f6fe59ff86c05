//! The kernels of the crate `zellige-ops` beside those of `zellige-kernels`.
//!
//! | module | what it computes |
//! |---|---|
//!
//! # Safety of the kernels
//!
//! The pointers must point to as many elements as the sizes say, and stay valid while the kernel
//! runs. Nobody else may use the memory that a kernel writes while it runs. The grid must be as the
//! kernel documents.

#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]
