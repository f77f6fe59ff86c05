//! Products of e4m3 with scales beside a plain evaluation in f64, and on views of any numbers.

#[path = "common/mod.rs"]
#[allow(dead_code)] // other tests need more of it
mod common;

use common::*;
use half::{bf16, f16};
use zellige_gpu::E4m3;
use zellige_ops::*;

/// A product of these extents, with gaps between the rows of all operands.
fn product<D: Number>(
    ops: &Ops,
    rng: &mut Rng,
    [m, n, k]: [usize; 3],
    in_blocks: bool,
) -> Result<(), Error> {
    let gap = |rng: &mut Rng, extent: usize, vector: usize| {
        (extent + rng.pick(&[0, 0, 1, 2 * vector])).next_multiple_of(vector).max(vector)
    };
    let [ld_a, ld_b] = [0; 2].map(|_| gap(rng, k, 16));
    let (steps, columns) = (k.div_ceil(128), n.div_ceil(128));
    let (ld_sa, ld_sb, ldd) = (gap(rng, m, 4), gap(rng, steps, 4), gap(rng, n, 1));
    let a = Operand::<E4m3>::new(ops, rng, &[m, ld_a], Gaps::None)?;
    let b = Operand::<E4m3>::new(ops, rng, &[n, ld_b], Gaps::None)?;
    let scales = |rng: &mut Rng, shape: [usize; 2]| {
        let mut scales =
            Operand::<f32>::new(ops, rng, if in_blocks { &shape } else { &[1, 1] }, Gaps::None)?;
        scales.overwrite(ops, |i| (1 + i % 7) as f64 / 4.0)?;
        Ok::<_, Error>(scales)
    };
    let (scale_a, scale_b) = (scales(rng, [steps, ld_sa])?, scales(rng, [columns, ld_sb])?);
    let bias = Operand::<D>::new(ops, rng, &[n], Gaps::Outside)?;
    let mut d = Operand::<D>::new(ops, rng, &[m, ldd], Gaps::None)?;
    let (alpha, has_bias, relu) = (rng.pick(&[1.0, -0.5]), rng.chance(50), rng.chance(30));
    let (queue, mut expected) = (ops.queue(), d.numbers());
    // The rows of A and of D in one mode, or in two.
    let split = |columns, ld| match m {
        2 | 258 => (vec![2, m / 2, columns], vec![(m / 2 * ld) as i64, ld as i64, 1]),
        _ => (vec![m, columns], vec![ld as i64, 1]),
    };
    let ((shape_a, strides_a), (shape_d, strides_d)) = (split(k, ld_a), split(n, ldd));
    let (mut of_sa, mut of_sb) = (scale_a.tensor(&queue)?, scale_b.tensor(&queue)?);
    if in_blocks {
        of_sa = of_sa.narrowed(1, 0, m)?.transposed()?;
        of_sb = of_sb.narrowed(1, 0, steps)?.transposed()?;
    }
    let mut product = MatmulFp8::new(
        a.tensor(&queue)?.strided(0, shape_a, strides_a)?,
        b.tensor(&queue)?.narrowed(1, 0, k)?.transposed()?,
        (of_sa, of_sb),
        d.tensor_mut(&queue)?.strided(0, shape_d, strides_d)?,
    );
    product = if alpha == 1.0 { product } else { product.alpha(alpha) };
    product = if has_bias { product.bias(bias.tensor(&queue)?) } else { product };
    product = if relu { product.activation(Activation::Relu) } else { product };
    let plan = product.plan(ops)?;
    let words = format!("{plan} of {m} x {n} x {k}, {alpha}, bias {has_bias}, relu {relu}");
    let is_one = m * n * steps == 1 || m * n == 0; // a block is the tensor, or nothing is computed
    assert_eq!(plan.kernel().ends_with("_blocks"), in_blocks && !is_one, "{words}");
    plan.launch(&queue)?;
    drop(plan);
    let [of_a, of_b] = [&a, &b].map(Operand::numbers);
    let (scale_a, scale_b, bias) = (scale_a.numbers(), scale_b.numbers(), bias.numbers());
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let term = |p: usize| {
            let step = p / 128;
            let (scale_a, scale_b) = match in_blocks {
                true => (scale_a[step * ld_sa + i], scale_b[j / 128 * ld_sb + step]),
                false => (scale_a[0], scale_b[0]),
            };
            of_a[i * ld_a + p] * of_b[j * ld_b + p] * scale_a * scale_b
        };
        let x = f64::from(alpha) * (0..k).map(term).sum::<f64>();
        let x = x + if has_bias { bias[j] } else { 0.0 };
        expected[i * ldd + j] = if relu { x.max(0.0) } else { x };
    }
    // Tensor cores of Hopper keep 13 bits of a product below the largest one that they add.
    let error = if ops.is_emulated() { 1e-6 } else { 8e-5 };
    d.check(&expected, error * (10 + k) as f64, &words)?;
    a.unchanged(&words)?;
    b.unchanged(&words)
}
#[test]
fn products_are_those_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(12)) else { return Ok(()) };
    for sizes in [
        [1, 1, 1],
        [2, 13, 16],
        [7, 131, 0],
        [0, 5, 129],
        [5, 0, 129],
        [127, 129, 131],
        [129, 127, 257],
        [255, 128, 127],
        [256, 256, 128],
        [258, 3, 600],
    ] {
        for in_blocks in [false, true] {
            product::<bf16>(&ops, &mut rng, sizes, in_blocks)?;
            product::<f16>(&ops, &mut rng, sizes, in_blocks)?;
            product::<f32>(&ops, &mut rng, sizes, in_blocks)?;
        }
    }
    Ok(())
}

