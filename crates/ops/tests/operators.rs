//! The operators on random tensors beside a plain evaluation in f64.
//!
//! Elements between those of an output, and around them, keep their values.

#[path = "common/mod.rs"]
#[allow(dead_code)] // other tests need more of it
mod common;

use common::*;
use half::{bf16, f16};
use zellige_gpu::E4m3;
use zellige_ops::*;

/// Extents around vectors, warps and tiles.
const LONG: [usize; 17] =
    [1, 2, 7, 8, 16, 31, 40, 64, 127, 128, 131, 256, 1024, 1032, 2055, 5001, 8193];

/// Returns a shape of 1 to 4 modes with a last mode of `columns`.
fn rows(rng: &mut Rng, columns: usize) -> Vec<usize> {
    let modes = rng.index(4);
    let mut shape: Vec<usize> = (0..modes).map(|_| rng.pick(&[1, 1, 2, 3, 5])).collect();
    if rng.chance(8) && modes > 0 {
        shape[rng.index(modes)] = 0;
    }
    shape.push(if rng.chance(4) { 0 } else { columns });
    shape
}
/// Applies f to each row of this many numbers.
fn each_row(x: &[f64], columns: usize, f: impl FnMut(&[f64]) -> Vec<f64>) -> Vec<f64> {
    x.chunks(columns.max(1)).flat_map(f).collect()
}

/// With no gaps, the rows of all operands begin at the same bytes of 16.
fn gaps_of_rows(rng: &mut Rng) -> Gaps {
    if rng.chance(50) { Gaps::None } else { Gaps::Rows }
}

fn softmax<T: Number>(ops: &Ops, rng: &mut Rng, columns: usize) -> Result<(), Error> {
    let shape = rows(rng, columns);
    let gaps = gaps_of_rows(rng);
    let (mut x, mut y) = Operand::<T>::two::<T>(ops, rng, &shape, gaps)?;
    if rng.chance(30) {
        x.overwrite(ops, |_| if rng.chance(20) { f64::NEG_INFINITY } else { 3.0 })?;
    }
    let scale = rng.pick(&[1.0, 0.25, -2.0]);
    let queue = ops.queue();
    let (mut counter, drawn) = (ops.buffer(&[0u32])?, rng.chance(50));
    let mut softmax = Softmax::new(x.tensor(&queue)?, y.tensor_mut(&queue)?);
    softmax = if scale == 1.0 { softmax } else { softmax.scale(scale) };
    softmax = if drawn { softmax.workspace(queue.tensor_mut(&mut counter, [1])?) } else { softmax };
    softmax.launch(&queue)?;
    assert_eq!(counter.read()?, [0]);
    let expected = each_row(&x.numbers(), columns, |row| {
        let z: Vec<f64> = row.iter().map(|x| x * f64::from(scale)).collect();
        let most = z.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = z.iter().map(|z| (z - most).exp()).sum();
        z.iter()
            .map(|z| (z - most).exp() / sum)
            .map(|y| if sum == 0.0 { f64::NAN } else { y })
            .collect()
    });
    y.check(&expected, 1e-6, &format!("softmax of {x}"))
}
#[test]
fn softmax_is_that_of_f64() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(1));
    for _ in 0..14 {
        let columns = [rng.pick(&LONG), rng.pick(&LONG), rng.pick(&LONG)];
        softmax::<f32>(&ops, &mut rng, columns[0])?;
        softmax::<bf16>(&ops, &mut rng, columns[1])?;
        softmax::<f16>(&ops, &mut rng, columns[2])?;
    }
    softmax::<f32>(&ops, &mut rng, 8200)?;
    softmax::<bf16>(&ops, &mut rng, 16392)
}

