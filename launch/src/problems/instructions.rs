//! Single instructions: what the layouts of their atoms say.

use super::{Problem, Scale, Work};
use crate::{
    case::Case,
    compare::Tolerance,
    data::{Element, Matrix},
    emulator::mma::{THREADS, extents},
};
use fastrand::Rng;
use zellige::atom::{CopyOperation, MmaAtom, copy, mma};
use zellige::prelude::*;
use zellige_gpu::{Bf16, E4m3, E5m2, F16, Tf32};

macro_rules! problems {
    ($($Atom:ident $Machine:ident $shape:literal $types:literal [$A:ident $na:tt] [$B:ident $nb:tt] [$C:ident $nc:tt];)+) => {
        vec![$(
            problem::<mma::$Atom, $A, $B, $C>(stringify!($Atom), Numbers::Whole),
            problem::<mma::$Atom, $A, $B, $C>(stringify!($Atom), Numbers::Single),
        )+]
    };
}
macro_rules! matrices {
    ($($direction:ident $Atom:ident $Machine:ident $method:ident $n:tt;)+) => {
        [$($direction::<copy::$Atom>(stringify!($Atom)),)+]
    };
}
macro_rules! vectors {
    ($($name:ident $Atom:ident $bits:literal $T:ident $width:literal $n:literal $swizzle:tt;)+) => {
        [$(tiles::<$T>(stringify!($name), $n),)+]
    };
}
pub(super) fn problems(scale: Scale) -> Vec<Problem> {
    if scale == Scale::Timed {
        return Vec::new();
    }
    let mut problems: Vec<Problem> = zellige_gpu::mma_sync_atoms!(problems);
    problems.extend(zellige_gpu::matrix_atoms!(matrices));
    let vectors: [Vec<Problem>; 11] = zellige_kernels::vector_atoms!(vectors);
    problems.extend(vectors.into_iter().flatten());
    problems
}

/// How many bits the elements of matrices have.
const BITS: usize = 16;
/// Element `value` of those that a thread has, by the (thread, bit) layout L.
fn place<L: Layout>(thread: usize, value: usize) -> usize {
    L::STATIC.crd2idx(thread + THREADS * BITS * value).usize() / BITS
}
/// `ldmatrix`: the matrices lie in memory as the threads address their rows.
fn load<A: CopyOperation>(name: &'static str) -> Problem {
    let count = A::LayoutDst::SIZE / BITS;
    let work = Work::Bytes(2 * 2 * count as u64);
    Problem::new(name, format!("{count} elements"), work, move || {
        let from = Matrix::<F16>::vector(count).random(1);
        let values = count / THREADS;
        let of = |i: usize| {
            from.at(place::<A::LayoutDst>(i / values, i % values), 0)
                .value()
        };
        let expected: Vec<f64> = (0..count).map(of).collect();
        let expected = Matrix::vector(count).fill(&expected);
        Case::new((1, 1)).input(from).output(
            Matrix::<F16>::vector(count),
            expected,
            Tolerance::EXACT,
        )
    })
}
/// `stmatrix`: the other direction.
fn store<A: CopyOperation>(name: &'static str) -> Problem {
    let count = A::LayoutSrc::SIZE / BITS;
    let work = Work::Bytes(2 * 2 * count as u64);
    Problem::new(name, format!("{count} elements"), work, move || {
        let from = Matrix::<F16>::vector(count).random(1);
        let values = count / THREADS;
        let mut expected = vec![0.0; count];
        for i in 0..count {
            expected[place::<A::LayoutSrc>(i / values, i % values)] = from.at(i, 0).value();
        }
        let expected = Matrix::vector(count).fill(&expected);
        Case::new((1, 1)).input(from).output(
            Matrix::<F16>::vector(count),
            expected,
            Tolerance::EXACT,
        )
    })
}

/// A tile of 8 by 4 vectors of n elements: full, hanging over on either side, and outside.
fn tiles<T: Element>(name: &'static str, n: usize) -> Vec<Problem> {
    let sizes = [(8, 4 * n), (5, 8 * n), (11, 3 * n), (0, n)];
    let problem = |(rows, columns): (usize, usize)| {
        let work = Work::Bytes(2 * (8 * 4 * n * size_of::<T>()) as u64);
        Problem::new(name, format!("{rows} x {columns}"), work, move || {
            let from = Matrix::<T>::new(rows, columns, (columns, 1)).random(1);
            let inside = |i: usize, j: usize| i < rows && j < columns;
            let element = |i: usize, j: usize| {
                if inside(i, j) {
                    from.at(i, j).value()
                } else {
                    0.0
                }
            };
            let expected: Vec<f64> = (0..32 * n)
                .map(|i| element(i / (4 * n), i % (4 * n)))
                .collect();
            let expected = Matrix::vector(32 * n).fill(&expected);
            Case::new((1, 1))
                .u32(rows as u32)
                .u32(columns as u32)
                .input(from)
                .output(Matrix::<T>::vector(32 * n), expected, Tolerance::EXACT)
        })
    };
    sizes.into_iter().map(problem).collect()
}

