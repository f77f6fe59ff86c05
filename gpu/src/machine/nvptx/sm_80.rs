//! What `sm_80` has in addition.

use super::Nvptx;
use crate::{Half, Sm80};
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
    unsafe fn mma_16x8x16<T: Half>(self, d: &mut [f32; 4], a: [u32; 4], b: [u32; 2]) {
        macro_rules! mma {
            ($t:literal) => {
                asm!(concat!("mma.sync.aligned.m16n8k16.row.col.f32.", $t, ".", $t, ".f32 ",
                    "{{{0},{1},{2},{3}}}, {{{4},{5},{6},{7}}}, {{{8},{9}}}, {{{0},{1},{2},{3}}};"),
                    inout(reg32) d[0], inout(reg32) d[1], inout(reg32) d[2], inout(reg32) d[3],
                    in(reg32) a[0], in(reg32) a[1], in(reg32) a[2], in(reg32) a[3],
                    in(reg32) b[0], in(reg32) b[1],
                    options(pure, nomem, nostack, preserves_flags))
            };
        }
        if T::BRAIN { mma!("bf16") } else { mma!("f16") }
    }
}
