//! The products with scale factors by `mma.sync`, emulated, against sums of products in f64. The
//! operands are those of the products by `tcgen05.mma`.

mod scaled;

use scaled::{Factor, Numbers, Output, before, compare, operands};
use std::ptr;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::run_in_buffers;
use zellige_gpu::kernel::Kernel;
use zellige_kernels::mma_scaled_gemm::*;
use zellige_kernels::umma_scaled_gemm as umma;

/// Multiplies m x k by n x k elements, of rows with `gap` times 16 bytes more, and compares C.
fn multiplies<C, X>((m, n, k): (u32, u32, u32), gap: u32)
where
    C: umma::Config<Element: Numbers, ElementB: Numbers, Factor: Factor, Output: Output>,
    X: Kernel<
        Arguments = (
            u32,
            u32,
            u32,
            *const u8,
            u32,
            *const u8,
            u32,
            *const C::Factor,
            *const C::Factor,
            *mut C::Output,
            u32,
        ),
    >,
{
    let (_, [mut a, mut b]) = operands::<C>((m, n, k), gap);
    let [ld_a, ld_b] = [a.ld, b.ld];
    let mut c = before::<C>((m, n), gap);
    let [of_a, of_b, of_sfa, of_sfb, of_c] =
        [&mut a.elements, &mut b.elements, &mut a.factors, &mut b.factors, &mut c]
            .map(|memory: &mut GlobalMemory| memory.address() as usize);
    let bytes = ptr::with_exposed_provenance;
    let factors = ptr::with_exposed_provenance;
    let to = ptr::with_exposed_provenance_mut(of_c);
    let arguments = (
        m,
        n,
        k,
        bytes(of_a),
        ld_a,
        bytes(of_b),
        ld_b,
        factors(of_sfa),
        factors(of_sfb),
        to,
        n + gap,
    );
    // SAFETY: the matrices have these extents.
    unsafe { run_in_buffers::<X>(grid(m, n), arguments) }.unwrap();
    compare::<C>((m, n, k), [&a, &b], &c, gap);
}

/// Sizes around tiles of 128 x 128 x `step`, if `whole` elements are 16 bytes: none, 1, primes, a
/// tile and one more or less, and those around blocks of factors.
fn sizes(step: u32, whole: u32) -> [((u32, u32, u32), u32); 12] {
    [
        ((0, 3, 5 * whole), 0),
        ((3, 0, 5 * whole), 1),
        ((3, 5, 0), 1),
        ((1, 1, whole), 0),
        ((7, 13, 11 * whole), 2),
        ((127, 129, step - whole), 0),
        ((128, 128, step), 0),
        ((129, 127, step + whole), 1),
        ((2, 257, step / 4 + whole), 0),
        ((257, 2, 2 * step), 1),
        ((131, 37, 5 * step - 3 * whole), 0),
        // More rows than eight tiles, which are one repetition.
        ((1030, 3, 2 * whole), 0),
    ]
}
#[test]
fn of_nvfp4_to_f32() {
    for (size, gap) in sizes(256, 32) {
        multiplies::<umma::Nvfp4ToF32, mma_gemm_nvfp4>(size, gap);
    }
}
#[test]
fn of_nvfp4_to_bf16() {
    for (size, gap) in [sizes(256, 32)[2], sizes(256, 32)[4], sizes(256, 32)[7]] {
        multiplies::<umma::Nvfp4ToBf16, mma_gemm_nvfp4_bf16>(size, gap);
    }
}
#[test]
fn of_mxfp8_to_f32() {
    for (size, gap) in sizes(128, 16) {
        multiplies::<umma::Mxfp8ToF32, mma_gemm_mxfp8>(size, gap);
    }
}
#[test]
fn of_mxfp8_to_bf16() {
    for (size, gap) in [sizes(128, 16)[2], sizes(128, 16)[4], sizes(128, 16)[7]] {
        multiplies::<umma::Mxfp8ToBf16, mma_gemm_mxfp8_bf16>(size, gap);
    }
}