fn cross_entropy<T: Number>(ops: &Ops, rng: &mut Rng, columns: usize) -> Result<(), Error> {
    let most = if ops.is_emulated() { 4 } else { 400 }; // a cluster has several
    let (rows, in_place, scale) = (1 + rng.index(most), rng.chance(40), rng.pick(&[1.0, 0.25]));
    let gaps = gaps_of_rows(rng);
    let operand = |rng: &mut Rng| Operand::<T>::new(ops, rng, &[rows, columns], gaps);
    let (x, mut dx) = (operand(rng)?, operand(rng)?);
    let classes: Vec<i64> =
        (0..rows).map(|_| if rng.chance(20) { -100 } else { rng.index(columns) as i64 }).collect();
    let on_device = ops.buffer(&classes)?;
    let mut losses = Operand::<f32>::new(ops, rng, &[rows], Gaps::Outside)?;
    let (numbers, queue) = (if in_place { dx.numbers() } else { x.numbers() }, ops.queue());
    let (loss, of_row) = (losses.tensor_mut(&queue)?, queue.tensor(&on_device, [rows])?);
    let to = dx.tensor_mut(&queue)?;
    let losses_of_rows = if in_place {
        CrossEntropy::in_place(scale, to, of_row, loss)
    } else {
        CrossEntropy::new(x.tensor(&queue)?, of_row, loss).gradient(scale, to)
    };
    let (mut counter, drawn) = (ops.buffer(&[0u32])?, rng.chance(50));
    match drawn {
        true => losses_of_rows.workspace(queue.tensor_mut(&mut counter, [1])?).launch(&queue)?,
        false => losses_of_rows.launch(&queue)?,
    }
    assert_eq!(counter.read()?, [0]);
    let (mut expected, mut gradient) = (vec![0.0; rows], vec![0.0; rows * columns]);
    let columns_of = 0..columns as i64;
    for (row, &class) in classes.iter().enumerate().filter(|(_, class)| columns_of.contains(class))
    {
        let x = &numbers[row * columns..][..columns];
        let sum: f64 = x.iter().map(|x| x.exp()).sum();
        expected[row] = sum.ln() - x[class as usize];
        for (j, x) in x.iter().enumerate() {
            let one = if j == class as usize { 1.0 } else { 0.0 };
            gradient[row * columns + j] = f64::from(scale) * (x.exp() / sum - one);
        }
    }
    losses.check(&expected, 2e-6, &format!("losses of {x}"))?;
    dx.check(&gradient, 1e-6, &format!("gradient of {x}, in place: {in_place}"))
}
#[test]
fn cross_entropies_are_those_of_f64() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(12));
    for _ in 0..10 {
        let columns = [rng.pick(&LONG), rng.pick(&LONG), rng.pick(&LONG)];
        cross_entropy::<f32>(&ops, &mut rng, columns[0])?;
        cross_entropy::<bf16>(&ops, &mut rng, columns[1])?;
        cross_entropy::<f16>(&ops, &mut rng, columns[2])?;
    }
    for _ in 0..3 {
        cross_entropy::<bf16>(&ops, &mut rng, 20011)?; // by clusters; no row but one is aligned
    }
    cross_entropy::<f32>(&ops, &mut rng, 8191)?;
    cross_entropy::<f32>(&ops, &mut rng, 8200)?;
    cross_entropy::<bf16>(&ops, &mut rng, 2051)
}

