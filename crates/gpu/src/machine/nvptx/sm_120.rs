//! The instructions that `sm_120a` adds.

use super::Nvptx;
use crate::Sm120;
use crate::gemm::{MmaSyncScaled, ScaleWord};

impl Sm120 for Nvptx {
    #[inline(always)]
    unsafe fn mma_sync_scaled<I: MmaSyncScaled<Self>>(
        self,
        c: &mut [f32; 4],
        a: [u32; 4],
        b: [u32; 2],
        factors: [ScaleWord; 2],
    ) {
        I::execute(c, a, b, factors)
    }
}
