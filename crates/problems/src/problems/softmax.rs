//! Softmax of each row.

use super::{Problem, Scale, Work};
use zellige_bench::{case::Case, compare::Tolerance, data::Matrix, reference};
use zellige_kernels::softmax::{BLOCK_ROW_8, BLOCK_ROW_32, THREADS, WARP_ROW};

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    // The longest row that stays in registers, and the rows per block.
    let kernels = [
        ("softmax_warp", WARP_ROW, THREADS / 32),
        ("softmax_block_8", BLOCK_ROW_8, 1),
        ("softmax_block_32", BLOCK_ROW_32, 1),
    ];
    let sizes = |longest: u32| match scale {
        Scale::Small => vec![
            (0, 5, 0),
            (3, 0, 1),
            (1, 1, 0),
            (9, 31, 2),
            (2, 257, 3),
            (8, longest - 1, 0),
            (1, longest, 5),
            (3, longest + 1, 0),
            (1, 2 * longest + 37, 1),
        ],
        Scale::Real => vec![
            (1, 1, 0),
            (1_009, 127, 1),
            (4_099, longest - 1, 0),
            (509, longest, 4),
            (131, 3 * longest + 101, 3),
        ],
        Scale::Timed => match longest {
            WARP_ROW => vec![(1 << 18, 256, 0), (1 << 16, 1024, 0)],
            BLOCK_ROW_8 => vec![(1 << 15, 2048, 0)],
            _ => vec![(1 << 14, 4096, 0), (1 << 13, 8192, 0)],
        },
    };
    kernels
        .into_iter()
        .flat_map(|(name, longest, block)| {
            sizes(longest)
                .into_iter()
                .map(move |(rows, columns, more)| problem(name, block, rows, columns, more))
        })
        .collect()
}

/// Returns the problem of rows that are `more` elements farther apart than necessary.
fn problem(name: &'static str, block: u32, rows: u32, columns: u32, more: u32) -> Problem {
    let bytes = 2 * 4 * u64::from(rows) * u64::from(columns);
    let (ld_from, ld_to) = (columns + more, columns + 2 * more);
    let size = format!("{rows} x {columns}, ld {ld_from} and {ld_to}");
    Problem::new(name, size, Work::Bytes(bytes), move || {
        let matrix =
            |ld: u32| Matrix::<f32>::new(rows as usize, columns as usize, (ld as usize, 1));
        // From -16 to 16: without subtracting the largest first, the small ones would lose their
        // digits.
        let from = matrix(ld_from).random_up_to(16.0, 1);
        let expected = reference::softmax(&from);
        // The exponent of the smallest is -32 log2 e, which rounds to 2^-19 of the exponential; a
        // sum rounds less.
        let tolerance = Tolerance { absolute: 0.0, relative: 4e-6 };
        Case::new((rows.div_ceil(block).max(1), 1))
            .u32(rows)
            .u32(columns)
            .input(from)
            .u32(ld_from)
            .output(matrix(ld_to), expected, tolerance)
            .u32(ld_to)
    })
}
