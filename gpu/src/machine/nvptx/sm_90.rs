//! What `sm_90a` has in addition.

use super::Nvptx;
use crate::wgmma::{Majors, ScaleOut, Sums, Wgmma};
use crate::{Sm90, TensorMap};
use core::arch::asm;

/// One instruction, with these options on top: it may touch memory, and no stack.
macro_rules! ptx {
    ($($asm:tt)*) => { asm!($($asm)*, options(nostack, preserves_flags)) };
}
/// One method for each number of matrices.
macro_rules! stmatrix {
    ($($stmatrix:ident $form:literal $operands:literal $($i:literal)+;)+) => { $(
        #[inline(always)]
        unsafe fn $stmatrix(self, row: u32, matrices: [u32; [$($i),+].len()]) {
            ptx!(concat!("stmatrix.sync.aligned.m8n8.", $form, ".shared.b16 [{0}], ", $operands),
                in(reg32) row, $(in(reg32) matrices[$i]),+)
        }
    )+ };
}
impl Sm90 for Nvptx {
    stmatrix! {
        stmatrix_x1 "x1" "{{{1}}};" 0;
        stmatrix_x2 "x2" "{{{1},{2}}};" 0 1;
        stmatrix_x4 "x4" "{{{1},{2},{3},{4}}};" 0 1 2 3;
        stmatrix_x1_trans "x1.trans" "{{{1}}};" 0;
        stmatrix_x2_trans "x2.trans" "{{{1},{2}}};" 0 1;
        stmatrix_x4_trans "x4.trans" "{{{1},{2},{3},{4}}};" 0 1 2 3;
    }
    #[inline(always)]
    unsafe fn mbarrier_init(self, barrier: u32, arrivals: u32) {
        ptx!("mbarrier.init.shared::cta.b64 [{0}], {1};", in(reg32) barrier, in(reg32) arrivals)
    }
    #[inline(always)]
    unsafe fn mbarrier_fence(self) {
        ptx!("fence.mbarrier_init.release.cluster;", "fence.proxy.async;")
    }
    #[inline(always)]
    unsafe fn mbarrier_arrive(self, barrier: u32) {
        ptx!("mbarrier.arrive.shared::cta.b64 _, [{0}];", in(reg32) barrier)
    }
    #[inline(always)]
    unsafe fn mbarrier_arrive_expect(self, barrier: u32, bytes: u32) {
        ptx!("mbarrier.arrive.expect_tx.shared::cta.b64 _, [{0}], {1};", in(reg32) barrier, in(reg32) bytes)
    }
    #[inline(always)]
    unsafe fn mbarrier_wait(self, barrier: u32, parity: u32) {
        loop {
            let done: u32;
            ptx!(
                "{{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [{1}], {2}; selp.u32 {0}, 1, 0, p; }}",
                out(reg32) done, in(reg32) barrier, in(reg32) parity
            );
            if done != 0 {
                break;
            }
        }
    }

    #[inline(always)]
    unsafe fn fence_proxy_async(self) {
        ptx!("fence.proxy.async;")
    }
    #[inline(always)]
    unsafe fn tma_load_2d(
        self,
        to: u32,
        map: *const TensorMap,
        inner: u32,
        outer: u32,
        barrier: u32,
    ) {
        ptx!(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [{0}], [{1}, {{{2}, {3}}}], [{4}];",
            in(reg32) to, in(reg64) map, in(reg32) inner, in(reg32) outer, in(reg32) barrier
        )
    }

    #[inline(always)]
    unsafe fn wgmma_fence(self) {
        ptx!("wgmma.fence.sync.aligned;")
    }
    #[inline(always)]
    unsafe fn wgmma<I: Wgmma<Self>, M: Majors>(
        self,
        d: &mut I::Sums,
        a: I::OperandA,
        b: u64,
        out: ScaleOut,
    ) {
        I::execute::<M>(d, a, b, out)
    }
    #[inline(always)]
    unsafe fn wgmma_commit(self) {
        ptx!("wgmma.commit_group.sync.aligned;")
    }
    #[inline(always)]
    unsafe fn wgmma_wait<const N: u32>(self) {
        ptx!("wgmma.wait_group.sync.aligned {n};", n = const N)
    }

    #[inline(always)]
    unsafe fn warpgroup_fence_operand<S: Sums>(self, d: &mut S) {
        d.fence()
    }

    #[inline(always)]
    unsafe fn registers_down<const N: u32>(self) {
        ptx!("setmaxnreg.dec.sync.aligned.u32 {n};", n = const N)
    }
    #[inline(always)]
    unsafe fn registers_up<const N: u32>(self) {
        ptx!("setmaxnreg.inc.sync.aligned.u32 {n};", n = const N)
    }
}
