//! What `sm_80` has in addition.

use super::Nvptx;
use crate::{Sm80, gemm::MmaSync};
use core::arch::asm;

impl Sm80 for Nvptx {
    #[inline(always)]
    unsafe fn cp_async_16(self, to: u32, from: *const u8, bytes: u32) {
        asm!("cp.async.cg.shared.global [{0}], [{1}], 16, {2};",
            in(reg32) to, in(reg64) from, in(reg32) bytes, options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn cp_async_16_if(self, to: u32, from: *const u8, read: bool) {
        asm!("{{ .reg .pred ignore; setp.eq.u32 ignore, {2}, 0;",
            "cp.async.cg.shared.global [{0}], [{1}], 16, ignore; }}",
            in(reg32) to, in(reg64) from, in(reg32) u32::from(read), options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn cp_async_4(self, to: u32, from: *const u8, bytes: u32) {
        asm!("cp.async.ca.shared.global [{0}], [{1}], 4, {2};",
            in(reg32) to, in(reg64) from, in(reg32) bytes, options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn cp_async_commit(self) {
        asm!("cp.async.commit_group;", options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn cp_async_wait<const N: u32>(self) {
        asm!("cp.async.wait_group {n};", n = const N, options(nostack, preserves_flags));
    }

    #[inline(always)]
    unsafe fn ldmatrix_x4(self, row: u32) -> [u32; 4] {
        let (r0, r1, r2, r3);
        asm!("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{{0},{1},{2},{3}}}, [{4}];",
            out(reg32) r0, out(reg32) r1, out(reg32) r2, out(reg32) r3, in(reg32) row,
            options(nostack, preserves_flags));
        [r0, r1, r2, r3]
    }
    #[inline(always)]
    unsafe fn mma_sync<I: MmaSync<Self>>(
        self,
        c: &mut I::RegistersC,
        a: I::RegistersA,
        b: I::RegistersB,
    ) {
        I::execute(c, a, b)
    }
}
