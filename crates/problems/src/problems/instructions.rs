//! Single instructions, checked against the layouts of their atoms.

use super::{Problem, Scale, Work};
use fastrand::Rng;
use zellige::atom::{CopyOperation, MmaAtom, copy, mma};
use zellige::prelude::*;
use zellige_bench::{
    case::{Case, Output},
    compare::Tolerance,
    data::{Element, Matrix},
};
use zellige_emulator::mma::{THREADS, WARPGROUP, extents};
use zellige_emulator::tensor_map::{self, Tensor};
use zellige_gpu::{Bf16, E4m3, E5m2, F16, Reduction, Tf32};
use zellige_instructions::{clusters, schedule, wgmma::STEPS};

macro_rules! problems {
    ($($Atom:ident $Machine:ident $shape:literal $types:literal [$A:ident $na:tt] [$B:ident $nb:tt] [$C:ident $nc:tt];)+) => {
        vec![$(
            problem::<mma::$Atom, $A, $B, $C>(stringify!($Atom), Numbers::Whole),
            problem::<mma::$Atom, $A, $B, $C>(stringify!($Atom), Numbers::Single),
        )+]
    };
}
macro_rules! warpgroups {
    ($($Atom:ident $side:ident $options:ident $shape:literal $n:literal [$A:ident] [$B:ident] [$C:ident $nc:tt];)+) => {
        vec![$(
            warpgroup::<mma::$Atom, $A, $B, $C>(stringify!($Atom), Numbers::Whole),
            warpgroup::<mma::$Atom, $A, $B, $C>(stringify!($Atom), Numbers::Single),
        )+]
    };
}
macro_rules! matrices {
    ($($direction:ident $Atom:ident $Machine:ident $method:ident $n:tt;)+) => {
        [$($direction::<copy::$Atom>(stringify!($Atom)),)+]
    };
}
macro_rules! boxes {
    ($($Name:ident $how:ident $extents:tt $tile:tt $tiles:tt;)+) => {
        [$(tensor(stringify!($Name), $extents, $tile, $tiles),)+]
    };
}
macro_rules! reductions {
    ($($Name:ident $T:ident $by:ident;)+) => {
        [$(reduced::<$T>(stringify!($Name), Reduction::$by),)+]
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
    problems.extend(zellige_gpu::wgmma_atoms!(warpgroups));
    problems.extend(zellige_gpu::matrix_atoms!(matrices));
    problems.extend(zellige_instructions::box_atoms!(boxes));
    problems.extend(zellige_instructions::reductions!(reductions));
    problems.push(bulk("SM90_BULK_COPY"));
    problems.push(edited("SM90_TMA_EDITED_MAP"));
    problems.push(cluster("SM90_CLUSTER_MULTICAST"));
    problems.push(exchange("SM90_CLUSTER_SHARED"));
    // Blocks with whole tiles, with parts of one, of two and of three, and more blocks than steps.
    problems.extend([5, 1, 2, 3, 8, 23, 40].map(|blocks| stream_k("STREAM_K", blocks)));
    let vectors: [Vec<Problem>; 11] = zellige_instructions::vector_atoms!(vectors);
    problems.extend(vectors.into_iter().flatten());
    problems
}

/// Adds results to a launch.
trait Exact {
    /// Appends a vector of poison, which must become exactly these numbers.
    fn exact<T: Element>(self, numbers: &[f64]) -> Self;
}
impl Exact for Case {
    fn exact<T: Element>(self, numbers: &[f64]) -> Self {
        let before = Matrix::<T>::vector(numbers.len());
        self.output(before, Matrix::vector(numbers.len()).fill(numbers), Tolerance::EXACT)
    }
}

/// The number of bits of a matrix element.
const BITS: usize = 16;
/// Returns the position of element `value` of a thread, by the (thread, bit) layout L.
fn place<L: Layout>(thread: usize, value: usize) -> usize {
    L::STATIC.crd2idx(thread + THREADS * BITS * value).usize() / BITS
}
/// Tests `ldmatrix`: the matrices lie in memory as the threads address their rows.
fn load<A: CopyOperation>(name: &'static str) -> Problem {
    let count = A::LayoutDst::SIZE / BITS;
    let work = Work::Bytes(2 * 2 * count as u64);
    Problem::new(name, format!("{count} elements"), work, move || {
        let from = Matrix::<F16>::vector(count).random(1);
        let values = count / THREADS;
        let of = |i: usize| from.at(place::<A::LayoutDst>(i / values, i % values), 0).value();
        let expected: Vec<f64> = (0..count).map(of).collect();
        Case::new((1, 1)).input(from).exact::<F16>(&expected)
    })
}
/// Tests `stmatrix`: the other direction.
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
        Case::new((1, 1)).input(from).exact::<F16>(&expected)
    })
}

