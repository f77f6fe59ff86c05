//! C = A B by `mma.sync`, rows of A and columns of B contiguous.

use super::{
    Problem, Scale,
    gemm::{Operands, Order, Size, empty, problem},
};
use crate::libraries::Number;
use zellige_bench::case::Case;
use zellige_gpu::{Bf16, F16};
use zellige_kernels::mma_gemm::{Any, Config, Nt, NtAny, OfBf16, OfF16, Small, grid};

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    [
        aligned::<OfBf16>("mma_gemm_bf16", Order::RowsOfC, scale),
        aligned::<OfF16>("mma_gemm_f16", Order::RowsOfC, scale),
        aligned::<Small>("mma_gemm_64", Order::RowsOfC, scale),
        aligned::<Nt>("mma_gemm_nt", Order::NtRowsOfC, scale),
        any::<Any<Bf16>>("mma_gemm_bf16_any", Order::RowsOfC, scale),
        any::<Any<F16>>("mma_gemm_f16_any", Order::RowsOfC, scale),
        any::<NtAny>("mma_gemm_nt_any", Order::NtRowsOfC, scale),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns sizes with K and the leading dimensions of A and B multiples of 8, and N and the leading
/// dimension of C even. Where A and B are contiguous along M and N, M and N are the multiples of 8.
fn aligned<C: Config<Element: Number>>(
    name: &'static str,
    order: Order,
    scale: Scale,
) -> Vec<Problem> {
    let sizes: &[_] = match scale {
        Scale::Small if order == Order::NtRowsOfC => {
            &[([8, 8, 1], [0; 3]), ([136, 120, 67], [0, 8, 2]), ([1032, 8, 131], [8, 0, 0])]
        }
        Scale::Real if order == Order::NtRowsOfC => &[
            ([8, 8, 1], [0; 3]),
            ([1032, 3 * 128 + 8, 131], [16, 0, 6]),
            ([2048, 1528, 1031], [0, 8, 2]),
        ],
        Scale::Small if C::Element::KIND == F16::KIND => &[([3, 6, 136], [8, 0, 2])],
        Scale::Small => &[
            ([1, 2, 8], [0; 3]),
            ([127, 130, 72], [0, 8, 4]),
            ([33, 62, 200], [16, 0, 6]),
            ([8 * 128 + 1, 2, 8], [0; 3]),
        ],
        Scale::Real => &[
            ([1, 2, 8], [0; 3]),
            ([127, 130, 72], [0, 8, 4]),
            ([1021, 3 * 128 + 2, 200], [16, 0, 6]),
            ([2048, 2048, 2048], [0; 3]),
            ([2049, 1534, 1032], [8, 16, 2]),
        ],
        Scale::Timed => &[([4096; 3], [0; 3]), ([8192; 3], [0; 3])],
    };
    let (some, tutorials): (_, &[_]) = match order {
        Order::NtRowsOfC => (([136, 128, 5], [8, 8, 2]), &[]),
        _ => (([129, 130, 8], [8, 8, 2]), &["sgemm_sm80"]),
    };
    products::<C>(name, order, scale, sizes, some, tutorials)
}

/// Returns any sizes.
fn any<C: Config<Element: Number>>(name: &'static str, order: Order, scale: Scale) -> Vec<Problem> {
    let sizes: &[_] = match scale {
        Scale::Small if C::Element::KIND == F16::KIND => &[([17, 19, 131], [0, 5, 1])],
        Scale::Small => &[([1, 1, 1], [0; 3]), ([127, 131, 67], [1, 0, 3])],
        Scale::Real => {
            &[([1, 1, 1], [0; 3]), ([1021, 257, 131], [1, 0, 3]), ([2049, 1531, 1031], [0, 5, 1])]
        }
        Scale::Timed => &[([4095, 4093, 4091], [0; 3])],
    };
    let some = ([129, 131, 5], [1, 1, 1]);
    products::<C>(name, order, scale, sizes, some, &[])
}

/// Extents M, N, K, and gaps of A, B, C.
type Extents = ([u32; 3], [u32; 3]);

/// Returns products of these sizes, and variants of this one with extents of 0.
fn products<C: Config<Element: Number>>(
    name: &'static str,
    order: Order,
    scale: Scale,
    sizes: &[Extents],
    (some, gaps): Extents,
    tutorials: &[&'static str],
) -> Vec<Problem> {
    let nothing = match scale {
        Scale::Timed => Vec::new(),
        Scale::Small | Scale::Real => empty(some).map(|extents| (extents, gaps)).to_vec(),
    };
    let size = |&([m, n, k], gaps): &Extents| Size { m, n, k, gaps, order };
    nothing
        .iter()
        .chain(sizes)
        .map(size)
        .map(|size| problem(name, size, tutorials, move |operands| launch::<C>(size, operands)))
        .collect()
}

fn launch<C: Config<Element: Number>>(size: Size, operands: Operands<C::Element, f32>) -> Case {
    let [lda, ldb, ldc] = operands.leading();
    let Size { m, n, k, .. } = size;
    Case::new(grid::<C>(m, n))
        .u32(m)
        .u32(n)
        .u32(k)
        .input(operands.a)
        .u32(lda)
        .input(operands.b)
        .u32(ldb)
        .result(operands.c)
        .u32(ldc)
}
