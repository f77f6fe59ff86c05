//! C = A B for Hopper, in bf16.

use super::{
    Problem, Scale,
    gemm::{Order, Size, empty, problem},
};
use crate::libraries::Number;
use zellige_bench::case::Case;
use zellige_gpu::Bf16;
use zellige_kernels::wgmma_gemm::{BoxA, BoxB, blocks};

/// How many blocks there are at most: as many as an H100 has multiprocessors.
const MULTIPROCESSORS: u32 = 132;

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    // Whole tiles are written otherwise than parts; with this gap, both are.
    let nothing = empty([129, 257, 65]).map(|extents| size(extents, [7, 7, 7]));
    let mut sizes = match scale {
        Scale::Small => vec![
            size([1, 1, 1], [7, 7, 0]),
            size([129, 257, 65], [7, 15, 2]),
            size([127, 256, 257], [7, 15, 0]),
            // Steps enough for a tile to be written while the next one is computed: a whole one, one at the edge.
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
    // Emulated blocks run one after the other; one that computes several tiles shows more.
    let most = match scale {
        Scale::Small => 1,
        Scale::Real | Scale::Timed => MULTIPROCESSORS,
    };
    // The sums are the same for every type of C: where they take long, whole tiles will do.
    let fewer = match scale {
        Scale::Small => [&sizes[4..], &[size([256, 256, 449], [7, 7, 0])]].concat(),
        Scale::Real | Scale::Timed => sizes.clone(),
    };
    let f32 = |&size| launch::<f32>("wgmma_gemm", size, most);
    let bf16 = |&size| launch::<Bf16>("wgmma_gemm_bf16", size, most);
    sizes
        .iter()
        .map(f32)
        .chain(fewer.iter().map(bf16))
        .collect()
}

fn size([m, n, k]: [u32; 3], gaps: [u32; 3]) -> Size {
    let order = Order::RowsOfC;
    Size {
        m,
        n,
        k,
        gaps,
        order,
    }
}

fn launch<T: Number>(kernel: &'static str, size: Size, most: u32) -> Problem {
    let Size { m, n, k, .. } = size;
    problem::<Bf16, T>(
        kernel,
        size,
        &["wgmma_tma_sm90", "wgmma_sm90"],
        move |operands| {
            let [.., ldc] = operands.leading();
            Case::new((blocks(m, n).clamp(1, most), 1))
                .u32(m)
                .u32(n)
                .u32(k)
                .map(operands.a, (BoxA::inner(), BoxA::outer()), BoxA::swizzle())
                .map(operands.b, (BoxB::inner(), BoxB::outer()), BoxB::swizzle())
                .result(operands.c)
                .u32(ldc)
        },
    )
}