fn norm<T: Number>(ops: &Ops, rng: &mut Rng, columns: usize) -> Result<(), Error> {
    let (mut counter, drawn) = (ops.buffer(&[0u32])?, rng.chance(50));
    let shape = rows(rng, columns);
    let last = &shape[shape.len() - 1..];
    let gaps = gaps_of_rows(rng);
    let operand = |rng: &mut Rng| Operand::<T>::new(ops, rng, &shape, gaps);
    let (x, mut y, mut residual, mut sum) =
        (operand(rng)?, operand(rng)?, operand(rng)?, operand(rng)?);
    let of_row = if gaps == Gaps::None { Gaps::None } else { Gaps::Outside };
    let weight = Operand::<T>::new(ops, rng, last, of_row)?;
    let bias = Operand::<T>::new(ops, rng, last, of_row)?;
    let (form, centred) = (rng.index(4), rng.chance(50));
    let (has_weight, has_bias, epsilon) = (rng.chance(60), rng.chance(50), rng.chance(30));
    let old = residual.numbers();
    let queue = ops.queue();
    let (from, to) = (x.tensor(&queue)?, y.tensor_mut(&queue)?);
    let mut norm = if centred { Norm::layer(from, to) } else { Norm::rms(from, to) };
    norm = match form {
        0 => norm,
        1 => norm.residual(residual.tensor(&queue)?),
        2 => norm.residual_to(residual.tensor(&queue)?, sum.tensor_mut(&queue)?),
        _ => norm.residual_in_place(residual.tensor_mut(&queue)?),
    };
    norm = if has_weight { norm.weight(weight.tensor(&queue)?) } else { norm };
    norm = if has_bias { norm.bias(bias.tensor(&queue)?) } else { norm };
    norm = if epsilon { norm.epsilon(0.5) } else { norm };
    norm = if drawn { norm.workspace(queue.tensor_mut(&mut counter, [1])?) } else { norm };
    norm.launch(&queue)?;
    assert_eq!(counter.read()?, [0]);
    let epsilon = if epsilon {
        0.5
    } else if centred {
        1e-5
    } else {
        1e-6
    };
    let add = |(x, r): (&f64, &f64)| if form == 0 { *x } else { x + r };
    let h: Vec<f64> = x.numbers().iter().zip(&old).map(add).collect();
    let (weight, bias) = (weight.numbers(), bias.numbers());
    let expected = each_row(&h, columns, |row| {
        let mean = |f: &dyn Fn(f64) -> f64| row.iter().map(|&h| f(h)).sum::<f64>() / columns as f64;
        let middle = if centred { mean(&|h| h) } else { 0.0 };
        let factor = 1.0 / (mean(&|h| (h - middle).powi(2)) + epsilon).sqrt();
        let y = row.iter().enumerate().map(|(i, h)| {
            let y = (h - middle) * factor * if has_weight { weight[i] } else { 1.0 };
            if has_bias { y + bias[i] } else { y }
        });
        y.collect()
    });
    // One element less its mean is 0, or what rounding left of it.
    let words = format!("norm of {x}, form {form}, centred {centred}");
    y.check(&expected, if columns == 1 { 1e-3 } else { 1e-5 }, &words)?;
    match form {
        2 => sum.check(&h, 1e-6, &words)?,
        3 => residual.check(&h, 1e-6, &words)?,
        _ => residual.check(&old, 0.0, &words)?,
    }
    x.unchanged(&words)
}
#[test]
fn norms_are_those_of_f64() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(2));
    for _ in 0..30 {
        let columns = [rng.pick(&LONG), rng.pick(&LONG), rng.pick(&LONG)];
        norm::<f32>(&ops, &mut rng, columns[0])?;
        norm::<bf16>(&ops, &mut rng, columns[1])?;
        norm::<f16>(&ops, &mut rng, columns[2])?;
    }
    norm::<f32>(&ops, &mut rng, 8200)
}

