//! The instructions that `sm_100a` adds.

use super::Nvptx;
use crate::tmem::{TmemCopies, TmemLoads, TmemStores, Umma, UmmaScaled};
use crate::wgmma::{Accumulators, ScaleOut};
use crate::{Sm90, Sm100};
use core::arch::asm;

impl Sm100 for Nvptx {
    #[inline(always)]
    unsafe fn tmem_alloc(self, to: u32, columns: u32) {
        ptx!("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [{0}], {1};",
            in(reg32) to, in(reg32) columns)
    }
    #[inline(always)]
    unsafe fn tmem_dealloc(self, address: u32, columns: u32) {
        ptx!("tcgen05.dealloc.cta_group::1.sync.aligned.b32 {0}, {1};",
            in(reg32) address, in(reg32) columns)
    }
    #[inline(always)]
    unsafe fn tmem_relinquish_alloc_permit(self) {
        ptx!("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;")
    }

    #[inline(always)]
    unsafe fn tmem_load<I: TmemLoads>(self, address: u32) -> I::Registers {
        I::load(address)
    }
    #[inline(always)]
    unsafe fn tmem_wait_load<S: Accumulators, const N: usize>(self, registers: &mut [S; N]) {
        ptx!("tcgen05.wait::ld.sync.aligned;");
        for loaded in registers {
            self.warpgroup_fence_operand(loaded);
        }
    }
    #[inline(always)]
    unsafe fn tmem_store<I: TmemStores>(self, address: u32, registers: I::Registers) {
        I::store(address, registers)
    }
    #[inline(always)]
    unsafe fn tmem_wait_store(self) {
        ptx!("tcgen05.wait::st.sync.aligned;")
    }

    #[inline(always)]
    unsafe fn tmem_copy<I: TmemCopies>(self, to: u32, from: u64) {
        I::copy(to, from)
    }

    #[inline(always)]
    unsafe fn umma<I: Umma<Self>>(
        self,
        d: u32,
        a: I::OperandA,
        b: u64,
        descriptor: u32,
        out: ScaleOut,
    ) {
        I::execute(d, a, b, descriptor, out)
    }
    #[inline(always)]
    unsafe fn umma_scaled<I: UmmaScaled<Self>>(
        self,
        d: u32,
        a: u64,
        b: u64,
        descriptor: u32,
        factors: [u32; 2],
        out: ScaleOut,
    ) {
        I::execute(d, a, b, descriptor, factors, out)
    }
    #[inline(always)]
    unsafe fn umma_commit(self, barrier: u32) {
        ptx!("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [{0}];",
            in(reg32) barrier)
    }
    #[inline(always)]
    unsafe fn tcgen05_before_thread_sync(self) {
        ptx!("tcgen05.fence::before_thread_sync;")
    }
    #[inline(always)]
    unsafe fn tcgen05_after_thread_sync(self) {
        ptx!("tcgen05.fence::after_thread_sync;")
    }
}
