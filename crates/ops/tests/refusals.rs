//! What the operators of rows and elements refuse, by the full sentences.

#[path = "common/refused.rs"]
mod refused;

use refused::{Memory, *};
use zellige_ops::*;

#[test]
fn views() -> Result<(), Error> {
    let ops = Ops::emulator();
    let (queue, x, mut y) = (ops.queue(), ops.buffer(&[0f32; 6])?, ops.buffer(&[0f32; 6])?);
    let empty = ops.buffer::<f32>(&[])?;
    let sentence = "a tensor of shape (2,4) has 8 elements, but its memory has 6";
    queue.tensor(&x, [2, 4]).refused(sentence)?;
    queue.tensor_mut(&mut y, [2, 4]).refused(sentence)?;
    let matrix = || queue.tensor(&x, [2, 3]);
    queue.tensor(&x, [1 << 32, 1 << 32]).refused(
        "a tensor of shape (4294967296,4294967296) has 2^64 or more elements, but its memory has 6",
    )?;
    let sentence = "(6,1,1,1,1,1,1,1,1):(1,1,1,1,1,1,1,1,1): a tensor has at most 8 modes, and a \
                    stride for each";
    queue.tensor(&x, [6, 1, 1, 1, 1, 1, 1, 1, 1]).refused(sentence)?;
    matrix()?
        .strided(0, [2], [1, 1])
        .refused("(2):(1,1): a tensor has at most 8 modes, and a stride for each")?;
    matrix()?
        .narrowed(1, 1, 2)?
        .strided(0, [2, 3], [3, 1])
        .refused("(2,3):(3,1) reaches from element 1 to element 6 of its memory, which has 6")?;
    matrix()?
        .strided(2, [2, 2], [-3, 1])
        .refused("(2,2):(-3,1) reaches from element -1 to element 3 of its memory, which has 6")?;
    queue
        .tensor(&empty, [0])?
        .strided(0, [], [])
        .refused("():() reaches from element 0 to element 0 of its memory, which has 0")?;
    for order in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
        let words = order.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        matrix()?
            .permuted(order)
            .refused(&format!("({words}) is not an order of the modes of f32 (2,3):(3,1)"))?;
    }
    for (mode, first, extent) in [(2, 0, 1), (1, 2, 2), (1, 4, 0), (0, usize::MAX, 2)] {
        matrix()?.narrowed(mode, first, extent).refused(&format!(
            "elements {first} to {first} + {extent} of mode {mode} are not in f32 (2,3):(3,1)"
        ))?;
    }
    matrix()?.reshaped([7]).refused("f32 (2,3):(3,1) cannot have the shape (7)")?;
    matrix()?.transposed()?.reshaped([6]).refused("f32 (3,2):(1,3) cannot have the shape (6)")?;
    matrix()?.reshaped([6])?.transposed().refused("f32 (6):(1) has fewer than two modes")?;
    queue
        .tensor_mut(&mut y, [6])?
        .strided(0, [2, 3], [2, 1])
        .refused("elements of f32 (2,3):(2,1) overlap, so it cannot be written")?;
    queue
        .tensor_mut(&mut y, [6])?
        .strided(0, [2], [0])
        .refused("elements of f32 (2):(0) overlap, so it cannot be written")?;
    // SAFETY: refused.
    unsafe {
        Tensor::from_raw(&queue, 0, Type::F32, [1], [1])
            .refused("the address 0x0 is not one of elements of f32")?;
        TensorMut::from_raw(&queue, 0x1002, Type::F32, [1], [1])
            .refused("the address 0x1002 is not one of elements of f32")?;
        Tensor::from_raw(&queue, 0x1000, Type::F32, [usize::MAX], [1])
            .refused("f32 (18446744073709551615):(1) from 0x1000 on is outside of all memory")?;
        Tensor::from_raw(&queue, u64::MAX - 7, Type::F32, [2], [1])
            .refused("f32 (2):(1) from 0xfffffffffffffff8 on is outside of all memory")?;
        Tensor::from_raw(&queue, 0x1000, Type::F32, [1 << 33, 1 << 33], [1 << 33, 1]).refused(
            "f32 (8589934592,8589934592):(8589934592,1) from 0x1000 on is outside of all memory",
        )?;
        Tensor::from_raw(&queue, 0, Type::F32, [0], [1])?;
    }
    let sentence = "(8589934592,2):(0,9223372036854775807) reaches from element 1 to element \
                    9223372036854775808 of its memory, which has 6";
    matrix()?.strided(1, [1 << 33, 2], [0, i64::MAX]).refused(sentence)?;
    Ok(())
}

