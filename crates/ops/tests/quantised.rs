//! Products with quantised weights beside a plain evaluation in f64, and what they refuse.

#[path = "common/mod.rs"]
#[allow(dead_code)] // other tests need more of it
mod common;
#[path = "common/refused.rs"]
mod refused;

use common::*;
use half::{bf16, f16};
use refused::{Memory, N, Refused, named, of, to};
use zellige_gpu::E4m3;
use zellige_ops::*;

#[derive(Copy, Clone, Debug, PartialEq)]
enum Format {
    Int4,
    Int8,
    E4m3,
}

/// A product of these extents, with gaps between the rows of X and D.
fn product<T: Number>(
    ops: &Ops,
    rng: &mut Rng,
    kind: Type,
    format: Format,
    [m, n, k]: [usize; 3],
) -> Result<(), Error> {
    let (ldx, ldd) =
        ((k + rng.pick(&[0, 1, 8])).next_multiple_of(8).max(8), n + rng.pick(&[0, 1, 8]));
    let x = Operand::<T>::new(ops, rng, &[m, ldx], Gaps::None)?;
    let mut d = Operand::<T>::new(ops, rng, &[m, ldd], Gaps::None)?;
    let (bias, mut expected) = (Operand::<T>::new(ops, rng, &[n], Gaps::Outside)?, d.numbers());
    let groups = if format == Format::Int4 { k.div_ceil(128) } else { 1 };
    // These have a kernel of their own, which does not round the numbers of W.
    let few = m <= 16 && k % 8 == 0;
    // Scales of all sizes, and 0.
    let scales: Vec<f32> =
        (0..n * groups).map(|_| rng.pick(&[0.0, 1.0, -0.3, 0.01, 2f32.powi(-14), 0.7])).collect();
    let zeros: Vec<u8> = (0..n * groups).map(|_| rng.index(17) as u8).collect();
    let codes: Vec<u8> = (0..n * k).map(|_| rng.index(256) as u8).collect();
    let of_codes = |f: fn(u8) -> f64| {
        let numbers = codes.iter().zip(0..).map(|(code, at)| f(*code) * f64::from(scales[at / k]));
        numbers.collect::<Vec<f64>>()
    };
    let (words, w): (_, Vec<f64>) = match format {
        Format::Int4 => {
            let row = |i: usize| codes[k * i..k * (i + 1)].chunks(2);
            let byte = |pair: &[u8]| pair[0] & 15 | pair.get(1).map_or(0, |code| code << 4);
            let bytes: Vec<u8> = (0..n).flat_map(row).map(byte).collect();
            let number = |at: usize| {
                let (code, group) = (codes[at] & 15, at / k * groups + at % k / 128);
                let scale = T::round(f64::from(scales[group])).number();
                let number = (f64::from(code) - f64::from(zeros[group])) * scale;
                if few { number } else { T::round(number).number() }
            };
            let words = MatmulQuantised::pack_int4([n, k], &bytes, &scales, &zeros, kind)?;
            (words, (0..n * k).map(number).collect())
        }
        Format::Int8 => {
            let signed: Vec<i8> = codes.iter().map(|code| code.cast_signed()).collect();
            let words = MatmulQuantised::pack_int8([n, k], &signed)?;
            (words, of_codes(|code| f64::from(code.cast_signed())))
        }
        Format::E4m3 => {
            let bits = |code: u8| if code & 127 == 127 { 0 } else { code };
            let numbers: Vec<u8> = codes.iter().map(|&code| bits(code)).collect();
            let number = |code: u8| if code & 127 == 127 { 0.0 } else { E4m3(code).number() };
            (MatmulQuantised::pack_e4m3([n, k], &numbers)?, of_codes(number))
        }
    };
    let (w_on, scales_on, queue) = (ops.buffer(&words)?, ops.buffer(&scales)?, ops.queue());
    let x_of = x.tensor(&queue)?.narrowed(1, 0, k)?;
    let (w_of, scales_of) =
        (queue.tensor(&w_on, [words.len()])?, queue.tensor(&scales_on, [n * groups])?);
    let to = d.tensor_mut(&queue)?.narrowed(1, 0, n)?;
    let mut workspace;
    let mut product = match format {
        Format::Int4 => MatmulQuantised::int4(x_of, w_of, to),
        Format::Int8 => MatmulQuantised::int8(x_of, w_of, scales_of, to),
        Format::E4m3 => MatmulQuantised::e4m3(x_of, w_of, scales_of, to),
    };
    let (has_bias, relu, shares) = (rng.chance(50), rng.chance(30), rng.chance(70));
    let elements = product.workspace_elements(ops);
    workspace = ops.buffer(&vec![0u32; elements])?;
    let lent = queue.tensor_mut(&mut workspace, [elements])?;
    product = if has_bias { product.bias(bias.tensor(&queue)?) } else { product };
    product = if relu { product.activation(Activation::Relu) } else { product };
    product = if shares { product.workspace(lent) } else { product };
    let plan = product.plan(ops)?;
    let words = format!("{plan} of {m} x {n} x {k}, bias {has_bias}, relu {relu}");
    assert_eq!(plan.reason().contains("mma.sync"), few && m * n > 0, "{words}");
    assert_eq!(plan.reason().contains("share"), shares && elements > 0 && m * n > 0, "{words}");
    plan.launch(&queue)?;
    plan.launch(&queue)?; // the workspace is as before
    drop(plan);
    let (of_x, bias) = (x.numbers(), bias.numbers());
    let mut largest = 1f64;
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let terms = (0..k).map(|p| of_x[i * ldx + p] * w[j * k + p]);
        largest = terms.clone().map(f64::abs).sum::<f64>().max(largest);
        let sum = terms.sum::<f64>() + if has_bias { bias[j] } else { 0.0 };
        expected[i * ldd + j] = if relu { sum.max(0.0) } else { sum };
    }
    d.check(&expected, 1e-6 * largest, &words)?;
    x.unchanged(&words)
}
#[test]
fn products_are_those_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(21)) else { return Ok(()) };
    for format in [Format::Int4, Format::Int8, Format::E4m3] {
        for sizes in [
            [1, 1, 1],
            [0, 5, 129],
            [5, 0, 129],
            [7, 131, 0],
            [7, 127, 257],
            [16, 129, 128],
            [1, 129, 63],
            [3, 100, 512],
            [15, 300, 320],
            [5, 1, 8],
            [1, 257, 1024],
            [16, 100, 1800],
            [17, 257, 130],
            [64, 128, 63],
            [65, 40, 200],
            [257, 128, 72],
            [256, 256, 64],
        ] {
            product::<bf16>(&ops, &mut rng, Type::Bf16, format, sizes)?;
            product::<f16>(&ops, &mut rng, Type::F16, format, sizes)?;
        }
    }
    Ok(())
}