/// Rows of some groups, each by its own matrix: the groups lie one behind the other, or are the
/// first rows of matrices.
fn grouped<D: Number>(ops: &Ops, rng: &mut Rng, masked: bool, empty: bool) -> Result<(), Error> {
    let (n, k) = (rng.pick(&[8usize, 24, 136, 5]), rng.pick(&[0usize, 16, 80, 144, 272]));
    let groups = rng.pick(&[1, 3, 5, 33]);
    let mut sizes: Vec<usize> = (0..groups).map(|_| rng.pick(&[0, 1, 2, 5])).collect();
    sizes[rng.index(groups)] = rng.pick(&[0, 255, 258]);
    if empty {
        sizes.fill(0);
    }
    let (most, all) = (sizes.iter().max().unwrap() + 1, sizes.iter().sum::<usize>() + 2);
    let (steps, blocks) = (k.div_ceil(128), n.div_ceil(128));
    let [ld_a, ld_b] = [0; 2].map(|_| (k + rng.pick(&[0, 16])).next_multiple_of(16).max(16));
    let ld_s = (steps + rng.pick(&[0, 4])).next_multiple_of(4).max(4);
    let shape = |last| if masked { vec![groups, most, last] } else { vec![all, last] };
    let last = if masked { 2 } else { 1 };
    let a = Operand::<E4m3>::new(ops, rng, &shape(ld_a), Gaps::None)?;
    let b = Operand::<E4m3>::new(ops, rng, &[groups, n, ld_b], Gaps::None)?;
    let scales = |rng: &mut Rng, shape: &[usize]| {
        let mut scales = Operand::<f32>::new(ops, rng, shape, Gaps::None)?;
        scales.overwrite(ops, |i| (1 + i % 7) as f64 / 4.0)?;
        Ok::<_, Error>(scales)
    };
    let (scale_a, scale_b) = (scales(rng, &shape(ld_s))?, scales(rng, &[groups, blocks, ld_s])?);
    let (bias, mut d) = (
        Operand::<D>::new(ops, rng, &[n], Gaps::Outside)?,
        Operand::<D>::new(ops, rng, &shape(n), Gaps::None)?,
    );
    let (queue, mut expected, mut end) = (ops.queue(), d.numbers(), 0);
    let add = |size: &usize| {
        end += size;
        end
    };
    let mut bounds: Vec<usize> =
        if masked { sizes.clone() } else { sizes.iter().map(add).collect() };
    if rng.chance(30) {
        bounds[groups - 1] += 1000; // more than there are
        sizes[groups - 1] = if masked { most } else { sizes[groups - 1] + 2 };
    }
    let bounds = ops.buffer(&bounds.iter().map(|&n| n as u32).collect::<Vec<_>>())?;
    let of_sa = scale_a.tensor(&queue)?.narrowed(last, 0, steps)?;
    let product = MatmulFp8::new(
        a.tensor(&queue)?.narrowed(last, 0, k)?,
        b.tensor(&queue)?.narrowed(2, 0, k)?.permuted([0, 2, 1])?,
        (of_sa, scale_b.tensor(&queue)?.narrowed(2, 0, steps)?.permuted([0, 2, 1])?),
        d.tensor_mut(&queue)?,
    );
    let product = product.bias(bias.tensor(&queue)?).alpha(0.5).activation(Activation::Relu);
    let bounds = queue.tensor(&bounds, [groups])?;
    let grouped = if masked { product.masked(bounds) } else { product.grouped(bounds) };
    let plan = grouped.plan(ops)?;
    let words = format!("{plan}: {sizes:?} rows of {a} by {b}");
    plan.launch(&queue)?;
    drop(plan);
    let [of_a, of_b] = [&a, &b].map(Operand::numbers);
    let (scale_a, scale_b, bias) = (scale_a.numbers(), scale_b.numbers(), bias.numbers());
    let first = |g| if masked { g * most } else { sizes[..g].iter().sum() };
    for (g, row) in (0..groups).flat_map(|g| (0..sizes[g]).map(move |i| (g, first(g) + i))) {
        for j in 0..n {
            let term = |p: usize| {
                let step = p / 128;
                let (of_row, of_square) = (row * ld_s + step, (g * blocks + j / 128) * ld_s + step);
                let scales = scale_a[of_row] * scale_b[of_square];
                of_a[row * ld_a + p] * of_b[(g * n + j) * ld_b + p] * scales
            };
            expected[row * n + j] = (0.5 * (0..k).map(term).sum::<f64>() + bias[j]).max(0.0);
        }
    }
    let error = if ops.is_emulated() { 1e-6 } else { 8e-5 };
    d.check(&expected, error * (10 + k) as f64, &words)
}
#[test]
fn grouped_products_are_those_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(14)) else { return Ok(()) };
    for masked in [false, true, false, true, false, true] {
        grouped::<bf16>(&ops, &mut rng, masked, false)?;
        grouped::<f16>(&ops, &mut rng, masked, false)?;
    }
    grouped::<bf16>(&ops, &mut rng, false, true)?;
    grouped::<bf16>(&ops, &mut rng, true, true)?;
    Ok(())
}

