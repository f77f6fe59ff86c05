//! Views and operators of numbers that no honest caller has: each is refused or runs in its memory.

#[path = "common/mod.rs"]
#[allow(dead_code)] // another test needs more of it
mod common;

use common::Rng;
use half::bf16;
use zellige_launch::device::{Buffer, Plain};
use zellige_ops::*;

const LARGE: usize = 1 << 40;

#[test]
fn sizes_and_strides_do_not_overflow() -> Result<(), Error> {
    let ops = common::ops();
    let (queue, x, empty) = (ops.queue(), ops.buffer(&[1f32; 8])?, ops.buffer::<f32>(&[])?);
    let mut y = ops.buffer(&[1f32; 8])?;
    for shape in [[0, LARGE, LARGE], [LARGE, 0, LARGE], [LARGE, LARGE, 0], [usize::MAX, 0, 0]] {
        let tensor = queue.tensor(&empty, shape)?;
        let tensor = tensor.reshaped([LARGE, LARGE, 0, LARGE])?.permuted([2, 0, 1, 3])?;
        assert!(tensor.narrowed(1, LARGE / 2, 1)?.reshaped([1]).is_err());
    }
    let x = || queue.tensor(&x, [8]);
    for strides in [[i64::MIN; 8], [i64::MAX; 8]] {
        assert!(x()?.strided(0, [usize::MAX; 8], strides).is_err());
        assert!(x()?.strided(i64::MIN, [2; 8], strides).is_err());
        let none = x()?.strided(i64::MAX, [usize::MAX, 0], &strides[..2])?;
        assert!(none.narrowed(0, usize::MAX - 1, 1)?.strided(1, [8], [1]).is_err());
    }
    // A tensor without elements stays where it was, and so at a multiple of 4 bytes.
    let mut moved = x()?;
    for first in [i64::MAX, i64::MIN, i64::MIN, i64::MIN, 3] {
        moved = moved.strided(first, [0], [1])?;
    }
    Permute::new(moved.strided(7, [1], [1])?, queue.tensor_mut(&mut y, [8])?.narrowed(0, 0, 1)?)
        .launch(&queue)?;
    // The first two modes are one of 2^80 elements.
    assert!(x()?.strided(0, [LARGE, LARGE, 1], [0, 0, 1])?.reshaped([1]).is_err());
    let sum = |x: Tensor<'_>, y: &mut Buffer<f32>| {
        let modes = x.shape().len();
        Reduce::sum(x, 0..modes, queue.tensor_mut(y, [8])?.strided(0, [], [])?).launch(&queue)
    };
    assert!(sum(x()?.strided(0, [LARGE; 3], [0; 3])?, &mut y).is_err());
    sum(x()?.strided(0, [LARGE, 0, LARGE], [i64::MAX, 1, 0])?, &mut y)?;
    assert_eq!(y.read()?[0], 0.0);
    assert_eq!(Attention::workspace(usize::MAX, 3), usize::MAX);
    Ok(())
}

/// Matrices of unusual strides that a tensor map does not describe are multiplied, too.
#[test]
fn products_of_overlapping_rows() -> Result<(), Error> {
    let ops = common::ops();
    let numbers: Vec<bf16> = (0..64).map(|i| bf16::from_f32((i % 7) as f32)).collect();
    let (queue, x) = (ops.queue(), ops.buffer(&numbers)?);
    for (shape, strides) in [
        ([8, 16], [0, 1]),
        ([8, 16], [1, 1]),
        ([8, 16], [1, 0]),
        ([8, 1], [1, 0]),
        ([1, 8], [0, 1]),
    ] {
        let mut d = ops.buffer(&[bf16::ZERO; 64])?;
        let a = queue.tensor(&x, [64])?.strided(0, shape, strides)?;
        let b = queue.tensor(&x, [64])?.strided(0, [shape[1], 8], [0, 1])?;
        let of_queue = queue.tensor_mut(&mut d, [64])?.strided(0, [shape[0], 8], [8, 1])?;
        Matmul::new(a, b, of_queue).launch(&queue)?;
        for (at, d) in d.read()?[..8 * shape[0]].iter().enumerate() {
            let (i, j) = (at / 8, at % 8);
            let of_a =
                |p: usize| numbers[i * strides[0] as usize + p * strides[1] as usize].to_f32();
            let sum: f32 = (0..shape[1]).map(|p| of_a(p) * numbers[j].to_f32()).sum();
            assert_eq!(*d, bf16::from_f32(sum), "{shape:?}:{strides:?}, ({i}, {j})");
        }
    }
    Ok(())
}

