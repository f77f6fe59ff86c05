//! The instructions `mma.sync` of SM120, with scale factors and without.
//! [`kernels`](crate::kernels) does not list them, because the problems run what it lists on a
//! Hopper GPU.

use zellige::atom::mma_sm120::{SM120_16x8x32_TN, SM120_16x8x32_TN_VS, SM120_16x8x64_TN_VS};
use zellige::prelude::*;
use zellige_gpu::gemm::{MmaSyncScaled, ScaleWord};
use zellige_gpu::number::{E2m1, E2m3, E3m2, Ue4m3, Ue8m0};
use zellige_gpu::{E4m3, E5m2, F16, Sm120, unroll};

type Mxfp4<V, F> = SM120_16x8x64_TN_VS<E2m1, E2m1, f32, F, V>;
type Mxfp8<A, B> = SM120_16x8x32_TN_VS<A, B, f32, Ue8m0, int!(32)>;

/// Computes C += (A SFA) (B SFB) by one warp, with the factors in each byte of the words of each of
/// the threads that may have them: the registers of each thread follow those of the previous one.
#[zellige_gpu::kernel(
    threads = 32,
    instances(
        SM120_16x8x64_NVFP4 = <Mxfp4<int!(16), Ue4m3>>,
        SM120_16x8x64_MXFP4_16 = <Mxfp4<int!(16), Ue8m0>>,
        SM120_16x8x64_MXFP4 = <Mxfp4<int!(32), Ue8m0>>,
        SM120_16x8x32_MXFP8_E4M3E4M3 = <Mxfp8<E4m3, E4m3>>,
        SM120_16x8x32_MXFP8_E4M3E5M2 = <Mxfp8<E4m3, E5m2>>,
        SM120_16x8x32_MXFP8_E5M2E4M3 = <Mxfp8<E5m2, E4m3>>,
        SM120_16x8x32_MXFP8_E5M2E5M2 = <Mxfp8<E5m2, E5m2>>,
    )
)]
pub unsafe fn mma_sync_scaled<I: MmaSyncScaled<G>, G: Sm120>(
    gpu: G,
    a: *const [u32; 4],
    b: *const [u32; 2],
    factors: *const [u32; 2],
    c: *mut [f32; 4],
) {
    let thread = gpu.thread() as usize;
    let (a, b, [sfa, sfb]) = (*a.add(thread), *b.add(thread), *factors.add(thread));
    let c = &mut *c.add(thread);
    // The number of factors of a row, which a word has at each multiple of it.
    let count = 256 / (I::BitsA::KNOWN * I::SfVecSize::KNOWN) as u32;
    unroll!(for i in 0..8 {
        unroll!(for byte in 0..4 {
            if byte % count == 0 {
                let of =
                    |word, thread| ScaleWord { word, byte: byte as u16, thread: thread as u16 };
                gpu.mma_sync_scaled::<I>(c, a, b, [of(sfa, i / 4), of(sfb, i % 4)]);
            }
        });
    });
}

/// Executes `$body` for each mixture of A and B.
macro_rules! mixtures {
    (|$A:ident, $B:ident| $body:block) => {
        mixtures!(@each $A $B $body [E4m3 E5m2 E2m3 E3m2 E2m1])
    };
    (@each $A:ident $B:ident $body:block [$($T:ident)*]) => { $({
        type $A = $T;
        mixtures!(@by $B $body E4m3 E5m2 E2m3 E3m2 E2m1);
    })* };
    (@by $B:ident $body:block $($T:ident)*) => { $({
        type $B = $T;
        $body
    })* };
}
/// Computes C += A B by one warp, of the same bits as numbers of each mixture: with sums in f32, in
/// f16, and with scale factors.
#[zellige_gpu::kernel(threads = 32)]
pub unsafe fn mma_sync_narrow<G: Sm120>(
    gpu: G,
    a: *const [u32; 4],
    b: *const [u32; 2],
    factors: *const [u32; 2],
    c: *mut ([f32; 4], [u32; 2], [f32; 4]),
) {
    let thread = gpu.thread() as usize;
    let (a, b, factors) = (*a.add(thread), *b.add(thread), *factors.add(thread));
    let (plain, halves, scaled) = &mut *c.add(thread);
    let factors = factors.map(|word| ScaleWord { word, byte: 0, thread: 0 });
    mixtures!(|A, B| {
        gpu.mma_sync::<SM120_16x8x32_TN<A, B, f32>>(plain, a, b);
        gpu.mma_sync::<SM120_16x8x32_TN<A, B, F16>>(halves, a, b);
        gpu.mma_sync_scaled::<Mxfp8<A, B>>(scaled, a, b, factors);
    });
}