#[test]
fn refusals() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (queue, ops) = (memory.ops.queue(), &memory.ops);
    let (x, w) = (ops.buffer(&[bf16::ONE; N])?, ops.buffer(&[0u32; N])?);
    let x = |shape: &[usize]| of(&queue, &x, shape);
    let w = |words: usize| of(&queue, &w, &[words]);
    let ones = |scales: usize| of(&queue, &memory.f32, &[scales]);
    let mut case = |x: Tensor<'_>, w: Tensor<'_>, shape: &[usize]| {
        let d = to(&queue, &mut y.bf16, shape)?;
        named("matmul_quantised", MatmulQuantised::int4(x, w, d).launch(&queue))
    };
    case(x(&[2, 8])?, w(2176)?, &[3, 4]).refused("d has the shape (3,4), but x needs (2,4)")?;
    case(x(&[2, 8])?, w(2048)?, &[2, 4])
        .refused("w has the shape (2048), but d with x needs (2176)")?;
    case(x(&[2, 8])?, of(&queue, &memory.f32, &[2176])?, &[2, 4])
        .refused("w is f32, and not words of 32 bits")?;
    case(x(&[2, 9])?, w(2176)?, &[2, 4]).refused(
        "x, bf16 (2,9):(9,1), has rows of k = 9 elements that do not begin at \
         multiples of 16 bytes",
    )?;
    case(of(&queue, &memory.f32, &[2, 8])?, w(2176)?, &[2, 4])
        .refused("d is bf16, but x is f32")?;
    let d = to(&queue, &mut y.f32, &[2, 4])?;
    MatmulQuantised::int4(of(&queue, &memory.f32, &[2, 8])?, w(2176)?, d)
        .launch(&queue)
        .refused("matmul_quantised: there is no kernel for f32")?;
    let d = to(&queue, &mut y.bf16, &[2, 4])?;
    MatmulQuantised::int8(x(&[2, 8])?, w(2048)?, ones(3)?, d)
        .launch(&queue)
        .refused("matmul_quantised: scales has the shape (3), but d needs (4)")?;
    let d = to(&queue, &mut y.bf16, &[2, 4])?;
    MatmulQuantised::e4m3(x(&[2, 8])?, w(2048)?, x(&[4])?, d)
        .launch(&queue)
        .refused("matmul_quantised: scales is bf16, and not f32")?;
    let d = to(&queue, &mut y.bf16, &[17, 4])?;
    let mut few = ops.buffer(&[0u32; 9])?;
    let few = queue.tensor_mut(&mut few, [9])?;
    MatmulQuantised::int8(x(&[17, 128])?, w(2 * 2048)?, ones(4)?, d)
        .workspace(few)
        .launch(&queue)
        .refused(
        "matmul_quantised: the workspace, u32 (9):(1), does not have 16388 contiguous elements of \
         u32",
    )?;
    let pack = |codes: &[u8], scale, zero, kind| {
        MatmulQuantised::pack_int4([1, 2], codes, &[scale], &[zero], kind)
    };
    pack(&[0; 2], 1.0, 0, Type::F16).refused("pack_int4: there are 2 bytes, not 1 rows of 1")?;
    pack(&[0], f32::NAN, 0, Type::Bf16).refused(
        "pack_int4: the scale of row 0 for the codes from 0 on is NaN, which bf16 cannot hold",
    )?;
    pack(&[0], 1.0, 17, Type::F16)
        .refused("pack_int4: the zero of row 0 for the codes from 0 on is 17, more than 16")?;
    pack(&[0], 1.0, 0, Type::F32).refused("pack_int4: x is f32, not bf16 or f16")?;
    MatmulQuantised::pack_int8([2, usize::MAX], &[1])
        .refused("pack_int8: there are 1 codes, not 2 rows of 18446744073709551615")?;
    let nan = [0, 1, 0xff, 0x7e];
    MatmulQuantised::pack_e4m3([2, 2], &nan).refused("pack_e4m3: code (1, 0) is NaN")?;
    memory.unchanged()
}