/// Returns a number around 0, around a size of the test, or around the end of a type.
fn number(rng: &mut Rng) -> i64 {
    match rng.index(12) {
        0 => {
            rng.pick(&[i64::MIN, i64::MAX, i64::MAX - 1, 1 << 32, 1 << 33, (1 << 32) - 1, 1 << 62])
        }
        1 => rng.within(0, 70) as i64,
        2 => -(rng.within(0, 9) as i64),
        3 => rng.pick(&[8, 16, 64, 32]),
        _ => rng.within(0, 4) as i64,
    }
}
/// A change of a tensor.
enum Change {
    Permuted(usize),
    Narrowed(usize, usize, usize),
    Reshaped(Vec<usize>),
    Strided(i64, Vec<usize>, Vec<i64>),
}
fn changes(rng: &mut Rng) -> Vec<Change> {
    let change = |rng: &mut Rng| {
        let modes = rng.index(5);
        let shape: Vec<usize> = (0..modes).map(|_| number(rng) as usize).collect();
        let mut strides: Vec<i64> = (0..modes).map(|_| number(rng)).collect();
        if rng.chance(60) {
            let mut step = 1i64;
            for (stride, &extent) in strides.iter_mut().zip(&shape).rev() {
                *stride = step;
                step = step.saturating_mul(extent as i64);
            }
        }
        match rng.index(5) {
            0 => Change::Permuted(rng.index(5)),
            1 => Change::Narrowed(rng.index(3), number(rng) as usize, number(rng) as usize),
            2 => Change::Reshaped(shape),
            _ => Change::Strided(number(rng), shape, strides),
        }
    };
    (0..1 + rng.index(3)).map(|_| change(rng)).collect()
}
/// Changes a tensor; the whole result is an error if one change is refused.
macro_rules! changed {
    ($tensor:expr, $changes:expr) => {
        $changes.iter().try_fold($tensor, |tensor, change| {
            let modes = tensor.shape().len();
            match change {
                Change::Permuted(by) => {
                    tensor.permuted((0..modes).map(|i| (i + by) % modes).collect::<Vec<_>>())
                }
                &Change::Narrowed(mode, first, extent) => tensor.narrowed(mode, first, extent),
                Change::Reshaped(shape) => tensor.reshaped(shape),
                Change::Strided(first, shape, strides) => tensor.strided(*first, shape, strides),
            }
        })
    };
}
/// Returns changes that are not refused.
fn allowed(rng: &mut Rng, mut f: impl FnMut(&[Change]) -> Result<(), Error>) -> Vec<Change> {
    for _ in 0..20 {
        let changes = changes(rng);
        if f(&changes).is_ok() {
            return changes;
        }
    }
    Vec::new()
}
/// Runs random operators with random tensors of one type.
fn run<T: Element + Plain>(
    ops: &Ops,
    rng: &mut Rng,
    one: T,
    runs: &mut usize,
) -> Result<(), Error> {
    let queue = ops.queue();
    let (x, z, numbers) =
        (ops.buffer(&[one; 67])?, ops.buffer(&[one; 67])?, ops.buffer(&[1u32; 16])?);
    let (tables, mut y) = (ops.buffer(&[1f32; 16])?, ops.buffer(&[one; 67])?);
    let mut sum = ops.buffer(&[one; 67])?;
    let of_a = allowed(rng, |all| changed!(queue.tensor(&x, [67])?, all).map(drop));
    let of_b = allowed(rng, |all| changed!(queue.tensor(&z, [67])?, all).map(drop));
    let of_y = allowed(rng, |all| changed!(queue.tensor_mut(&mut y, [67])?, all).map(drop));
    let of_sum = allowed(rng, |all| changed!(queue.tensor_mut(&mut sum, [67])?, all).map(drop));
    let given = allowed(rng, |all| changed!(queue.tensor(&numbers, [16])?, all).map(drop));
    let a = changed!(queue.tensor(&x, [67])?, of_a)?;
    let b = changed!(queue.tensor(&z, [67])?, of_b)?;
    let indices = changed!(queue.tensor(&numbers, [16])?, given)?;
    // Most operators need equal shapes.
    let (shape, rank) = (a.shape().to_vec(), a.shape().len());
    let elements = shape.iter().try_fold(1usize, |n, &extent| n.checked_mul(extent));
    let to = queue.tensor_mut(&mut y, [67])?;
    let to = match elements.filter(|&n| n <= 67) {
        Some(n) if rng.chance(80) => to.narrowed(0, 0, n)?.reshaped(&shape)?,
        _ => changed!(to, of_y)?,
    };
    let to_sum = changed!(queue.tensor_mut(&mut sum, [67])?, of_sum)?;
    let words = format!("{a:?}, {b:?}, {to:?}, {to_sum:?}, {indices:?}");
    let result = match rng.index(9) {
        0 => Softmax::new(a, to).launch(&queue),
        1 => Norm::rms(a, to).residual_to(b, to_sum).launch(&queue),
        2 => Norm::layer(a, to).weight(b).launch(&queue),
        3 => Permute::new(a, to).launch(&queue),
        4 => Scan::new(a, to).launch(&queue),
        5 => Gather::new(a, indices, to_sum).launch(&queue),
        6 => Reduce::max(a, 0..rng.index(rank + 1), to_sum).launch(&queue),
        7 => {
            let table = || change_table(&queue, &tables, &shape);
            Rope::new(a, table()?, table()?, to).positions(indices).launch(&queue)
        }
        _ => {
            let product = Matmul::new(a, b, to_sum);
            if rng.chance(30) {
                product.accumulate(1.0).launch(&queue)
            } else {
                product.launch(&queue)
            }
        }
    };
    match result {
        Ok(()) => *runs += 1,
        Err(Error::Refused(_)) => {}
        Err(Error::Failed(failed)) => panic!("{failed}\nwith {words}"),
    }
    Ok(())
}
/// Returns a table for heads of this shape, if there is one.
fn change_table<'a>(
    queue: &'a Queue<'_>,
    tables: &'a Buffer<f32>,
    shape: &[usize],
) -> Result<Tensor<'a>, Error> {
    let half = shape.last().map_or(1, |d| (d / 2).clamp(1, 16));
    queue.tensor(tables, [16])?.narrowed(0, 0, 16 / half * half)?.reshaped([16 / half, half])
}
#[test]
fn random_views_stay_in_their_memory() -> Result<(), Error> {
    let (ops, mut rng, mut runs) = (common::ops(), Rng::new(11), 0);
    for _ in 0..4000 {
        run(&ops, &mut rng, 1f32, &mut runs)?;
        run(&ops, &mut rng, bf16::ONE, &mut runs)?;
        run(&ops, &mut rng, 1u8, &mut runs)?;
    }
    assert!(runs > 1000, "{runs}");
    Ok(())
}