/// Returns tiles of 8 by 4 vectors of n elements: full, hanging over on either side, and outside.
fn tiles<T: Element>(name: &'static str, n: usize) -> Vec<Problem> {
    let sizes = [(8, 4 * n), (5, 8 * n), (11, 3 * n), (0, n)];
    let problem = |(rows, columns): (usize, usize)| {
        let work = Work::Bytes(2 * (8 * 4 * n * size_of::<T>()) as u64);
        Problem::new(name, format!("{rows} x {columns}"), work, move || {
            let from = Matrix::<T>::new(rows, columns, (columns, 1)).random(1);
            let inside = |i: usize, j: usize| i < rows && j < columns;
            let element = |i: usize, j: usize| {
                if inside(i, j) { from.at(i, j).value() } else { 0.0 }
            };
            let expected: Vec<f64> =
                (0..32 * n).map(|i| element(i / (4 * n), i % (4 * n))).collect();
            let case = Case::new((1, 1)).u32(rows as u32).u32(columns as u32);
            case.input(from).exact::<T>(&expected)
        })
    };
    sizes.into_iter().map(problem).collect()
}

/// Copies a tensor of D modes with these extents, the contiguous mode last, box by box: to another
/// tensor, and the boxes one after the other, with zeros for elements outside.
fn tensor<const D: usize>(
    name: &'static str,
    extents: [usize; D],
    tile: [usize; D],
    tiles: [usize; D],
) -> Problem {
    let count: usize = extents.iter().product();
    let work = Work::Bytes(3 * 4 * count as u64);
    Problem::new(name, format!("{extents:?}"), work, move || {
        // The contiguous mode first, as in a map.
        let reversed = |x: [usize; D]| x.into_iter().rev().map(|x| x as u32).collect::<Vec<_>>();
        let (modes, boxes) = (reversed(extents), reversed(tile));
        let strides: Vec<u64> =
            (1..D).map(|mode| u64::from(4 * modes[..mode].iter().product::<u32>())).collect();
        let map = Tensor::tiled(4, &modes, &strides, &boxes, 0).unwrap();
        let from = Matrix::<f32>::vector(count).random(1);
        let all: Vec<f64> = (0..count).map(|i| from.at(i, 0).value()).collect();
        // Element e, in row order, of box b, in column order.
        let element = |mut b: usize, mut e: usize| {
            let mut at = [0; D];
            for mode in 0..D {
                at[mode] = b % tiles[mode] * tile[mode];
                b /= tiles[mode];
            }
            for mode in (0..D).rev() {
                at[mode] += e % tile[mode];
                e /= tile[mode];
            }
            let inside = (0..D).all(|mode| at[mode] < extents[mode]);
            let place = (0..D).fold(0, |place, mode| place * extents[mode] + at[mode]);
            if inside { all[place] } else { 0.0 }
        };
        let (in_box, number): (usize, usize) = (tile.iter().product(), tiles.iter().product());
        let dumped: Vec<f64> =
            (0..number * in_box).map(|i| element(i / in_box, i % in_box)).collect();
        let same = Matrix::vector(count).fill(&all);
        Case::new((number as u32, 1))
            .input_map(from, map)
            .output_map(Matrix::<f32>::vector(count), same, Tolerance::EXACT, map)
            .exact::<f32>(&dumped)
    })
}
/// Combines the boxes of two blocks each with those of a matrix of 6 by 40 elements.
fn reduced<T: Element>(name: &'static str, by: Reduction) -> Problem {
    const BLOCKS: usize = 12;
    let work = Work::Bytes((size_of::<T>() * (64 * BLOCKS + 2 * 240)) as u64);
    Problem::new(name, "6 x 40".into(), work, move || {
        let tensor = Tensor::new(size_of::<T>() as u32, (6, 40), 40, (16, 4), 0).unwrap();
        let tensor = tensor.of_numbers(tensor_map::Numbers::of::<T>()).unwrap();
        let from = Matrix::<T>::vector(64 * BLOCKS).integers(1);
        let to = Matrix::<T>::vector(240).integers(2);
        let combined = |i: usize| {
            let (row, column) = (i / 40, i % 40);
            let (block, in_box) = (row / 4 + column / 16 * 2, row % 4 * 16 + column % 16);
            let of = |block: usize| from.at(64 * block + in_box, 0).value();
            [of(block), of(block + 6)].into_iter().fold(to.at(i, 0).value(), |x, y| match by {
                Reduction::Add => x + y,
                Reduction::Min => x.min(y),
                Reduction::Max => x.max(y),
            })
        };
        let expected: Vec<f64> = (0..240).map(combined).collect();
        let expected = Matrix::vector(240).fill(&expected);
        Case::new((BLOCKS as u32, 1)).input(from).output_map(to, expected, Tolerance::EXACT, tensor)
    })
}
/// Copies contiguous bytes, 1024 per block.
fn bulk(name: &'static str) -> Problem {
    let count = 3 * 1024;
    let work = Work::Bytes(2 * count as u64);
    Problem::new(name, format!("{count} bytes"), work, move || {
        let from = Matrix::<u8>::vector(count).random(1);
        let same: Vec<f64> = (0..count).map(|i| from.at(i, 0).value()).collect();
        Case::new((3, 1)).input(from).exact::<u8>(&same)
    })
}

