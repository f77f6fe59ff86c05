//! C = A B for Hopper, in bf16 and f16.

use super::{
    MULTIPROCESSORS, Problem, Scale,
    gemm::{Order, Size, empty, problem},
};
use crate::libraries::Number;
use zellige_bench::case::Case;
use zellige_gpu::storage::TmaTile;
use zellige_kernels::wgmma_gemm::{Config, Narrow, Nn, Nt, OfF16, ToBf16, ToF32, Tt, blocks};

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    // Whole tiles are written differently from parts; with this gap, both occur.
    let nothing = empty([129, 257, 65]).map(|extents| size(extents, [7, 7, 7]));
    let mut sizes = match scale {
        Scale::Small => vec![
            size([1, 1, 1], [7, 7, 0]),
            size([129, 257, 65], [7, 15, 2]),
            size([127, 256, 257], [7, 15, 0]),
            // Enough steps for a tile to be written while the next one is computed: a whole one,
            // and one at the edge.
            size([129, 512, 449], [7, 7, 0]),
            size([128, 256, 64], [0, 0, 8]),
        ],
        Scale::Real => vec![
            size([1, 1, 1], [7, 7, 0]),
            size([1, 7, 13], [3, 11, 0]),
            size([127, 255, 63], [1, 1, 0]),
            size([128, 256, 512], [0, 0, 0]),
            size([129, 257, 65], [7, 15, 1]),
            size([1000, 777, 520], [0, 8, 2]),
            size([2100, 3001, 1031], [1, 9, 0]),
            size([4096, 4096, 1000], [0, 0, 0]),
            size([4100, 4100, 520], [0, 0, 4]),
        ],
        Scale::Timed => [4096, 8192].map(|n| Size::cube(n, Order::RowsOfC)).to_vec(),
    };
    if scale != Scale::Timed {
        sizes.extend(nothing);
    }
    // Emulated blocks run one after the other; a block that computes several tiles tests more.
    let most = match scale {
        Scale::Small => 1,
        Scale::Real | Scale::Timed => MULTIPROCESSORS,
    };
    // The accumulators are the same for every type of C: where they take long, whole tiles suffice.
    let fewer = match scale {
        Scale::Small => [&sizes[4..], &[size([256, 256, 449], [7, 7, 0])]].concat(),
        Scale::Real | Scale::Timed => sizes.clone(),
    };
    let tutorials = ["wgmma_tma_sm90", "wgmma_sm90"];
    let f32 = |&size| launch::<ToF32>("wgmma_gemm", size, &tutorials, most);
    let bf16 = |&size| launch::<ToBf16>("wgmma_gemm_bf16", size, &tutorials, most);
    let f16 = |size| launch::<OfF16>("wgmma_gemm_f16", size, &[], most);
    let nt = |size| launch::<Nt>("wgmma_gemm_nt", size, &[], most);
    let nn = |size| launch::<Nn>("wgmma_gemm_nn", size, &[], most);
    let tt = |size| launch::<Tt>("wgmma_gemm_tt", size, &[], most);
    let narrow = |size| launch::<Narrow>("wgmma_gemm_128", size, &[], most);
    let further = |order, columns| further(scale, order, columns).into_iter();
    sizes
        .iter()
        .map(f32)
        .chain(fewer.iter().map(bf16))
        .chain(further(Order::RowsOfC, 256).map(f16))
        .chain(further(Order::NtRowsOfC, 256).map(nt))
        .chain(further(Order::NnRowsOfC, 256).map(nn))
        .chain(further(Order::TtRowsOfC, 256).map(tt))
        .chain(further(Order::RowsOfC, 128).map(narrow))
        .collect()
}

/// Returns the sizes of the other instances, with tiles of this many columns: 0, 1, primes, one
/// less than a tile and one more, and whole tiles.
fn further(scale: Scale, order: Order, columns: u32) -> Vec<Size> {
    let mut extents = vec![
        [1, 1, 1],
        [7, 13, 11],
        [127, columns - 1, 63],
        [129, columns + 1, 65],
        // A whole tile is written while the next one is computed.
        [128, 2 * columns, 521],
    ];
    match scale {
        Scale::Small => {}
        Scale::Real => extents.extend([[1000, 777, 520], [2100, 3001, 1031], [4096, 4096, 1000]]),
        Scale::Timed => return vec![Size::cube(4096, order)],
    }
    extents.extend(empty([129, columns + 1, 65]));
    // Leading dimensions of A and B are multiples of 8.
    let gap = |extent: u32| extent.next_multiple_of(8) - extent;
    extents
        .into_iter()
        .map(|[m, n, k]| {
            let [a, b] = match order {
                Order::NtRowsOfC => [m, n],
                Order::NnRowsOfC => [m, k],
                Order::TtRowsOfC => [k, n],
                _ => [k, k],
            };
            // Rows of C at multiples of 16 bytes, so that whole tiles are written differently from
            // others.
            let gaps = [gap(a), gap(b) + 8, gap(n)];
            Size { m, n, k, gaps, order }
        })
        .collect()
}

fn size([m, n, k]: [u32; 3], gaps: [u32; 3]) -> Size {
    let order = Order::RowsOfC;
    Size { m, n, k, gaps, order }
}

fn launch<C: Config<Element: Number, Output: Number>>(
    kernel: &'static str,
    size: Size,
    tutorials: &[&'static str],
    most: u32,
) -> Problem {
    let Size { m, n, k, .. } = size;
    problem::<C::Element, C::Output>(kernel, size, tutorials, move |operands| {
        let [.., ldc] = operands.leading();
        let (a, b) = (C::A::map(), C::B::map());
        Case::new((blocks::<C>(m, n).clamp(1, most), 1))
            .u32(m)
            .u32(n)
            .u32(k)
            .map(operands.a, a.0, a.1)
            .map(operands.b, b.0, b.1)
            .result(operands.c)
            .u32(ldc)
    })
}