fn rope<T: Number>(ops: &Ops, rng: &mut Rng) -> Result<(), Error> {
    let [tokens, heads] = [rng.pick(&[1, 2, 5, 7]), rng.pick(&[1, 2, 3])];
    let d = rng.pick(&[2, 6, 16, 32, 48, 64, 128]);
    let mut shape = [tokens, heads, d];
    if rng.chance(6) {
        shape[rng.index(3)] = 0;
    }
    let [tokens, heads, d] = shape;
    let (mut x, mut y) = Operand::<T>::two::<T>(ops, rng, &shape, Gaps::Modes)?;
    let known = tokens + rng.index(3);
    let table = [known, d / 2];
    let aligned = if rng.chance(70) { Gaps::None } else { Gaps::Outside };
    let (cos, sin) = Operand::<f32>::two::<f32>(ops, rng, &table, aligned)?;
    let mut positions = Operand::<u32>::new(ops, rng, &[tokens], Gaps::Outside)?;
    let outside = rng.chance(20);
    positions.overwrite(ops, |i| match known {
        0 => 0.0,
        _ if outside && i % 3 == 0 => rng.pick(&[known as f64, u32::MAX.into()]),
        _ => rng.index(known) as f64,
    })?;
    let (adjacent, explicit, in_place) = (rng.chance(50), rng.chance(50), rng.chance(40));
    let (of_x, queue) = (x.numbers(), ops.queue());
    let (c, s) = (cos.tensor(&queue)?, sin.tensor(&queue)?);
    let mut rope = match in_place {
        true => Rope::in_place(x.tensor_mut(&queue)?, c, s),
        false => Rope::new(x.tensor(&queue)?, c, s, y.tensor_mut(&queue)?),
    };
    rope = if explicit { rope.positions(positions.tensor(&queue)?) } else { rope };
    rope = if adjacent { rope.adjacent() } else { rope };
    rope.launch(&queue)?;
    let (of_cos, of_sin, given) = (cos.numbers(), sin.numbers(), positions.numbers());
    let mut expected = of_x.clone();
    #[allow(clippy::needless_range_loop)] // t is a coordinate, too
    for t in 0..tokens {
        let p = if explicit { given[t] as usize } else { t };
        for (h, i) in (0..heads).flat_map(|h| (0..d / 2).map(move |i| (h, i))) {
            let (a, b) = if adjacent { (2 * i, 2 * i + 1) } else { (i, i + d / 2) };
            let first = (t * heads + h) * d;
            let of = |table: &[f64]| if p < known { table[p * (d / 2) + i] } else { f64::NAN };
            let (a, b, c, s) = (first + a, first + b, of(&of_cos), of(&of_sin));
            expected[a] = of_x[a] * c - of_x[b] * s;
            expected[b] = of_x[b] * c + of_x[a] * s;
        }
    }
    let words = format!("rope of {x}, adjacent {adjacent}, explicit {explicit}, {in_place}");
    if in_place { x.check(&expected, 1e-5, &words) } else { y.check(&expected, 1e-5, &words) }
}
#[test]
fn rotations_are_those_of_f64() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(3));
    for _ in 0..60 {
        with!(rope(&ops, &mut rng) <f32> <bf16> <f16>);
    }
    Ok(())
}

fn cast<A: Number, B: Number>(ops: &Ops, rng: &mut Rng) -> Result<(), Error> {
    let columns = rng.pick(&[1, 3, 8, 15, 16, 17, 33, 500, 1025]);
    let shape = rows(rng, columns);
    let (mut x, mut y) = Operand::<A>::two::<B>(ops, rng, &shape, Gaps::None)?;
    x.overwrite(ops, |_| {
        let special =
            [0.0, -0.0, f64::INFINITY, f64::NAN, 448.0, -465.0, 1e-9, 65520.0, 0.0009765625];
        let size = 2f64.powi(rng.within(0, 24) as i32 - 14);
        if rng.chance(10) {
            rng.pick(&special)
        } else {
            size * (rng.below(4001) as f64 / 2000.0 - 1.0)
        }
    })?;
    let queue = ops.queue();
    Cast::new(x.tensor(&queue)?, y.tensor_mut(&queue)?).launch(&queue)?;
    let expected: Vec<f64> = x.numbers().iter().map(|&x| B::round(x).number()).collect();
    y.check(&expected, 0.0, &format!("cast of {x} to {}", B::TYPE))
}
#[test]
fn casts_round_to_nearest() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(4));
    for _ in 0..16 {
        with!(cast(&ops, &mut rng) <f32, bf16> <f32, f16> <f32, E4m3> <bf16, f32> <bf16, f16>
            <bf16, E4m3> <f16, f32> <f16, bf16> <f16, E4m3> <E4m3, f32> <E4m3, bf16> <E4m3, f16>);
    }
    Ok(())
}

