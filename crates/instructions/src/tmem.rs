//! The loads and stores of tensor memory, the copies from shared memory, the shifts and products in
//! it.
//! [`kernels`](crate::kernels) does not list them, because the problems run what it lists on a
//! Hopper GPU.

use zellige::atom::block_scaled::{DeduceSmemLayoutSfa, DeduceSmemLayoutSfb};
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::atom::tmem::{TmemFragment, TmemFrg1sm};
use zellige::atom::tmem_copy::{self as atoms, *};
use zellige::atom::{MmaTiling, OperandA, OperandB, PartitionShape, TiledMma};
use zellige::integer::Mul;
use zellige::ops::TileToShape;
use zellige::prelude::*;
use zellige_gpu::number::{E2m1, Ue4m3, Ue8m0};
use zellige_gpu::registers::{Roles, WarpRoles, Warpgroup};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tmem::{Accumulator, OfCta, Sfa, Sfb, TmemStorage};
use zellige_gpu::unroll;
use zellige_gpu::{Bf16, E4m3, FragmentElement, Sm100, Tf32};

/// All columns: a row on each lane, in 32 bits.
type All = TmemFragment<shape!(((128, 512), 1, 1)), TmemFrg1sm<int!(32)>>;
/// Copies `$registers` words from or to the registers of a thread.
macro_rules! words {
    ($registers:literal, |$i:ident| $copy:expr) => {
        unroll!(for sixteen in 0..8 {
            unroll!(for one in 0..16 {
                let $i = 16 * sixteen as usize + one as usize;
                if $i < $registers {
                    $copy
                }
            });
        })
    };
}
/// Defines, for each shape, a kernel that copies words to tensor memory and back by each number of
/// repetitions. 128 threads have the words at `from` and `to` behind one another, for one number
/// after the other.
macro_rules! transfers {
    ($($Name:ident $Shape:ident $lane:literal: $($n:literal $registers:literal),*;)*) => { $(
        /// Copies words to tensor memory and back: first whole words, then halves.
        #[zellige_gpu::kernel(threads = 128, shared = <TmemStorage<All>>::BYTES)]
        pub unsafe fn $Name<G: Sm100>(gpu: G, from: *const u32, to: *mut u32) {
            let memory = <TmemStorage<All>>::allocate(gpu).alloc(gpu);
            let warp = gpu.broadcast(gpu.thread() / 32);
            let at = memory.address().bits() + (32 * warp + $lane << 16);
            let mut first = 0;
            $( transfers!(@both $Shape $n $registers Words gpu at from to first); )*
            $( transfers!(@both $Shape $n $registers Halves gpu at from to first); )*
            let _ = first;
            memory.free(gpu);
        }
    )* };
    (
        @both $Shape:ident $n:literal $registers:literal $P:ident
        $gpu:ident $at:ident $from:ident $to:ident $first:ident
    ) => {
        let mine = ($first + $registers * $gpu.thread()) as usize;
        let (from, to) = ($from.add(mine), $to.add(mine));
        let mut words = [0; $registers];
        words!($registers, |i| words[i] = *from.add(i));
        $gpu.tmem_store::<TmemStore<$Shape, int!($n), $P>>($at, words);
        $gpu.tmem_wait_store();
        let mut loaded = [$gpu.tmem_load::<TmemLoad<$Shape, int!($n), $P>>($at)];
        $gpu.tmem_wait_load(&mut loaded);
        words!($registers, |i| *to.add(i) = loaded[0][i]);
        $first += 128 * $registers;
    };
}
transfers! {
    SM100_TMEM_32dp32b Dp32b32 0: 1 1, 2 2, 4 4, 8 8, 16 16, 32 32, 64 64, 128 128;
    SM100_TMEM_16dp64b Dp16b64 16: 1 1, 2 2, 4 4, 8 8, 16 16, 32 32, 64 64, 128 128;
    SM100_TMEM_16dp128b Dp16b128 0: 1 2, 2 4, 4 8, 8 16, 16 32, 32 64, 64 128;
    SM100_TMEM_16dp256b Dp16b256 16: 1 4, 2 8, 4 16, 8 32, 16 64, 32 128;
    SM100_TMEM_16dp32b Dp16b32 0: 1 1, 2 2, 4 4, 8 8, 16 16, 32 32, 64 64, 128 128;
}