#[test]
fn operators_of_rows() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue) = (&memory.ops, memory.ops.queue());
    let x = |shape: &[usize]| of(&queue, &memory.f32, shape);
    let large = 1usize << 33;
    // Shapes, types and strides of softmax, which norms and scans take, too.
    let mut case = |x: Result<Tensor<'_>, Error>, shape: &[usize]| {
        named("softmax", Softmax::new(x?, to(&queue, &mut y.f32, shape)?).launch(&queue))
    };
    case(x(&[2, 3]), &[3, 2]).refused("y has the shape (3,2), but x needs (2,3)")?;
    case(of(&queue, &memory.bf16, &[2]), &[2]).refused("y is f32, but x is bf16")?;
    case(x(&[]), &[]).refused("x has no modes")?;
    let apart = |name: &str, view: &str| {
        format!(
            "the rows of {name}, f32 {view}, are not contiguous and the same number of elements apart: copy it with Permute first"
        )
    };
    case(x(&[2, 3])?.transposed(), &[3, 2]).refused(&apart("x", "(3,2):(1,3)"))?;
    case(x(&[9])?.strided(6, [3, 3], [-3, 1]), &[3, 3]).refused(&apart("x", "(3,3):(-3,1)"))?;
    case(x(&[9])?.strided(2, [2, 2, 2], [3, 2, 1]), &[2, 2, 2])
        .refused(&apart("x", "(2,2,2):(3,2,1)"))?;
    let far = |x: Tensor<'_>, y: TensorMut<'_>| named("softmax", Softmax::new(x, y).plan(ops));
    far(x(&[4])?.strided(0, [large, 1], [0, 1])?, nowhere_mut(&queue, Type::F32, &[large, 1])?)
        .refused("x has 8589934592 rows, which is 2^32 or more")?;
    far(nowhere(&queue, Type::F32, &[1, large])?, nowhere_mut(&queue, Type::F32, &[1, large])?)
        .refused("x has 8589934592 columns, which is 2^32 or more")?;
    far(
        nowhere(&queue, Type::F32, &[2, large])?.narrowed(1, 0, 4)?,
        nowhere_mut(&queue, Type::F32, &[2, 4])?,
    )
    .refused("x has 8589934592 elements from row to row, which is 2^32 or more")?;
    let (a, b) = (of(&queue, &memory.u8, &[4])?, to(&queue, &mut y.u8, &[4])?);
    Softmax::new(a, b).launch(&queue).refused("softmax: there is no kernel for u8")?;
    let softmax = Softmax::new(x(&[2])?, to(&queue, &mut y.f32, &[2])?);
    softmax.workspace(to(&queue, &mut y.u8, &[4])?).launch(&queue).refused(
        "softmax: the workspace, u8 (4):(1), does not have 1 contiguous elements of u32",
    )?;

    let (a, b) = (of(&queue, &memory.u8, &[4])?, to(&queue, &mut y.u8, &[4])?);
    Norm::rms(a, b).launch(&queue).refused("norm: there is no kernel for u8")?;
    let (a, b) = (of(&queue, &memory.u8, &[4])?, to(&queue, &mut y.u8, &[4])?);
    Scan::new(a, b).launch(&queue).refused("scan: there is no kernel for u8")?;
    let (a, b) = (x(&[2, 4])?, to(&queue, &mut y.f32, &[8])?);
    Scan::new(a, b).launch(&queue).refused("scan: y has the shape (8), but x needs (2,4)")?;
    let long = [(1 << 32) - 4096];
    let (a, b) = (nowhere(&queue, Type::F16, &long)?, nowhere_mut(&queue, Type::F16, &long)?);
    Scan::new(a, b)
        .plan(ops)
        .refused("scan: a row has 4294963200 elements, which are 2^32 - 4096 or more")?;

    let mut other = Memory::new()?;
    let mut norm = |choose: u32| {
        let (f32, bf16) = (&memory.f32, &memory.bf16);
        let norm = Norm::layer(of(&queue, f32, &[2, 4])?, to(&queue, &mut y.f32, &[2, 4])?);
        let norm = match choose {
            0 => norm.residual(of(&queue, f32, &[8])?),
            1 => norm.residual(of(&queue, bf16, &[2, 4])?),
            2 => norm.residual_to(of(&queue, f32, &[2, 4])?, to(&queue, &mut other.f32, &[4, 2])?),
            3 => norm.residual_in_place(to(&queue, &mut other.bf16, &[2, 4])?),
            4 => norm.weight(of(&queue, f32, &[5])?),
            5 => norm.weight(of(&queue, bf16, &[4])?),
            6 => norm.bias(of(&queue, f32, &[4, 1])?),
            7 => norm.bias(of(&queue, f32, &[4, 2])?.transposed()?.narrowed(0, 0, 1)?.strided(
                0,
                [4],
                [2],
            )?),
            _ => norm.residual(of(&queue, f32, &[4, 2])?.transposed()?),
        };
        named("norm", norm.launch(&queue))
    };
    norm(0).refused("the residual has the shape (8), but x needs (2,4)")?;
    norm(1).refused("the residual is bf16, but x is f32")?;
    norm(2).refused("the sum has the shape (4,2), but x needs (2,4)")?;
    norm(3).refused("the residual is bf16, but x is f32")?;
    norm(4).refused("the weight has the shape (5), but a row of x needs (4)")?;
    norm(5).refused("the weight is bf16, but x is f32")?;
    norm(6).refused("the bias has the shape (4,1), but a row of x needs (4)")?;
    norm(7).refused("the bias, f32 (4):(2), is not contiguous")?;
    let sentence = "the rows of the residual, f32 (2,4):(1,2), are not contiguous and the \
                    same number of elements apart: copy it with Permute first";
    norm(8).refused(sentence)?;
    y.unchanged()?;
    other.unchanged()
}

