//! The gradients of attention beside a plain evaluation in f64, and what they refuse.

#[path = "common/mod.rs"]
#[allow(dead_code)] // other tests need more of it
mod common;
#[path = "common/refused.rs"]
mod refused;

use common::*;
use half::{bf16, f16};
use refused::{Memory, N, Refused, named, nowhere, nowhere_mut, of};
use zellige_ops::*;

/// What attention does to scores.
#[derive(Copy, Clone, Debug)]
struct Options {
    causal: bool,
    window: Option<[usize; 2]>,
    cap: Option<f32>,
    has_sinks: bool,
}
/// The logarithms, (heads, tokens), and dQ, dK, dV and those of sinks, from Q, K, V and dO.
fn expected(
    lengths: &[(usize, usize)],
    [heads, group, d, dv]: [usize; 4],
    scale: f64,
    options: Options,
    sinks: &[f64],
    [q, k, v, d_o]: [&[f64]; 4],
) -> (Vec<f64>, [Vec<f64>; 4]) {
    let (tokens, mut first, mut first_k) = (q.len() / (heads * d), 0, 0);
    let (mut lse, mut all) =
        (vec![0.0; tokens * heads], [q, k, v, sinks].map(|x| vec![0.0; x.len()]));
    let dot = |d: usize, a: &[f64], b: &[f64]| (0..d).map(|x| a[x] * b[x]).sum::<f64>();
    for &(queries, keys) in lengths {
        for (h, i) in (0..heads).flat_map(|h| (0..queries).map(move |i| (h, i))) {
            let [before, after] = options.window.unwrap_or([usize::MAX; 2]);
            let after = if options.causal { 0 } else { after };
            let seen = |j: &usize| {
                let (of_key, own) = (j + queries, i + keys); // aligned at the end
                of_key <= own.saturating_add(after) && own <= of_key.saturating_add(before)
            };
            let row = (first + i) * heads + h;
            let at = |j| (first_k + j) * (heads / group) + h / group;
            let keys: Vec<_> = (0..keys).filter(seen).map(at).collect();
            let score = |&j: &usize| scale * dot(d, &q[d * row..], &k[d * j..]);
            let scores: Vec<_> = keys.iter().map(score).collect();
            // Capped scores, and their derivatives.
            let capped = |&s: &f64| match options.cap.map(f64::from) {
                Some(cap) => (cap * (s / cap).tanh(), 1.0 - (s / cap).tanh().powi(2)),
                None => (s, 1.0),
            };
            let (powers, slopes): (Vec<_>, Vec<_>) =
                scores.iter().map(capped).map(|(s, slope)| (s.exp(), slope)).unzip();
            let sink = if options.has_sinks { sinks[h].exp() } else { 0.0 };
            let sum = sink + powers.iter().sum::<f64>();
            lse[tokens * h + first + i] = sum.ln();
            let product = |&j: &usize| dot(dv, &d_o[dv * row..], &v[dv * j..]);
            let products: Vec<_> = keys.iter().map(product).collect();
            let delta = powers.iter().zip(&products).map(|(p, x)| p / sum * x).sum::<f64>();
            let [d_q, d_k, d_v, d_sinks] = &mut all;
            d_sinks[h] -= sink / sum * delta;
            for (((j, p), x), slope) in keys.into_iter().zip(powers).zip(products).zip(slopes) {
                let ds = scale * p / sum * (x - delta) * slope;
                (0..dv).for_each(|x| d_v[dv * j + x] += p / sum * d_o[dv * row + x]);
                for x in 0..d {
                    d_k[d * j + x] += ds * q[d * row + x];
                    d_q[d * row + x] += ds * k[d * j + x];
                }
            }
        }
        (first, first_k) = (first + queries, first_k + keys);
    }
    (lse, all)
}
fn gradients<T: Number>(
    ops: &Ops,
    rng: &mut Rng,
    d: usize,
    options: Options,
    lengths: &[(usize, usize)],
) -> Result<(), Error> {
    let (group, heads_k, sequences) = (rng.pick(&[1, 2]), rng.pick(&[1, 2]), lengths.len());
    let heads = group * heads_k;
    let starts = |of: fn(&(usize, usize)) -> usize| {
        let mut starts = vec![0];
        lengths.iter().for_each(|l| starts.push(starts[starts.len() - 1] + of(l) as u32));
        starts
    };
    let (q_starts, k_starts) = (starts(|l| l.0), starts(|l| l.1));
    let [tokens, tokens_k] = [&q_starts, &k_starts].map(|starts| starts[sequences] as usize);
    let dv = if d == 192 { 128 } else { d };
    let mut of = |shape: [usize; 3]| Operand::<T>::new(ops, rng, &shape, Gaps::Heads);
    let (q, mut d_q) = (of([tokens, heads, d])?, of([tokens, heads, d])?);
    let (mut o, d_o) = (of([tokens, heads, dv])?, of([tokens, heads, dv])?);
    let (k, mut d_k) = (of([tokens_k, heads_k, d])?, of([tokens_k, heads_k, d])?);
    let (v, mut d_v) = (of([tokens_k, heads_k, dv])?, of([tokens_k, heads_k, dv])?);
    let mut lse = Operand::<f32>::new(ops, rng, &[heads, tokens], Gaps::Outside)?;
    let of_heads = |rng: &mut Rng| Operand::<f32>::new(ops, rng, &[heads], Gaps::Outside);
    let (sinks, mut d_sinks) = (of_heads(rng)?, of_heads(rng)?);
    let needed = AttentionBackward::workspace([tokens, heads, d], sequences);
    let (mut two, mut workspace) = (ops.buffer(&[0u32; 2])?, ops.buffer(&vec![!0u32; needed + 3])?);
    let (q_starts, k_starts) = (ops.buffer(&q_starts)?, ops.buffer(&k_starts)?);
    let queue = ops.queue();
    let starts = || -> Result<_, Error> {
        let of_queue = |starts| queue.tensor(starts, [sequences + 1]);
        Ok((of_queue(&q_starts)?, of_queue(&k_starts)?))
    };
    let inputs = || Ok::<_, Error>([q.tensor(&queue)?, k.tensor(&queue)?, v.tensor(&queue)?]);
    let longest = |of: fn(&(usize, usize)) -> usize| lengths.iter().map(of).max().unwrap();
    let longest = [longest(|l| l.0), longest(|l| l.1) + rng.index(2)];
    let scale = rng.pick(&[None, Some(0.0625f32)]);
    let ([of_q, of_k, of_v], two) = (inputs()?, queue.tensor_mut(&mut two, [2])?);
    let to = o.tensor_mut(&queue)?;
    // SAFETY: the starts are those of the sequences.
    let mut forward =
        unsafe { Attention::packed(of_q, of_k, of_v, starts()?, longest[0], to, two) };
    forward = if options.has_sinks { forward.sinks(sinks.tensor(&queue)?) } else { forward };
    macro_rules! with_options {
        ($operator:ident) => {
            $operator = if options.causal { $operator.causal() } else { $operator };
            if let Some(scale) = scale {
                $operator = $operator.scale(scale);
            }
            if let Some([before, after]) = options.window {
                $operator = $operator.window(before, after);
            }
            if let Some(cap) = options.cap {
                $operator = $operator.softcap(cap);
            }
        };
    }
    with_options!(forward);
    forward.lse(lse.tensor_mut(&queue)?).launch(&queue)?;
    let outputs = [o.tensor(&queue)?, d_o.tensor(&queue)?, lse.tensor(&queue)?];
    let to = [d_q.tensor_mut(&queue)?, d_k.tensor_mut(&queue)?, d_v.tensor_mut(&queue)?];
    let of_queue = queue.tensor_mut(&mut workspace, [needed + 3])?;
    // SAFETY: as above.
    let mut gradients =
        unsafe { AttentionBackward::packed(inputs()?, outputs, starts()?, longest, to, of_queue) };
    with_options!(gradients);
    if options.has_sinks {
        gradients = gradients.sinks(sinks.tensor(&queue)?, d_sinks.tensor_mut(&queue)?);
    }
    let plan = gradients.plan(ops)?;
    let words = format!("{plan} of {q} and {k}: {lengths:?}, {options:?}");
    plan.launch(&queue)?;
    drop(plan);
    let numbers = [q.numbers(), k.numbers(), v.numbers(), d_o.numbers()];
    let scale = scale.map_or((d as f64).sqrt().recip(), f64::from);
    let numbers = numbers.each_ref().map(|x| &x[..]);
    let sinks = sinks.numbers();
    let (of_lse, of) = expected(lengths, [heads, group, d, dv], scale, options, &sinks, numbers);
    lse.check(&of_lse, 1e-5, &format!("logarithms of {words}"))?;
    // O, P and dS are rounded to T, and a gradient is a sum of them.
    for (name, found, of) in [("dq", &d_q, &of[0]), ("dk", &d_k, &of[1]), ("dv", &d_v, &of[2])] {
        found.check(of, 16.0 * T::UNIT, &format!("{name} of {words}"))?;
    }
    if options.has_sinks {
        d_sinks.check(&of[3], 16.0 * T::UNIT, &format!("dsinks of {words}"))?;
    }
    assert_eq!(workspace.read()?[needed..], [!0; 3], "{words}");
    Ok(())
}
#[test]
fn gradients_are_those_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(12)) else { return Ok(()) };
    let cases: [&[(usize, usize)]; 5] =
        [&[(1, 1), (0, 5), (3, 0), (7, 13)], &[(129, 65)], &[(0, 3)], &[(3, 0)], &[(63, 129)]];
    for (i, lengths) in cases.into_iter().enumerate() {
        let causal = |causal| Options { causal, window: None, cap: None, has_sinks: false };
        let (even, odd) = (causal(i % 2 == 0), causal(i % 2 == 1));
        gradients::<bf16>(&ops, &mut rng, 64, even, lengths)?;
        gradients::<f16>(&ops, &mut rng, 64, odd, lengths)?;
        gradients::<bf16>(&ops, &mut rng, 128, odd, lengths)?;
        gradients::<f16>(&ops, &mut rng, 128, even, lengths)?;
        let wide = if i % 2 == 0 { 192 } else { 256 };
        gradients::<bf16>(&ops, &mut rng, wide, even, lengths)?;
        gradients::<f16>(&ops, &mut rng, 448 - wide, even, lengths)?;
    }
    Ok(())
}
#[test]
fn gradients_of_windows_caps_and_sinks_are_those_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(13)) else { return Ok(()) };
    let all = usize::MAX;
    let of = |causal, window, cap, has_sinks| Options { causal, window, cap, has_sinks };
    // Blocks of 128 keys are seen in some of the steps of 64 or 128 queries only.
    let cases: [(&[(usize, usize)], Options); 7] = [
        (&[(1, 1), (0, 5), (3, 0), (7, 13)], of(false, Some([2, 1]), Some(2.0), true)),
        (&[(300, 300)], of(false, Some([20, 3]), None, false)),
        (&[(140, 270), (1, 1)], of(true, Some([100, all]), Some(0.5), true)),
        (&[(270, 70)], of(false, Some([0, 0]), Some(3.0), false)),
        (&[(65, 130)], of(false, Some([all, 70]), None, true)),
        (&[(129, 2)], of(false, None, Some(1.0), true)),
        (&[(0, 0), (0, 0)], of(true, None, None, true)),
    ];
    for (i, (lengths, options)) in cases.into_iter().enumerate() {
        if i % 2 == 0 {
            gradients::<bf16>(&ops, &mut rng, 64, options, lengths)?;
            gradients::<f16>(&ops, &mut rng, 128, options, lengths)?;
            gradients::<bf16>(&ops, &mut rng, 192, options, lengths)?;
            gradients::<f16>(&ops, &mut rng, 256, options, lengths)?;
        } else {
            gradients::<f16>(&ops, &mut rng, 64, options, lengths)?;
            gradients::<bf16>(&ops, &mut rng, 128, options, lengths)?;
            gradients::<f16>(&ops, &mut rng, 192, options, lengths)?;
            gradients::<bf16>(&ops, &mut rng, 256, options, lengths)?;
        }
    }
    Ok(())
}