/// Defines a kernel for each copy from shared memory, by one CTA or two, in clusters of as many. A
/// row has 32 bytes there, in two halves with 2048 bytes between, and a thread gets the 8 words of
/// its lane.
macro_rules! copies {
    ($($ctas:literal $cluster:literal $Columns:ident: $($Atom:ident $Name:ident;)*)*) => { $( $(
        /// Copies rows to tensor memory, over words that are all 7, and each lane from there.
        #[zellige_gpu::kernel(
            threads = 128,
            shared = <Rows<$Columns>>::BYTES + 16,
            cluster = $cluster
        )]
        pub unsafe fn $Name<G: Sm100>(gpu: G, from: *const u32, to: *mut u32) {
            let (rows, storage) = <Rows<$Columns>>::allocate(gpu);
            let memory = storage.alloc(gpu);
            let barrier = gpu.shared_address() + <Rows<$Columns>>::BYTES;
            let (thread, first) = (gpu.thread(), memory.address().bits());
            let rank = if $cluster == 0 { 0 } else { gpu.cluster_rank() };
            let (from, to) = (from.add(1024 * rank as usize), to.add(1024 * rank as usize));
            if thread == 0 {
                gpu.mbarrier_init(barrier, 1);
                gpu.mbarrier_fence();
            }
            let mut i = thread;
            while i < 1024 {
                rows.write(i, *from.add(i as usize));
                i += 128;
            }
            let lanes = first + (gpu.broadcast(thread / 32) << 21);
            gpu.tmem_store::<SM100_TMEM_STORE_32dp32b<int!(8)>>(lanes, [7; 8]);
            gpu.tmem_wait_store();
            gpu.fence_proxy_async();
            meet::<$cluster>(gpu);
            if thread == 0 && rank == 0 {
                let rows = 1 << 46 | 8 << 32 | 128 << 16 | u64::from(gpu.shared_address() / 16);
                gpu.tmem_copy::<atoms::$Atom<int!($ctas)>>(first, rows);
                gpu.umma_commit_multicast::<int!($ctas)>(barrier, (1 << $ctas) - 1);
            }
            gpu.mbarrier_wait(barrier, 0);
            gpu.tcgen05_after_thread_sync();
            let mut words = [gpu.tmem_load::<SM100_TMEM_LOAD_32dp32b<int!(8)>>(lanes)];
            gpu.tmem_wait_load(&mut words);
            let to = to.add(8 * thread as usize);
            words!(8, |i| *to.add(i) = words[0][i]);
            memory.free(gpu);
        }
    )* )* };
}
/// Waits for the other threads of a block, or of a cluster, with tensor memory.
#[inline(always)]
unsafe fn meet<const CLUSTER: u32>(gpu: impl Sm100) {
    gpu.tcgen05_before_thread_sync();
    if CLUSTER == 0 {
        gpu.sync_threads();
    } else {
        gpu.cluster_arrive();
        gpu.cluster_wait();
    }
    gpu.tcgen05_after_thread_sync();
}
/// 128 rows of 32 bytes, as words, and columns of tensor memory.
type Rows<F> = (SmemTensor<u32, layout!(1024 : 1)>, TmemStorage<F>);
/// Columns that a pair allocates.
type OfPair = Accumulator<
    TiledMma<zellige::atom::umma::SM100_MMA_F16BF16_2x1SM_SS<Bf16, Bf16, f32, int!(256), int!(32)>>,
    shape!((256, 32)),
