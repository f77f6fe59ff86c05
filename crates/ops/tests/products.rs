//! Products and attention of random tensors beside a plain evaluation in f64.

#[path = "common/mod.rs"]
#[allow(dead_code)] // other tests need more of it
mod common;

use common::*;
use half::{bf16, f16};
use zellige_gpu::E4m3;
use zellige_ops::*;

fn activated(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::None => x,
        Activation::Relu => x.max(0.0),
        Activation::GeluTanh => {
            let u = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x.powi(3));
            x / 2.0 * (1.0 + u.tanh())
        }
        Activation::Silu => x / (1.0 + (-x).exp()),
        Activation::Gelu => x / 2.0 * (1.0 + erf(x / 2f64.sqrt())),
    }
}
/// Returns the error function, by its series.
fn erf(x: f64) -> f64 {
    let x = x.clamp(-4.0, 4.0); // the terms of larger ones cancel
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}
fn matmul<T: Number>(ops: &Ops, rng: &mut Rng, [m, n, k]: [usize; 3]) -> Result<(), Error> {
    let batch = rng.pick(&[&[][..], &[], &[2], &[1], &[2, 1], &[0]]);
    let (mut of_a, mut of_b) = (batch, batch);
    match rng.index(3) {
        0 => of_a = &[],
        1 => of_b = &[],
        _ => {}
    }
    let shape = |batch: &[usize], i, j| [batch, &[i, j]].concat();
    let operand = |rng: &mut Rng, shape: &[usize], gaps| Operand::<T>::new(ops, rng, shape, gaps);
    let (mut a, b) = (
        operand(rng, &shape(of_a, m, k), Gaps::Matrix)?,
        operand(rng, &shape(of_b, k, n), Gaps::Matrix)?,
    );
    if rng.chance(10) {
        a.repeat(a.rank() - rng.pick(&[1, 2]));
    }
    let (c, mut d) = (
        operand(rng, &shape(batch, m, n), Gaps::Rows)?,
        operand(rng, &shape(batch, m, n), Gaps::Rows)?,
    );
    let bias = operand(rng, &[n], Gaps::Outside)?;
    let activation = rng.pick(&[
        Activation::None,
        Activation::Relu,
        Activation::GeluTanh,
        Activation::Silu,
        Activation::Gelu,
    ]);
    let (has_bias, residual) = (rng.chance(50), rng.index(3));
    let (alpha, beta) = (rng.pick(&[1.0, 0.5, -0.25]), rng.pick(&[1.0, -0.5, 0.0]));
    let (old, queue) = (d.numbers(), ops.queue());
    let mut product = Matmul::new(a.tensor(&queue)?, b.tensor(&queue)?, d.tensor_mut(&queue)?);
    product = if alpha == 1.0 { product } else { product.alpha(alpha) };
    product = product.activation(activation);
    product = if has_bias { product.bias(bias.tensor(&queue)?) } else { product };
    product = match residual {
        0 => product,
        1 => product.plus(beta, c.tensor(&queue)?),
        _ => product.accumulate(beta),
    };
    let plan = product.plan(ops)?;
    let words = format!("{plan} of {a} and {b}, {activation:?}, residual {residual}");
    plan.launch(&queue)?;
    drop(plan);
    let (of_a, of_b, of_c, bias) = (a.numbers(), b.numbers(), c.numbers(), bias.numbers());
    let count: usize = batch.iter().product();
    let mut expected = Vec::new();
    for (q, i, j) in (0..count).flat_map(|q| (0..m * n).map(move |x| (q, x / n, x % n))) {
        let first = |all: &[f64], size| if all.len() > size { q * size } else { 0 };
        let (of_a, of_b) = (&of_a[first(&of_a, m * k)..], &of_b[first(&of_b, k * n)..]);
        let sum: f64 = (0..k).map(|p| of_a[i * k + p] * of_b[p * n + j]).sum();
        let x = f64::from(alpha) * sum + if has_bias { bias[j] } else { 0.0 };
        let at = expected.len();
        let old = match residual {
            0 => 0.0,
            1 => f64::from(beta) * of_c[at],
            _ => f64::from(beta) * old[at],
        };
        expected.push(activated(activation, x) + old);
    }
    d.check(&expected, 1e-6 * (10 + k) as f64, &words)
}
#[test]
fn products_are_those_of_f64() -> Result<(), Error> {
    let (ops, mut rng) = (common::ops(), Rng::new(9));
    for i in 0..120 {
        let mut sizes = [0; 3].map(|_| rng.pick(&[1, 2, 5, 8, 16, 20, 24, 33, 64]));
        if rng.chance(10) {
            sizes[rng.index(3)] = 0;
        }
        match i {
            7 => sizes = [129, 8, 72],
            8 | 11 => sizes = [16, 264, 16],
            _ => {}
        }
        match i % 3 {
            0 => matmul::<bf16>(&ops, &mut rng, sizes)?,
            1 => matmul::<f16>(&ops, &mut rng, sizes)?,
            _ => matmul::<f32>(&ops, &mut rng, sizes)?,
        }
    }
    Ok(())
}

