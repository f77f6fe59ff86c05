//! The products with scale factors for Blackwell, emulated, against sums of products in f64.

mod scaled;

use scaled::{Factor, Numbers, Operand, Output, before, compare, operands};
use std::ptr;
use zellige::atom::tma::contiguous_mode;
use zellige_emulator::memory::GlobalMemory;
use zellige_emulator::{run_in_buffers, tensor_map::Tensor};
use zellige_gpu::TensorMap;
use zellige_gpu::kernel::Kernel;
use zellige_gpu::number::FragmentElement;
use zellige_gpu::storage::TmaTile;
use zellige_kernels::umma_scaled_gemm::*;

/// Returns the maps of the elements T, in `bytes` bytes of a row, and of the factors.
fn maps<T: FragmentElement, A: TmaTile, S: TmaTile>(
    operand: &mut Operand,
    (rows, bytes): (u32, u32),
    (blocks, words): (u32, u32),
) -> [TensorMap; 2] {
    let (ld, (extents, swizzle)) = (operand.ld, A::map());
    if rows * bytes == 0 {
        return [TensorMap([0; 16]); 2];
    }
    let elements = match T::FILLED {
        8 => Tensor::new(1, (rows, bytes), ld, extents, swizzle),
        bits => {
            let (all, each) = ([bytes * 8 / bits, rows], [extents.0, extents.1]);
            Tensor::padded(bits, &all, &[ld.into()], &each, swizzle)
        }
    };
    let (extents, swizzle) = S::map();
    let factors = Tensor::new(4, (blocks, words), words, extents, swizzle);
    let map = |tensor: Result<Tensor, _>, memory: &mut GlobalMemory| {
        tensor.unwrap().emulated(memory.address()).unwrap()
    };
    [map(elements, &mut operand.elements), map(factors, &mut operand.factors)]
}
type Map = *const TensorMap;
/// Multiplies m x k by n x k elements, of rows with `gap` times 16 bytes more, and compares C, of
/// rows with some more elements, which the kernel leaves alone.
fn multiplies<C, X>((m, n, k): (u32, u32, u32), gap: u32)
where
    C: Config<Element: Numbers, ElementB: Numbers, Factor: Factor, Output: Output>,
    X: Kernel<Arguments = (u32, u32, u32, Map, Map, Map, Map, *mut C::Output, u32)>,
{
    let ([row_a, row_b], [mut a, mut b]) = operands::<C>((m, n, k), gap);
    let [map_a, map_sfa] =
        maps::<C::Element, C::A, C::BlocksA>(&mut a, (m, row_a), words::<C>(m, k));
    let [map_b, map_sfb] =
        maps::<C::ElementB, C::B, C::BlocksB>(&mut b, (n, row_b), words::<C>(n, k));
    let mut c = before::<C>((m, n), gap);
    let words = [map_a, map_b, map_sfa, map_sfb].map(|map| map.0.map(u64::to_le_bytes).concat());
    let mut maps = GlobalMemory::new(&words.concat());
    let first = maps.address() as usize;
    let map = |i: usize| ptr::with_exposed_provenance(first + 128 * i);
    let to = ptr::with_exposed_provenance_mut(c.address() as usize);
    let arguments = (m, n, k, map(0), map(1), map(2), map(3), to, n + gap);
    // SAFETY: the matrices have these extents, and the maps describe them.
    unsafe { run_in_buffers::<X>(tiles::<C>(m, n), arguments) }.unwrap();
    compare::<C>((m, n, k), [&a, &b], &c, gap);
}

/// Sizes around tiles of `rows` x 256 x `step`, if `whole` elements are whole bytes: none, 1,
/// primes, a tile and one more or less, and those around blocks of factors.
fn sizes(rows: u32, step: u32, whole: u32) -> [((u32, u32, u32), u32); 11] {
    [
        ((0, 3, 5 * whole), 0),
        ((3, 0, 5 * whole), 1),
        ((3, 5, 0), 1),
        ((1, 1, whole), 0),
        ((7, 13, 11 * whole), 2),
        ((rows - 1, 255, step - whole), 0),
        ((rows, 256, step), 0),
        ((rows + 1, 257, step + whole), 1),
        ((2, 129, step / 4 + whole), 0),
        // More steps than stages.
        ((131, 37, 5 * step - 31 * whole), 0),
        ((64, 385, 9 * step), 0),
    ]
}
#[test]
fn boxes_are_blocks_of_factors() {
    // A launch makes the map of a row-major matrix from a box that is contiguous along its rows.
    fn is_box<S: TmaTile>(rows: u32) -> bool {
        S::map() == ((128, rows), 0) && contiguous_mode::<S::Box>(32) == 1
    }
    assert!(is_box::<<Nvfp4ToF32 as Config>::BlocksA>(1));
    assert!(is_box::<<Nvfp4ToF32 as Config>::BlocksB>(2));
    assert!(is_box::<<Mxfp8ToF32 as Config>::BlocksA>(1));
    assert!(is_box::<<Mxfp8ToF32 as Config>::BlocksB>(2));
}
#[test]
fn of_nvfp4_to_f32() {
    for (size, gap) in sizes(128, 256, 2) {
        multiplies::<Nvfp4ToF32, umma_gemm_nvfp4>(size, gap);
    }
}
#[test]
fn of_nvfp4_to_bf16() {
    for (size, gap) in [2, 4, 7].map(|i| sizes(128, 256, 2)[i]) {
        multiplies::<Nvfp4ToBf16, umma_gemm_nvfp4_bf16>(size, gap);
    }
}
#[test]
fn of_mxfp8_to_f32() {
    for (size, gap) in sizes(128, 128, 1) {
        multiplies::<Mxfp8ToF32, umma_gemm_mxfp8>(size, gap);
    }
}
#[test]
fn of_mxfp8_to_bf16() {
    for (size, gap) in [2, 4, 7].map(|i| sizes(128, 128, 1)[i]) {
        multiplies::<Mxfp8ToBf16, umma_gemm_mxfp8_bf16>(size, gap);
    }
}
#[test]
fn of_mxfp8_by_mxfp4() {
    for (size, gap) in [0, 1, 2, 4, 7, 9].map(|i| sizes(128, 128, 1)[i]) {
        multiplies::<Mxfp8ByMxfp4, umma_gemm_mxfp8_by_mxfp4>(size, gap);
    }
}
#[test]
fn of_pairs_of_nvfp4() {
    for (size, gap) in sizes_of_pairs(256, 2) {
        multiplies::<PairOfNvfp4, umma_scaled_gemm_pair_nvfp4>(size, gap);
    }
}
#[test]
fn of_pairs_of_mxfp8() {
    for (size, gap) in sizes_of_pairs(128, 1) {
        multiplies::<PairOfMxfp8, umma_scaled_gemm_pair_mxfp8>(size, gap);
    }
}
/// Sizes around tiles of 256 x 256, but the last one, and around the 128 rows that a block has of
/// A and of B.
fn sizes_of_pairs(step: u32, whole: u32) -> impl Iterator<Item = ((u32, u32, u32), u32)> {
    let around_blocks = [
        ((128, 129, step), 1),
        ((129, 128, 2 * step + whole), 0),
        // Three tiles, the last one without rows for the second block.
        ((600, 100, 3 * step), 1),
    ];
    sizes(256, step, whole).into_iter().take(10).chain(around_blocks)
}