/// Copies groups of 1, 3, 5 and 7 rows of 40 elements by a map of each, and the boxes of 4 by 16
/// elements of each group, with zeros for elements outside of it.
fn edited(name: &'static str) -> Problem {
    let (blocks, count) = (4, 16 * 40);
    let work = Work::Bytes(4 * (2 * count + blocks * 6 * 64) as u64);
    Problem::new(name, "16 x 40".into(), work, move || {
        let any = Tensor::new(4, (1, 16), 16, (16, 4), 0).unwrap();
        let from = Matrix::<f32>::vector(count).random(1);
        let all: Vec<f64> = (0..count).map(|i| from.at(i, 0).value()).collect();
        let element = |i: usize| {
            let (block, part, in_box) = (i / 384, i / 64 % 6, i % 64);
            let (row, column) = (part % 2 * 4 + in_box / 16, part / 2 * 16 + in_box % 16);
            let inside = row < 2 * block + 1 && column < 40;
            if inside { all[40 * (block * block + row) + column] } else { 0.0 }
        };
        let dumped: Vec<f64> = (0..blocks * 6 * 64).map(element).collect();
        Case::new((blocks as u32, 1))
            .input_map(Matrix::<f32>::vector(16).random(2), any)
            .input(from)
            .result(Output {
                before: Matrix::<u8>::vector(128 * blocks),
                rows: Vec::new(),
                expected: Matrix::new(0, 1, (1, 1)),
                bounds: None,
                tolerance: Tolerance::EXACT,
            })
            .exact::<f32>(&all)
            .exact::<f32>(&dumped)
    })
}

