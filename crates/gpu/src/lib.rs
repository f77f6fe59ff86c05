//! GPU kernels on [zellige](https://docs.rs/zellige)'s layouts.
//!
//! zellige computes where each element is; this crate provides the operations on elements. It is
//! `no_std`. It compiles for the host on stable Rust, where kernels are tested, and for the GPU on
//! nightly.
//!
//! | module | contents |
//! |---|---|
//! | [`tensor`] | tensors in global, shared and register memory: sliced, tiled, partitioned |
//! | [`engine`] | generalized pointers to their elements, and the offsets that move them |
//! | [`copy`](mod@copy), [`gemm`](mod@gemm) | tiled copies and tiled MMAs: the atom's type chooses the instruction |
//! | [`transform`](mod@transform) | functions of the elements of tensors, and reductions of them |
//! | [`warp`], [`block`], [`cluster`] | reductions in a warp, a block and a cluster; transposition of threads and values |
//! | [`softmax`] | the softmax of rows that arrive step by step |
//! | [`epilogue`] | functions of a product's accumulators, applied before they are written |
//! | [`wgmma`](mod@wgmma) | products of warpgroups; their accumulators cannot be read too early |
//! | [`tmem`] | tensor memory, and the products of Blackwell that accumulate there |
//! | [`storage`] | shared memory, allocated by type: tensors, stages of tiles, and the boxes that fill them |
//! | [`pipeline`] | rings of stages in shared memory, with a producer half and a consumer half |
//! | [`barrier`] | barriers for some of a block's threads, with their states as types |
//! | [`registers`] | registers handed from one warpgroup to another, and the roles of warpgroups |
//! | [`queue`] | values that wait in registers, first in, first out |
//! | [`schedule`] | the tiles that a block computes, and their order |
//! | [`kernel`](mod@kernel) | `#[kernel]`, which turns functions into kernels, and their descriptions for launches |
//! | [`machine`] | the machine interface that a kernel is generic over, by capability: one method per instruction |
//! | [`number`] | the number types of tensor cores |
//! | [`vector`] | several elements in one memory access |
//! | [`access`] | loads and stores of tensors, which an emulator observes |
//! | [`unroll`](mod@unroll) | unrolled loops, which keep arrays in registers |

#![no_std]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(stdarch_nvptx, asm_experimental_arch, core_float_math, repr_simd),
    allow(internal_features)
)]
#![cfg_attr(
    any(target_feature = "sm_90a", target_feature = "sm_100a", target_feature = "sm_120a"),
    feature(link_llvm_intrinsics)
)]

pub mod access;
pub mod barrier;
pub mod block;
pub mod cluster;
pub mod copy;
pub mod engine;
pub mod epilogue;
pub mod gemm;
pub mod kernel;
pub mod machine;
pub mod number;
pub mod pipeline;
pub mod queue;
pub mod registers;
pub mod schedule;
pub mod softmax;
pub mod storage;
pub mod tensor;
pub mod tmem;
pub mod transform;
pub mod unroll;
pub mod vector;
pub mod warp;
pub mod wgmma;

#[cfg(target_arch = "nvptx64")]
pub use machine::Nvptx;
pub use machine::{
    CachePolicy, Evicted, Gpu, Reduction, Sm80, Sm89, Sm90, Sm100, Sm120, Store, TensorMap,
};
pub use number::{Bf16, E4m3, E5m2, F16, FragmentElement, Half, RoundedOperand, Tf32};
/// Turns a function into kernels; see the module [`kernel`](mod@kernel).
pub use zellige_macros::kernel;

/// Ends the kernel, and with it all work in its context on the GPU. It prints nothing: code that
/// formats a message would make every kernel larger.
#[cfg(all(target_arch = "nvptx64", feature = "panic-handler"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: ends the kernel.
    unsafe { core::arch::nvptx::trap() }
}