#[test]
fn cross_entropies() -> Result<(), Error> {
    let (memory, mut y, mut z) = (Memory::new()?, Memory::new()?, Memory::new()?);
    let queue = memory.ops.queue();
    let x = |shape: &[usize]| of(&queue, &memory.f32, shape);
    let u = |shape: &[usize]| of(&queue, &memory.u32, shape);
    let mut case = |x: Tensor<'_>, classes: Tensor<'_>, shape: &[usize]| {
        let (loss, dx) = (to(&queue, &mut y.f32, shape)?, to(&queue, &mut z.f32, &[2, 3])?);
        let operator = CrossEntropy::new(x, classes, loss).gradient(1.0, dx);
        named("cross_entropy", operator.launch(&queue))
    };
    let shapes = "needs (2)";
    case(x(&[6])?, u(&[2])?, &[2]).refused("x, f32 (6):(1), does not have two modes")?;
    let sentence = format!("classes has the shape (3), but a row of x {shapes}");
    case(x(&[2, 3])?, u(&[3])?, &[2]).refused(&sentence)?;
    let sentence = format!("loss has the shape (1), but a row of x {shapes}");
    case(x(&[2, 3])?, u(&[2])?, &[1]).refused(&sentence)?;
    let sentence = "dx has the shape (2,3), but x needs (2,4)";
    case(x(&[2, 4])?, u(&[2])?, &[2]).refused(sentence)?;
    let sentence = "classes are f32, not numbers of 32 or 64 bits";
    case(x(&[2, 3])?, x(&[2])?, &[2]).refused(sentence)?;
    let sentence = "dx is f32, but x is bf16";
    case(of(&queue, &memory.bf16, &[2, 3])?, u(&[2])?, &[2]).refused(sentence)?;
    let loss = to(&queue, &mut y.bf16, &[2])?;
    let sentence = "cross_entropy: loss is bf16, not f32";
    CrossEntropy::new(x(&[2, 3])?, u(&[2])?, loss).launch(&queue).refused(sentence)?;
    let loss = to(&queue, &mut y.f32, &[2])?;
    let sentence = "cross_entropy: the rows of x, f32 (2,0):(1,1), have no elements";
    CrossEntropy::new(x(&[2, 0])?, u(&[2])?, loss).launch(&queue).refused(sentence)
}
#[test]
fn operators_of_elements() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue, large) = (&memory.ops, memory.ops.queue(), 1usize << 33);
    let (f32, bf16, u32, u8) = (&memory.f32, &memory.bf16, &memory.u32, &memory.u8);
    let x = |shape: &[usize]| of(&queue, f32, shape);

    let mut cast = |x: Tensor<'_>, first: i64, shape: &[usize]| {
        let y = queue.tensor_mut(&mut y.bf16, [N])?.strided(first, [N - 8], [1])?;
        let y = y.narrowed(0, 0, shape.iter().product())?.reshaped(shape)?;
        named("cast", Cast::new(x, y).launch(&queue))
    };
    cast(x(&[8])?, 0, &[2, 4]).refused("y has the shape (2,4), but x needs (8)")?;
    cast(x(&[4, 4])?.narrowed(1, 0, 2)?, 0, &[4, 2])
        .refused("x, f32 (4,2):(4,1), is not contiguous")?;
    cast(x(&[8])?.narrowed(0, 1, 4)?, 0, &[4])
        .refused("x does not begin at a multiple of 16 bytes")?;
    cast(x(&[4])?, 4, &[4]).refused("y does not begin at a multiple of 16 bytes")?;
    cast(of(&queue, bf16, &[4])?, 0, &[4]).refused("there is no kernel from bf16 to bf16")?;
    cast(of(&queue, u8, &[4])?, 0, &[4]).refused("there is no kernel from u8 to bf16")?;
    let (a, b) =
        (nowhere(&queue, Type::F16, &[large])?, nowhere_mut(&queue, Type::E4m3, &[large])?);
    Cast::new(a, b).plan(ops).refused("cast: 8589934592 elements are 2^32 or more")?;

    let mut permute = |x: Tensor<'_>| {
        let y = to(&queue, &mut y.f32, x.shape())?;
        named("permute", Permute::new(x, y).launch(&queue))
    };
    let one = x(&[4])?.strided(3, [2, 1], [-1, -7])?;
    permute(one).refused("-1 is not a stride or extent of x from 0 to 2^32 - 1")?;
    permute(x(&[4])?.strided(3, [4], [-1])?)
        .refused("-1 is not a stride or extent of x from 0 to 2^32 - 1")?;
    permute(of(&queue, bf16, &[4])?).refused("y is f32, but x is bf16")?;
    permute(x(&[2; 7])?.permuted([6, 5, 4, 3, 2, 1, 0])?)
        .refused("a kernel takes 6 modes, and 7 are left")?;
    let y_of_8 = to(&queue, &mut y.f32, &[8])?;
    Permute::new(x(&[2, 4])?, y_of_8)
        .launch(&queue)
        .refused("permute: y has the shape (8), but x needs (2,4)")?;
    let a = nowhere(&queue, Type::U8, &[8, 1 << 31])?.transposed()?.narrowed(0, 0, 2)?;
    let b = nowhere_mut(&queue, Type::U8, &[2, 8])?;
    Permute::new(a, b)
        .plan(ops)
        .refused("permute: elements of a tile are 2^32 or more elements apart")?;
    let a = x(&[1])?.strided(0, [1 << 20, 1 << 20, 1], [0, 0, 0])?;
    let b = nowhere_mut(&queue, Type::F32, &[1 << 20, 1 << 20, 2])?.narrowed(2, 0, 1)?;
    Permute::new(a, b)
        .plan(ops)
        .refused("permute: there are 2^32 tiles or more, or 2^31 blocks")?;

    let mut reduce = |x: Tensor<'_>, modes, shape: &[usize]| {
        named("reduce", Reduce::sum(x, modes, to(&queue, &mut y.f32, shape)?).launch(&queue))
    };
    for (modes, words) in [(1..1, "1..1"), (0..3, "0..3")] {
        reduce(x(&[2, 4])?, modes, &[2])
            .refused(&format!("{words} are not modes of x, f32 (2,4):(4,1)"))?;
    }
    reduce(x(&[2, 4])?, 0..1, &[2])
        .refused("y has the shape (2), but x without these modes needs (4)")?;
    reduce(of(&queue, bf16, &[2, 4])?, 0..1, &[4]).refused("y is f32, but x is bf16")?;
    reduce(x(&[2, 4])?.transposed()?, 0..1, &[2])
        .refused("x, f32 (4,2):(1,4), is not contiguous")?;
    reduce(x(&[2])?.strided(0, [large, 2], [0, 1])?, 0..2, &[])
        .refused("x, f32 (8589934592,2):(0,1), is not contiguous")?;
    reduce(x(&[2])?.strided(0, [large; 3], [0; 3])?, 0..3, &[])
        .refused("x, f32 (8589934592,8589934592,8589934592):(0,0,0), is not contiguous")?;
    let mut few = ops.buffer(&[0u32; 8])?;
    Reduce::sum(x(&[2, 4])?, 0..1, nowhere_mut(&queue, Type::F32, &[4])?)
        .workspace(queue.tensor_mut(&mut few, [8])?)
        .plan(ops)
        .refused(
            "reduce: the workspace, u32 (8):(1), does not have 32768 contiguous elements of u32",
        )?;
    let y_of_1 = to(&queue, &mut y.u8, &[])?;
    Reduce::max(of(&queue, u8, &[4])?, 0..1, y_of_1)
        .launch(&queue)
        .refused("reduce: there is no kernel for u8")?;
    let (a, b) = (nowhere(&queue, Type::F16, &[2, large])?, nowhere_mut(&queue, Type::F16, &[2])?);
    Reduce::min(a, 1..2, b)
        .plan(ops)
        .refused("reduce: modes of (8589934592) elements, which are 2^32 - 65536 or more")?;

    let mut gather = |table: Tensor<'_>, indices: Tensor<'_>, shape: &[usize]| {
        named("gather", Gather::new(table, indices, to(&queue, &mut y.f32, shape)?).launch(&queue))
    };
    let i = || of(&queue, u32, &[2]);
    gather(x(&[8])?, i()?, &[2, 4]).refused("table, f32 (8):(1), does not have two modes")?;
    gather(x(&[2, 4])?, i()?, &[2, 2])
        .refused("y has the shape (2,2), but a row for each index needs (2,4)")?;
    gather(of(&queue, bf16, &[2, 4])?, i()?, &[2, 4]).refused("y is f32, but table is bf16")?;
    gather(x(&[2, 4])?, x(&[2])?, &[2, 4]).refused("indices are f32, not u32")?;
    gather(x(&[4, 2])?.transposed()?, i()?, &[2, 4])
        .refused("table, f32 (2,4):(1,2), is not contiguous")?;
    gather(x(&[2, 4])?, i()?.strided(0, [2], [0])?, &[2, 4])
        .refused("indices, u32 (2):(0), is not contiguous")?;
    let b = to(&queue, &mut y.u32, &[2, 4])?;
    Gather::new(of(&queue, u32, &[2, 4])?, i()?, b)
        .launch(&queue)
        .refused("gather: there is no kernel for u32")?;
    let (a, b) =
        (nowhere(&queue, Type::F32, &[large, 4])?, nowhere_mut(&queue, Type::F32, &[2, 4])?);
    Gather::new(a, i()?, b).plan(ops).refused("gather: table has 2^32 rows or more")?;
    let (a, b) = (
        nowhere(&queue, Type::F32, &[2, 1 << 31])?,
        nowhere_mut(&queue, Type::F32, &[9, 1 << 31])?,
    );
    let nine = of(&queue, u32, &[9])?;
    Gather::new(a, nine, b).plan(ops).refused("gather: 4831838208 threads are 2^32 or more")?;

    let mut rope = |x: Tensor<'_>, tables: [Tensor<'_>; 2], positions: Option<Tensor<'_>>| {
        let ([cos, sin], y) = (tables, to(&queue, &mut y.f32, x.shape())?);
        let rope = Rope::new(x, cos, sin, y);
        let rope = match positions {
            Some(positions) => rope.positions(positions),
            None => rope,
        };
        named("rope", rope.launch(&queue))
    };
    let tables = |p, half| Ok::<_, Error>([x(&[p, half])?, x(&[p, half])?]);
    rope(x(&[8])?, tables(2, 2)?, None)
        .refused("x, f32 (8):(1), does not have the modes (tokens, heads, d)")?;
    rope(of(&queue, bf16, &[2, 1, 4])?, tables(2, 2)?, None).refused("y is f32, but x is bf16")?;
    rope(x(&[2, 1, 3])?, tables(2, 2)?, None)
        .refused("a head has 3 elements, which are not pairs")?;
    rope(x(&[2, 1, 4])?, [x(&[4])?, x(&[4])?], None)
        .refused("cos, f32 (4):(1), does not have the modes (positions, d / 2)")?;
    rope(x(&[2, 1, 4])?, tables(2, 4)?, None)
        .refused("cos has the shape (2,4), but x needs (2,2)")?;
    rope(x(&[2, 1, 4])?, [x(&[3, 2])?, x(&[2, 2])?], None)
        .refused("sin has the shape (2,2), but x needs (3,2)")?;
    rope(x(&[2, 1, 4])?, [x(&[2, 2])?.transposed()?, x(&[2, 2])?], None)
        .refused("cos, f32 (2,2):(1,2), is not a contiguous f32 tensor")?;
    rope(x(&[2, 1, 4])?, [x(&[2, 2])?, of(&queue, bf16, &[2, 2])?], None)
        .refused("sin, bf16 (2,2):(2,1), is not a contiguous f32 tensor")?;
    rope(x(&[3, 1, 4])?, tables(2, 2)?, None).refused("x has 3 tokens, but cos has 2 positions")?;
    rope(x(&[2, 1, 4])?, tables(2, 2)?, Some(of(&queue, u32, &[3])?))
        .refused("positions has the shape (3), but x needs (2)")?;
    rope(x(&[2, 1, 4])?, tables(2, 2)?, Some(x(&[2])?))
        .refused("positions, f32 (2):(1), are not contiguous u32")?;
    rope(x(&[2, 1, 4])?, tables(2, 2)?, Some(i()?.strided(0, [2], [0])?))
        .refused("positions, u32 (2):(0), are not contiguous u32")?;
    rope(
        x(&[2, 4, 1])?.permuted([0, 2, 1])?.strided(0, [2, 1, 4], [4, 4, 0])?,
        tables(2, 2)?,
        None,
    )
    .refused("the heads of x, f32 (2,1,4):(4,4,0), are not contiguous")?;
    rope(x(&[8])?.strided(4, [2, 1, 4], [-4, 4, 1])?, tables(2, 2)?, None)
        .refused("-4 is not a stride or extent of 0 to 2^32 - 1")?;
    let b = to(&queue, &mut y.u32, &[2, 1, 4])?;
    let [cos, sin] = tables(2, 2)?;
    Rope::in_place(b, cos, sin).launch(&queue).refused("rope: there is no kernel for u32")?;
    let table = || nowhere(&queue, Type::F32, &[1, large]);
    let (a, b) = (
        nowhere(&queue, Type::F32, &[1, 1, 2 * large])?,
        nowhere_mut(&queue, Type::F32, &[1, 1, 2 * large])?,
    );
    Rope::new(a, table()?, table()?, b)
        .plan(ops)
        .refused("rope: 17179869184 is not a stride or extent of 0 to 2^32 - 1")?;
    let [cos, sin] = tables(1, 1)?;
    let (a, b) = (
        nowhere(&queue, Type::F32, &[1, 1 << 31, 2])?,
        nowhere_mut(&queue, Type::F32, &[1, 1 << 31, 2])?,
    );
    Rope::new(a, cos, sin, b).plan(ops)?;
    let [cos, sin] = tables(4, 1)?;
    let (a, b) = (
        nowhere(&queue, Type::F32, &[4, 1 << 30, 2])?,
        nowhere_mut(&queue, Type::F32, &[4, 1 << 30, 2])?,
    );
    Rope::new(a, cos, sin, b).plan(ops).refused("rope: 4294967296 threads are 2^32 or more")?;
    y.unchanged()
}