/// Which numbers are multiplied. No product and no sum of them needs more bits than there are, so the result does not depend
/// on the order in which they are added up.
#[derive(Copy, Clone, Debug)]
enum Numbers {
    /// Whole numbers and halves; integers of all sizes, also sums that do not fit.
    Whole,
    /// One number in each row of A, of any kind, and powers of two in B; nothing in C.
    Single,
}

fn problem<I: MmaAtom, A: Element, B: Element, C: Element>(
    name: &'static str,
    numbers: Numbers,
) -> Problem {
    let [m, n, k] = extents::<I>();
    let work = Work::Flops(2 * (m * n * k) as u64);
    Problem::new(name, format!("{numbers:?}"), work, move || {
        let mut rng = Rng::with_seed(m as u64 * 1000 + k as u64);
        let a: Vec<f64> = matrix(m, k, |i, j| match numbers {
            Numbers::Whole => whole::<A>(&mut rng),
            Numbers::Single if j == i * 7 % k => any::<A>(&mut rng),
            Numbers::Single => 0.0,
        });
        let b: Vec<f64> = matrix(n, k, |_, _| match numbers {
            Numbers::Whole => whole::<B>(&mut rng),
            Numbers::Single => power::<B>(&mut rng),
        });
        let c: Vec<f64> = matrix(m, n, |_, _| match numbers {
            Numbers::Whole => addend::<C>(&mut rng),
            Numbers::Single => 0.0,
        });
        let sums = matrix(m, n, |i, j| {
            let products = (0..k).map(|l| a[i + m * l] * b[j + n * l]);
            sum::<C>(c[i + m * j] + products.sum::<f64>(), name)
        });
        let expected = registers::<f64, I::LayoutCTv>(&sums);
        Case::new((1, 1))
            .input(registers::<A, I::LayoutATv>(&a))
            .input(registers::<B, I::LayoutBTv>(&b))
            .output(registers::<C, I::LayoutCTv>(&c), expected, Tolerance::EXACT)
    })
}

/// A column-major matrix.
fn matrix(rows: usize, columns: usize, mut element: impl FnMut(usize, usize) -> f64) -> Vec<f64> {
    (0..rows * columns)
        .map(|i| element(i % rows, i / rows))
        .collect()
}
/// What the threads hold of a matrix, by the (thread, value) layout L: the values of each thread one after the other.
fn registers<T: Element, L: Layout>(matrix: &[f64]) -> Matrix<T> {
    let values = L::SIZE / THREADS;
    let of = |i: usize| {
        L::STATIC
            .crd2idx(i / values + THREADS * (i % values))
            .usize()
    };
    let elements: Vec<T> = (0..L::SIZE).map(|i| T::nearest(matrix[of(i)])).collect();
    Matrix::vector(L::SIZE).fill(&elements)
}

/// The smallest and the largest number, if there are only whole ones.
fn range<T: Element>() -> Option<(f64, f64)> {
    (T::EPSILON == 1.0).then(|| (T::nearest(f64::MIN).value(), T::nearest(f64::MAX).value()))
}
/// Of an integer any, else -3, -2.5, .. 3.
fn whole<T: Element>(rng: &mut Rng) -> f64 {
    match range::<T>() {
        Some((least, most)) => rng.i64(least as i64..=most as i64) as f64,
        None => f64::from(rng.i32(-6..=6)) / 2.0,
    }
}
/// Of an integer one of the largest or of the smallest, else as [`whole`].
fn addend<T: Element>(rng: &mut Rng) -> f64 {
    match range::<T>() {
        Some((least, most)) => {
            let away = f64::from(rng.i32(0..10000));
            if rng.bool() {
                most - away
            } else {
                least + away
            }
        }
        None => whole::<T>(rng),
    }
}
/// Of an integer any, else a number from 1/64 to 128, of either sign, of 24 bits if there are as many.
fn any<T: Element>(rng: &mut Rng) -> f64 {
    match range::<T>() {
        Some(_) => whole::<T>(rng),
        None => {
            let size = (1.0 + rng.f64()) * f64::from(rng.i32(-6..=6)).exp2();
            let x = if rng.bool() { size } else { -size };
            // Of a `Tf32` only the first 10 bits of the fraction are read.
            let bits = if T::NAME == "tf32" { !0x1fff } else { !0 };
            T::nearest(f32::from_bits((x as f32).to_bits() & bits).into()).value()
        }
    }
}
/// A power of two from 1/64 to 64, of an integer from 1 on.
fn power<T: Element>(rng: &mut Rng) -> f64 {
    let least = if range::<T>().is_some() { 0 } else { -6 };
    f64::from(rng.i32(least..=6)).exp2()
}
/// The sum as the instruction gives it: an integer that is too large modulo 2^32, unless the atom saturates.
fn sum<C: Element>(sum: f64, name: &str) -> f64 {
    match range::<C>() {
        Some(_) if !name.ends_with("_SATURATE") => f64::from(sum as i64 as i32),
        _ => C::nearest(sum).value(),
    }
}
