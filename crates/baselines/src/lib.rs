//! The baselines of [`zellige_kernels`]: the same algorithms, with hand-written indices.
//!
//! `NAME_by_hand` is the baseline of the kernel `NAME`. `cargo xtask zero-cost` compiles both, and
//! shows that they become the same instructions; `zellige-problems` checks and times them side by
//! side. Nothing else needs this crate. The build for a GPU compiles this crate with all kernels,
//! including those of [`zellige_instructions`].
//!
//! Everything that is not an index is the kernel's: threads per block, bytes of shared memory,
//! elements of a tile. So are the conditions on the arguments, and therefore the safety.

#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]

pub mod align;
pub mod copy;
pub mod mma_gemm;
pub mod permute;
pub mod saxpy;
pub mod sgemm;
pub mod softmax;
pub mod transpose;
pub mod wgmma_gemm;

use zellige_instructions as _; // its kernels are in the same PTX

zellige_gpu::kernel_list! {
    saxpy::saxpy_by_hand,
    saxpy::saxpy_strided_by_hand,
    copy::copy_16_by_hand,
    copy::copy_8_by_hand,
    copy::copy_4_by_hand,
    align::align_rows_by_hand,
    transpose::transpose_f32_by_hand,
    transpose::transpose_bf16_by_hand,
    transpose::transpose_f32_any_by_hand,
    transpose::transpose_bf16_any_by_hand,
    permute::permute_u32_32_by_hand,
    permute::permute_rows_u32_by_hand,
    softmax::softmax_warp_by_hand,
    softmax::softmax_block_8_by_hand,
    softmax::softmax_block_32_by_hand,
    sgemm::sgemm_1_nt_by_hand,
    sgemm::sgemm_1_tn_by_hand,
    sgemm::sgemm_2_nt_by_hand,
    sgemm::sgemm_2_nt_any_by_hand,
    sgemm::sgemm_2_tn_by_hand,
    sgemm::sgemm_2_tn_any_by_hand,
    wgmma_gemm::wgmma_gemm_by_hand,
    wgmma_gemm::wgmma_gemm_bf16_by_hand,
    mma_gemm::mma_gemm_bf16_by_hand,
    mma_gemm::mma_gemm_bf16_any_by_hand,
    mma_gemm::mma_gemm_f16_by_hand,
    mma_gemm::mma_gemm_f16_any_by_hand,
}