/// Two clusters of two blocks. Each block receives all boxes of a matrix with 32 columns, and zeros
/// for the rows behind its end.
fn cluster(name: &'static str) -> Problem {
    let (rows, blocks) = (clusters::ROWS as usize, 4);
    let written = 32 * 4 * 2 * clusters::STEPS as usize;
    let work = Work::Bytes(4 * (32 * rows + blocks * written) as u64);
    Problem::new(name, format!("{rows} x 32"), work, move || {
        let map = Tensor::new(4, (clusters::ROWS, 32), 32, (32, 4), 0).unwrap();
        let from = Matrix::<f32>::vector(32 * rows).random(1);
        let element = |i: usize| {
            if i < 32 * rows { from.at(i, 0).value() } else { 0.0 }
        };
        let of_block: Vec<f64> = (0..written).map(element).collect();
        Case::new((blocks as u32, 1)).input_map(from, map).exact::<f32>(&of_block.repeat(blocks))
    })
}

/// Two clusters of two blocks, which exchange 128 numbers each, and combine their first numbers.
fn exchange(name: &'static str) -> Problem {
    const BLOCKS: usize = 4;
    let work = Work::Bytes(8 * 128 * BLOCKS as u64);
    Problem::new(name, format!("{BLOCKS} x 128"), work, move || {
        let numbers: Vec<u32> = (0..128 * BLOCKS as u32).map(|i| 9_991 * i + 7).collect();
        let all: Vec<f32> = numbers.iter().map(|x| *x as f32).collect();
        let from = Matrix::<f32>::vector(all.len()).fill(&all);
        let number = |block: usize, i: usize| numbers[128 * block + i];
        let exchanged = |i: usize| {
            let x = number((i / 128) ^ 1, i % 128);
            f64::from(x + x % (1 << 16) + x % (1 << 8))
        };
        let to: Vec<f64> = (0..128 * BLOCKS).map(exchanged).collect();
        let first = |block| f64::from(number(block, 0));
        let sum = |block: usize| 2.0 * first(block & !1) + first(block | 1) + 2.0;
        let sums: Vec<f64> = (0..BLOCKS).map(sum).collect();
        Case::new((BLOCKS as u32, 1)).input(from).exact::<f32>(&to).exact::<f32>(&sums)
    })
}

/// Accumulates the steps of some tiles. The given number of blocks have equal shares; the flags are
/// 0 before and after.
fn stream_k(name: &'static str, blocks: usize) -> Problem {
    let [tiles, steps, numbers] =
        [schedule::TILES, schedule::STEPS, schedule::NUMBERS].map(|n| n as usize);
    let work = Work::Bytes(4 * (tiles * steps * numbers) as u64);
    Problem::new(name, format!("{tiles} x {steps} on {blocks}"), work, move || {
        let from = Matrix::<f32>::new(tiles * steps, numbers, (numbers, 1)).integers(1);
        let sum = |i: usize| {
            let (tile, column) = (i / numbers, i % numbers);
            let steps = steps * tile..steps * (tile + 1);
            steps.map(|row| from.at(row, column).value()).sum()
        };
        let acc: Vec<f64> = (0..tiles * numbers).map(sum).collect();
        let (shares, flags) = (vec![0.0; blocks * numbers], vec![0; blocks]);
        let none = vec![0.0; blocks];
        Case::new((blocks as u32, 1))
            .input(from)
            .exact::<f32>(&acc)
            .result(Output {
                before: Matrix::<f32>::vector(shares.len()).fill(&shares),
                rows: Vec::new(),
                expected: Matrix::new(0, 1, (1, 1)),
                bounds: None,
                tolerance: Tolerance::EXACT,
            })
            .output(
                Matrix::<i32>::vector(blocks).fill(&flags),
                Matrix::vector(blocks).fill(&none),
                Tolerance::EXACT,
            )
    })
}

