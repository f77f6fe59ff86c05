//! The list of the kernels, instances of generic functions among them.

use crate::sgemm::{sgemm_1, sgemm_2};
use crate::{copy, mma_gemm, saxpy, softmax, transpose, wgmma_gemm};

list! {
    saxpy::saxpy,
    saxpy::saxpy_strided,
    copy::copy_16,
    copy::copy_8,
    copy::copy_4,
    transpose::transpose_f32,
    transpose::transpose_bf16,
    transpose::transpose_f32_any,
    transpose::transpose_bf16_any,
    softmax::softmax_warp,
    softmax::softmax_block_8,
    softmax::softmax_block_32,
    sgemm_1::sgemm_1_nt,
    sgemm_1::sgemm_1_tn,
    sgemm_2::sgemm_2_nt,
    sgemm_2::sgemm_2_nt_any,
    sgemm_2::sgemm_2_tn,
    wgmma_gemm::wgmma_gemm,
    wgmma_gemm::wgmma_gemm_bf16,
    sgemm_1::sgemm_1_64,
    sgemm_2::sgemm_2_64,
    mma_gemm::mma_gemm_nt,
    mma_gemm::mma_gemm_64,
    mma_gemm::mma_gemm_nt_any,
    wgmma_gemm::wgmma_gemm_f16,
    wgmma_gemm::wgmma_gemm_nt,
    wgmma_gemm::wgmma_gemm_128,
    mma_gemm::mma_gemm_bf16,
    mma_gemm::mma_gemm_bf16_any,
    mma_gemm::mma_gemm_f16,
    mma_gemm::mma_gemm_f16_any,
}
