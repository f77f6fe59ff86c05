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
    refused(queue.tensor(&x, [2, 4]), sentence)?;
    refused(queue.tensor_mut(&mut y, [2, 4]), sentence)?;
    let matrix = || queue.tensor(&x, [2, 3]);
    refused(
        queue.tensor(&x, [1 << 32, 1 << 32]),
        "a tensor of shape (4294967296,4294967296) has 2^64 or more elements, but its memory has 6",
    )?;
    refused(
        queue.tensor(&x, [6, 1, 1, 1, 1, 1, 1, 1, 1]),
        "(6,1,1,1,1,1,1,1,1):(1,1,1,1,1,1,1,1,1): a tensor has at most 8 modes, and a stride for each",
    )?;
    refused(
        matrix()?.strided(0, [2], [1, 1]),
        "(2):(1,1): a tensor has at most 8 modes, and a stride for each",
    )?;
    refused(
        matrix()?.narrowed(1, 1, 2)?.strided(0, [2, 3], [3, 1]),
        "(2,3):(3,1) reaches from element 1 to element 6 of its memory, which has 6",
    )?;
    refused(
        matrix()?.strided(2, [2, 2], [-3, 1]),
        "(2,2):(-3,1) reaches from element -1 to element 3 of its memory, which has 6",
    )?;
    refused(
        queue.tensor(&empty, [0])?.strided(0, [], []),
        "():() reaches from element 0 to element 0 of its memory, which has 0",
    )?;
    for order in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
        let words = order.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        refused(
            matrix()?.permuted(order),
            &format!("({words}) is not an order of the modes of f32 (2,3):(3,1)"),
        )?;
    }
    for (mode, first, extent) in [(2, 0, 1), (1, 2, 2), (1, 4, 0), (0, usize::MAX, 2)] {
        refused(
            matrix()?.narrowed(mode, first, extent),
            &format!(
                "elements {first} to {first} + {extent} of mode {mode} are not in f32 (2,3):(3,1)"
            ),
        )?;
    }
    refused(matrix()?.reshaped([7]), "f32 (2,3):(3,1) cannot have the shape (7)")?;
    refused(matrix()?.transposed()?.reshaped([6]), "f32 (3,2):(1,3) cannot have the shape (6)")?;
    refused(matrix()?.reshaped([6])?.transposed(), "f32 (6):(1) has fewer than two modes")?;
    refused(
        queue.tensor_mut(&mut y, [6])?.strided(0, [2, 3], [2, 1]),
        "elements of f32 (2,3):(2,1) overlap, so it cannot be written",
    )?;
    refused(
        queue.tensor_mut(&mut y, [6])?.strided(0, [2], [0]),
        "elements of f32 (2):(0) overlap, so it cannot be written",
    )?;
    // SAFETY: refused.
    unsafe {
        refused(
            Tensor::from_raw(&queue, 0, Type::F32, [1], [1]),
            "the address 0x0 is not one of elements of f32",
        )?;
        refused(
            TensorMut::from_raw(&queue, 0x1002, Type::F32, [1], [1]),
            "the address 0x1002 is not one of elements of f32",
        )?;
        refused(
            Tensor::from_raw(&queue, 0x1000, Type::F32, [usize::MAX], [1]),
            "f32 (18446744073709551615):(1) from 0x1000 on is outside of all memory",
        )?;
        refused(
            Tensor::from_raw(&queue, u64::MAX - 7, Type::F32, [2], [1]),
            "f32 (2):(1) from 0xfffffffffffffff8 on is outside of all memory",
        )?;
        refused(
            Tensor::from_raw(&queue, 0x1000, Type::F32, [1 << 33, 1 << 33], [1 << 33, 1]),
            "f32 (8589934592,8589934592):(8589934592,1) from 0x1000 on is outside of all memory",
        )?;
        Tensor::from_raw(&queue, 0, Type::F32, [0], [1])?;
    }
    refused(
        matrix()?.strided(1, [1 << 33, 2], [0, i64::MAX]),
        "(8589934592,2):(0,9223372036854775807) reaches from element 1 to element 9223372036854775808 of its memory, which has 6",
    )?;
    Ok(())
}