fn reduce<T: Number>(ops: &Ops, rng: &mut Rng) -> Result<(), Error> {
    let modes = 1 + rng.index(4);
    let mut shape: Vec<usize> = (0..modes).map(|_| rng.pick(&[1, 2, 3, 8, 13])).collect();
    shape[rng.index(modes)] = rng.pick(&[0, 1, 5, 31, 64, 97, 128, 130]);
    let (start, end) = (rng.index(modes), 1 + rng.index(modes));
    let (mut start, mut end) = (start.min(end - 1), end.max(start + 1));
    if rng.index(4) == 0 {
        // A few long columns: the blocks of a cluster share the rows.
        shape = vec![rng.pick(&[1025, 2100, 5000, 9000]), rng.pick(&[8, 13])];
        (start, end) = (0, 1);
    }
    if rng.index(4) == 0 {
        // Long enough for two passes.
        let long: [(&[usize], _); 4] =
            [(&[40_000], 0), (&[2, 33_000], 1), (&[66_000, 5], 0), (&[33_000, 16], 0)];
        let (of, mode) = rng.pick(&long);
        (shape, start, end) = (of.to_vec(), mode, mode + 1);
    }
    let left = [&shape[..start], &shape[end..]].concat();
    let (x, mut y) = (
        Operand::<T>::new(ops, rng, &shape, Gaps::Outside)?,
        Operand::<T>::new(ops, rng, &left, Gaps::Outside)?,
    );
    let name = rng.pick(&["sum", "mean", "max", "min"]);
    let queue = ops.queue();
    let (from, to, modes) = (x.tensor(&queue)?, y.tensor_mut(&queue)?, start..end);
    let reduce = match name {
        "sum" => Reduce::sum(from, modes, to),
        "mean" => Reduce::mean(from, modes, to),
        "max" => Reduce::max(from, modes, to),
        _ => Reduce::min(from, modes, to),
    };
    let mut workspace = ops.buffer(&[7u32; Reduce::WORKSPACE])?;
    if rng.chance(50) {
        let list = queue.tensor_mut(&mut workspace, [Reduce::WORKSPACE])?;
        reduce.workspace(list).launch(&queue)?;
    } else {
        reduce.launch(&queue)?;
    }
    let size = |modes: &[usize]| modes.iter().product::<usize>();
    let (outer, n, inner) = (size(&shape[..start]), size(&shape[start..end]), size(&shape[end..]));
    let of_x = x.numbers();
    let expected = (0..outer * inner).map(|i| {
        let (o, i) = (i / inner, i % inner);
        let all = (0..n).map(|r| of_x[(o * n + r) * inner + i]);
        match name {
            "sum" => all.sum(),
            "mean" => all.sum::<f64>() / n as f64,
            "max" => all.fold(f64::NEG_INFINITY, f64::max),
            _ => all.fold(f64::INFINITY, f64::min),
        }
    });
    let expected: Vec<f64> = expected.collect();
    y.check(&expected, 1e-6 * (1 + n) as f64, &format!("{name} of {x} over {start}..{end}"))
}
#[test]
fn reductions_are_those_of_f64() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(5));
    for _ in 0..24 {
        with!(reduce(&ops, &mut rng) <f32> <bf16> <f16>);
    }
    Ok(())
}

