//! What products and attention refuse, by the full sentences.

#[path = "common/refused.rs"]
mod refused;

use refused::{Memory, *};
use zellige_ops::*;

#[test]
fn products() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue, large) = (&memory.ops, memory.ops.queue(), 1usize << 33);
    let x = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    let y = &mut y;
    let mut case = |a: Tensor<'_>, b: Tensor<'_>, shape: &[usize]| {
        let d = to(&queue, &mut y.bf16, shape)?;
        named("matmul", Matmul::new(a, b, d).launch(&queue))
    };
    case(x(&[8])?, x(&[8, 2])?, &[2]).refused("a, bf16 (8):(1), has fewer than two modes")?;
    case(x(&[2, 8])?, x(&[8])?, &[2]).refused("b, bf16 (8):(1), has fewer than two modes")?;
    case(x(&[2, 8])?, x(&[8, 2])?, &[4]).refused("d, bf16 (4):(1), has fewer than two modes")?;
    case(x(&[2, 8])?, x(&[4, 2])?, &[2, 2])
        .refused("a is (2,8) and b is (4,2), so k is 8 and 4")?;
    case(x(&[2, 8])?, x(&[8, 3])?, &[2, 2])
        .refused("d has the shape (2,2), but a b needs (2,3)")?;
    case(x(&[3, 2, 8])?, x(&[2, 8, 3])?, &[2, 2, 3])
        .refused("a has the shape (3,2,8), but the batch needs (2,2,8)")?;
    case(x(&[1, 2, 2, 8])?, x(&[2, 8, 3])?, &[1, 2, 2, 3])
        .refused("b has the shape (2,8,3), but the batch needs (1,2,8,3)")?;
    case(of(&queue, &memory.f32, &[2, 8])?, x(&[8, 2])?, &[2, 2])
        .refused("b is bf16, but a is f32")?;
    case(x(&[9])?.strided(8, [2, 2], [-4, 1])?, x(&[2, 2])?, &[2, 2])
        .refused("mode 0 of a, bf16 (2,2):(-4,1), has no stride from 0 to 2^32 - 1")?;
    case(x(&[2, 4])?, x(&[9])?.strided(8, [4, 2], [1, -4])?, &[2, 2])
        .refused("mode 1 of b, bf16 (4,2):(1,-4), has no stride from 0 to 2^32 - 1")?;
    let sentence = "the matrices of b, bf16 (2,4,2):(-8,2,1), are not the same number of \
                    elements apart";
    case(x(&[2, 4])?, x(&[64])?.strided(8, [2, 4, 2], [-8, 2, 1])?, &[2, 2, 2])
        .refused(sentence)?;
    let sentence = "the matrices of a, bf16 (2,2,2,4):(9,8,4,1), are not the same number \
                    of elements apart";
    case(x(&[64])?.strided(0, [2, 2, 2, 4], [9, 8, 4, 1])?, x(&[4, 2])?, &[2, 2, 2, 2])
        .refused(sentence)?;
    case(
        x(&[1])?.strided(0, [1, large], [0, 0])?,
        x(&[1])?.strided(0, [large, 1], [0, 0])?,
        &[1, 1],
    )
    .refused("k is 8589934592, which is 2^32 or more")?;
    let near = (1 << 32) - 128;
    case(x(&[1])?.strided(0, [1, near], [0, 0])?, x(&[1])?.strided(0, [near, 1], [0, 0])?, &[1, 1])
        .refused("k is 4294967168, which is 2^32 - 128 or more")?;
    let d = to(&queue, &mut y.bf16, &[2, 3])?.transposed()?;
    Matmul::new(x(&[3, 8])?, x(&[8, 2])?, d)
        .launch(&queue)
        .refused("matmul: the rows of d are not contiguous")?;
    let (a, b) = (of(&queue, &memory.u32, &[2, 2])?, of(&queue, &memory.u32, &[2, 2])?);
    let d = to(&queue, &mut y.u32, &[2, 2])?;
    Matmul::new(a, b, d).launch(&queue).refused("matmul: there is no kernel for u32")?;
    let product = |y: &mut Memory, choose: u32| {
        let d = to(&queue, &mut y.bf16, &[2, 4])?;
        let product = Matmul::new(x(&[2, 8])?, x(&[8, 4])?, d);
        let product = match choose {
            0 => product.bias(x(&[2])?),
            1 => product.bias(of(&queue, &memory.f32, &[4])?),
            2 => product.bias(x(&[1])?.strided(0, [4], [0])?),
            3 => product.plus(1.0, x(&[4, 2])?),
            4 => product.plus(1.0, of(&queue, &memory.f32, &[2, 4])?),
            5 => product.plus(1.0, x(&[4, 2])?.transposed()?),
            _ => product.plus(0.0, x(&[8])?.strided(4, [2, 4], [-4, 1])?),
        };
        named("matmul", product.launch(&queue))
    };
    product(y, 0).refused("bias has the shape (2), but a row of d needs (4)")?;
    product(y, 1).refused("bias is f32, but a is bf16")?;
    product(y, 2).refused("bias, bf16 (4):(0), is not contiguous")?;
    product(y, 3).refused("c has the shape (4,2), but d needs (2,4)")?;
    product(y, 4).refused("c is f32, but a is bf16")?;
    product(y, 5).refused("the rows of c are not contiguous")?;
    product(y, 6).refused("mode 0 of c, bf16 (2,4):(-4,1), has no stride from 0 to 2^32 - 1")?;
    let far = |a: Tensor<'_>, b: Tensor<'_>, d: TensorMut<'_>| {
        named("matmul", Matmul::new(a, b, d).plan(ops))
    };
    let broadcast = |shape: &[usize]| x(&[1])?.strided(0, shape, vec![0; shape.len()]);
    let nowhere = |shape: &[usize]| nowhere_mut(&queue, Type::Bf16, shape);
    far(broadcast(&[large, 1])?, broadcast(&[1, 1])?, nowhere(&[large, 1])?)
        .refused("m is 8589934592, which is 2^32 or more")?;
    far(broadcast(&[large, 1, 1])?, broadcast(&[1, 1])?, nowhere(&[large, 1, 1])?)
        .refused("the batch is 8589934592, which is 2^32 or more")?;
    far(broadcast(&[1, 1])?, broadcast(&[1, 1 << 25])?, nowhere(&[1, 1 << 25])?)
        .refused("the rows of d are 33554432 elements apart, which is 2^25 or more")?;
    far(broadcast(&[65536, 1, 1])?, broadcast(&[1, 1])?, nowhere(&[65536, 1, 1])?)
        .refused("a batch of 65536 is more than 65535 without TMA")?;
    let f32 = |shape: &[usize]| self::nowhere(&queue, Type::F32, shape);
    far(f32(&[128, 1 << 26])?, f32(&[1 << 26, 8])?, nowhere_mut(&queue, Type::F32, &[128, 8])?)
        .refused("a tile of a spans 8522825792 elements, which is 2^32 or more without TMA")?;
    let (a, b) = (self::nowhere(&queue, Type::Bf16, &[1 << 27, 1, 8])?, x(&[8, 8])?);
    far(a, b, nowhere(&[1 << 27, 1, 8])?)
        .refused("a batch of 134217728 is more than 65535 without TMA")?;
    let [a, b] = [[1 << 27, 8, 8]; 2].map(|shape| self::nowhere(&queue, Type::Bf16, &shape));
    far(a?, b?, nowhere(&[1 << 27, 8, 8])?)
        .refused("D has 134217728 tiles, which are 2^27 or more")?;
    let [a, b] =
        [[2, 8, 8]; 2].map(|shape| self::nowhere(&queue, Type::Bf16, &[shape[0], 1 << 40]));
    let [a, b] = [a?, b?].map(|x| x.strided(0, [2, 8, 8], [1 << 40, 8, 1]));
    far(a?, b?, nowhere(&[2, 8, 8])?)
        .refused("no tensor map: rows begin 2199023255552 bytes apart, 2^40 or more")?;
    y.unchanged()
}