/// The numbers to multiply. Every product and every sum of them is exact, so the result does not
/// depend on the order of the additions.
#[derive(Copy, Clone, Debug)]
enum Numbers {
    /// Whole numbers and halves; integers of all sizes, also accumulators that do not fit.
    Whole,
    /// One number in each row of A, of any kind, and powers of two in B; nothing in C.
    Single,
}

/// The operands of C + A B, column-major.
struct Operands {
    extents: [usize; 3],
    a: Vec<f64>,
    b: Vec<f64>,
    c: Vec<f64>,
}
impl Operands {
    fn new<A: Element, B: Element, C: Element>([m, n, k]: [usize; 3], numbers: Numbers) -> Self {
        let mut rng = Rng::with_seed(m as u64 * 1000 + k as u64);
        let a = matrix(m, k, |i, j| match numbers {
            Numbers::Whole => whole::<A>(&mut rng),
            Numbers::Single if j == i * 7 % k => any::<A>(&mut rng),
            Numbers::Single => 0.0,
        });
        let b = matrix(n, k, |_, _| match numbers {
            Numbers::Whole => whole::<B>(&mut rng),
            Numbers::Single => power::<B>(&mut rng),
        });
        let c = matrix(m, n, |_, _| match numbers {
            Numbers::Whole => addend::<C>(&mut rng),
            Numbers::Single => 0.0,
        });
        Operands { extents: [m, n, k], a, b, c }
    }
    /// Returns element (i, j) of A B.
    fn product(&self, i: usize, j: usize) -> f64 {
        let [m, n, k] = self.extents;
        (0..k).map(|l| self.a[i + m * l] * self.b[j + n * l]).sum()
    }
}

fn problem<I: MmaAtom, A: Element, B: Element, C: Element>(
    name: &'static str,
    numbers: Numbers,
) -> Problem {
    let [m, n, k] = extents::<I>();
    let work = Work::Flops(2 * (m * n * k) as u64);
    Problem::new(name, format!("{numbers:?}"), work, move || {
        let all = Operands::new::<A, B, C>([m, n, k], numbers);
        let acc = matrix(m, n, |i, j| sum::<C>(all.c[i + m * j] + all.product(i, j), name));
        let expected = vector::<f64>(registers::<I::LayoutCTv>(&acc, THREADS));
        Case::new((1, 1))
            .input(vector::<A>(registers::<I::LayoutATv>(&all.a, THREADS)))
            .input(vector::<B>(registers::<I::LayoutBTv>(&all.b, THREADS)))
            .output(
                vector::<C>(registers::<I::LayoutCTv>(&all.c, THREADS)),
                expected,
                Tolerance::EXACT,
            )
    })
}

/// Tests `wgmma`, [`STEPS`] of them along K: C + A B, and behind it -A B, for integers A B.
fn warpgroup<I: MmaAtom, A: Element, B: Element, C: Element>(
    name: &'static str,
    numbers: Numbers,
) -> Problem {
    let [m, n, depth] = extents::<I>();
    let k = STEPS * depth;
    let work = Work::Flops(4 * (m * n * k) as u64);
    Problem::new(name, format!("{numbers:?}"), work, move || {
        let all = Operands::new::<A, B, C>([m, n, k], numbers);
        let sign = if range::<C>().is_some() { 1.0 } else { -1.0 };
        let first = matrix(m, n, |i, j| sum::<C>(all.c[i + m * j] + all.product(i, j), name));
        let second = matrix(m, n, |i, j| sum::<C>(sign * all.product(i, j), name));
        let a = if name.contains("_RS") {
            // For each thread, the values that it holds, one step after the other.
            let steps: Vec<Vec<f64>> = all
                .a
                .chunks(m * depth)
                .map(|step| registers::<I::LayoutATv>(step, WARPGROUP))
                .collect();
            let values = I::LayoutATv::SIZE / WARPGROUP;
            let of_thread = |thread: usize| {
                let of_step = move |step: &Vec<f64>| step[values * thread..][..values].to_vec();
                steps.iter().flat_map(of_step).collect::<Vec<f64>>()
            };
            (0..WARPGROUP).flat_map(of_thread).collect()
        } else {
            all.a.clone()
        };
        let both = |first: &[f64], second: &[f64]| {
            let of = |acc| registers::<I::LayoutCTv>(acc, WARPGROUP);
            [of(first), of(second)].concat()
        };
        let before = vector::<C>(both(&all.c, &vec![0.0; m * n]));
        let expected = vector::<f64>(both(&first, &second));
        Case::new((1, 1)).input(vector::<A>(a)).input(vector::<B>(all.b)).output(
            before,
            expected,
            Tolerance::EXACT,
        )
    })
}

