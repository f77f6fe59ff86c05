//! The instructions that `sm_80` adds.

use super::Nvptx;
use crate::{Sm80, gemm::MmaSync};
use core::arch::asm;

/// Defines one method for each number of matrices of a shape, of elements of a type.
macro_rules! ldmatrix {
    ($shape:literal $type:literal: $($ldmatrix:ident $form:literal $operands:literal $($r:ident)+;)+) => { $(
        #[inline(always)]
        unsafe fn $ldmatrix(self, row: u32) -> [u32; [$(stringify!($r)),+].len()] {
            let ($($r,)+);
            asm!(concat!("ldmatrix.sync.aligned.", $shape, ".", $form, ".shared.", $type, " ", $operands),
                $(out(reg32) $r,)+ in(reg32) row, options(nostack, preserves_flags));
            [$($r),+]
        }
    )+ };
}

#[cfg(target_feature = "sm_120a")]
pub(super) use ldmatrix;

/// Atomic additions to global memory.
macro_rules! additions {
    ($($name:ident $T:ident $instruction:literal;)+) => { $(
        #[inline(always)]
        unsafe fn $name(self, to: *mut $T, number: $T) -> $T {
            let before;
            asm!(concat!($instruction, " {0}, [{1}], {2};"), out(reg32) before, in(reg64) to, in(reg32) number,
                options(nostack, preserves_flags));
            before
        }
    )+ };
}

impl Sm80 for Nvptx {
    #[inline(always)]
    unsafe fn store_release(self, to: *mut u32, number: u32) {
        asm!("st.release.gpu.u32 [{0}], {1};", in(reg64) to, in(reg32) number,
            options(nostack, preserves_flags));
    }
    #[inline(always)]
    unsafe fn load_acquire(self, from: *const u32) -> u32 {
        let number;
        asm!("ld.acquire.gpu.u32 {0}, [{1}];", out(reg32) number, in(reg64) from,
            options(nostack, preserves_flags));
        number
    }
    #[inline(always)]
    unsafe fn prefetch_l2(self, from: *const u8) {
        asm!("prefetch.global.L2 [{0}];", in(reg64) from, options(nostack, preserves_flags));
    }
    additions! {
        fetch_add u32 "atom.relaxed.gpu.global.add.u32";
        fetch_add_acq_rel u32 "atom.acq_rel.gpu.global.add.u32";
        fetch_add_f32 f32 "atom.relaxed.gpu.global.add.f32";
    }
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
    unsafe fn cp_async_ca_if<const BYTES: u32>(self, to: u32, from: *const u8, read: bool) {
        asm!("{{ .reg .pred ignore; setp.eq.u32 ignore, {2}, 0;",
            "cp.async.ca.shared.global [{0}], [{1}], {bytes}, ignore; }}",
            in(reg32) to, in(reg64) from, in(reg32) u32::from(read), bytes = const BYTES,
            options(nostack, preserves_flags));
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

    ldmatrix! { "m8n8" "b16":
        ldmatrix_x1 "x1" "{{{0}}}, [{1}];" r0;
        ldmatrix_x2 "x2" "{{{0},{1}}}, [{2}];" r0 r1;
        ldmatrix_x4 "x4" "{{{0},{1},{2},{3}}}, [{4}];" r0 r1 r2 r3;
        ldmatrix_x1_trans "x1.trans" "{{{0}}}, [{1}];" r0;
        ldmatrix_x2_trans "x2.trans" "{{{0},{1}}}, [{2}];" r0 r1;
        ldmatrix_x4_trans "x4.trans" "{{{0},{1},{2},{3}}}, [{4}];" r0 r1 r2 r3;
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