/// Views and scales that no honest caller has are refused, or the product stays in their memory.
#[test]
fn products_of_any_views() -> Result<(), Error> {
    let Some(ops) = common::hopper() else { return Ok(()) };
    let (mut rng, mut runs) = (Rng::new(13), 0);
    let (x, scales) = (ops.buffer(&[E4m3(0x38); 600])?, ops.buffer(&[1f32; 40])?);
    let (queue, mut d) = (ops.queue(), ops.buffer(&[0f32; 600])?);
    for _ in 0..250 {
        let [m, n, k] = [0; 3].map(|_| rng.pick(&[0usize, 1, 2, 3, 16, 130]));
        let steps = k.div_ceil(128);
        let mut any = |shape: [usize; 2], strides: [i64; 2]| {
            let odd = rng.chance(15);
            let strides = match odd {
                true => [0; 2].map(|_| rng.pick(&[0, 1, -1, 4, 16, 1 << 40])),
                false => strides,
            };
            let first = if rng.chance(90) { 0 } else { rng.pick(&[1, 16, 128]) };
            let change = if rng.chance(95) { 0 } else { rng.index(2) };
            (first, [shape[0] + change, shape[1]], strides)
        };
        let ld = k.next_multiple_of(16) as i64;
        let (of_a, of_b) = (any([m, k], [ld, 1]), any([k, n], [1, ld]));
        let of_sa = any([m, steps], [1, m.next_multiple_of(4) as i64]);
        let (of_sb, of_d) = (any([steps, n.div_ceil(128)], [1, 4]), any([m, n], [n as i64, 1]));
        let product = || {
            let scale = || queue.tensor(&scales, [40]);
            let a = queue.tensor(&x, [600])?.strided(of_a.0, of_a.1, of_a.2)?;
            let b = queue.tensor(&x, [600])?.strided(of_b.0, of_b.1, of_b.2)?;
            let scale_a = scale()?.strided(of_sa.0, of_sa.1, of_sa.2)?;
            let scale_b = scale()?.strided(of_sb.0, of_sb.1, of_sb.2)?;
            let d = queue.tensor_mut(&mut d, [600])?.strided(of_d.0, of_d.1, of_d.2)?;
            MatmulFp8::new(a, b, (scale_a, scale_b), d).launch(&queue)
        };
        match { product }() {
            Ok(()) => runs += usize::from(m * n > 0),
            Err(Error::Refused(_)) => {}
            Err(Error::Failed(failed)) => {
                panic!("{failed}\nwith {:?}", (of_a, of_b, of_sa, of_sb, of_d))
            }
        }
    }
    assert!(runs > 30, "{runs}");
    Ok(())
}