#[test]
fn operators_of_rows() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue) = (&memory.ops, memory.ops.queue());
    let x = |shape: &[usize]| of(&queue, &memory.f32, shape);
    let large = 1usize << 33;
    // Shapes, types and strides of softmax, which norms and scans take, too.
    let mut case = |x: Result<Tensor<'_>, Error>, shape: &[usize], sentence: &str| {
        refused(Softmax::new(x?, to(&queue, &mut y.f32, shape)?).launch(&queue), sentence)
    };
    case(x(&[2, 3]), &[3, 2], "softmax: y has the shape (3,2), but x needs (2,3)")?;
    case(of(&queue, &memory.bf16, &[2]), &[2], "softmax: y is f32, but x is bf16")?;
    case(x(&[]), &[], "softmax: x has no modes")?;
    let apart = |name: &str, view: &str| {
        format!(
            "softmax: the rows of {name}, f32 {view}, are not contiguous and the same number of elements apart: copy it with Permute first"
        )
    };
    case(x(&[2, 3])?.transposed(), &[3, 2], &apart("x", "(3,2):(1,3)"))?;
    case(x(&[9])?.strided(6, [3, 3], [-3, 1]), &[3, 3], &apart("x", "(3,3):(-3,1)"))?;
    case(x(&[9])?.strided(2, [2, 2, 2], [3, 2, 1]), &[2, 2, 2], &apart("x", "(2,2,2):(3,2,1)"))?;
    let far = |x: Tensor<'_>, y: TensorMut<'_>, sentence: &str| {
        refused(Softmax::new(x, y).plan(ops), sentence)
    };
    far(
        x(&[4])?.strided(0, [large, 1], [0, 1])?,
        nowhere_mut(&queue, Type::F32, &[large, 1])?,
        "softmax: x has 8589934592 rows, which is 2^32 or more",
    )?;
    far(
        nowhere(&queue, Type::F32, &[1, large])?,
        nowhere_mut(&queue, Type::F32, &[1, large])?,
        "softmax: x has 8589934592 columns, which is 2^32 or more",
    )?;
    far(
        nowhere(&queue, Type::F32, &[2, large])?.narrowed(1, 0, 4)?,
        nowhere_mut(&queue, Type::F32, &[2, 4])?,
        "softmax: x has 8589934592 elements from row to row, which is 2^32 or more",
    )?;
    let (a, b) = (of(&queue, &memory.u8, &[4])?, to(&queue, &mut y.u8, &[4])?);
    refused(Softmax::new(a, b).launch(&queue), "softmax: there is no kernel for u8")?;

    let (a, b) = (of(&queue, &memory.u8, &[4])?, to(&queue, &mut y.u8, &[4])?);
    refused(Norm::rms(a, b).launch(&queue), "norm: there is no kernel for u8")?;
    let (a, b) = (of(&queue, &memory.u8, &[4])?, to(&queue, &mut y.u8, &[4])?);
    refused(Scan::new(a, b).launch(&queue), "scan: there is no kernel for u8")?;
    let (a, b) = (x(&[2, 4])?, to(&queue, &mut y.f32, &[8])?);
    refused(Scan::new(a, b).launch(&queue), "scan: y has the shape (8), but x needs (2,4)")?;
    let long = [(1 << 32) - 4096];
    let (a, b) = (nowhere(&queue, Type::F16, &long)?, nowhere_mut(&queue, Type::F16, &long)?);
    refused(
        Scan::new(a, b).plan(ops),
        "scan: a row has 4294963200 elements, which are 2^32 - 4096 or more",
    )?;

    let mut other = Memory::new()?;
    let mut norm = |choose: u32, sentence: &str| {
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
        refused(norm.launch(&queue), sentence)
    };
    norm(0, "norm: the residual has the shape (8), but x needs (2,4)")?;
    norm(1, "norm: the residual is bf16, but x is f32")?;
    norm(2, "norm: the sum has the shape (4,2), but x needs (2,4)")?;
    norm(3, "norm: the residual is bf16, but x is f32")?;
    norm(4, "norm: the weight has the shape (5), but a row of x needs (4)")?;
    norm(5, "norm: the weight is bf16, but x is f32")?;
    norm(6, "norm: the bias has the shape (4,1), but a row of x needs (4)")?;
    norm(7, "norm: the bias, f32 (4):(2), is not contiguous")?;
    norm(
        8,
        "norm: the rows of the residual, f32 (2,4):(1,2), are not contiguous and the same number of elements apart: copy it with Permute first",
    )?;
    y.unchanged()?;
    other.unchanged()
}