#[test]
fn refusals() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue) = (&memory.ops, memory.ops.queue());
    let starts = ops.buffer(&[0u32, 1, 2])?;
    let [mut of_dk, mut of_dv] = [ops.buffer(&[bf16::ONE; 128])?, ops.buffer(&[bf16::ONE; 128])?];
    let mut of_sinks = ops.buffer(&[7f32; 2])?;
    let all = AttentionBackward::workspace([2, 2, 64], 2) + 4; // 4 * 128 * 66 and 4
    let mut room = ops.buffer(&vec![7u32; all])?;
    let x = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    let mut case = |choose: &str| {
        let (mut q, mut k, mut v) = (x(&[2, 2, 64])?, x(&[2, 1, 64])?, x(&[2, 1, 64])?);
        let (mut o, mut d_o) = (x(&[2, 2, 64])?, x(&[2, 2, 64])?);
        let (mut lse, mut scale, mut cap) = (of(&queue, &memory.f32, &[2, 2])?, 1.0, 1.0);
        let mut d_q = queue.tensor_mut(&mut y.bf16, [N])?.strided(0, [2, 2, 64], [128, 64, 1])?;
        let mut sinks = of(&queue, &memory.f32, &[2])?;
        let mut d_sinks = queue.tensor_mut(&mut of_sinks, [2])?;
        let mut d_k = queue.tensor_mut(&mut of_dk, [2, 1, 64])?;
        let mut d_v = queue.tensor_mut(&mut of_dv, [2, 1, 64])?;
        let mut of_q = queue.tensor(&starts, [3])?;
        let mut workspace = queue.tensor_mut(&mut room, [all])?;
        match choose {
            "q" => q = x(&[2, 128])?,
            "v" => v = x(&[1, 1, 64])?,
            "o" => o = x(&[2, 1, 64])?,
            "do" => d_o = of(&queue, &memory.f32, &[2, 2, 64])?,
            "dq" => d_q = d_q.narrowed(0, 0, 1)?,
            "dk" => d_k = d_k.narrowed(0, 0, 1)?,
            "dv" => d_v = d_v.narrowed(0, 0, 1)?,
            "lse" => lse = of(&queue, &memory.f32, &[2, 3])?,
            "type of lse" => lse = x(&[2, 2])?,
            "strided lse" => lse = lse.strided(0, [2, 2], [1, 2])?,
            "starts" => of_q = of_q.narrowed(0, 0, 2)?,
            "workspace" => workspace = workspace.narrowed(0, 0, all - 5)?,
            "odd workspace" => workspace = workspace.narrowed(0, 1, all - 1)?,
            "odd dq" => d_q = d_q.strided(1, [2, 2, 64], [128, 64, 1])?,
            "odd do" => d_o = x(&[264])?.strided(1, [2, 2, 64], [128, 64, 1])?,
            "odd q" => q = x(&[264])?.strided(1, [2, 2, 64], [128, 64, 1])?,
            "one token" => k = k.strided(0, [2, 1, 64], [0, 64, 1])?,
            "cap" => cap = 0.0,
            "sinks" => sinks = of(&queue, &memory.f32, &[3])?,
            "type of sinks" => sinks = x(&[2])?,
            "dsinks" => d_sinks = d_sinks.narrowed(0, 0, 1)?,
            _ => scale = f32::NAN,
        }
        let of_k = queue.tensor(&starts, [3])?;
        let to = [d_q, d_k, d_v];
        let of = [o, d_o, lse];
        let starts = (of_q, of_k);
        // SAFETY: nothing is launched.
        let gradients =
            unsafe { AttentionBackward::packed([q, k, v], of, starts, [1, 1], to, workspace) };
        let gradients = gradients.scale(scale).window(1, 1).softcap(cap).sinks(sinks, d_sinks);
        named("attention_backward", gradients.launch(&queue))
    };
    let odd = "bf16 (2,2,64):(128,64,1), and its tokens do not begin at multiples of 16 bytes";
    case("q").refused("q, bf16 (2,128):(128,1), does not have the modes (tokens, heads, d)")?;
    case("v").refused("v has the shape (1,1,64), but k needs (2,1,64)")?;
    case("o").refused("o has the shape (2,1,64), but q needs (2,2,64)")?;
    case("do").refused("do is f32, but q is bf16")?;
    case("dq").refused("dq has the shape (1,2,64), but q needs (2,2,64)")?;
    case("dk").refused("dk has the shape (1,1,64), but k needs (2,1,64)")?;
    case("dv").refused("dv has the shape (1,1,64), but k needs (2,1,64)")?;
    let sentence =
        "lse has the shape (2,3), but a logarithm for each head and token of q needs (2,2)";
    case("lse").refused(sentence)?;
    case("type of lse").refused("lse is bf16, not f32")?;
    case("strided lse").refused("lse, f32 (2,2):(1,2), is not contiguous")?;
    case("starts").refused("q_starts has 2 elements, and k_starts 3")?;
    let short = "the workspace, u32 (33791):(1), does not have 33792 contiguous elements of u32";
    case("workspace").refused(short)?;
    case("odd workspace").refused("the workspace does not begin at a multiple of 16 bytes")?;
    case("odd dq").refused(&format!("dq, {odd}"))?;
    case("odd do").refused(&format!("do, {odd}"))?;
    case("odd q").refused("q does not begin at a multiple of 16 bytes")?;
    case("one token").refused("k: no tensor map: rows of 64 elements begin 0 apart")?;
    case("scale").refused("the scale is NaN, and not larger than 0")?;
    let sentence = "sinks has the shape (3), but a score for each head of q needs (2)";
    case("sinks").refused(sentence)?;
    case("type of sinks").refused("sinks are bf16, not f32")?;
    let sentence = "dsinks has the shape (1), but a score for each head of q needs (2)";
    case("dsinks").refused(sentence)?;
    case("cap").refused("the cap is 0, and not finite and larger than 0")?;
    // Sizes that no test has the memory for.
    let far = |[tokens, heads, d]: [usize; 3], keys: usize, sequences: usize| {
        let f16 = |shape: &[usize]| nowhere(&queue, Type::F16, shape);
        let f16_mut = |shape: &[usize]| nowhere_mut(&queue, Type::F16, shape);
        let (of_q, of_k) = ([tokens, heads, d], [keys, 1, d]);
        let starts = || nowhere(&queue, Type::U32, &[sequences + 1]);
        let lse = nowhere(&queue, Type::F32, &[heads, tokens])?;
        let needed = AttentionBackward::workspace(of_q, sequences);
        let workspace = nowhere_mut(&queue, Type::U32, &[needed])?;
        let inputs = [f16(&of_q)?, f16(&of_k)?, f16(&of_k)?];
        let outputs = [f16(&of_q)?, f16(&of_q)?, lse];
        let to = [f16_mut(&of_q)?, f16_mut(&of_k)?, f16_mut(&of_k)?];
        let (starts, longest) = ((starts()?, starts()?), [usize::MAX; 2]);
        // SAFETY: nothing is launched.
        let gradients =
            unsafe { AttentionBackward::packed(inputs, outputs, starts, longest, to, workspace) };
        named("attention_backward", gradients.plan(ops))
    };
    far([1, 1, 96], 1, 1).refused("d is 96, and the kernels are for 64, 128, 192 and 256")?;
    let sentence = "v has the shape (1,1,192), but k needs (1,1,128)";
    far([1, 1, 192], 1, 1).refused(sentence)?;
    far([1, 0, 64], 1, 1).refused("q, f16 (1,0,64):(0,64,1), has no heads")?;
    let sentence = "the number of tokens of q and k, 2147483648, is 2^31 or more";
    far([1, 1, 64], (1 << 31) - 1, 1).refused(sentence)?;
    let sentence = "the number of rows of the sums of dq, 4294967552, is 2^31 or more";
    far([1 << 30, 8, 128], 1, 1).refused(sentence)?;
    let sentence = "the number of blocks, 4294967296, is 2^31 or more";
    far([1 << 20, 1, 64], 1 << 20, 1 << 18).refused(sentence)?;
    y.unchanged()
}