fn scan<T: Number>(ops: &Ops, rng: &mut Rng) -> Result<(), Error> {
    let columns = rng.pick(&[1, 3, 8, 31, 64, 255, 1024, 1025, 2048, 2055]);
    let shape = rows(rng, columns);
    let (mut x, mut y) = Operand::<T>::two::<T>(ops, rng, &shape, Gaps::Rows)?;
    if T::TYPE == Type::U32 {
        x.overwrite(ops, |_| rng.below(1 << 32) as f64)?;
    }
    let (exclusive, queue) = (rng.chance(50), ops.queue());
    let scan = Scan::new(x.tensor(&queue)?, y.tensor_mut(&queue)?);
    if exclusive {
        scan.exclusive().launch(&queue)?
    } else {
        scan.launch(&queue)?
    }
    let expected = each_row(&x.numbers(), columns, |row| {
        let mut sum = 0.0;
        let sums = row.iter().map(|x| {
            let before = sum;
            sum += x;
            let y = if exclusive { before } else { sum };
            if T::TYPE == Type::U32 { y.rem_euclid(4294967296.0) } else { y }
        });
        sums.collect()
    });
    let error = if T::TYPE == Type::U32 { 0.0 } else { 1e-6 * (1 + columns) as f64 };
    y.check(&expected, error, &format!("scan of {x}, exclusive {exclusive}"))
}
#[test]
fn scans_are_those_of_f64() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(6));
    for _ in 0..20 {
        with!(scan(&ops, &mut rng) <f32> <u32> <bf16> <f16>);
    }
    Ok(())
}

fn gather<T: Number>(ops: &Ops, rng: &mut Rng) -> Result<(), Error> {
    let columns = rng.pick(&[0, 1, 7, 8, 16, 40, 257]);
    let known = rng.pick(&[0, 1, 2, 11]);
    let shape: Vec<usize> = (0..rng.index(4)).map(|_| rng.pick(&[0, 1, 2, 3, 5])).collect();
    let table = Operand::<T>::new(ops, rng, &[known, columns], Gaps::Outside)?;
    let mut indices = Operand::<u32>::new(ops, rng, &shape, Gaps::Outside)?;
    let mut y = Operand::<T>::new(ops, rng, &[&shape[..], &[columns]].concat(), Gaps::Outside)?;
    indices.overwrite(ops, |_| match rng.chance(15) || known == 0 {
        true => rng.pick(&[known as f64, 1e6, u32::MAX.into()]),
        false => rng.index(known) as f64,
    })?;
    let queue = ops.queue();
    let (from, to) = (table.tensor(&queue)?, y.tensor_mut(&queue)?);
    Gather::new(from, indices.tensor(&queue)?, to).launch(&queue)?;
    let of_table = table.numbers();
    let expected = indices.numbers().into_iter().flat_map(|i| {
        let of_table = &of_table;
        (0..columns).map(move |j| *of_table.get(i as usize * columns + j).unwrap_or(&f64::NAN))
    });
    let expected: Vec<f64> = expected.collect();
    y.check(&expected, 0.0, &format!("gather of {table} by {indices}"))
}
#[test]
fn gathers_copy_rows() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(7));
    for _ in 0..60 {
        with!(gather(&ops, &mut rng) <f32> <bf16> <f16>);
    }
    Ok(())
}

fn permute<T: Number>(ops: &Ops, rng: &mut Rng) -> Result<(), Error> {
    let modes = rng.index(6);
    let mut shape: Vec<usize> = (0..modes).map(|_| rng.pick(&[1, 1, 2, 3])).collect();
    for _ in 0..modes.min(2) {
        shape[rng.index(modes)] = rng.pick(&[0, 1, 8, 16, 19, 32, 37]);
    }
    let gaps = [(); 2].map(|_| rng.pick(&[Gaps::Any, Gaps::Any, Gaps::Modes, Gaps::None]));
    let (mut x, mut y) = (
        Operand::<T>::new(ops, rng, &shape, gaps[0])?,
        Operand::<T>::new(ops, rng, &shape, gaps[1])?,
    );
    if rng.chance(20) && modes > 0 {
        x.repeat(rng.index(modes));
    }
    let queue = ops.queue();
    Permute::new(x.tensor(&queue)?, y.tensor_mut(&queue)?).launch(&queue)?;
    y.check(&x.numbers(), 0.0, &format!("permute of {x}"))
}
#[test]
fn permutations_copy_elements() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(8));
    for _ in 0..6 {
        with!(permute(&ops, &mut rng) <f32> <f64> <bf16> <f16> <E4m3> <u8> <u16> <u32> <u64>
            <i8> <i16> <i32> <i64>);
    }
    Ok(())
}