/// Rows of groups of these sizes, or of any, each by its own matrix: the groups lie one behind the
/// other, or are the first rows of matrices.
fn grouped<T: Number>(
    ops: &Ops,
    rng: &mut Rng,
    masked: bool,
    given: Option<&[usize]>,
) -> Result<(), Error> {
    let (n, k) = (rng.pick(&[8, 24, 264, 5]), rng.pick(&[0, 8, 72, 128]));
    let (n, k) = if given.is_some() { (rng.pick(&[392, 389]), 72) } else { (n, k) };
    let width = if given.is_some() { 392 } else { n }; // of the matrix that has D
    let groups = rng.pick(&[1, 3, 5, 33]);
    let one_row = masked && rng.chance(30);
    let sizes = |rng: &mut Rng| if one_row { rng.index(2) } else { rng.pick(&[0, 1, 2, 5]) };
    let mut sizes: Vec<usize> = (0..groups).map(|_| sizes(rng)).collect();
    if !one_row {
        sizes[rng.index(groups)] = rng.pick(&[0, 127, 130]);
    }
    let (mut sizes, one_row) = given.map_or((sizes, one_row), |sizes| (sizes.to_vec(), false));
    let groups = sizes.len();
    let most = if one_row { 1 } else { sizes.iter().max().unwrap() + 1 };
    let all = sizes.iter().sum::<usize>() + 2;
    let shape = |last| if masked { vec![groups, most, last] } else { vec![all, last] };
    let aligned = |rng: &mut Rng, shape: &[usize]| Operand::<T>::new(ops, rng, shape, Gaps::None);
    let (a, columns_first) = (aligned(rng, &shape(k))?, rng.chance(50));
    let columns_first = columns_first || n % 8 != 0; // rows at multiples of 16 bytes
    let b = aligned(rng, &if columns_first { [groups, n, k] } else { [groups, k, n] })?;
    let gaps = if masked || given.is_some() { Gaps::None } else { Gaps::Rows };
    let mut d = Operand::<T>::new(ops, rng, &shape(width), gaps)?;
    let (bias, old) = (aligned(rng, &[n])?, d.numbers());
    let mut end = 0;
    let mut ends = sizes
        .iter()
        .map(|size| {
            end += size;
            end
        })
        .collect::<Vec<_>>();
    if rng.chance(30) && !masked {
        ends[groups - 1] += 1000; // more than there are
        sizes[groups - 1] += 2;
    } else if rng.chance(50) && !masked && groups > 1 {
        ends[groups - 1] = ends[groups - 2] / 2; // the last group would end before it begins
        sizes[groups - 1] = 0;
    }
    let mut counts = sizes.clone();
    if masked && rng.chance(30) {
        (counts[0], sizes[0]) = (usize::MAX, most); // -1: all rows
    }
    let bounds = if masked { &counts } else { &ends };
    let bounds = ops.buffer(&bounds.iter().map(|&n| n as u32).collect::<Vec<_>>())?;
    let (queue, beta) = (ops.queue(), rng.pick(&[0.0, 0.5]));
    let of_b = b.tensor(&queue)?;
    let of_b = if columns_first { of_b.permuted([0, 2, 1])? } else { of_b };
    let of_d = d.tensor_mut(&queue)?.narrowed(shape(n).len() - 1, 0, n)?;
    let product = Matmul::new(a.tensor(&queue)?, of_b, of_d);
    let product = product.bias(bias.tensor(&queue)?).accumulate(beta).alpha(0.5);
    let bounds = queue.tensor(&bounds, [groups])?;
    let grouped = if masked { product.masked(bounds) } else { product.grouped(bounds) };
    let plan = grouped.plan(ops)?;
    let words = format!("{plan}: {sizes:?} rows of {a} by {b}");
    plan.launch(&queue)?;
    drop(plan);
    let (of_a, of_b, bias, mut expected) = (a.numbers(), b.numbers(), bias.numbers(), old.clone());
    let first = |g| if masked { g * most } else { sizes[..g].iter().sum() };
    for (g, i) in (0..groups).flat_map(|g| (0..sizes[g]).map(move |i| (g, first(g) + i))) {
        for (j, bias) in bias.iter().enumerate() {
            let place = |p| if columns_first { j * k + p } else { p * n + j };
            let sum: f64 = (0..k).map(|p| of_a[i * k + p] * of_b[g * n * k + place(p)]).sum();
            let at = i * width + j;
            expected[at] = 0.5 * sum + bias + f64::from(beta) * old[at];
        }
    }
    d.check(&expected, 1e-6 * (10 + k) as f64, &words)
}
#[test]
fn grouped_products_are_those_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(11)) else { return Ok(()) };
    for masked in [false, true, false, true] {
        grouped::<bf16>(&ops, &mut rng, masked, None)?;
        grouped::<f16>(&ops, &mut rng, masked, None)?;
    }
    // Tiles of 64 rows and of 128, and rows of 16 bytes in whole ones and in others.
    for sizes in [&[0; 3][..], &[63, 1, 64, 65, 0, 129], &[127, 128, 131], &[64]] {
        for masked in [false, true] {
            grouped::<bf16>(&ops, &mut rng, masked, Some(sizes))?;
        }
    }
    Ok(())
}

