//! The instructions that `sm_120a` adds.

use super::{Nvptx, sm_80::ldmatrix};
use crate::Sm120;
use crate::gemm::{MmaSyncScaled, ScaleWord};
use core::arch::asm;

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
    ldmatrix! { "m8n16" "b8x16.b4x16_p64":
        ldmatrix_b4_x1 "x1" "{{{0}}}, [{1}];" r0;
        ldmatrix_b4_x2 "x2" "{{{0},{1}}}, [{2}];" r0 r1;
        ldmatrix_b4_x4 "x4" "{{{0},{1},{2},{3}}}, [{4}];" r0 r1 r2 r3;
    }
    ldmatrix! { "m8n16" "b8x16.b6x16_p32":
        ldmatrix_b6_x1 "x1" "{{{0}}}, [{1}];" r0;
        ldmatrix_b6_x2 "x2" "{{{0},{1}}}, [{2}];" r0 r1;
        ldmatrix_b6_x4 "x4" "{{{0},{1},{2},{3}}}, [{4}];" r0 r1 r2 r3;
    }
}
