//! GPU kernels that compute every index with a zellige layout.
//!
//! | module | what it computes |
//! |---|---|
//! | [`saxpy`](mod@saxpy) | y += a x |
//! | [`copy`](mod@copy) | copies a matrix to another, as many bytes at once as the layouts allow |
//! | [`align`](mod@align) | copies rows that begin anywhere to rows at multiples of 16 bytes |
//! | [`transpose`](mod@transpose) | the transposed matrix |
//! | [`permute`](mod@permute) | the modes of a tensor in another order in memory |
//! | [`softmax`] | exp(x) over the sum of exp(x) of the row |
//! | [`sgemm`](mod@sgemm) | C = alpha A B + beta C in f32, without tensor cores |
//! | [`wgmma_gemm`](mod@wgmma_gemm) | C = A B^T for Hopper: TMA, mbarriers, `wgmma`; bf16 with accumulators in f32 |
//! | [`umma_gemm`](mod@umma_gemm) | C = A B^T for Blackwell: TMA, `tcgen05.mma`, tensor memory; not run on a GPU |
//! | [`umma_scaled_gemm`](mod@umma_scaled_gemm) | the same with scale factors that the tensor cores apply: nvfp4, mxfp8, and mxfp8 by mxfp4 |
//! | [`attention`](mod@attention) | softmax(Q K^T) V for Hopper: FlashAttention-3's algorithm; bf16 and f16 |
//! | [`umma_attention`](mod@umma_attention) | the same for Blackwell: FlashAttention-4's algorithm; bf16, d = 128; not run on a GPU |
//! | [`fp8_gemm`](mod@fp8_gemm) | C = A B^T for Hopper, of 8-bit numbers with a scale per tensor or per block, promoted to f32 |
//! | [`mma_gemm`](mod@mma_gemm) | the matrix product of 16-bit numbers, by `mma.sync` |
//! | [`mma_scaled_gemm`](mod@mma_scaled_gemm) | the matrix product of nvfp4 and of mxfp8 for the Blackwell of RTX 50, by `mma.sync`; not run on a GPU |
//!
//! Each kernel is an `unsafe fn NAME<G: Gpu>(gpu: G, ...)` with the attribute
//! [`#[kernel]`](mod@zellige_gpu::kernel). The crate `zellige-baselines` has the same algorithms
//! without layouts; `cargo xtask zero-cost` shows that both compile to the same instructions. The
//! crate `zellige-instructions` has a kernel for each instruction that the GPU library executes.
//!
//! # Safety of the kernels
//!
//! The pointers must point to as many elements as the sizes say, and stay valid while the kernel
//! runs. Nobody else may use the memory that a kernel writes while it runs. The grid and the blocks
//! must be as the kernel documents.

#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

pub mod align;
pub mod attention;
pub mod copy;
mod entries;
pub mod fp8_gemm;
pub mod major;
pub mod mma_gemm;
pub mod mma_scaled_gemm;
pub mod permute;
pub mod saxpy;
pub mod sgemm;
pub mod softmax;
pub mod transpose;
pub mod umma_attention;
pub mod umma_gemm;
pub mod umma_scaled_gemm;
pub mod wgmma_gemm;

pub use entries::{KERNELS, visit};
