//! Copies of a matrix.

use super::{Problem, Scale, Work};
use zellige_bench::{case::Case, compare::Tolerance, data::Matrix, reference};
use zellige_kernels::copy::ELEMENTS;

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    let rows: &[u32] = match scale {
        Scale::Small => &[0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 131],
        Scale::Real => &[0, 1, 63, 64, 65, 100_003, 1 << 18],
        Scale::Timed => &[1 << 20],
    };
    // The kernel, and the distances of rows.
    let kernels = [("copy_16", 64, 64), ("copy_8", 64, 66), ("copy_4", 65, 64)];
    kernels
        .into_iter()
        .flat_map(|(name, from, to)| rows.iter().map(move |&rows| problem(name, rows, from, to)))
        .collect()
}

fn problem(name: &'static str, rows: u32, from: usize, to: usize) -> Problem {
    let work = Work::Bytes(2 * 4 * 64 * u64::from(rows));
    Problem::new(name, format!("{rows} x 64"), work, move || {
        let x = Matrix::<f32>::new(rows as usize, 64, (from, 1)).random(1);
        let y = Matrix::<f32>::new(rows as usize, 64, (to, 1));
        let expected = reference::copy(&x);
        Case::new(((64 * rows).div_ceil(ELEMENTS).max(1), 1)).u32(rows).input(x).output(
            y,
            expected,
            Tolerance::EXACT,
        )
    })
}
