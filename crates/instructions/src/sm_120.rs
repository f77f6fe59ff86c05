//! Hopper's copies of boxes and bytes on SM120, which has its accelerator, too, and the `ldmatrix`
//! that widens numbers of 4 and 6 bits.

use crate::boxes::*;
use zellige::atom::mma_sm120::SM120_16x8x32_TN;
use zellige::atom::{
    CopyAtom, CopyTiling, MmaTiling, OperandA, OperandB, TiledCopyOf, TiledMma, copy::*,
};
use zellige::prelude::*;
use zellige_gpu::copy::copy;
use zellige_gpu::gemm::gemm;
use zellige_gpu::kernel::Kernel;
use zellige_gpu::number::{E2m1, E2m3, E3m2, Padded};
use zellige_gpu::storage::{Allocate, SharedStorage, SmemTensor};
use zellige_gpu::tensor::{packed, rmem};
use zellige_gpu::{Sm120, TensorMap};

macro_rules! on_sm_120 {
    ($($Name:ident: $Of:ident($($argument:ident: $T:ty),+);)+) => { $(
        #[doc = concat!("Executes `", stringify!($Of), "` on SM120.")]
        #[zellige_gpu::kernel(threads = 32, shared = <$Of as Kernel>::DESCRIPTION.shared)]
        pub unsafe fn $Name<G: Sm120>(gpu: G, $($argument: $T),+) {
            $Of(gpu, $($argument),+)
        }
    )+ };
}
on_sm_120! {
    SM120_TMA_LOAD_2D:
        SM90_TMA_LOAD_2D(from: *const TensorMap, to: *const TensorMap, boxes: *mut f32);
    SM120_TMA_LOAD_5D:
        SM90_TMA_LOAD_5D(from: *const TensorMap, to: *const TensorMap, boxes: *mut f32);
    SM120_TMA_LOAD_HINT_2D:
        SM90_TMA_LOAD_HINT_2D(from: *const TensorMap, to: *const TensorMap, boxes: *mut f32);
    SM120_TMA_REDUCE_ADD: SM90_TMA_REDUCE_ADD(from: *const f32, to: *const TensorMap);
    SM120_BULK_COPY: SM90_BULK_COPY(from: *const u8, to: *mut u8);
}

type Mma<T> = TiledMma<SM120_16x8x32_TN<T, T, f32>>;
/// Rows of 32 numbers of A, and of B: 32 bytes each.
type Rows<T> = (
    SmemTensor<Padded<T>, layout!((16, 32) : (32, 1))>,
    SmemTensor<Padded<T>, layout!((8, 32) : (32, 1))>,
);
macro_rules! widened {
    ($($Name:ident of $T:ident: $Four:ident $Two:ident $One:ident;)+) => { $(
        #[doc = concat!("Multiplies 16 by 32 by 8 numbers `", stringify!($T), "`: twice, with one ")]
        /// load of each operand, and with one of each matrix.
        #[zellige_gpu::kernel(threads = 32, shared = <Rows<$T>>::BYTES)]
        pub unsafe fn $Name<G: Sm120>(
            gpu: G,
            a: *const Padded<$T>,
            b: *const Padded<$T>,
            c: *mut [f32; 8],
        ) {
            let ((s_a, s_b), thread) = (<Rows<$T>>::allocate(gpu), gpu.thread());
            let mut i = thread;
            while i < 16 * 32 {
                s_a.write((i / 32, i % 32), *a.add(i as usize));
                if i < 8 * 32 {
                    s_b.write((i / 32, i % 32), *b.add(i as usize));
                }
                i += 32;
            }
            gpu.sync_threads();
            let mut sums = [0.0; 8];
            let tc_c = rmem(&mut sums, layout!(((2, 2), 1, 1, 2))); // (MMA, MMA_M, MMA_N, product)
            widened!(@product $T gpu thread s_a s_b (tc_c.at((.., .., .., 0u32))) $Four $Two);
            widened!(@product $T gpu thread s_a s_b (tc_c.at((.., .., .., 1u32))) $One $One);
            *c.add(thread as usize) = sums;
        }
    )+ };
    (
        @product $T:ident $gpu:ident $thread:ident $a:ident $b:ident ($c:expr) $A:ident $B:ident
    ) => {{
        let load_a = <TiledCopyOf<CopyAtom<$A, int!(8)>, Mma<$T>, OperandA>>::STATIC;
        let load_b = <TiledCopyOf<CopyAtom<$B, int!(8)>, Mma<$T>, OperandB>>::STATIC;
        let (mut words_a, mut words_b) = ([0; 4], [0; 2]);
        let tc_a = packed::<$T, _, _>(&mut words_a, layout!(((4, 2, 2), 1, 1)));
        let tc_b = packed::<$T, _, _>(&mut words_b, layout!(((4, 2), 1, 1)));
        copy($gpu, load_a, $a.partition_s(load_a, $thread), tc_a.retile(load_a));
        copy($gpu, load_b, $b.partition_s(load_b, $thread), tc_b.retile(load_b));
        gemm($gpu, <Mma<$T>>::STATIC, tc_a, tc_b, $c);
    }};
}
widened! {
    SM120_LDSM_E2M1 of E2m1:
        SM100_SU4_DU8x16_x4_LDSM_N SM100_SU4_DU8x16_x2_LDSM_N SM100_SU4_DU8x16_x1_LDSM_N;
    SM120_LDSM_E2M3 of E2m3:
        SM100_SU6_DU8x16_x4_LDSM_N SM100_SU6_DU8x16_x2_LDSM_N SM100_SU6_DU8x16_x1_LDSM_N;
    SM120_LDSM_E3M2 of E3m2:
        SM100_SU6_DU8x16_x4_LDSM_N SM100_SU6_DU8x16_x2_LDSM_N SM100_SU6_DU8x16_x1_LDSM_N;
}
