//! C = alpha A B + beta C, in f32.

use super::{
    Problem, Scale,
    gemm::{Operands, Order, Size, empty, scaled},
};
use zellige_bench::case::Case;

#[derive(Copy, Clone)]
struct Kernel {
    name: &'static str,
    /// The elements that are adjacent.
    order: Order,
    /// The number that the contiguous extents of A and B, and their gaps, have to be multiples of.
    multiple: u32,
    /// The number of rows, and of columns, of the tile of C that a block computes.
    tile: u32,
}

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    [
        Kernel { name: "sgemm_1_nt", order: Order::Nt, multiple: 1, tile: 128 },
        Kernel { name: "sgemm_1_tn", order: Order::Tn, multiple: 1, tile: 128 },
        Kernel { name: "sgemm_1_64", order: Order::Nt, multiple: 1, tile: 64 },
        Kernel { name: "sgemm_2_nt", order: Order::Nt, multiple: 4, tile: 128 },
        Kernel { name: "sgemm_2_tn", order: Order::Tn, multiple: 4, tile: 128 },
        Kernel { name: "sgemm_2_nt_any", order: Order::Nt, multiple: 1, tile: 128 },
        Kernel { name: "sgemm_2_tn_any", order: Order::Tn, multiple: 1, tile: 128 },
        Kernel { name: "sgemm_2_64", order: Order::Nt, multiple: 4, tile: 64 },
    ]
    .into_iter()
    .flat_map(|kernel| sizes(kernel, scale).map(move |size| problem(kernel, size)))
    .collect()
}

/// Returns extents M, N, K, and gaps of A, B, C. Contiguous extents, and the gaps of A and B, are
/// multiples of n.
fn sizes(kernel: Kernel, scale: Scale) -> impl Iterator<Item = ([u32; 3], [u32; 3])> {
    let (tile, n) = (kernel.tile, kernel.multiple);
    let mut sizes = match scale {
        Scale::Small => vec![
            ([1, 1, 1], [0; 3]),
            ([tile, tile, 16], [0; 3]),
            ([tile - 1, tile + 1, 17], [n, 2 * n, 3]),
            ([tile + 1, 5, 15], [3 * n, 0, 0]),
            ([7, 3, 41], [n, n, 1]),
        ],
        Scale::Real => vec![
            ([1, 1, 1], [0; 3]),
            ([tile - 1, tile + 1, 17], [n, 2 * n, 3]),
            ([1009, 509, 257], [n, 5 * n, 1]),
            ([1024, 1024, 1024], [0; 3]),
            ([1025, 2047, 1000], [0; 3]),
        ],
        Scale::Timed => vec![([4096; 3], [0; 3]), ([8192; 3], [0; 3])],
    };
    if scale != Scale::Timed {
        // With and without the previous C.
        for gaps in [[0; 3], [n, 2 * n, 1]] {
            sizes.extend(empty([tile + 1, tile + 1, 3]).map(|extents| (extents, gaps)));
        }
    }
    let round = move |x: u32| x.next_multiple_of(n);
    sizes.into_iter().map(move |([m, n, k], gaps)| match kernel.order {
        Order::Nt => ([round(m), round(n), k], gaps),
        _ => ([m, n, round(k)], gaps),
    })
}

fn problem(kernel: Kernel, ([m, n, k], gaps): ([u32; 3], [u32; 3])) -> Problem {
    let (order, tile) = (kernel.order, kernel.tile);
    let size = Size { m, n, k, gaps, order };
    let tutorial = &kernel.name[..7]; // of CuTe: sgemm_1, sgemm_2
    // Where there are gaps, the kernel also reads C.
    let (alpha, beta) = if gaps == [0; 3] { (1.0, 0.0) } else { (1.5, -0.5) };
    scaled::<f32, f32>(kernel.name, size, (alpha, beta), &[tutorial], move |operands| {
        let [lda, ldb, ldc] = operands.leading();
        let Operands { a, b, c } = operands;
        let blocks = (m.div_ceil(tile).max(1), n.div_ceil(tile).max(1));
        Case::new(blocks)
            .u32(m)
            .u32(n)
            .u32(k)
            .f32(alpha)
            .input(a)
            .u32(lda)
            .input(b)
            .u32(ldb)
            .f32(beta)
            .result(c)
            .u32(ldc)
    })
}