#[test]
fn grouped_products() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let queue = memory.ops.queue();
    let x = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    let numbers = memory.ops.buffer(&[1u32; 8])?;
    let mut case = |a: &[usize], b: &[usize], d: &[usize], bounds: usize| {
        let product = Matmul::new(x(a)?, x(b)?, to(&queue, &mut y.bf16, d)?);
        let grouped = product.grouped(queue.tensor(&numbers, [8])?.narrowed(0, 0, bounds)?);
        named("grouped matmul", grouped.launch(&queue))
    };
    case(&[4, 8], &[2, 4, 2], &[4, 2], 2)
        .refused("a is (4,8) and b is (2,4,2), not (m,k) and (g,k,n)")?;
    case(&[4, 8], &[2, 8, 2], &[4, 3], 2).refused("d has the shape (4,3), but a b needs (4,2)")?;
    case(&[4, 8], &[2, 8, 2], &[4, 2], 3).refused("bounds has the shape (3), but b needs (2)")?;
    let sentence = "the rows of b, bf16 (2,8,2):(16,2,1), are not contiguous from \
                    multiples of 16 bytes on";
    case(&[4, 8], &[2, 8, 2], &[4, 2], 2).refused(sentence)?;
    let sentence = "the rows of a, bf16 (4,4):(4,1), are not contiguous from \
                    multiples of 16 bytes on";
    case(&[4, 4], &[2, 4, 8], &[4, 8], 2).refused(sentence)?;
    let nothing = Matmul::new(x(&[4, 0])?, x(&[0, 0, 8])?, to(&queue, &mut y.bf16, &[4, 8])?);
    let plan =
        nothing.grouped(queue.tensor(&numbers, [8])?.narrowed(0, 0, 0)?).plan(&memory.ops)?;
    assert_eq!(plan.kernel(), "no kernel"); // no group has rows
    drop(plan);
    let floats = Matmul::new(x(&[4, 8])?, x(&[2, 8, 8])?, to(&queue, &mut y.bf16, &[4, 8])?);
    floats
        .grouped(of(&queue, &memory.f32, &[2])?)
        .launch(&queue)
        .refused("grouped matmul: the elements of bounds are f32, not u32 or i32")?;
    let many = Matmul::new(
        x(&[4, 8])?,
        x(&[1])?.strided(0, [1025, 8, 8], [0; 3])?,
        to(&queue, &mut y.bf16, &[4, 8])?,
    );
    many.grouped(of(&queue, &memory.u32, &[1025])?)
        .launch(&queue)
        .refused("grouped matmul: 1025 groups are more than 1024")?;
    let masked = Matmul::new(x(&[4, 8])?, x(&[2, 8, 8])?, to(&queue, &mut y.bf16, &[4, 8])?);
    masked
        .masked(queue.tensor(&numbers, [8])?.narrowed(0, 0, 2)?)
        .launch(&queue)
        .refused("grouped matmul: a is (4,8) and b is (2,8,8), not (g,m,k) and (g,k,n)")?;
    let masked = Matmul::new(
        x(&[64])?.strided(0, [2, 2, 8], [24, 8, 1])?,
        x(&[2, 8, 8])?,
        to(&queue, &mut y.bf16, &[2, 2, 8])?,
    );
    masked
        .masked(queue.tensor(&numbers, [8])?.narrowed(0, 0, 2)?)
        .launch(&queue)
        .refused("grouped matmul: the rows of a, bf16 (2,2,8):(24,8,1), are not evenly spaced")?;
    y.unchanged()
}

