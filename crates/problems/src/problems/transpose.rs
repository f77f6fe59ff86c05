//! The transposed matrix.

use super::{Problem, Scale, Work};
use zellige_bench::{
    case::Case,
    compare::Tolerance,
    data::{Element, Matrix},
    reference,
};
use zellige_gpu::Bf16;
use zellige_kernels::transpose::{aligned, any, pairs};

/// A kernel: its name, its tile, and how many elements earlier a tile may begin.
type Name = (&'static str, (u32, u32), u32);

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    let square = |tile: u32| (tile, tile);
    let f32 = ("transpose_f32", square(aligned::TILE_F32), 0);
    let bf16 = ("transpose_bf16", square(aligned::TILE_BF16), 0);
    let f32_any = ("transpose_f32_any", any::TILE_F32, any::SECTOR_F32 - 1);
    let bf16_any = ("transpose_bf16_any", pairs::TILE, pairs::SECTOR - 1);
    [
        aligned_sizes::<f32>(f32, 4, scale),
        any_sizes::<f32>(f32_any, scale),
        aligned_sizes::<Bf16>(bf16, 8, scale),
        any_sizes::<Bf16>(bf16_any, scale),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns sizes that are multiples of n.
fn aligned_sizes<T: Element>(name: Name, n: u32, scale: Scale) -> Vec<Problem> {
    let tile = name.1.0;
    let sizes = match scale {
        Scale::Small => vec![
            (0, n, 0),
            (n, 0, n),
            (n, n, 0),
            (tile, tile, 0),
            (tile - n, tile + n, n),
            (tile + n, tile - n, 3 * n),
            (13 * n, 29 * n, n),
        ],
        Scale::Real => {
            vec![(n, n, 0), (tile - n, tile + n, n), (2_000, 1_000, 0), (4_096, 8_192, n)]
        }
        Scale::Timed => vec![(8_192, 8_192, 0)],
    };
    let problem = |(rows, columns, more)| problem::<T>(name, rows, columns, more);
    sizes.into_iter().map(problem).collect()
}

/// Returns sizes of all kinds.
fn any_sizes<T: Element>(name: Name, scale: Scale) -> Vec<Problem> {
    let (rows, columns) = name.1;
    let sizes = match scale {
        Scale::Small => vec![
            (0, 3, 0),
            (5, 0, 1),
            (1, 1, 0),
            (1, 37, 0),
            (67, 1, 2),
            (rows, columns, 0),
            (rows - 1, columns + 1, 0),
            (rows + 1, columns - 1, 5),
            (131, 73, 1),
            (2 * rows + 3, columns + 5, 2),
        ],
        Scale::Real => {
            vec![(1, 1, 0), (rows - 1, columns + 1, 0), (1_009, 2_003, 7), (8_205, 4_099, 0)]
        }
        Scale::Timed => vec![(8_205, 8_199, 0), (8_192, 8_192, 0)],
    };
    let problem = |(rows, columns, more)| problem::<T>(name, rows, columns, more);
    sizes.into_iter().map(problem).collect()
}

/// Returns the problem of a matrix with rows `more` elements farther apart than necessary, in the
/// source and in the result.
fn problem<T: Element>(name: Name, rows: u32, columns: u32, more: u32) -> Problem {
    let (kernel, tile, early) = name;
    let bytes = 2 * size_of::<T>() as u64 * u64::from(rows) * u64::from(columns);
    let (ld_from, ld_to) = (columns + more, rows + 2 * more);
    let size = format!("{rows} x {columns}, ld {ld_from} and {ld_to}");
    Problem::new(kernel, size, Work::Bytes(bytes), move || {
        let matrix = |rows: u32, columns: u32, ld: u32| {
            Matrix::<T>::new(rows as usize, columns as usize, (ld as usize, 1))
        };
        let from = matrix(rows, columns, ld_from).random(1);
        let to = matrix(columns, rows, ld_to);
        let expected = reference::transpose(&from);
        let blocks = ((rows + early).div_ceil(tile.0).max(1), columns.div_ceil(tile.1).max(1));
        Case::new(blocks)
            .u32(rows)
            .u32(columns)
            .input(from)
            .u32(ld_from)
            .output(to, expected, Tolerance::EXACT)
            .u32(ld_to)
    })
}