>;
copies! {
    1 0 All:
    SM100_UTCCP_128dp256bit SM100_UTCCP_128dp256bit;
    SM100_UTCCP_128dp128bit SM100_UTCCP_128dp128bit;
    SM100_UTCCP_4dp256bit SM100_UTCCP_4dp256bit;
    SM100_UTCCP_4x32dp128bit SM100_UTCCP_4x32dp128bit;
    SM100_UTCCP_2x64dp128bitlw0213 SM100_UTCCP_2x64dp128bitlw0213;
    SM100_UTCCP_2x64dp128bitlw0123 SM100_UTCCP_2x64dp128bitlw0123;
    2 2 OfPair:
    SM100_UTCCP_128dp256bit SM100_UTCCP_128dp256bit_2cta;
    SM100_UTCCP_128dp128bit SM100_UTCCP_128dp128bit_2cta;
    SM100_UTCCP_4dp256bit SM100_UTCCP_4dp256bit_2cta;
    SM100_UTCCP_4x32dp128bit SM100_UTCCP_4x32dp128bit_2cta;
    SM100_UTCCP_2x64dp128bitlw0213 SM100_UTCCP_2x64dp128bitlw0213_2cta;
    SM100_UTCCP_2x64dp128bitlw0123 SM100_UTCCP_2x64dp128bitlw0123_2cta;
}

/// Defines kernels that shift 8 columns down by one lane, by one CTA or two.
macro_rules! shifts {
    ($($Name:ident $ctas:literal $cluster:literal $Columns:ident;)*) => { $(
        /// Stores 8 words to the lane of each thread, and loads them from there after a shift.
        #[zellige_gpu::kernel(
            threads = 128,
            shared = <TmemStorage<$Columns>>::BYTES + 16,
            cluster = $cluster
        )]
        pub unsafe fn $Name<G: Sm100>(gpu: G, from: *const u32, to: *mut u32) {
            let memory = <TmemStorage<$Columns>>::allocate(gpu).alloc(gpu);
            let barrier = gpu.shared_address() + <TmemStorage<$Columns>>::BYTES;
            let (thread, first) = (gpu.thread(), memory.address().bits());
            let rank = if $cluster == 0 { 0 } else { gpu.cluster_rank() };
            let mine = 8 * (128 * rank + thread) as usize;
            if thread == 0 {
                gpu.mbarrier_init(barrier, 1);
                gpu.mbarrier_fence();
            }
            let lanes = first + (gpu.broadcast(thread / 32) << 21);
            let mut words = [0; 8];
            words!(8, |i| words[i] = *from.add(mine + i));
            gpu.tmem_store::<SM100_TMEM_STORE_32dp32b<int!(8)>>(lanes, words);
            gpu.tmem_wait_store();
            meet::<$cluster>(gpu);
            if thread == 0 && rank == 0 {
                for quarter in 0..4 {
                    gpu.tmem_shift::<int!($ctas)>(first + (quarter << 21));
                }
                gpu.umma_commit_multicast::<int!($ctas)>(barrier, (1 << $ctas) - 1);
            }
            gpu.mbarrier_wait(barrier, 0);
            gpu.tcgen05_after_thread_sync();
            let mut words = [gpu.tmem_load::<SM100_TMEM_LOAD_32dp32b<int!(8)>>(lanes)];
            gpu.tmem_wait_load(&mut words);
            words!(8, |i| *to.add(mine + i) = words[0][i]);
            memory.free(gpu);
        }
    )* };
}
shifts! {
    Shift 1 0 All;
    ShiftOfPair 2 2 OfPair;
}

/// A warpgroup that waits, and one that multiplies.
type Warps = WarpRoles<1, 1, 56, 256>;
/// A tile of R rows of 128 bytes: four instructions along K.
type Tile<T, R> = TileToShape<LayoutKSw128Atom<<T as FragmentElement>::Bits>, (R, Row<T>)>;
type Row<T> = Mul<int!(8), <T as FragmentElement>::InUnit>;
/// A, of 128 rows, B, of R, and tensor memory for F.
type Storage<T, R, F> =
    (SmemTensor<T, Tile<T, int!(128)>>, SmemTensor<T, Tile<T, R>>, TmemStorage<F>);