#[test]
fn grouped_products_of_e4m3() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let queue = memory.ops.queue();
    let s = |shape: &[usize]| of(&queue, &memory.f32, shape);
    let mut case = |choose: &str| {
        let a = of(&queue, &memory.e4m3, &[3, 16])?;
        let b = of(&queue, &memory.e4m3, &[2, 8, 16])?.permuted([0, 2, 1])?;
        let (mut scale_a, mut scale_b) = (s(&[3, 4])?.narrowed(1, 0, 1)?, s(&[2, 4, 1])?);
        scale_b = scale_b.narrowed(1, 0, 1)?;
        let mut bounds = of(&queue, &memory.u32, &[2])?;
        let mut d = queue.tensor_mut(&mut y.bf16, [N])?.strided(0, [3, 8], [8, 1])?;
        match choose {
            "one scale" => scale_a = s(&[1])?,
            "scale_b" => scale_b = s(&[2, 1, 2])?,
            "narrow scale_a" => scale_a = s(&[3, 1])?,
            "bounds" => bounds = of(&queue, &memory.u32, &[3])?,
            "odd d" => d = d.strided(1, [3, 8], [8, 1])?,
            _ => d = d.strided(0, [3, 8], [1, 3])?,
        }
        MatmulFp8::new(a, b, (scale_a, scale_b), d).grouped(bounds).launch(&queue)
    };
    for (choose, sentence) in [
        ("one scale", "scale_a has the shape (1), but a in blocks of 1 x 128 needs (3,1)"),
        ("scale_b", "scale_b has the shape (2,1,2), but b in blocks of 128 x 128 needs (2,1,1)"),
        (
            "narrow scale_a",
            "scale_a, f32 (3,1):(1,1), has rows of k / 128 = 1 elements that do not begin at multiples of 16 bytes",
        ),
        ("bounds", "bounds has the shape (3), but b needs (2)"),
        ("odd d", "d, bf16 (3,8):(8,1), does not begin at a multiple of 16 bytes"),
        (
            "rows of d",
            "the rows of d, bf16 (3,8):(1,3), are not contiguous and the same number of elements apart: copy it with Permute first",
        ),
    ] {
        case(choose).refused(&format!("grouped matmul_fp8: {sentence}"))?;
    }
    y.unchanged()
}

