//! Convolutions of random images beside a plain evaluation in f64, and what they refuse.

#[path = "common/mod.rs"]
#[allow(dead_code)] // other tests need more of it
mod common;
#[path = "common/refused.rs"]
mod refused;

use common::*;
use half::{bf16, f16};
use refused::{Memory, Refused, named, nowhere, nowhere_mut, of, to};
use zellige_ops::*;

fn convolution<T: Number>(ops: &Ops, rng: &mut Rng, large: bool) -> Result<(), Error> {
    let pick = |rng: &mut Rng, most: usize| 1 + rng.index(most);
    let both = |rng: &mut Rng, most: usize| [pick(rng, most), pick(rng, most)];
    let (n, c, k) = (pick(rng, 3), rng.pick(&[8, 24, 72]), rng.pick(&[1, 7, 24, 64]));
    let k = if large { 161 } else { k };
    let (filter, step, dilation) = (both(rng, 3), both(rng, 2), both(rng, 3));
    let padding = [rng.index(4), rng.index(4)];
    let reach = [0, 1].map(|i| dilation[i] * (filter[i] - 1));
    let image = [0, 1].map(|i| reach[i].saturating_sub(2 * padding[i]) + pick(rng, 8));
    let result = [0, 1].map(|i| (image[i] + 2 * padding[i] - reach[i] - 1) / step[i] + 1);
    let ([h, w], [r, s], [p, q]) = (image, filter, result);
    let aligned = |rng: &mut Rng, shape: &[usize]| Operand::<T>::new(ops, rng, shape, Gaps::None);
    let (x, filters) = (aligned(rng, &[n, h, w, c])?, aligned(rng, &[k, r, s, c])?);
    let (bias, old) = (aligned(rng, &[k])?, aligned(rng, &[n, p, q, k])?);
    let mut y = Operand::<T>::new(ops, rng, &[n, p, q, k], Gaps::Outside)?;
    let queue = ops.queue();
    let y_of = y.tensor_mut(&queue)?;
    let operator = Convolution::new(x.tensor(&queue)?, filters.tensor(&queue)?, y_of);
    let operator = operator.padding(padding).step(step).dilation(dilation);
    let operator = operator.bias(bias.tensor(&queue)?).activation(Activation::Relu);
    let plan = operator.plus(0.5, old.tensor(&queue)?).plan(ops)?;
    let words = format!("{plan}: {x} by {filters}, {padding:?}, {step:?}, {dilation:?}");
    plan.launch(&queue)?;
    drop(plan);
    let (x, filters, bias, old) = (x.numbers(), filters.numbers(), bias.numbers(), old.numbers());
    let mut expected = old;
    for (i, y) in expected.iter_mut().enumerate() {
        let (filter, pixel) = (i % k, i / k);
        let (image, place) = (pixel / (p * q), [pixel / q % p, pixel % q]);
        let mut sum = 0.0;
        for (r_of, s_of) in (0..r).flat_map(|r| (0..s).map(move |s| (r, s))) {
            let at = |i: usize, element: usize| {
                (place[i] * step[i] + element * dilation[i]).wrapping_sub(padding[i])
            };
            let (row, column) = (at(0, r_of), at(1, s_of));
            if row < h && column < w {
                let from = ((image * h + row) * w + column) * c;
                let of_filter = ((filter * r + r_of) * s + s_of) * c;
                sum += (0..c).map(|c| x[from + c] * filters[of_filter + c]).sum::<f64>();
            }
        }
        *y = (sum + bias[filter]).max(0.0) + 0.5 * *y;
    }
    y.check(&expected, 1e-6 * (10 + r * s * c) as f64, &words)
}
#[test]
fn convolutions_are_those_of_f64() -> Result<(), Error> {
    let (Some(ops), mut rng) = (common::hopper(), Rng::new(91)) else { return Ok(()) };
    for i in 0..8 {
        convolution::<bf16>(&ops, &mut rng, i == 0)?;
        convolution::<f16>(&ops, &mut rng, i == 1)?;
    }
    Ok(())
}
#[test]
fn images_without_elements() -> Result<(), Error> {
    let memory = Memory::new()?;
    let (queue, mut y) = (memory.ops.queue(), memory.ops.buffer(&[bf16::ZERO; 3 * 4 * 5])?);
    let x = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    // Padding alone, and no channels: the bias remains.
    for (image, filter) in [([1, 0, 4, 8], [5, 2, 3, 8]), ([1, 4, 6, 0], [5, 2, 3, 0])] {
        let y_of = queue.tensor_mut(&mut y, [1, 3, 4, 5])?;
        let operator = Convolution::new(x(&image)?, x(&filter)?, y_of);
        let padding = if image[1] == 0 { [2, 1] } else { [0, 0] };
        operator.padding(padding).bias(x(&[5])?).launch(&queue)?;
        assert_eq!(y.read()?, [bf16::ONE; 3 * 4 * 5]);
        y = memory.ops.buffer(&[bf16::ZERO; 3 * 4 * 5])?;
    }
    let nothing = queue.tensor_mut(&mut y, [3, 4, 5])?.narrowed(0, 0, 0)?.reshaped([0, 1, 1, 5])?;
    let nothing = Convolution::new(x(&[0, 3, 3, 8])?, x(&[5, 3, 3, 8])?, nothing);
    assert_eq!(nothing.plan(&memory.ops)?.kernel(), "no kernel");
    Ok(())
}
#[test]
fn refusals() -> Result<(), Error> {
    let (memory, mut other) = (Memory::new()?, Memory::new()?);
    let (ops, queue) = (&memory.ops, memory.ops.queue());
    let x = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    let mut case = |x: Tensor<'_>, w: Tensor<'_>, y: [usize; 4], numbers| {
        let [padding, step, dilation]: [usize; 3] = numbers;
        let operator = Convolution::new(x, w, to(&queue, &mut other.bf16, &y)?);
        let operator = operator.padding([padding, 0]).step([1, step]).dilation([dilation, 1]);
        named("convolution", operator.plan(ops))
    };
    let apart =
        |of| format!("the channels of {of}, are not contiguous from multiples of 16 bytes on");
    let (images, one, plain) = ([1, 4, 4, 8], [1, 1, 1, 8], [0, 1, 1]);
    case(x(&[4, 4, 8])?, x(&one)?, one, plain)
        .refused("x is (4,4,8) and w is (1,1,1,8), not (n,h,w,c) and (k,r,s,c)")?;
    case(x(&images)?, x(&[1, 1, 1, 4])?, one, plain).refused("x has 8 channels, and w has 4")?;
    case(x(&images)?, x(&[2, 3, 3, 8])?, [1, 4, 4, 2], plain)
        .refused("y has the shape (1,4,4,2), but x and w needs (1,2,2,2)")?;
    let of_f32 = of(&queue, &memory.f32, &[2, 3, 3, 8])?;
    case(x(&images)?, of_f32, [1, 2, 2, 2], plain).refused("w is f32, but x is bf16")?;
    let spans = |filter, padded| {
        format!("the filter spans {filter} rows, more than {padded}: the padded image has {padded}")
    };
    case(x(&images)?, x(&[1, 5, 1, 8])?, one, plain).refused(&spans(5, 4))?;
    case(x(&images)?, x(&[1, 3, 1, 8])?, one, [1, 1, 3]).refused(&spans(7, 6))?;
    case(x(&images)?, x(&one)?, one, [129, 1, 1])
        .refused("the padding is 129 rows, which is more than 128")?;
    let not_one = |[filter, step, dilation]: [usize; 3], what| {
        format!("filter, step, dilation are {filter}, {step}, {dilation} {what}, not 1 or more")
    };
    case(x(&images)?, x(&[1, 0, 1, 8])?, one, plain).refused(&not_one([0, 1, 1], "rows"))?;
    case(x(&images)?, x(&one)?, one, [0, 0, 1]).refused(&not_one([1, 0, 1], "columns"))?;
    case(x(&images)?, x(&one)?, one, [0, 1, 0]).refused(&not_one([1, 1, 0], "rows"))?;
    let steps = "x: no tensor map: steps of 9 pixels, not 1 to 8";
    case(x(&images)?, x(&one)?, [1, 4, 1, 1], [0, 9, 1]).refused(steps)?;
    let corner = "x: no tensor map: a corner of 128 pixels, not -128 to 127";
    case(x(&[1, 1, 1, 8])?, x(&one)?, [1, 257, 1, 1], [128, 1, 1]).refused(corner)?;
    case(x(&[1, 4, 4, 4])?, x(&[1, 1, 1, 4])?, [1, 4, 4, 1], plain)
        .refused(&apart("x, bf16 (1,4,4,4):(64,16,4,1)"))?;
    let repeated = x(&[8])?.strided(0, [2, 1, 1, 8], [0, 8, 8, 1])?;
    case(x(&one)?, repeated, [1, 1, 1, 2], plain).refused(&apart("w, bf16 (2,1,1,8):(0,8,8,1)"))?;
    let mut with = |choose: usize| {
        let y = to(&queue, &mut other.bf16, &[1, 4, 4, 2])?;
        let operator = Convolution::new(x(&images)?, x(&[2, 1, 1, 8])?, y);
        let operator = match choose {
            0 => operator.bias(x(&[3])?),
            1 => operator.bias(of(&queue, &memory.f32, &[2])?),
            2 => operator.plus(1.0, x(&[1, 4, 2, 4])?),
            _ => operator.plus(1.0, x(&[1, 4, 4, 2])?.permuted([0, 2, 1, 3])?),
        };
        named("convolution", operator.plan(ops))
    };
    with(0).refused("bias has the shape (3), but w needs (2)")?;
    with(1).refused("bias is f32, but x is bf16")?;
    with(2).refused("c has the shape (1,4,2,4), but y needs (1,4,4,2)")?;
    with(3).refused(
        "the rows of c, bf16 (1,4,4,2):(32,2,8,1), are not contiguous and the same number of \
         elements apart: copy it with Permute first",
    )?;
    let large = [1 << 11, 1 << 10, 1 << 10, 8];
    let operator = Convolution::new(
        nowhere(&queue, Type::Bf16, &large)?,
        x(&one)?,
        nowhere_mut(&queue, Type::Bf16, &[large[0], large[1], large[2], 1])?,
    );
    operator
        .plan(ops)
        .refused("convolution: the number of pixels is 2147483648, which is 2^31 or more")?;
    memory.unchanged()
}