/// Defines a kernel for each atom of `$m` rows, of blocks with `$rows` rows of B each, in clusters
/// of as many blocks.
macro_rules! products {
    ($($m:literal $rows:literal $cluster:literal:
        $($Atom:ident $source:ident $T:ident $C:ident;)*)*) => { $( $(
        /// Computes C = A B^T, for A of 128 rows a block and B of 64, with rows of 128 bytes.
        #[zellige_gpu::kernel(
            threads = Warps::THREADS,
            shared = (128 + $rows) * 128 + 16,
            min_blocks = 1,
            cluster = $cluster
        )]
        pub unsafe fn $Atom<G: Sm100>(gpu: G, a: *const $T, b: *const $T, c: *mut u32) {
            type Atom = zellige::atom::umma::$Atom<$T, $T, $C, int!($m), int!(64)>;
            type Mma = OfCta<Atom>;
            type Sums = Accumulator<TiledMma<Atom>, shape!(($m, 64))>;
            type FragmentA = TmemFragment<
                PartitionShape<Mma, OperandA, (int!(128), Row<$T>)>,
                TmemFrg1sm<<$T as FragmentElement>::Bits, <$T as FragmentElement>::Bits>,
            >;
            let (s_a, s_b, storage) =
                <Storage<$T, int!($rows), (Sums, FragmentA)>>::allocate(gpu);
            let mut memory = storage.alloc(gpu);
            let row = const { <Row<$T> as Integer>::KNOWN as u32 };
            let rank = if $cluster == 0 { 0 } else { gpu.cluster_rank() };
            let (a, b) =
                (a.add((128 * row * rank) as usize), b.add(($rows * row * rank) as usize));
            let mut i = gpu.thread();
            while i < 128 * row {
                s_a.write((i / row, i % row), *a.add(i as usize));
                if i < $rows * row {
                    s_b.write((i / row, i % row), *b.add(i as usize));
                }
                i += Warps::THREADS;
            }
            gpu.fence_proxy_async();
            gpu.sync_threads();
            if let Warpgroup::Consumer(warpgroup) = Warps::of(gpu) {
                let role = warpgroup.reg_alloc(gpu);
                let lanes = gpu.broadcast(role.thread() / 32) << 21;
                let operand = products!(@$source $T, gpu, memory, s_a, a, role, lanes);
                if $cluster > 0 {
                    meet::<$cluster>(gpu);
                }
                let (thread, pending) = memory.accumulate(&role);
                if let Some(mut thread) = thread {
                    thread.gemm(gpu, operand, s_b.umma_descriptors::<OperandB, _>(Mma::STATIC));
                    thread.commit(gpu);
                }
                let at = pending.wait(gpu).tile(0).engine().address().bits() + lanes;
                let mut sums = [gpu.tmem_load::<SM100_TMEM_LOAD_32dp32b<int!(64)>>(at)];
                gpu.tmem_wait_load(&mut sums);
                let to = c.add(64 * (128 * rank + role.thread()) as usize);
                words!(64, |i| *to.add(i) = sums[0][i]);
            } else if $cluster > 0 {
                meet::<$cluster>(gpu);
            }
            memory.free(gpu);
        }
    )* )* };
    (
        @shared $T:ident, $gpu:ident, $memory:ident, $s_a:ident, $a:ident, $role:ident,
        $lanes:ident
    ) => {
        $s_a.umma_descriptors::<OperandA, _>(Mma::STATIC)
    };
    (
        @tensor $T:ident, $gpu:ident, $memory:ident, $s_a:ident, $a:ident, $role:ident,
        $lanes:ident
    ) => {{
        let operand = $memory.second::<$T>();
        let row = $a.cast::<u32>().add(32 * $role.thread() as usize);
        let mut words = [0; 32];
        words!(32, |i| words[i] = *row.add(i));
        let at = operand.engine().address().bits() + $lanes;
        $gpu.tmem_store::<SM100_TMEM_STORE_32dp32b<int!(32)>>(at, words);
        $gpu.tmem_wait_store();
        $gpu.tcgen05_before_thread_sync();
        $gpu.barrier_sync::<1, 128>();
        $gpu.tcgen05_after_thread_sync();
        operand
    }};
}
products! {
    128 64 0:
    SM100_MMA_F16BF16_SS shared Bf16 f32;
    SM100_MMA_F16BF16_TS tensor Bf16 f32;
    SM100_MMA_TF32_SS shared Tf32 f32;
    SM100_MMA_TF32_TS tensor Tf32 f32;
    SM100_MMA_F8F6F4_SS shared E4m3 f32;
    SM100_MMA_F8F6F4_TS tensor E4m3 f32;
    256 32 2:
    SM100_MMA_F16BF16_2x1SM_SS shared Bf16 f32;
    SM100_MMA_F16BF16_2x1SM_TS tensor Bf16 f32;
    SM100_MMA_TF32_2x1SM_SS shared Tf32 f32;
    SM100_MMA_TF32_2x1SM_TS tensor Tf32 f32;
    SM100_MMA_F8F6F4_2x1SM_SS shared E4m3 f32;
    SM100_MMA_F8F6F4_2x1SM_TS tensor E4m3 f32;
}
#[cfg(not(gpu = "sm_103a"))] // which has no such products
products! {
    128 64 0:
    SM100_MMA_S8_SS shared i8 i32;
    SM100_MMA_S8_TS tensor i8 i32;
    256 32 2:
    SM100_MMA_S8_2x1SM_SS shared i8 i32;
    SM100_MMA_S8_2x1SM_TS tensor i8 i32;
}

