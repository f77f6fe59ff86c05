//! y += a x.

use super::{Problem, Scale, Work};
use zellige_bench::{
    case::Case,
    compare::Tolerance,
    data::{Element, Matrix},
    reference,
};
use zellige_kernels::saxpy::ELEMENTS;

pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    let sizes: &[u32] = match scale {
        Scale::Small => &[0, 1, 2, 3, 4, 31, ELEMENTS - 1, ELEMENTS, ELEMENTS + 1, 2053],
        Scale::Real => &[0, 1, ELEMENTS - 1, ELEMENTS, ELEMENTS + 1, 1_000_003, 1 << 24],
        Scale::Timed => &[1 << 26],
    };
    let strided: &[(u32, i32, i32)] = match scale {
        Scale::Small => &[
            (0, 1, 1),
            (1, -3, 2),
            (ELEMENTS - 1, 1, 1),
            (ELEMENTS, 2, -3),
            (ELEMENTS + 1, -1, 5),
            (523, -4, -1),
            (523, 0, 1),
        ],
        Scale::Real => &[(1_000_003, -2, 3), (1_000_003, 7, 1), (1 << 24, 1, 1)],
        Scale::Timed => &[(1 << 26, 1, 1)],
    };
    let contiguous = sizes.iter().map(|&n| contiguous(n));
    let strided = strided.iter().map(|&(n, x, y)| with_strides(n, x, y));
    contiguous.chain(strided).collect()
}

fn work(n: u32) -> Work {
    Work::Bytes(3 * 4 * u64::from(n))
}

fn contiguous(n: u32) -> Problem {
    Problem::new("saxpy", n.to_string(), work(n), move || {
        let x = Matrix::<f32>::vector(n as usize).random(1);
        let y = Matrix::vector(n as usize).random(2);
        let expected = reference::saxpy(1.5, &x, &y);
        Case::new((n.div_ceil(ELEMENTS).max(1), 1)).u32(n).f32(1.5).input(x).output(
            y,
            expected,
            Tolerance::rounding::<f32>(),
        )
    })
}

fn with_strides(n: u32, incx: i32, incy: i32) -> Problem {
    let size = format!("{n}, strides {incx} and {incy}");
    Problem::new("saxpy_strided", size, work(n), move || {
        let vector = |inc: i32| Matrix::<f32>::new(n as usize, 1, (inc.unsigned_abs() as usize, 1));
        // A stride of 0: all elements of x are the same one.
        let (x, all) = match incx {
            0 => {
                let one = Matrix::vector(1).random(1);
                let all = vec![one.elements[0]; n as usize];
                (one, Matrix::vector(n as usize).fill(&all))
            }
            _ => {
                let x = vector(incx).random(1);
                (x.clone(), x)
            }
        };
        let y = vector(incy).random(2);
        // In the order of y in memory.
        let along = match (incx < 0) == (incy < 0) {
            true => all,
            false => reversed(&all),
        };
        let expected = reference::saxpy(1.5, &along, &y);
        Case::new((n.div_ceil(ELEMENTS).max(1), 1))
            .u32(n)
            .f32(1.5)
            .input(x)
            .i32(incx)
            .output(y, expected, Tolerance::rounding::<f32>())
            .i32(incy)
    })
}

/// Returns a vector from its last element to its first.
fn reversed<T: Element>(x: &Matrix<T>) -> Matrix<T> {
    let elements: Vec<T> = (0..x.rows).rev().map(|i| x.at(i, 0)).collect();
    Matrix::vector(x.rows).fill(&elements)
}
