//! C = alpha A B + beta C, in f32.

use super::{
    Problem, Scale,
    gemm::{Operands, Order, Size, empty, scaled},
};
use zellige_bench::case::Case;
use zellige_kernels::sgemm::BLOCK;

/// A kernel, which elements lie side by side, of what number the extents of A and B along these have to be multiples (and
/// their gaps), and the tutorial of the same algorithm.
type Name = (&'static str, Order, u32, &'static str);
const KERNELS: [Name; 5] = [
    ("sgemm_1_nt", Order::Nt, 1, "sgemm_1"),
    ("sgemm_1_tn", Order::Tn, 1, "sgemm_1"),
    ("sgemm_2_nt", Order::Nt, 4, "sgemm_2"),
    ("sgemm_2_tn", Order::Tn, 1, "sgemm_2"),
    ("sgemm_2_nt_any", Order::Nt, 1, "sgemm_2"),
];

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    KERNELS
        .iter()
        .flat_map(|name| sizes(name.1, name.2, scale).map(|size| problem(*name, size)))
        .collect()
}

/// Extents M, N, K, and gaps of A, B, C. Extents along which elements lie side by side, and the gaps of A and B, are
/// multiples of n.
fn sizes(order: Order, n: u32, scale: Scale) -> impl Iterator<Item = ([u32; 3], [u32; 3])> {
    let (m_tile, n_tile) = BLOCK;
    let mut sizes = match scale {
        Scale::Small => vec![
            ([1, 1, 1], [0; 3]),
            ([m_tile, n_tile, 16], [0; 3]),
            ([m_tile - 1, n_tile + 1, 17], [n, 2 * n, 3]),
            ([m_tile + 1, 5, 15], [3 * n, 0, 0]),
            ([7, 3, 41], [n, n, 1]),
        ],
        Scale::Real => vec![
            ([1, 1, 1], [0; 3]),
            ([m_tile - 1, n_tile + 1, 17], [n, 2 * n, 3]),
            ([1009, 509, 257], [n, 5 * n, 1]),
            ([1024, 1024, 1024], [0; 3]),
            ([1025, 2047, 1000], [0; 3]),
        ],
        Scale::Timed => vec![([4096; 3], [0; 3]), ([8192; 3], [0; 3])],
    };
    if scale != Scale::Timed {
        // With and without what C was before.
        for gaps in [[0; 3], [n, 2 * n, 1]] {
            sizes.extend(empty([m_tile + 1, n_tile + 1, 3]).map(|extents| (extents, gaps)));
        }
    }
    let round = move |x: u32| x.next_multiple_of(n);
    sizes.into_iter().map(move |([m, n, k], gaps)| match order {
        Order::Nt => ([round(m), round(n), k], gaps),
        _ => ([m, n, round(k)], gaps),
    })
}

fn problem((kernel, order, _, tutorial): Name, ([m, n, k], gaps): ([u32; 3], [u32; 3])) -> Problem {
    let size = Size {
        m,
        n,
        k,
        gaps,
        order,
    };
    // Where there are gaps, C is not only written.
    let (alpha, beta) = if gaps == [0; 3] {
        (1.0, 0.0)
    } else {
        (1.5, -0.5)
    };
    scaled::<f32, f32>(kernel, size, (alpha, beta), &[tutorial], move |operands| {
        let [lda, ldb, ldc] = operands.leading();
        let Operands { a, b, c } = operands;
        let blocks = (m.div_ceil(BLOCK.0).max(1), n.div_ceil(BLOCK.1).max(1));
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