/// R rows of 256 bytes.
type Bytes<R> = TileToShape<LayoutKSw128Atom<int!(8)>, (R, int!(256))>;
/// A, of 128 rows, B, of R, their scale factors, and tensor memory, of a tile S with the sums of C.
type ScaledStorage<M, T, F, R, C, S> = (
    SmemTensor<T, Bytes<int!(128)>>,
    SmemTensor<T, Bytes<R>>,
    SmemTensor<F, DeduceSmemLayoutSfa<M, S>>,
    SmemTensor<F, DeduceSmemLayoutSfb<M, S>>,
    TmemStorage<(Accumulator<M, C>, (Sfa<M, S>, Sfb<M, S>))>,
);
/// Returns the coordinate of factor `k` of a row, if an instruction reads `each` of them.
#[inline(always)]
fn factor(row: u32, k: u32, each: u32) -> ((u32, (u32, u32)), u32, u32) {
    ((row, (0, k % each)), 0, k / each)
}
/// Defines a kernel for each atom of `$m` rows, of blocks with `$rows` rows of B each, in clusters
/// of as many blocks.
macro_rules! scaled_products {
    ($($m:literal $rows:literal $cluster:literal: $(
        $Name:ident: $Atom:ident<$E:ident, $F:ident $(, $V:tt)?> $T:ident $k:literal
            $factors:literal $each:literal $descriptors:ident;
    )*)*) => { $( $(
        /// Computes C = (A SFA) (B SFB)^T, for A of 128 rows a block and B of 192, with rows of 256
        /// bytes, and rows of scale factors, for B in blocks of 128 rows.
        #[zellige_gpu::kernel(
            threads = Warps::THREADS,
            shared = (128 + $rows) * 256 + (128 + 256) * 32 + 16,
            min_blocks = 1,
            cluster = $cluster
        )]
        pub unsafe fn $Name<G: Sm100>(
            gpu: G,
            a: *const $T,
            b: *const $T,
            sfa: *const $F,
            sfb: *const $F,
            c: *mut u32,
        ) {
            type Atom =
                zellige::atom::umma::$Atom<$E, $E, f32, $F, int!($m), int!(192) $(, int!($V))?>;
            type Mma = OfCta<Atom>;
            type Parts = ScaledStorage<
                TiledMma<Atom>, $T, $F, int!($rows), shape!(($m, 192)), shape!(($m, 192, $k))
            >;
            let rank = if $cluster == 0 { 0 } else { gpu.cluster_rank() };
            let (a, b) = (a.add(128 * 256 * rank as usize), b.add($rows * 256 * rank as usize));
            let (sfa, c) =
                (sfa.add(128 * $factors * rank as usize), c.add(128 * 192 * rank as usize));
            let (s_a, s_b, s_fa, s_fb, storage) = Parts::allocate(gpu);
            let mut memory = storage.alloc(gpu);
            let mut i = gpu.thread();
            while i < 192 * 256 {
                if i < $rows * 256 {
                    s_b.write((i / 256, i % 256), *b.add(i as usize));
                }
                if i < 128 * 256 {
                    s_a.write((i / 256, i % 256), *a.add(i as usize));
                }
                if i < 256 * $factors {
                    let (row, k) = (i / $factors, i % $factors);
                    let at = factor(row, k, $each);
                    s_fb.write(at, *sfb.add(i as usize));
                    if row < 128 {
                        s_fa.write(at, *sfa.add(i as usize));
                    }
                }
                i += Warps::THREADS;
            }
            gpu.fence_proxy_async();
            meet::<$cluster>(gpu);
            if let Warpgroup::Consumer(warpgroup) = Warps::of(gpu) {
                let role = warpgroup.reg_alloc(gpu);
                let lanes = gpu.broadcast(role.thread() / 32) << 21;
                let (t_fa, t_fb) = (memory.second::<$F>(), memory.third::<$F>());
                let (thread, pending) = memory.accumulate(&role);
                if let Some(mut thread) = thread {
                    thread.copy_factors(gpu, s_fa, t_fa);
                    thread.copy_factors(gpu, s_fb, t_fb);
                    let a = s_a.$descriptors::<OperandA, _>(Mma::STATIC);
                    let b = s_b.$descriptors::<OperandB, _>(Mma::STATIC);
                    thread.gemm_scaled(gpu, (a, t_fa), (b, t_fb));
                    thread.commit(gpu);
                }
                let at = pending.wait(gpu).tile(0).engine().address().bits() + lanes;
                let to = c.add(192 * role.thread() as usize);
                for part in 0..3 {
                    let mut sums =
                        [gpu.tmem_load::<SM100_TMEM_LOAD_32dp32b<int!(64)>>(at + 64 * part)];
                    gpu.tmem_wait_load(&mut sums);
                    let to = to.add(64 * part as usize);
                    words!(64, |i| *to.add(i) = sums[0][i]);
                }
            }
            memory.free(gpu);
        }
    )* )* };
}
scaled_products! {
    128 192 0:
    SM100_MMA_MXF8F6F4_SS: SM100_MMA_MXF8F6F4_SS<E4m3, Ue8m0> E4m3 256 8 1 umma_descriptors;
    SM100_MMA_MXF4_SS_32: SM100_MMA_MXF4_SS<E2m1, Ue8m0, 32> u8 512 16 2 umma_pairs;
    SM100_MMA_MXF4_SS_16: SM100_MMA_MXF4_SS<E2m1, Ue4m3, 16> u8 512 32 4 umma_pairs;
    256 96 2:
    SM100_MMA_MXF8F6F4_2x1SM_SS:
        SM100_MMA_MXF8F6F4_2x1SM_SS<E4m3, Ue8m0> E4m3 256 8 1 umma_descriptors;
    SM100_MMA_MXF4_2x1SM_SS_32: SM100_MMA_MXF4_2x1SM_SS<E2m1, Ue8m0, 32> u8 512 16 2 umma_pairs;
    SM100_MMA_MXF4_2x1SM_SS_16: SM100_MMA_MXF4_2x1SM_SS<E2m1, Ue4m3, 16> u8 512 32 4 umma_pairs;
}