#[test]
fn products_of_e4m3() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue) = (&memory.ops, memory.ops.queue());
    let x = |shape: &[usize]| of(&queue, &memory.e4m3, shape);
    let s = |shape: &[usize]| of(&queue, &memory.f32, shape);
    let half = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    let y = &mut y;
    let mut case = |choose: &str| {
        let (mut a, mut b) = (x(&[3, 144])?, x(&[5, 144])?.transposed()?);
        let (mut scale_a, mut scale_b) = (s(&[2, 4])?.transposed()?, s(&[1, 4])?.transposed()?);
        (scale_a, scale_b) = (scale_a.narrowed(0, 0, 3)?, scale_b.narrowed(0, 0, 2)?);
        let mut d = queue.tensor_mut(&mut y.f32, [N])?.strided(0, [3, 5], [5, 1])?;
        let mut bias = None;
        match choose {
            "a" => a = x(&[8])?.strided(0, [], [])?,
            "b" => b = x(&[2, 8, 5])?,
            "k" => b = x(&[5, 16])?.transposed()?,
            "d" => d = d.narrowed(0, 0, 2)?,
            "type of a" => a = half(&[3, 144])?,
            "type of b" => b = half(&[5, 144])?.transposed()?,
            "type of scale_a" => scale_a = half(&[3, 2])?,
            "type of scale_b" => scale_b = x(&[2, 1])?,
            "type of d" => {
                let d = queue.tensor_mut(&mut y.u8, [N])?.strided(0, [3, 5], [5, 1])?;
                let product = MatmulFp8::new(a, b, (s(&[1])?, s(&[])?), d).launch(&queue);
                return named("matmul_fp8", product);
            }
            "bias" => bias = Some(s(&[3])?),
            "type of bias" => bias = Some(half(&[5])?),
            "strided bias" => bias = Some(s(&[10])?.strided(0, [5], [2])?),
            "scale_a" => scale_a = scale_a.narrowed(0, 0, 2)?,
            "scale_b" => scale_b = scale_b.narrowed(0, 0, 1)?,
            "one scale" => scale_b = s(&[1])?,
            "rows of d" => d = d.strided(0, [3, 5], [1, 3])?,
            "odd d" => d = d.strided(1, [3, 5], [5, 1])?,
            "odd a" => a = x(&[N])?.strided(8, [3, 144], [144, 1])?,
            "odd b" => b = x(&[N])?.strided(1, [144, 5], [1, 144])?,
            "odd k" => (a, b) = (x(&[3, 131])?, x(&[5, 131])?.transposed()?),
            "odd n" => b = x(&[N])?.strided(0, [144, 5], [1, 152])?,
            "rows of a" => a = x(&[144, 3])?.transposed()?,
            "rows of b" => b = x(&[144, 5])?,
            "one row" => a = x(&[144])?.strided(0, [3, 144], [0, 1])?,
            "rows of scale_a" => scale_a = s(&[3, 2])?,
            "odd m" => scale_a = s(&[2, 3])?.transposed()?,
            "odd scale_a" => scale_a = scale_a.strided(1, [3, 2], [1, 4])?,
            "rows of scale_b" => scale_b = scale_b.strided(0, [2, 1], [4, 1])?,
            _ => scale_b = scale_b.strided(2, [2, 1], [1, 4])?,
        }
        let product = MatmulFp8::new(a, b, (scale_a, scale_b), d);
        let product = match bias {
            Some(bias) => product.bias(bias),
            None => product,
        };
        named("matmul_fp8", product.launch(&queue))
    };
    let apart = |rows: &str| {
        format!(
            "the rows of {rows}, are not contiguous and the same number of elements apart: copy it with Permute first"
        )
    };
    let odd = |rows: &str| format!("{rows} elements that do not begin at multiples of 16 bytes");
    case("a").refused("a, e4m3 ():(), and b, e4m3 (144,5):(1,144), are not (m, k) and (k, n)")?;
    case("b").refused(
        "a, e4m3 (3,144):(144,1), and b, e4m3 (2,8,5):(40,5,1), are not (m, k) and (k, n)",
    )?;
    case("k").refused("a is (3,144) and b is (16,5), so k is 144 and 16")?;
    case("d").refused("d has the shape (2,5), but a b needs (3,5)")?;
    case("type of a").refused("a is bf16, and not e4m3")?;
    case("type of b").refused("b is bf16, and not e4m3")?;
    case("type of scale_a").refused("scale_a is bf16, and not f32")?;
    case("type of scale_b").refused("scale_b is e4m3, and not f32")?;
    case("type of d").refused("there is no kernel for u8")?;
    case("bias").refused("bias has the shape (3), but a row of d needs (5)")?;
    case("type of bias").refused("bias is bf16, but d is f32")?;
    case("strided bias").refused("bias, f32 (5):(2), is not contiguous")?;
    case("scale_a")
        .refused("scale_a has the shape (2,2), but a in blocks of 1 x 128 needs (3,2)")?;
    case("scale_b")
        .refused("scale_b has the shape (1,1), but b in blocks of 128 x 128 needs (2,1)")?;
    case("one scale")
        .refused("scale_b has the shape (1), but b in blocks of 128 x 128 needs (2,1)")?;
    case("rows of d").refused(&apart("d, f32 (3,5):(1,3)"))?;
    case("odd d").refused("d, f32 (3,5):(5,1), does not begin at a multiple of 16 bytes")?;
    case("odd a").refused("a does not begin at a multiple of 16 bytes")?;
    case("odd b").refused("b transposed does not begin at a multiple of 16 bytes")?;
    case("odd k").refused(&odd("a, e4m3 (3,131):(131,1), has rows of k = 131"))?;
    case("odd n").refused(&odd("b transposed, e4m3 (5,144):(152,1), has rows of k = 144"))?;
    case("rows of a").refused(&apart("a, e4m3 (3,144):(1,3)"))?;
    case("rows of b").refused(&apart("b transposed, e4m3 (5,144):(1,5)"))?;
    case("one row").refused("a: no tensor map: rows of 144 elements begin 0 apart")?;
    case("rows of scale_a").refused(&apart("scale_a transposed, f32 (2,3):(1,2)"))?;
    case("odd m").refused(&odd("scale_a transposed, f32 (2,3):(3,1), has rows of m = 3"))?;
    case("odd scale_a").refused("scale_a transposed does not begin at a multiple of 16 bytes")?;
    case("rows of scale_b").refused(&apart("scale_b transposed, f32 (1,2):(1,4)"))?;
    case("odd scale_b").refused("scale_b transposed does not begin at a multiple of 16 bytes")?;
    // Sizes that no test has the memory for.
    let far = |m: usize, n: usize, k: usize| {
        let a = nowhere(&queue, Type::E4m3, &[m, k])?;
        let b = nowhere(&queue, Type::E4m3, &[n, k])?.transposed()?;
        let d = nowhere_mut(&queue, Type::F16, &[m, n])?;
        let product = MatmulFp8::new(a, b, (s(&[1])?, s(&[])?), d);
        named("matmul_fp8", product.plan(ops))
    };
    far(1 << 31, 1, 16).refused("m is 2147483648, which is 2^31 or more")?;
    far(1, 1, 1 << 31).refused("k is 2147483648, which is 2^31 or more")?;
    far(1, 1 << 24, 16)
        .refused("the rows of d are 16777216 elements apart, which is 2^24 or more")?;
    far(1 << 30, 1 << 12, 16).refused("D has 134217728 tiles, which are 2^27 or more")?;
    y.unchanged()
}

