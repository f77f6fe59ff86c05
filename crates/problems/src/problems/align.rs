//! Rows that begin anywhere, copied to rows that are aligned.

use super::{Problem, Scale, Work};
use zellige_bench::{case::Case, compare::Tolerance, data::Matrix, reference};
use zellige_gpu::Bf16;
use zellige_kernels::align::TILE;

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    let sizes: &[(u32, u32, u32)] = match scale {
        Scale::Small => &[
            (0, 5, 0),
            (1, 1, 0),
            (5, 13, 1),
            (TILE.0 - 1, TILE.1 + 1, 0),
            (TILE.0 + 1, TILE.1 - 1, 2),
        ],
        Scale::Real => &[(1, 1, 0), (1009, 2003, 7), (4095, 4091, 0)],
        Scale::Timed => &[(4095, 4091, 0), (8191, 8191, 0)],
    };
    sizes.iter().map(|&(rows, columns, gap)| problem(rows, columns, gap)).collect()
}

/// Returns the problem of a matrix with rows `gap` elements farther apart than necessary. A row of
/// the result is followed by zeros, up to a multiple of 8.
fn problem(rows: u32, columns: u32, gap: u32) -> Problem {
    let (ld_from, ld_to) = (columns + gap, columns.next_multiple_of(8) + 8);
    let size = format!("{rows} x {columns}, ld {ld_from}");
    let work = Work::Bytes(4 * u64::from(rows) * u64::from(columns));
    Problem::new("align_rows", size, work, move || {
        let extents = [rows, columns, columns.next_multiple_of(8)].map(|extent| extent as usize);
        let [m, n, padded] = extents;
        let from = Matrix::<Bf16>::new(m, n, (ld_from as usize, 1)).random(1);
        let copied = reference::copy(&from).elements;
        let elements = (0..m).flat_map(|i| {
            let row = copied[i * n..(i + 1) * n].iter().copied();
            row.chain(vec![0.0; padded - n])
        });
        let expected =
            Matrix { elements: elements.collect(), rows: m, columns: padded, strides: (padded, 1) };
        let grid = (rows.div_ceil(TILE.0).max(1), columns.div_ceil(TILE.1).max(1));
        Case::new(grid)
            .u32(rows)
            .u32(columns)
            .input(from)
            .u32(ld_from)
            .output(Matrix::<Bf16>::new(m, padded, (ld_to as usize, 1)), expected, Tolerance::EXACT)
            .u32(ld_to)
    })
}