fn attention<T: Number, O: Number>(
    ops: &Ops,
    rng: &mut Rng,
    d: usize,
    causal: bool,
    options: bool,
) -> Result<(), Error> {
    let group = rng.pick(&[1, 1, 2]);
    let heads_k = rng.pick(&[1, 2]);
    let heads = group * heads_k;
    let sequences = 1 + rng.index(3);
    let lengths = |rng: &mut Rng, longest| {
        (0..sequences).map(|_| rng.pick(&[0, 1, 3, 17, 64, longest])).collect::<Vec<usize>>()
    };
    let longest = if options { 300 } else { 64 }; // several steps, the first of which a window skips
    let (q_lengths, k_lengths) = (lengths(rng, 64), lengths(rng, longest));
    let starts = |lengths: &[usize]| {
        let mut starts = vec![0];
        lengths.iter().for_each(|n| starts.push(starts[starts.len() - 1] + n));
        starts
    };
    let (q_starts, k_starts) = (starts(&q_lengths), starts(&k_lengths));
    let (tokens, tokens_k) = (q_starts[sequences], k_starts[sequences]);
    let operand = |rng: &mut Rng, shape: &[usize]| Operand::<T>::new(ops, rng, shape, Gaps::Heads);
    let dv = if d == 192 { 128 } else { d };
    let q = operand(rng, &[tokens, heads, d])?;
    let mut o = Operand::<O>::new(ops, rng, &[tokens, heads, dv], Gaps::Heads)?;
    let (k, v) = (operand(rng, &[tokens_k, heads_k, d])?, operand(rng, &[tokens_k, heads_k, dv])?);
    let window = (options && rng.chance(70))
        .then(|| [0; 2].map(|_| rng.pick(&[0, 1, 5, 40, 1000, usize::MAX])));
    let cap = (options && rng.chance(50)).then(|| rng.pick(&[0.5, 3.0]));
    let sinks = Operand::<f32>::new(ops, rng, &[heads], Gaps::Outside)?;
    let has_sinks = options && rng.chance(50);
    let mut lse = Operand::<f32>::new(ops, rng, &[heads, tokens], Gaps::Outside)?;
    let longest = q_lengths.iter().copied().max().unwrap_or(0) + rng.index(2);
    let needed = Attention::workspace(tokens, heads);
    let mut workspace = ops.buffer(&vec![0u32; needed + 3])?;
    let buffer =
        |starts: &[usize]| ops.buffer(&starts.iter().map(|&i| i as u32).collect::<Vec<_>>());
    let (of_q, of_k) = (buffer(&q_starts)?, buffer(&k_starts)?);
    let (scaled, queue) = (rng.chance(40), ops.queue());
    let starts = (queue.tensor(&of_q, [sequences + 1])?, queue.tensor(&of_k, [sequences + 1])?);
    let (from_q, from_k, from_v) = (q.tensor(&queue)?, k.tensor(&queue)?, v.tensor(&queue)?);
    let of_queue = queue.tensor_mut(&mut workspace, [needed + 3])?;
    let to = o.tensor_mut(&queue)?;
    // SAFETY: the starts are those of the sequences.
    let mut attention =
        unsafe { Attention::packed(from_q, from_k, from_v, starts, longest, to, of_queue) };
    attention = if causal { attention.causal() } else { attention };
    let mut scales = [1.0; 3];
    if scaled {
        scales = [0.5, 1.5, 2.0];
        attention = attention.scale(0.25).scales(0.5, 1.5, 2.0);
    }
    attention = if let Some([before, after]) = window {
        attention.window(before, after)
    } else {
        attention
    };
    attention = if let Some(cap) = cap { attention.softcap(cap) } else { attention };
    attention = if has_sinks { attention.sinks(sinks.tensor(&queue)?) } else { attention };
    let has_lse = rng.chance(50);
    attention = if has_lse { attention.lse(lse.tensor_mut(&queue)?) } else { attention };
    attention.launch(&queue)?;
    let scale = if scaled { 0.25 } else { 1.0 / (d as f64).sqrt() } * scales[0] * scales[1];
    let (of_q, of_k, of_v) = (q.numbers(), k.numbers(), v.numbers());
    let mut expected = vec![0.0; tokens * heads * dv];
    let mut logarithms = vec![0.0; heads * tokens];
    for (s, h) in (0..sequences).flat_map(|s| (0..heads).map(move |h| (s, h))) {
        for i in 0..q_lengths[s] {
            let (own, keys) =
                ((i + k_lengths[s]) as i64 - q_lengths[s] as i64, k_lengths[s] as i64);
            let reach = |n: usize| n.min(1 << 20) as i64;
            let [before, after] = window.map_or([1 << 20; 2], |window| window.map(reach));
            let after = if causal { 0 } else { after };
            let seen = (own - before).max(0)..(own + after + 1).min(keys);
            let row = (q_starts[s] + i) * heads + h;
            let at = |j: i64| (k_starts[s] + j as usize) * heads_k + h / group;
            let product = |x: usize, j| of_q[row * d + x] * of_k[at(j) * d + x];
            let score = |j| scale * (0..d).map(|x| product(x, j)).sum::<f64>();
            let score =
                |j| cap.map_or(score(j), |c| f64::from(c) * (score(j) / f64::from(c)).tanh());
            let powers: Vec<_> = seen.map(|j| (j, score(j).exp())).collect();
            let sink = if has_sinks { sinks.numbers()[h].exp() } else { 0.0 };
            let sum = powers.iter().map(|(_, power)| power).sum::<f64>() + sink;
            logarithms[h * tokens + q_starts[s] + i] = sum.ln();
            for (j, power) in powers {
                let value = |x| of_v[at(j) * dv + x];
                (0..dv).for_each(|x| expected[row * dv + x] += scales[2] * power / sum * value(x));
            }
        }
    }
    let words = format!("attention of {q} and {k}, causal {causal}: {q_lengths:?}, {k_lengths:?}");
    let words = format!("{words}, window {window:?}, cap {cap:?}, sinks {has_sinks}");
    if has_lse {
        // Tensor cores add up products of e4m3 in fewer bits.
        lse.check(&logarithms, if T::UNIT > 0.01 { 2e-3 } else { 1e-4 }, &words)?;
    }
    // The powers are rounded to T before they are multiplied by values.
    o.check(&expected, 2.0 * T::UNIT, &words)?;
    let workspace = workspace.read()?;
    assert_eq!((&workspace[..2], &workspace[needed..]), (&[0; 2][..], &[0; 3][..]), "{words}");
    Ok(())
}
#[test]
fn attention_is_that_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(10)) else { return Ok(()) };
    for causal in [false, true, true, false, true, false] {
        for options in [false, true] {
            attention::<bf16, bf16>(&ops, &mut rng, 64, causal, options)?;
            attention::<f16, f16>(&ops, &mut rng, 64, causal, options)?;
            attention::<bf16, bf16>(&ops, &mut rng, 128, causal, options)?;
            attention::<bf16, bf16>(&ops, &mut rng, 192, causal, options)?;
            for d in [64, 128] {
                attention::<E4m3, bf16>(&ops, &mut rng, d, causal, options)?;
            }
            attention::<f16, f16>(&ops, &mut rng, 256, causal, options)?;
        }
    }
    Ok(())
}