#[test]
fn attentions() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue) = (&memory.ops, memory.ops.queue());
    let starts = ops.buffer(&[0u32, 1, 2])?;
    let x = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    let s = |n| queue.tensor(&starts, [3])?.narrowed(0, 0, n);
    let y = &mut y;
    let case = |y: &mut Memory, choose: &str| {
        let (mut q, mut k, mut v) = (x(&[2, 2, 64])?, x(&[2, 1, 64])?, x(&[2, 1, 64])?);
        let (mut of_q, mut of_k, mut scale, mut scales) = (s(3)?, s(3)?, 1.0, [1.0; 3]);
        let (mut cap, mut sinks) = (1.0, of(&queue, &memory.f32, &[2])?);
        let mut workspace = to(&queue, &mut y.u32, &[6])?;
        let mut lse = None;
        let mut o = queue.tensor_mut(&mut y.bf16, [N])?.strided(0, [2, 2, 64], [128, 64, 1])?;
        match choose {
            "q" => q = x(&[2, 128])?,
            "k" => k = x(&[128])?,
            "o" => o = o.narrowed(0, 0, 1)?,
            "v" => v = x(&[1, 1, 64])?,
            "192" => {
                (q, k) = (x(&[2, 2, 192])?, x(&[2, 1, 192])?);
                v = x(&[2, 1, 192])?;
                o = o.strided(0, [2, 2, 128], [256, 128, 1])?;
            }
            "scale of v" => scales[2] = 0.0,
            "scales" => scales = [1e-30, 1e-30, 1.0],
            "f32" => {
                let x = |shape: &[usize]| of(&queue, &memory.f32, shape);
                (q, k, v) = (x(&[2, 2, 64])?, x(&[2, 1, 64])?, x(&[2, 1, 64])?);
                o = to(&queue, &mut y.f32, &[2, 2, 64])?;
            }
            "e4m3" => q = of(&queue, &memory.e4m3, &[2, 2, 64])?,
            "e4m3 to f32" => {
                q = of(&queue, &memory.e4m3, &[2, 2, 64])?;
                o = to(&queue, &mut y.f32, &[2, 2, 64])?;
            }
            "d of e4m3" => {
                q = of(&queue, &memory.e4m3, &[2, 2, 192])?;
                k = of(&queue, &memory.e4m3, &[2, 1, 192])?;
                v = of(&queue, &memory.e4m3, &[2, 1, 128])?;
                o = o.strided(0, [2, 2, 128], [256, 128, 1])?;
            }
            "type of k" => k = of(&queue, &memory.f32, &[2, 1, 64])?,
            "type of v" => v = of(&queue, &memory.f32, &[2, 1, 64])?,
            "d of k" => (k, v) = (x(&[2, 1, 128])?, x(&[2, 1, 128])?),
            "heads" => (k, v) = (x(&[2, 3, 64])?, x(&[2, 3, 64])?),
            "no heads" => (k, v) = (x(&[2, 0, 64])?, x(&[2, 0, 64])?),
            "type of starts" => of_q = x(&[3])?,
            "modes of starts" => of_k = s(2)?.reshaped([2, 1])?,
            "no starts" => of_k = s(0)?,
            "one start" => of_k = s(1)?.strided(0, [3], [0])?,
            "starts" => of_k = s(2)?,
            "workspace" => workspace = workspace.narrowed(0, 0, 5)?,
            "strided workspace" => workspace = workspace.strided(0, [6], [2])?,
            "heads apart" => o = o.strided(0, [2, 2, 64], [256, 128, 1])?,
            "odd o" => o = o.strided(1, [2, 2, 64], [128, 64, 1])?,
            "odd tokens of o" => o = o.strided(0, [2, 2, 64], [132, 64, 1])?,
            "odd q" => q = x(&[256 + 1])?.strided(1, [2, 2, 64], [128, 64, 1])?,
            "odd tokens" => k = x(&[256])?.strided(0, [2, 1, 64], [68, 64, 1])?,
            "one key" => v = x(&[64])?.strided(0, [2, 1, 64], [0, 64, 1])?,
            "q back" => q = x(&[256])?.strided(128, [2, 2, 64], [-128, 64, 1])?,
            "scale" => scale = -1.0,
            "NaN" => scale = f32::NAN,
            "cap" => cap = f32::INFINITY,
            "sinks" => sinks = of(&queue, &memory.f32, &[3])?,
            "strided sinks" => sinks = of(&queue, &memory.f32, &[4])?.strided(0, [2], [2])?,
            "lse" => lse = Some(to(&queue, &mut y.f32, &[2, 1])?),
            "type of lse" => lse = Some(to(&queue, &mut y.u8, &[2, 2])?),
            "type of sinks" => sinks = x(&[2])?,
            "d" => {
                (q, o) = (x(&[2, 2, 8])?, o.strided(0, [2, 2, 8], [16, 8, 1])?);
                (k, v) = (x(&[2, 1, 8])?, x(&[2, 1, 8])?);
            }
            _ => {
                let u32 = |shape: &[usize]| of(&queue, &memory.u32, shape);
                (q, k, v) = (u32(&[2, 2, 64])?, u32(&[2, 1, 64])?, u32(&[2, 1, 64])?);
                // SAFETY: nothing is launched.
                let attention =
                    unsafe { Attention::packed(q, k, v, (of_q, of_k), 1, workspace, o) };
                return named("attention", attention.launch(&queue));
            }
        }
        // SAFETY: nothing is launched.
        let attention = unsafe { Attention::packed(q, k, v, (of_q, of_k), 1, o, workspace) };
        let mut attention = attention.scale(scale).softcap(cap).sinks(sinks);
        attention = attention.scales(scales[0], scales[1], scales[2]);
        if let Some(lse) = lse {
            attention = attention.lse(lse);
        }
        named("attention", attention.launch(&queue))
    };
    case(y, "q").refused("q, bf16 (2,128):(128,1), does not have the modes (tokens, heads, d)")?;
    case(y, "k").refused("k, bf16 (128):(1), does not have the modes (tokens, heads, d)")?;
    case(y, "o").refused("o has the shape (1,2,64), but q needs (2,2,64)")?;
    case(y, "v").refused("v has the shape (1,1,64), but k needs (2,1,64)")?;
    case(y, "192").refused("v has the shape (2,1,192), but k needs (2,1,128)")?;
    case(y, "type of k").refused("v is bf16, but k is f32")?;
    case(y, "type of v").refused("v is f32, but k is bf16")?;
    let apart = |k: &str| format!("q is (2,2,64) and k is {k}: heads of q do not share those of k");
    case(y, "d of k").refused(&apart("(2,1,128)"))?;
    case(y, "heads").refused(&apart("(2,3,64)"))?;
    case(y, "no heads").refused(&apart("(2,0,64)"))?;
    let starts = |starts: &str| {
        format!("{starts}, is not a contiguous u32 tensor of one mode and one element or more")
    };
    case(y, "type of starts").refused(&starts("q_starts, bf16 (3):(1)"))?;
    case(y, "modes of starts").refused(&starts("k_starts, u32 (2,1):(1,1)"))?;
    case(y, "no starts").refused(&starts("k_starts, u32 (0):(1)"))?;
    case(y, "one start").refused(&starts("k_starts, u32 (3):(0)"))?;
    case(y, "starts").refused("q_starts has 3 elements, and k_starts 2")?;
    case(y, "workspace")
        .refused("the workspace, u32 (5):(1), does not have 6 contiguous elements of u32")?;
    case(y, "strided workspace")
        .refused("the workspace, u32 (6):(2), does not have 6 contiguous elements of u32")?;
    case(y, "heads apart")
        .refused("the heads of o, bf16 (2,2,64):(256,128,1), are not side by side")?;
    let sentence = "o, bf16 (2,2,64):(128,64,1), and its tokens do not begin at \
                    multiples of 16 bytes";
    case(y, "odd o").refused(sentence)?;
    let sentence = "o, bf16 (2,2,64):(132,64,1), and its tokens do not begin at \
                    multiples of 16 bytes";
    case(y, "odd tokens of o").refused(sentence)?;
    case(y, "odd q").refused("q does not begin at a multiple of 16 bytes")?;
    case(y, "odd tokens")
        .refused("k: no tensor map: rows begin 136 bytes apart, not a multiple of 16")?;
    case(y, "one key").refused("v: no tensor map: rows of 64 elements begin 0 apart")?;
    case(y, "q back").refused("the heads of q, bf16 (2,2,64):(-128,64,1), are not side by side")?;
    case(y, "scale").refused("the scale is -1, and not larger than 0")?;
    case(y, "NaN").refused("the scale is NaN, and not larger than 0")?;
    case(y, "scale of v").refused("the scale of v is 0, and not larger than 0")?;
    let sentence = "the scales of q and k make the scale 0, which is not finite and larger than 0";
    case(y, "scales").refused(sentence)?;
    case(y, "f32").refused("there is no kernel for f32")?;
    case(y, "e4m3").refused("k is bf16, but q is e4m3")?;
    case(y, "e4m3 to f32").refused("o is f32, but q is e4m3, which needs bf16")?;
    case(y, "d of e4m3").refused("d is 192, and the kernels of e4m3 are for 64 and 128")?;
    case(y, "cap").refused("the cap is inf, and not finite and larger than 0")?;
    let sentence = "sinks has the shape (3), but a score for each head of q needs (2)";
    case(y, "sinks").refused(sentence)?;
    case(y, "strided sinks").refused("sinks, f32 (2):(2), is not contiguous")?;
    case(y, "type of sinks").refused("sinks are bf16, not f32")?;
    let sentence =
        "lse has the shape (2,1), but a logarithm for each head and token of q needs (2,2)";
    case(y, "lse").refused(sentence)?;
    case(y, "type of lse").refused("lse is u8, not f32")?;
    case(y, "d").refused("d is 8, and the kernels are for 64, 128, 192 and 256")?;
    case(y, "type").refused("o has the shape (6), but q needs (2,2,64)")?;
    // Sizes that no test has the memory for.
    let far = |tokens: usize, heads: usize, keys: usize, sequences: usize| {
        let nowhere = |kind, shape: &[usize]| nowhere(&queue, kind, shape);
        let (q, o) = (
            nowhere(Type::F16, &[tokens, heads, 64])?,
            nowhere_mut(&queue, Type::F16, &[tokens, heads, 64])?,
        );
        let (k, v) = (nowhere(Type::F16, &[keys, 1, 64])?, nowhere(Type::F16, &[keys, 1, 64])?);
        let starts = (nowhere(Type::U32, &[sequences + 1])?, nowhere(Type::U32, &[sequences + 1])?);
        let workspace = nowhere_mut(&queue, Type::U32, &[Attention::workspace(tokens, heads)])?;
        // SAFETY: nothing is launched.
        let attention = unsafe { Attention::packed(q, k, v, starts, usize::MAX, o, workspace) };
        named("attention", attention.plan(ops))
    };
    far(1 << 31, 1, 1, 1).refused("the number of tokens of q, 2147483648, is 2^31 or more")?;
    far(1, 1, 1 << 31, 1).refused("the number of tokens of k, 2147483648, is 2^31 or more")?;
    far(1, 1 << 31, 1, 1).refused("the number of heads, 2147483648, is 2^31 or more")?;
    far(1, 1, 1, 1 << 31).refused("the number of sequences, 2147483648, is 2^31 or more")?;
    far(1 << 20, 1 << 12, 1, 1).refused("the workspace needs 4294967298 elements, 2^32 or more")?;
    far(1 << 20, 1 << 6, 1, 1 << 13)
        .refused("8192 sequences of 1048576 queries and 64 heads are too many tiles")?;
    y.unchanged()
}
