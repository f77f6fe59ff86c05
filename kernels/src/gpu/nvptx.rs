//! The GPU itself: every method is one instruction.

use super::{Gpu, Half};
use core::arch::{asm, nvptx};

#[cfg(target_feature = "sm_90a")]
mod hopper;

unsafe extern "C" {
    safe fn zellige_shared_pointer() -> *mut u8;
    safe fn zellige_shared_address() -> u32;
}

/// A thread of the GPU that executes this code.
#[derive(Copy, Clone)]
pub struct Nvptx;

impl Gpu for Nvptx {
    #[inline(always)]
    fn thread(self) -> u32 {
        // SAFETY: reads a special register, as do the next three.
        unsafe { nvptx::_thread_idx_x() }
    }
    #[inline(always)]
    fn block_x(self) -> u32 {
        // SAFETY: see `thread`.
        unsafe { nvptx::_block_idx_x() }
    }
    #[inline(always)]
    fn block_y(self) -> u32 {
        // SAFETY: see `thread`.
        unsafe { nvptx::_block_idx_y() }
    }
    #[inline(always)]
    fn grid_x(self) -> u32 {
        // SAFETY: see `thread`.
        unsafe { nvptx::_grid_dim_x() }
    }

    #[inline(always)]
    fn shared(self) -> *mut u8 {
        zellige_shared_pointer()
    }
    #[inline(always)]
    fn shared_address(self) -> u32 {
        zellige_shared_address()
    }
    #[inline(always)]
    unsafe fn sync_threads(self) {
        nvptx::_syncthreads()
    }

    #[inline(always)]
    fn fma(self, a: f32, b: f32, c: f32) -> f32 {
        core::f32::math::mul_add(a, b, c)
    }
    #[inline(always)]
    fn exp2(self, x: f32) -> f32 {
        let y;
        // SAFETY: arithmetic on registers.
        unsafe {
            asm!("ex2.approx.ftz.f32 {0}, {1};", out(reg32) y, in(reg32) x,
                options(pure, nomem, nostack, preserves_flags));
        }
        y
    }
    #[inline(always)]
    fn reciprocal(self, x: f32) -> f32 {
        let y;
        // SAFETY: arithmetic on registers.
        unsafe {
            asm!("rcp.approx.ftz.f32 {0}, {1};", out(reg32) y, in(reg32) x,
                options(pure, nomem, nostack, preserves_flags));
        }
        y
    }
    #[inline(always)]
    unsafe fn shuffle_xor(self, x: f32, mask: u32) -> f32 {
        let y;
        asm!("shfl.sync.bfly.b32 {0}, {1}, {2}, 31, -1;", out(reg32) y, in(reg32) x, in(reg32) mask,
            options(nomem, nostack, preserves_flags));
        y
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
