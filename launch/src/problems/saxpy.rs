//! y += a x.

use super::{Problem, Scale, Work};
use crate::{case::Case, compare::Tolerance, data::Matrix, reference};
use zellige_kernels::saxpy::THREADS;

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    let sizes: &[u32] = match scale {
        Scale::Small => &[0, 1, 2, 31, THREADS - 1, THREADS, THREADS + 1, 1021],
        Scale::Real => &[0, 1, THREADS - 1, THREADS, THREADS + 1, 1_000_003, 1 << 24],
        Scale::Timed => &[1 << 26],
    };
    sizes.iter().map(|&n| problem(n)).collect()
}

fn problem(n: u32) -> Problem {
    let work = Work::Bytes(3 * 4 * u64::from(n));
    Problem::new("saxpy", n.to_string(), work, move || {
        let x = Matrix::<f32>::vector(n as usize).random(1);
        let y = Matrix::vector(n as usize).random(2);
        let expected = reference::saxpy(1.5, &x, &y);
        Case::new((n.div_ceil(THREADS).max(1), 1))
            .u32(n)
            .f32(1.5)
            .input(x)
            .output(y, expected, Tolerance::rounding::<f32>())
    })
}
