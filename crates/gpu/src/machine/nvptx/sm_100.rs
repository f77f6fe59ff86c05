//! The instructions that `sm_100a` adds.

use super::Nvptx;
use crate::tmem::{CtaGroup, ScaledArguments, TmemCopies, TmemLoads, TmemStores, Umma, UmmaScaled};
use crate::wgmma::{Accumulators, ScaleOut};
use crate::{Sm90, Sm100};
use core::arch::asm;

/// Executes the instruction of one CTA, or of two, with the number between `$before` and `$after`.
macro_rules! group {
    ($P:ident $before:literal $after:literal $(, $($operands:tt)*)?) => {
        match $P::CTAS {
            1 => ptx!(concat!($before, ".cta_group::1", $after) $(, $($operands)*)?),
            _ => ptx!(concat!($before, ".cta_group::2", $after) $(, $($operands)*)?),
        }
    };
}
impl Sm100 for Nvptx {
    #[inline(always)]
    unsafe fn tmem_alloc<P: CtaGroup>(self, to: u32, columns: u32) {
        group!(P "tcgen05.alloc" ".sync.aligned.shared::cta.b32 [{0}], {1};",
            in(reg32) to, in(reg32) columns)
    }
    #[inline(always)]
    unsafe fn tmem_dealloc<P: CtaGroup>(self, address: u32, columns: u32) {
        group!(P "tcgen05.dealloc" ".sync.aligned.b32 {0}, {1};",
            in(reg32) address, in(reg32) columns)
    }
    #[inline(always)]
    unsafe fn tmem_relinquish_alloc_permit<P: CtaGroup>(self) {
        group!(P "tcgen05.relinquish_alloc_permit" ".sync.aligned;")
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
    unsafe fn tmem_shift<P: CtaGroup>(self, address: u32) {
        group!(P "tcgen05.shift" ".down [{0}];", in(reg32) address)
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
    unsafe fn umma_scaled<I: UmmaScaled<Self>>(self, arguments: ScaledArguments) {
        I::execute(arguments)
    }
    #[inline(always)]
    unsafe fn umma_commit<P: CtaGroup>(self, barrier: u32) {
        group!(P "tcgen05.commit" ".mbarrier::arrive::one.shared::cluster.b64 [{0}];",
            in(reg32) barrier)
    }
    #[inline(always)]
    unsafe fn umma_commit_multicast<P: CtaGroup>(self, barrier: u32, blocks: u16) {
        group!(P "tcgen05.commit"
            ".mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [{0}], {1};",
            in(reg32) barrier, in(reg16) blocks)
    }
    #[inline(always)]
    unsafe fn tcgen05_before_thread_sync(self) {
        ptx!("tcgen05.fence::before_thread_sync;")
    }
    #[inline(always)]
    unsafe fn tcgen05_after_thread_sync(self) {
        ptx!("tcgen05.fence::after_thread_sync;")
    }

    #[inline(always)]
    unsafe fn try_cancel(self, to: u32, barrier: u32) {
        ptx!(
            "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 \
             [{0}], [{1}];",
            in(reg32) to, in(reg32) barrier
        )
    }
    #[inline(always)]
    unsafe fn try_cancel_multicast(self, to: u32, barrier: u32) {
        ptx!(
            "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes\
             .multicast::cluster::all.b128 [{0}], [{1}];",
            in(reg32) to, in(reg32) barrier
        )
    }
    #[inline(always)]
    unsafe fn query_cancel(self, response: u32) -> Option<(u32, u32)> {
        let (x, y): (u32, u32);
        let is_cancelled: u32;
        ptx!(
            "{{ .reg .b128 response; .reg .pred p; ld.shared.b128 response, [{3}]; \
             clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, response; \
             selp.b32 {0}, 1, 0, p; mov.b32 {1}, 0; mov.b32 {2}, 0; \
             @p clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {{{1}, {2}, _, _}}, \
             response; }}",
            out(reg32) is_cancelled, out(reg32) x, out(reg32) y, in(reg32) response
        );
        (is_cancelled != 0).then_some((x, y))
    }
}
