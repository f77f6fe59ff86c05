//! The instructions that `sm_90a` adds; `sm_100a` and `sm_120a` have them, too, except `wgmma`.

use super::Nvptx;
use crate::wgmma::{Accumulators, Majors, ScaleOut, Wgmma};
use crate::{CachePolicy, Evicted, Reduction, Sm90, TensorMap};
use core::arch::asm;
use core::mem::transmute_copy;

unsafe extern "C" {
    /// Unlike instructions in `asm!`, LLVM does not copy it, or what follows it at once, into both
    /// arms of a condition: all threads of a warp execute the same instruction.
    #[link_name = "llvm.nvvm.bar.warp.sync"]
    fn bar_warp_sync(mask: u32);
}
/// Executes an instruction for a box with D coordinates, which the PTX has between `$before` and
/// `$after`. By default, the instruction copies the box.
macro_rules! tma {
    ($D:ident $at:ident, $($rest:tt)*) => { tma!("cp.async.bulk.tensor." $D $at, $($rest)*) };
    ($name:literal $D:ident $at:ident, $before:literal $after:literal, $($operands:tt)*) => {
        match $D {
            1 => tma!(@ $name $D $at "1d." $before "{c0}" $after [c0 0] $($operands)*),
            2 => tma!(@ $name $D $at "2d." $before "{c0}, {c1}" $after [c0 0 c1 1] $($operands)*),
            3 => tma!(@ $name $D $at "3d." $before "{c0}, {c1}, {c2}" $after [c0 0 c1 1 c2 2] $($operands)*),
            4 => tma!(@ $name $D $at "4d." $before "{c0}, {c1}, {c2}, {c3}" $after [c0 0 c1 1 c2 2 c3 3] $($operands)*),
            5 => tma!(@ $name $D $at "5d." $before "{c0}, {c1}, {c2}, {c3}, {c4}" $after [c0 0 c1 1 c2 2 c3 3 c4 4] $($operands)*),
            _ => const { assert!(1 <= $D && $D <= 5, "a tensor map has 1 to 5 modes") },
        }
    };
    (@ $name:literal $D:ident $at:ident $form:literal $before:literal $list:literal $after:literal [$($c:ident $i:literal)*] $($operands:tt)*) => {
        ptx!(concat!($name, $form, $before, $list, $after),
            $($c = in(reg32) if $i < $D { $at[$i] } else { 0 },)* $($operands)*)
    };
}
/// Defines one method for each number of matrices.
macro_rules! stmatrix {
    ($($stmatrix:ident $form:literal $operands:literal $($i:literal)+;)+) => { $(
        #[inline(always)]
        unsafe fn $stmatrix(self, row: u32, matrices: [u32; [$($i),+].len()]) {
            ptx!(concat!("stmatrix.sync.aligned.m8n8.", $form, ".shared.b16 [{0}], ", $operands),
                in(reg32) row, $(in(reg32) matrices[$i]),+)
        }
    )+ };
}
/// Returns the size of a V, which one instruction accesses.
const fn bytes<V>() -> usize {
    assert!(matches!(size_of::<V>(), 1 | 2 | 4 | 8 | 16), "the type has 1, 2, 4, 8 or 16 bytes");
    size_of::<V>()
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
        ptx!("fence.mbarrier_init.release.cluster;", "fence.proxy.async.shared::cta;")
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
    unsafe fn mbarrier_arrive_remote(self, barrier: u32, block: u32) {
        ptx!(
            "{{ .reg .b32 remote; mapa.shared::cluster.u32 remote, {0}, {1}; \
             mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote]; }}",
            in(reg32) barrier, in(reg32) block
        )
    }
    #[inline(always)]
    unsafe fn elect_one(self) -> bool {
        let elected: u32;
        ptx!("{{ .reg .pred p; elect.sync _|p, 1; selp.b32 {0}, 1, 0, p; }}", out(reg32) elected);
        elected != 0
    }
    #[inline(always)]
    fn cluster_rank(self) -> u32 {
        let rank;
        // SAFETY: reads a special register.
        unsafe {
            asm!("mov.u32 {0}, %cluster_ctarank;", out(reg32) rank,
                options(pure, nomem, nostack, preserves_flags));
        }
        rank
    }
    #[inline(always)]
    fn cluster_blocks(self) -> u32 {
        let blocks;
        // SAFETY: reads a special register.
        unsafe {
            asm!("mov.u32 {0}, %cluster_nctarank;", out(reg32) blocks,
                options(pure, nomem, nostack, preserves_flags));
        }
        blocks
    }
    #[inline(always)]
    unsafe fn cluster_arrive(self) {
        ptx!("barrier.cluster.arrive.release;")
    }
    #[inline(always)]
    unsafe fn cluster_wait(self) {
        ptx!("barrier.cluster.wait.acquire;")
    }

    #[inline(always)]
    fn map_shared_rank(self, address: u32, block: u32) -> u32 {
        let mapped;
        // SAFETY: arithmetic on registers.
        unsafe {
            asm!("mapa.shared::cluster.u32 {0}, {1}, {2};", out(reg32) mapped, in(reg32) address,
                in(reg32) block, options(pure, nomem, nostack, preserves_flags));
        }
        mapped
    }
    #[inline(always)]
    unsafe fn load_shared_cluster<V: Copy>(self, from: u32) -> V {
        let (a, b, c, d): (u32, u32, u32, u32);
        let half: u16;
        match const { bytes::<V>() } {
            1 => {
                ptx!("ld.shared::cluster.b8 {0}, [{1}];", out(reg16) half, in(reg32) from);
                transmute_copy(&(half as u8))
            }
            2 => {
                ptx!("ld.shared::cluster.b16 {0}, [{1}];", out(reg16) half, in(reg32) from);
                transmute_copy(&half)
            }
            4 => {
                ptx!("ld.shared::cluster.b32 {0}, [{1}];", out(reg32) a, in(reg32) from);
                transmute_copy(&a)
            }
            8 => {
                ptx!("ld.shared::cluster.v2.b32 {{{0}, {1}}}, [{2}];", out(reg32) a, out(reg32) b,
                    in(reg32) from);
                transmute_copy(&[a, b])
            }
            _ => {
                ptx!("ld.shared::cluster.v4.b32 {{{0}, {1}, {2}, {3}}}, [{4}];", out(reg32) a,
                    out(reg32) b, out(reg32) c, out(reg32) d, in(reg32) from);
                transmute_copy(&[a, b, c, d])
            }
        }
    }
    #[inline(always)]
    unsafe fn store_async(self, to: u32, word: u32, barrier: u32, block: u32) {
        ptx!(
            "{{ .reg .b32 to, barrier; mapa.shared::cluster.u32 to, {0}, {3}; \
             mapa.shared::cluster.u32 barrier, {2}, {3}; \
             st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [to], {1}, [barrier]; }}",
            in(reg32) to, in(reg32) word, in(reg32) barrier, in(reg32) block
        )
    }
    #[inline(always)]
    unsafe fn store_shared_cluster<V: Copy>(self, to: u32, value: V) {
        match const { bytes::<V>() } {
            1 => ptx!("st.shared::cluster.b8 [{0}], {1};", in(reg32) to,
                in(reg16) u16::from(transmute_copy::<V, u8>(&value))),
            2 => ptx!("st.shared::cluster.b16 [{0}], {1};", in(reg32) to,
                in(reg16) transmute_copy::<V, u16>(&value)),
            4 => ptx!("st.shared::cluster.b32 [{0}], {1};", in(reg32) to,
                in(reg32) transmute_copy::<V, u32>(&value)),
            8 => {
                let [a, b]: [u32; 2] = transmute_copy(&value);
                ptx!("st.shared::cluster.v2.b32 [{0}], {{{1}, {2}}};", in(reg32) to, in(reg32) a,
                    in(reg32) b)
            }
            _ => {
                let [a, b, c, d]: [u32; 4] = transmute_copy(&value);
                ptx!("st.shared::cluster.v4.b32 [{0}], {{{1}, {2}, {3}, {4}}};", in(reg32) to,
                    in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d)
            }
        }
    }

    #[inline(always)]
    unsafe fn fence_proxy_async(self) {
        ptx!("fence.proxy.async.shared::cta;")
    }
    #[inline(always)]
    unsafe fn tma_load<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
    ) {
        tma!(D at, "shared::cluster.global.mbarrier::complete_tx::bytes [{to}], [{map}, {{" "}}], [{barrier}];",
            to = in(reg32) to, map = in(reg64) map, barrier = in(reg32) barrier)
    }
    #[inline(always)]
    unsafe fn tma_load_pair<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
    ) {
        // The number of the block is in the upper bits of an address, from bit 24 on.
        tma!(D at,
            "cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes [{to}], [{map}, {{"
            "}}], [{barrier}];",
            to = in(reg32) to, map = in(reg64) map, barrier = in(reg32) barrier & !(1 << 24))
    }
    #[inline(always)]
    unsafe fn tma_load_hint<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
        policy: CachePolicy,
    ) {
        tma!(D at,
            "shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [{to}], [{map}, {{"
            "}}], [{barrier}], {policy};",
            to = in(reg32) to, map = in(reg64) map, barrier = in(reg32) barrier, policy = in(reg64) policy.0)
    }
    #[inline(always)]
    fn cache_policy(self, evicted: Evicted) -> CachePolicy {
        macro_rules! policy {
            ($name:literal) => {{
                let policy;
                // SAFETY: arithmetic on registers.
                unsafe {
                    asm!(concat!("createpolicy.fractional.L2::", $name, ".b64 {0}, 1.0;"),
                        out(reg64) policy, options(pure, nomem, nostack, preserves_flags));
                }
                CachePolicy(policy)
            }};
        }
        match evicted {
            Evicted::First => policy!("evict_first"),
            Evicted::Last => policy!("evict_last"),
        }
    }
    #[inline(always)]
    unsafe fn tma_prefetch<const D: usize>(self, map: *const TensorMap, at: [i32; D]) {
        tma!("cp.async.bulk.prefetch.tensor." D at, "L2.global [{map}, {{" "}}];",
            map = in(reg64) map)
    }
    #[inline(always)]
    unsafe fn prefetch_tensor_map(self, map: *const TensorMap) {
        ptx!("prefetch.tensormap [{0}];", in(reg64) map)
    }
    #[inline(always)]
    unsafe fn tma_load_multicast<const D: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        barrier: u32,
        blocks: u16,
    ) {
        tma!(D at,
            "shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [{to}], [{map}, {{"
            "}}], [{barrier}], {blocks};",
            to = in(reg32) to, map = in(reg64) map, barrier = in(reg32) barrier, blocks = in(reg16) blocks)
    }
    #[inline(always)]
    unsafe fn tma_load_im2col<const D: usize, const S: usize>(
        self,
        to: u32,
        map: *const TensorMap,
        at: [i32; D],
        offsets: [u16; S],
        barrier: u32,
    ) {
        macro_rules! column {
            ($form:literal $list:literal $offsets:literal [$($c:ident $i:literal)*] [$($o:ident $j:literal)*]) => {
                tma!(@ "cp.async.bulk.tensor." D at $form
                    "shared::cluster.global.im2col.mbarrier::complete_tx::bytes [{to}], [{map}, {{"
                    $list $offsets [$($c $i)*] to = in(reg32) to, map = in(reg64) map,
                    barrier = in(reg32) barrier
                    $(, $o = in(reg16) if $j < S { offsets[$j] } else { 0 })*)
            };
        }
        match D {
            3 => column!("3d." "{c0}, {c1}, {c2}" "}}], [{barrier}], {{{o0}}};"
                [c0 0 c1 1 c2 2] [o0 0]),
            4 => column!("4d." "{c0}, {c1}, {c2}, {c3}" "}}], [{barrier}], {{{o0}, {o1}}};"
                [c0 0 c1 1 c2 2 c3 3] [o0 0 o1 1]),
            5 => column!("5d." "{c0}, {c1}, {c2}, {c3}, {c4}"
                "}}], [{barrier}], {{{o0}, {o1}, {o2}}};"
                [c0 0 c1 1 c2 2 c3 3 c4 4] [o0 0 o1 1 o2 2]),
            _ => const { assert!(3 <= D && D <= 5 && S + 2 == D, "an image has D - 2 of D modes") },
        }
    }
    #[inline(always)]
    unsafe fn tma_store<const D: usize>(self, map: *const TensorMap, at: [i32; D], from: u32) {
        tma!(D at, "global.shared::cta.bulk_group [{map}, {{" "}}], [{from}];",
            map = in(reg64) map, from = in(reg32) from)
    }
    #[inline(always)]
    unsafe fn tma_reduce<const D: usize>(
        self,
        by: Reduction,
        map: *const TensorMap,
        at: [i32; D],
        from: u32,
    ) {
        macro_rules! reduce {
            ($op:literal) => {
                tma!("cp.reduce.async.bulk.tensor." D at, $op "}}], [{from}];",
                    map = in(reg64) map, from = in(reg32) from)
            };
        }
        match by {
            Reduction::Add => reduce!("global.shared::cta.add.bulk_group [{map}, {{"),
            Reduction::Min => reduce!("global.shared::cta.min.bulk_group [{map}, {{"),
            Reduction::Max => reduce!("global.shared::cta.max.bulk_group [{map}, {{"),
        }
    }
    #[inline(always)]
    unsafe fn add_f32x4(self, to: *mut f32, [a, b, c, d]: [f32; 4]) {
        ptx!("red.relaxed.gpu.global.add.v4.f32 [{0}], {{{1}, {2}, {3}, {4}}};",
            in(reg64) to, in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d)
    }
    #[inline(always)]
    unsafe fn bulk_prefetch(self, from: *const u8, bytes: u32) {
        ptx!("cp.async.bulk.prefetch.L2.global [{0}], {1};", in(reg64) from, in(reg32) bytes)
    }
    #[inline(always)]
    unsafe fn bulk_load(self, to: u32, from: *const u8, bytes: u32, barrier: u32) {
        ptx!("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [{0}], [{1}], {2}, [{3}];",
            in(reg32) to, in(reg64) from, in(reg32) bytes, in(reg32) barrier)
    }
    #[inline(always)]
    unsafe fn bulk_store(self, to: *mut u8, from: u32, bytes: u32) {
        ptx!("cp.async.bulk.global.shared::cta.bulk_group [{0}], [{1}], {2};",
            in(reg64) to, in(reg32) from, in(reg32) bytes)
    }
    #[inline(always)]
    unsafe fn bulk_commit(self) {
        ptx!("cp.async.bulk.commit_group;")
    }
    #[inline(always)]
    unsafe fn bulk_wait_read<const N: u32>(self) {
        ptx!("cp.async.bulk.wait_group.read {n};", n = const N)
    }
    #[inline(always)]
    unsafe fn bulk_wait<const N: u32>(self) {
        ptx!("cp.async.bulk.wait_group {n};", n = const N)
    }

    #[inline(always)]
    unsafe fn copy_tensor_map(self, to: u32, map: *const TensorMap) {
        crate::unroll!(for i in 0..8 {
            ptx!(
                "{{ .reg .b64 a, b; ld.v2.b64 {{a, b}}, [{0}]; st.shared.v2.b64 [{1}], {{a, b}}; }}",
                in(reg64) map.byte_add(16 * i as usize), in(reg32) to + 16 * i
            )
        });
    }
    #[inline(always)]
    unsafe fn replace_tensor_map_address(self, map: u32, address: *const u8) {
        ptx!("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [{0}], {1};",
            in(reg32) map, in(reg64) address)
    }
    #[inline(always)]
    unsafe fn replace_tensor_map_extent<const MODE: usize>(self, map: u32, extent: u32) {
        const { assert!(MODE < 5, "a tensor map has 1 to 5 modes") }
        ptx!("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [{0}], {mode}, {1};",
            in(reg32) map, in(reg32) extent, mode = const MODE)
    }
    #[inline(always)]
    unsafe fn replace_tensor_map_stride<const MODE: usize>(self, map: u32, bytes: u64) {
        const { assert!(0 < MODE && MODE < 5, "a tensor map has strides of modes 1 to 4") }
        ptx!("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [{0}], {mode}, {1};",
            in(reg32) map, in(reg64) bytes, mode = const MODE - 1)
    }
    #[inline(always)]
    unsafe fn release_tensor_map(self, to: *mut TensorMap, from: u32) {
        bar_warp_sync(!0);
        ptx!("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [{0}], [{1}], 128;",
            in(reg64) to, in(reg32) from)
    }
    #[inline(always)]
    unsafe fn acquire_tensor_map(self, map: *const TensorMap) {
        ptx!("fence.proxy.tensormap::generic.acquire.gpu [{0}], 128;", in(reg64) map)
    }

    #[inline(always)]
    unsafe fn wgmma_fence(self) {
        ptx!("wgmma.fence.sync.aligned;")
    }
    #[inline(always)]
    unsafe fn wgmma<I: Wgmma<Self>, M: Majors>(
        self,
        d: &mut I::Accumulators,
        a: I::OperandA,
        b: u64,
        out: ScaleOut,
    ) {
        const {
            assert!(
                cfg!(target_feature = "sm_90a"),
                "the GPU has no `wgmma`: compile with -Ctarget-cpu=sm_90a"
            )
        }
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
    unsafe fn warpgroup_fence_operand<S: Accumulators>(self, d: &mut S) {
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
