//! C = alpha A B + beta C, in f32.

use super::{
    Problem, Scale,
    gemm::{Operands, Order, Size, empty, scaled},
};
use zellige::atom::OperandA;
use zellige_bench::case::Case;
use zellige_kernels::sgemm::{Operand, block, sgemm_1, sgemm_2};

#[derive(Copy, Clone)]
struct Kernel {
    name: &'static str,
    /// The elements that are adjacent.
    order: Order,
    /// The number that the contiguous extents of A and B, and their gaps, have to be multiples of.
    multiple: u32,
    /// The tile of C that a block computes.
    block: (u32, u32),
    /// The tutorial of the same algorithm.
    tutorial: &'static str,
}
impl Kernel {
    fn new<O: Operand>(
        name: &'static str,
        order: Order,
        multiple: u32,
        tutorial: &'static str,
    ) -> Self {
        Kernel { name, order, multiple, block: block::<O, O>(), tutorial }
    }
}

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    let (one, two) = ("sgemm_1", "sgemm_2");
    [
        Kernel::new::<sgemm_1::Nt>("sgemm_1_nt", Order::Nt, 1, one),
        Kernel::new::<sgemm_1::Tn>("sgemm_1_tn", Order::Tn, 1, one),
        Kernel::new::<sgemm_1::Small>("sgemm_1_64", Order::Nt, 1, one),
        Kernel::new::<sgemm_2::Nt<OperandA>>("sgemm_2_nt", Order::Nt, 4, two),
        Kernel::new::<sgemm_2::Tn<OperandA>>("sgemm_2_tn", Order::Tn, 4, two),
        Kernel::new::<sgemm_2::NtAny<OperandA>>("sgemm_2_nt_any", Order::Nt, 1, two),
        Kernel::new::<sgemm_2::TnAny<OperandA>>("sgemm_2_tn_any", Order::Tn, 1, two),
        Kernel::new::<sgemm_2::Small<OperandA>>("sgemm_2_64", Order::Nt, 4, two),
    ]
    .into_iter()
    .flat_map(|kernel| sizes(kernel, scale).map(move |size| problem(kernel, size)))
    .collect()
}

/// Returns extents M, N, K, and gaps of A, B, C. Contiguous extents, and the gaps of A and B, are
/// multiples of n.
fn sizes(kernel: Kernel, scale: Scale) -> impl Iterator<Item = ([u32; 3], [u32; 3])> {
    let ((m_tile, n_tile), n) = (kernel.block, kernel.multiple);
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
        // With and without the previous C.
        for gaps in [[0; 3], [n, 2 * n, 1]] {
            sizes.extend(empty([m_tile + 1, n_tile + 1, 3]).map(|extents| (extents, gaps)));
        }
    }
    let round = move |x: u32| x.next_multiple_of(n);
    sizes.into_iter().map(move |([m, n, k], gaps)| match kernel.order {
        Order::Nt => ([round(m), round(n), k], gaps),
        _ => ([m, n, round(k)], gaps),
    })
}

fn problem(kernel: Kernel, ([m, n, k], gaps): ([u32; 3], [u32; 3])) -> Problem {
    let (order, block) = (kernel.order, kernel.block);
    let size = Size { m, n, k, gaps, order };
    // Where there are gaps, the kernel also reads C.
    let (alpha, beta) = if gaps == [0; 3] { (1.0, 0.0) } else { (1.5, -0.5) };
    scaled::<f32, f32>(kernel.name, size, (alpha, beta), &[kernel.tutorial], move |operands| {
        let [lda, ldb, ldc] = operands.leading();
        let Operands { a, b, c } = operands;
        let blocks = (m.div_ceil(block.0).max(1), n.div_ceil(block.1).max(1));
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