#[test]
fn cross_entropies() -> Result<(), Error> {
    let (memory, mut y, mut z) = (Memory::new()?, Memory::new()?, Memory::new()?);
    let queue = memory.ops.queue();
    let x = |shape: &[usize]| of(&queue, &memory.f32, shape);
    let u = |shape: &[usize]| of(&queue, &memory.u32, shape);
    let mut case = |x: Tensor<'_>, classes: Tensor<'_>, shape: &[usize], sentence: &str| {
        let (loss, dx) = (to(&queue, &mut y.f32, shape)?, to(&queue, &mut z.f32, &[2, 3])?);
        refused(CrossEntropy::new(x, classes, loss).gradient(1.0, dx).launch(&queue), sentence)
    };
    let shapes = "needs (2)";
    case(x(&[6])?, u(&[2])?, &[2], "cross_entropy: x, f32 (6):(1), does not have two modes")?;
    let sentence = format!("cross_entropy: classes has the shape (3), but a row of x {shapes}");
    case(x(&[2, 3])?, u(&[3])?, &[2], &sentence)?;
    let sentence = format!("cross_entropy: loss has the shape (1), but a row of x {shapes}");
    case(x(&[2, 3])?, u(&[2])?, &[1], &sentence)?;
    let sentence = "cross_entropy: dx has the shape (2,3), but x needs (2,4)";
    case(x(&[2, 4])?, u(&[2])?, &[2], sentence)?;
    let sentence = "cross_entropy: classes are f32, not numbers of 32 or 64 bits";
    case(x(&[2, 3])?, x(&[2])?, &[2], sentence)?;
    let sentence = "cross_entropy: dx is f32, but x is bf16";
    case(of(&queue, &memory.bf16, &[2, 3])?, u(&[2])?, &[2], sentence)?;
    let loss = to(&queue, &mut y.bf16, &[2])?;
    let sentence = "cross_entropy: loss is bf16, not f32";
    refused(CrossEntropy::new(x(&[2, 3])?, u(&[2])?, loss).launch(&queue), sentence)?;
    let loss = to(&queue, &mut y.f32, &[2])?;
    let sentence = "cross_entropy: the rows of x, f32 (2,0):(1,1), have no elements";
    refused(CrossEntropy::new(x(&[2, 0])?, u(&[2])?, loss).launch(&queue), sentence)
}
#[test]
fn operators_of_elements() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue, large) = (&memory.ops, memory.ops.queue(), 1usize << 33);
    let (f32, bf16, u32, u8) = (&memory.f32, &memory.bf16, &memory.u32, &memory.u8);
    let x = |shape: &[usize]| of(&queue, f32, shape);

    let mut cast = |x: Tensor<'_>, first: i64, shape: &[usize], sentence: &str| {
        let y = queue.tensor_mut(&mut y.bf16, [N])?.strided(first, [N - 8], [1])?;
        let y = y.narrowed(0, 0, shape.iter().product())?.reshaped(shape)?;
        refused(Cast::new(x, y).launch(&queue), sentence)
    };
    cast(x(&[8])?, 0, &[2, 4], "cast: y has the shape (2,4), but x needs (8)")?;
    cast(
        x(&[4, 4])?.narrowed(1, 0, 2)?,
        0,
        &[4, 2],
        "cast: x, f32 (4,2):(4,1), is not contiguous",
    )?;
    cast(x(&[8])?.narrowed(0, 1, 4)?, 0, &[4], "cast: x does not begin at a multiple of 16 bytes")?;
    cast(x(&[4])?, 4, &[4], "cast: y does not begin at a multiple of 16 bytes")?;
    cast(of(&queue, bf16, &[4])?, 0, &[4], "cast: there is no kernel from bf16 to bf16")?;
    cast(of(&queue, u8, &[4])?, 0, &[4], "cast: there is no kernel from u8 to bf16")?;
    let (a, b) =
        (nowhere(&queue, Type::F16, &[large])?, nowhere_mut(&queue, Type::E4m3, &[large])?);
    refused(Cast::new(a, b).plan(ops), "cast: 8589934592 elements are 2^32 or more")?;

    let mut permute = |x: Tensor<'_>, sentence: &str| {
        let y = to(&queue, &mut y.f32, x.shape())?;
        refused(Permute::new(x, y).launch(&queue), sentence)
    };
    let one = x(&[4])?.strided(3, [2, 1], [-1, -7])?;
    permute(one, "permute: -1 is not a stride or extent of x from 0 to 2^32 - 1")?;
    permute(
        x(&[4])?.strided(3, [4], [-1])?,
        "permute: -1 is not a stride or extent of x from 0 to 2^32 - 1",
    )?;
    permute(of(&queue, bf16, &[4])?, "permute: y is f32, but x is bf16")?;
    permute(
        x(&[2; 7])?.permuted([6, 5, 4, 3, 2, 1, 0])?,
        "permute: a kernel takes 6 modes, and 7 are left",
    )?;
    let y_of_8 = to(&queue, &mut y.f32, &[8])?;
    refused(
        Permute::new(x(&[2, 4])?, y_of_8).launch(&queue),
        "permute: y has the shape (8), but x needs (2,4)",
    )?;
    let a = nowhere(&queue, Type::U8, &[8, 1 << 31])?.transposed()?.narrowed(0, 0, 2)?;
    let b = nowhere_mut(&queue, Type::U8, &[2, 8])?;
    refused(
        Permute::new(a, b).plan(ops),
        "permute: elements of a tile are 2^32 or more elements apart",
    )?;
    let a = x(&[1])?.strided(0, [1 << 20, 1 << 20, 1], [0, 0, 0])?;
    let b = nowhere_mut(&queue, Type::F32, &[1 << 20, 1 << 20, 2])?.narrowed(2, 0, 1)?;
    refused(Permute::new(a, b).plan(ops), "permute: there are 2^32 tiles or more, or 2^31 blocks")?;

    let mut reduce = |x: Tensor<'_>, modes, shape: &[usize], sentence: &str| {
        refused(Reduce::sum(x, modes, to(&queue, &mut y.f32, shape)?).launch(&queue), sentence)
    };
    for (modes, words) in [(1..1, "1..1"), (0..3, "0..3")] {
        reduce(
            x(&[2, 4])?,
            modes,
            &[2],
            &format!("reduce: {words} are not modes of x, f32 (2,4):(4,1)"),
        )?;
    }
    reduce(
        x(&[2, 4])?,
        0..1,
        &[2],
        "reduce: y has the shape (2), but x without these modes needs (4)",
    )?;
    reduce(of(&queue, bf16, &[2, 4])?, 0..1, &[4], "reduce: y is f32, but x is bf16")?;
    reduce(x(&[2, 4])?.transposed()?, 0..1, &[2], "reduce: x, f32 (4,2):(1,4), is not contiguous")?;
    reduce(
        x(&[2])?.strided(0, [large, 2], [0, 1])?,
        0..2,
        &[],
        "reduce: x, f32 (8589934592,2):(0,1), is not contiguous",
    )?;
    reduce(
        x(&[2])?.strided(0, [large; 3], [0; 3])?,
        0..3,
        &[],
        "reduce: x, f32 (8589934592,8589934592,8589934592):(0,0,0), is not contiguous",
    )?;
    let y_of_1 = to(&queue, &mut y.u8, &[])?;
    refused(
        Reduce::max(of(&queue, u8, &[4])?, 0..1, y_of_1).launch(&queue),
        "reduce: there is no kernel for u8",
    )?;
    let (a, b) = (nowhere(&queue, Type::F16, &[2, large])?, nowhere_mut(&queue, Type::F16, &[2])?);
    refused(
        Reduce::min(a, 1..2, b).plan(ops),
        "reduce: modes of (8589934592) elements, which are 2^32 - 65536 or more",
    )?;

    let mut gather = |table: Tensor<'_>, indices: Tensor<'_>, shape: &[usize], sentence: &str| {
        refused(
            Gather::new(table, indices, to(&queue, &mut y.f32, shape)?).launch(&queue),
            sentence,
        )
    };
    let i = || of(&queue, u32, &[2]);
    gather(x(&[8])?, i()?, &[2, 4], "gather: table, f32 (8):(1), does not have two modes")?;
    gather(
        x(&[2, 4])?,
        i()?,
        &[2, 2],
        "gather: y has the shape (2,2), but a row for each index needs (2,4)",
    )?;
    gather(of(&queue, bf16, &[2, 4])?, i()?, &[2, 4], "gather: y is f32, but table is bf16")?;
    gather(x(&[2, 4])?, x(&[2])?, &[2, 4], "gather: indices are f32, not u32")?;
    gather(
        x(&[4, 2])?.transposed()?,
        i()?,
        &[2, 4],
        "gather: table, f32 (2,4):(1,2), is not contiguous",
    )?;
    gather(
        x(&[2, 4])?,
        i()?.strided(0, [2], [0])?,
        &[2, 4],
        "gather: indices, u32 (2):(0), is not contiguous",
    )?;
    let b = to(&queue, &mut y.u32, &[2, 4])?;
    refused(
        Gather::new(of(&queue, u32, &[2, 4])?, i()?, b).launch(&queue),
        "gather: there is no kernel for u32",
    )?;
    let (a, b) =
        (nowhere(&queue, Type::F32, &[large, 4])?, nowhere_mut(&queue, Type::F32, &[2, 4])?);
    refused(Gather::new(a, i()?, b).plan(ops), "gather: table has 2^32 rows or more")?;
    let (a, b) = (
        nowhere(&queue, Type::F32, &[2, 1 << 31])?,
        nowhere_mut(&queue, Type::F32, &[9, 1 << 31])?,
    );
    let nine = of(&queue, u32, &[9])?;
    refused(Gather::new(a, nine, b).plan(ops), "gather: 4831838208 threads are 2^32 or more")?;

    let mut rope =
        |x: Tensor<'_>, tables: [Tensor<'_>; 2], positions: Option<Tensor<'_>>, sentence: &str| {
            let ([cos, sin], y) = (tables, to(&queue, &mut y.f32, x.shape())?);
            let rope = Rope::new(x, cos, sin, y);
            let rope = match positions {
                Some(positions) => rope.positions(positions),
                None => rope,
            };
            refused(rope.launch(&queue), sentence)
        };
    let tables = |p, half| Ok::<_, Error>([x(&[p, half])?, x(&[p, half])?]);
    rope(
        x(&[8])?,
        tables(2, 2)?,
        None,
        "rope: x, f32 (8):(1), does not have the modes (tokens, heads, d)",
    )?;
    rope(of(&queue, bf16, &[2, 1, 4])?, tables(2, 2)?, None, "rope: y is f32, but x is bf16")?;
    rope(x(&[2, 1, 3])?, tables(2, 2)?, None, "rope: a head has 3 elements, which are not pairs")?;
    rope(
        x(&[2, 1, 4])?,
        [x(&[4])?, x(&[4])?],
        None,
        "rope: cos, f32 (4):(1), does not have the modes (positions, d / 2)",
    )?;
    rope(x(&[2, 1, 4])?, tables(2, 4)?, None, "rope: cos has the shape (2,4), but x needs (2,2)")?;
    rope(
        x(&[2, 1, 4])?,
        [x(&[3, 2])?, x(&[2, 2])?],
        None,
        "rope: sin has the shape (2,2), but x needs (3,2)",
    )?;
    rope(
        x(&[2, 1, 4])?,
        [x(&[2, 2])?.transposed()?, x(&[2, 2])?],
        None,
        "rope: cos, f32 (2,2):(1,2), is not a contiguous f32 tensor",
    )?;
    rope(
        x(&[2, 1, 4])?,
        [x(&[2, 2])?, of(&queue, bf16, &[2, 2])?],
        None,
        "rope: sin, bf16 (2,2):(2,1), is not a contiguous f32 tensor",
    )?;
    rope(x(&[3, 1, 4])?, tables(2, 2)?, None, "rope: x has 3 tokens, but cos has 2 positions")?;
    rope(
        x(&[2, 1, 4])?,
        tables(2, 2)?,
        Some(of(&queue, u32, &[3])?),
        "rope: positions has the shape (3), but x needs (2)",
    )?;
    rope(
        x(&[2, 1, 4])?,
        tables(2, 2)?,
        Some(x(&[2])?),
        "rope: positions, f32 (2):(1), are not contiguous u32",
    )?;
    rope(
        x(&[2, 1, 4])?,
        tables(2, 2)?,
        Some(i()?.strided(0, [2], [0])?),
        "rope: positions, u32 (2):(0), are not contiguous u32",
    )?;
    rope(
        x(&[2, 4, 1])?.permuted([0, 2, 1])?.strided(0, [2, 1, 4], [4, 4, 0])?,
        tables(2, 2)?,
        None,
        "rope: the heads of x, f32 (2,1,4):(4,4,0), are not contiguous",
    )?;
    rope(
        x(&[8])?.strided(4, [2, 1, 4], [-4, 4, 1])?,
        tables(2, 2)?,
        None,
        "rope: -4 is not a stride or extent of 0 to 2^32 - 1",
    )?;
    let b = to(&queue, &mut y.u32, &[2, 1, 4])?;
    let [cos, sin] = tables(2, 2)?;
    refused(Rope::in_place(b, cos, sin).launch(&queue), "rope: there is no kernel for u32")?;
    let table = || nowhere(&queue, Type::F32, &[1, large]);
    let (a, b) = (
        nowhere(&queue, Type::F32, &[1, 1, 2 * large])?,
        nowhere_mut(&queue, Type::F32, &[1, 1, 2 * large])?,
    );
    refused(
        Rope::new(a, table()?, table()?, b).plan(ops),
        "rope: 17179869184 is not a stride or extent of 0 to 2^32 - 1",
    )?;
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
    refused(Rope::new(a, cos, sin, b).plan(ops), "rope: 4294967296 threads are 2^32 or more")?;
    y.unchanged()
}