/// Returns a column-major matrix.
fn matrix(rows: usize, columns: usize, mut element: impl FnMut(usize, usize) -> f64) -> Vec<f64> {
    (0..rows * columns).map(|i| element(i % rows, i / rows)).collect()
}
/// Returns the values of a matrix that this many threads hold, by the (thread, value) layout L, one
/// thread after the other.
fn registers<L: Layout>(matrix: &[f64], threads: usize) -> Vec<f64> {
    let values = L::SIZE / threads;
    let of = |i: usize| L::STATIC.crd2idx(i / values + threads * (i % values)).usize();
    (0..L::SIZE).map(|i| matrix[of(i)]).collect()
}
/// Returns these elements as a vector.
fn vector<T: Element>(numbers: Vec<f64>) -> Matrix<T> {
    let elements: Vec<T> = numbers.iter().map(|x| T::nearest(*x)).collect();
    Matrix::vector(elements.len()).fill(&elements)
}

/// Returns the smallest and the largest number, for types of integers.
fn range<T: Element>() -> Option<(f64, f64)> {
    (T::EPSILON == 1.0).then(|| (T::nearest(f64::MIN).value(), T::nearest(f64::MAX).value()))
}
/// Returns any integer, or for other types one of -3, -2.5, ... 3.
fn whole<T: Element>(rng: &mut Rng) -> f64 {
    match range::<T>() {
        Some((least, most)) => rng.i64(least as i64..=most as i64) as f64,
        None => f64::from(rng.i32(-6..=6)) / 2.0,
    }
}
/// Returns one of the largest or of the smallest integers, or for other types a number as in
/// [`whole`].
fn addend<T: Element>(rng: &mut Rng) -> f64 {
    match range::<T>() {
        Some((least, most)) => {
            let away = f64::from(rng.i32(0..10000));
            if rng.bool() { most - away } else { least + away }
        }
        None => whole::<T>(rng),
    }
}
/// Returns any integer, or for other types a number from 1/64 to 128, of either sign, of 24 bits if
/// the type has as many.
fn any<T: Element>(rng: &mut Rng) -> f64 {
    match range::<T>() {
        Some(_) => whole::<T>(rng),
        None => {
            let size = (1.0 + rng.f64()) * f64::from(rng.i32(-6..=6)).exp2();
            let x = if rng.bool() { size } else { -size };
            // A `Tf32` has only the first 10 bits of the fraction.
            let bits = if T::NAME == "tf32" { !0x1fff } else { !0 };
            T::nearest(f32::from_bits((x as f32).to_bits() & bits).into()).value()
        }
    }
}
/// Returns a power of two from 1/64 to 64, or for integers from 1 on.
fn power<T: Element>(rng: &mut Rng) -> f64 {
    let least = if range::<T>().is_some() { 0 } else { -6 };
    f64::from(rng.i32(least..=6)).exp2()
}
/// Returns the sum as the instruction computes it: an integer that is too large modulo 2^32, unless
/// the atom saturates.
fn sum<C: Element>(sum: f64, name: &str) -> f64 {
    match range::<C>() {
        Some(_) if !name.ends_with("_SATURATE") => f64::from(sum as i64 as i32),
        _ => C::nearest(sum).value(),
    }
}
