//! What the crate refuses, by its full sentences, and that no caller makes it panic, or reach
//! outside of its memory.

#[path = "common/mod.rs"]
#[allow(dead_code)] // the other test needs more of it
mod common;

use half::bf16;
use std::fmt::Debug;
use zellige_launch::device::Buffer;
use zellige_ops::*;

/// Checks the sentence of an error.
#[track_caller]
fn refused<T: Debug>(result: Result<T, Error>, sentence: &str) -> Result<(), Error> {
    match result {
        Err(Error::Refused(words)) => assert_eq!(words, sentence),
        other => panic!("{other:?}, and not: {sentence}"),
    }
    Ok(())
}
/// The memory of a test: inputs of ones, and an output, which stays as it is.
struct Memory {
    ops: Ops,
    f32: Buffer<f32>,
    bf16: Buffer<bf16>,
    u32: Buffer<u32>,
    u8: Buffer<u8>,
}
/// The number of elements of each buffer.
const N: usize = 64 * 64;
impl Memory {
    fn new() -> Result<Self, Error> {
        let ops = Ops::emulator();
        let (f32, bf16) = (ops.buffer(&[1f32; N])?, ops.buffer(&[bf16::ONE; N])?);
        let (u32, u8) = (ops.buffer(&[0u32; N])?, ops.buffer(&[1u8; N])?);
        Ok(Memory { ops, f32, bf16, u32, u8 })
    }
    /// Checks that nothing was written.
    fn unchanged(&self) -> Result<(), Error> {
        assert!(self.f32.read()? == [1f32; N] && self.bf16.read()? == [bf16::ONE; N]);
        assert!(self.u32.read()? == [0u32; N] && self.u8.read()? == [1u8; N]);
        Ok(())
    }
}
/// Returns a tensor of this many elements or fewer at the begin of a buffer.
fn of<'a>(
    queue: &'a Queue<'_>,
    buffer: &'a Buffer<impl Element + zellige_launch::device::Plain>,
    shape: &[usize],
) -> Result<Tensor<'a>, Error> {
    queue.tensor(buffer, [N])?.narrowed(0, 0, shape.iter().product())?.reshaped(shape)
}
/// Does the same for an output.
fn to<'a>(
    queue: &'a Queue<'_>,
    buffer: &'a mut Buffer<impl Element + zellige_launch::device::Plain>,
    shape: &[usize],
) -> Result<TensorMut<'a>, Error> {
    queue.tensor_mut(buffer, [N])?.narrowed(0, 0, shape.iter().product())?.reshaped(shape)
}
/// Returns a tensor in memory that does not exist: no test launches anything with it.
fn nowhere<'a>(queue: &Queue<'_>, kind: Type, shape: &[usize]) -> Result<Tensor<'a>, Error> {
    // SAFETY: nothing uses the memory.
    unsafe { Tensor::from_raw(queue, 1 << 20, kind, shape, row_major(shape)) }
}
/// Returns the strides of a tensor without gaps.
fn row_major(shape: &[usize]) -> Vec<i64> {
    let stride = |i: usize| shape[i + 1..].iter().fold(1i64, |n, &m| n.saturating_mul(m as i64));
    (0..shape.len()).map(stride).collect()
}
fn nowhere_mut<'a>(queue: &Queue<'_>, kind: Type, shape: &[usize]) -> Result<TensorMut<'a>, Error> {
    // SAFETY: nothing uses the memory.
    unsafe { TensorMut::from_raw(queue, 1 << 20, kind, shape, row_major(shape)) }
}

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
        "reduce: modes of (8589934592) elements, which are 2^32 - 8192 or more",
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

#[test]
fn products() -> Result<(), Error> {
    let (memory, mut y) = (Memory::new()?, Memory::new()?);
    let (ops, queue, large) = (&memory.ops, memory.ops.queue(), 1usize << 33);
    let x = |shape: &[usize]| of(&queue, &memory.bf16, shape);
    let y = &mut y;
    let mut case = |a: Tensor<'_>, b: Tensor<'_>, shape: &[usize], sentence: &str| {
        let d = to(&queue, &mut y.bf16, shape)?;
        refused(Matmul::new(a, b, d).launch(&queue), sentence)
    };
    case(x(&[8])?, x(&[8, 2])?, &[2], "matmul: a, bf16 (8):(1), has fewer than two modes")?;
    case(x(&[2, 8])?, x(&[8])?, &[2], "matmul: b, bf16 (8):(1), has fewer than two modes")?;
    case(x(&[2, 8])?, x(&[8, 2])?, &[4], "matmul: d, bf16 (4):(1), has fewer than two modes")?;
    case(x(&[2, 8])?, x(&[4, 2])?, &[2, 2], "matmul: a is (2,8) and b is (4,2), so k is 8 and 4")?;
    case(x(&[2, 8])?, x(&[8, 3])?, &[2, 2], "matmul: d has the shape (2,2), but a b needs (2,3)")?;
    case(
        x(&[3, 2, 8])?,
        x(&[2, 8, 3])?,
        &[2, 2, 3],
        "matmul: a has the shape (3,2,8), but the batch needs (2,2,8)",
    )?;
    case(
        x(&[1, 2, 2, 8])?,
        x(&[2, 8, 3])?,
        &[1, 2, 2, 3],
        "matmul: b has the shape (2,8,3), but the batch needs (1,2,8,3)",
    )?;
    case(
        of(&queue, &memory.f32, &[2, 8])?,
        x(&[8, 2])?,
        &[2, 2],
        "matmul: b is bf16, but a is f32",
    )?;
    case(
        x(&[9])?.strided(8, [2, 2], [-4, 1])?,
        x(&[2, 2])?,
        &[2, 2],
        "matmul: mode 0 of a, bf16 (2,2):(-4,1), has no stride from 0 to 2^32 - 1",
    )?;
    case(
        x(&[2, 4])?,
        x(&[9])?.strided(8, [4, 2], [1, -4])?,
        &[2, 2],
        "matmul: mode 1 of b, bf16 (4,2):(1,-4), has no stride from 0 to 2^32 - 1",
    )?;
    case(
        x(&[2, 4])?,
        x(&[64])?.strided(8, [2, 4, 2], [-8, 2, 1])?,
        &[2, 2, 2],
        "matmul: the matrices of b, bf16 (2,4,2):(-8,2,1), are not the same number of elements apart",
    )?;
    case(
        x(&[64])?.strided(0, [2, 2, 2, 4], [9, 8, 4, 1])?,
        x(&[4, 2])?,
        &[2, 2, 2, 2],
        "matmul: the matrices of a, bf16 (2,2,2,4):(9,8,4,1), are not the same number of elements apart",
    )?;
    case(
        x(&[1])?.strided(0, [1, large], [0, 0])?,
        x(&[1])?.strided(0, [large, 1], [0, 0])?,
        &[1, 1],
        "matmul: k is 8589934592, which is 2^32 or more",
    )?;
    let d = to(&queue, &mut y.bf16, &[2, 3])?.transposed()?;
    refused(
        Matmul::new(x(&[3, 8])?, x(&[8, 2])?, d).launch(&queue),
        "matmul: the rows of d are not contiguous",
    )?;
    let (a, b) = (of(&queue, &memory.f32, &[2, 2])?, of(&queue, &memory.f32, &[2, 2])?);
    let d = to(&queue, &mut y.f32, &[2, 2])?;
    refused(Matmul::new(a, b, d).launch(&queue), "matmul: there is no kernel for f32")?;
    let product = |y: &mut Memory, choose: u32, sentence: &str| {
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
        refused(product.launch(&queue), sentence)
    };
    product(y, 0, "matmul: bias has the shape (2), but a row of d needs (4)")?;
    product(y, 1, "matmul: bias is f32, but a is bf16")?;
    product(y, 2, "matmul: bias, bf16 (4):(0), is not contiguous")?;
    product(y, 3, "matmul: c has the shape (4,2), but d needs (2,4)")?;
    product(y, 4, "matmul: c is f32, but a is bf16")?;
    product(y, 5, "matmul: the rows of c are not contiguous")?;
    product(y, 6, "matmul: mode 0 of c, bf16 (2,4):(-4,1), has no stride from 0 to 2^32 - 1")?;
    let far = |a: Tensor<'_>, b: Tensor<'_>, d: TensorMut<'_>, sentence: &str| {
        refused(Matmul::new(a, b, d).plan(ops), sentence)
    };
    let broadcast = |shape: &[usize]| x(&[1])?.strided(0, shape, vec![0; shape.len()]);
    let nowhere = |shape: &[usize]| nowhere_mut(&queue, Type::Bf16, shape);
    far(
        broadcast(&[large, 1])?,
        broadcast(&[1, 1])?,
        nowhere(&[large, 1])?,
        "matmul: m is 8589934592, which is 2^32 or more",
    )?;
    far(
        broadcast(&[large, 1, 1])?,
        broadcast(&[1, 1])?,
        nowhere(&[large, 1, 1])?,
        "matmul: the batch is 8589934592, which is 2^32 or more",
    )?;
    far(
        broadcast(&[1, 1])?,
        broadcast(&[1, 1 << 25])?,
        nowhere(&[1, 1 << 25])?,
        "matmul: the rows of d are 33554432 elements apart, which is 2^25 or more",
    )?;
    far(
        broadcast(&[65536, 1, 1])?,
        broadcast(&[1, 1])?,
        nowhere(&[65536, 1, 1])?,
        "matmul: a batch of 65536 is more than 65535 without TMA",
    )?;
    let (a, b) = (self::nowhere(&queue, Type::Bf16, &[1 << 27, 1, 8])?, x(&[8, 8])?);
    far(
        a,
        b,
        nowhere(&[1 << 27, 1, 8])?,
        "matmul: a batch of 134217728 is more than 65535 without TMA",
    )?;
    let [a, b] = [[1 << 27, 8, 8]; 2].map(|shape| self::nowhere(&queue, Type::Bf16, &shape));
    far(
        a?,
        b?,
        nowhere(&[1 << 27, 8, 8])?,
        "matmul: D has 134217728 tiles, which are 2^27 or more",
    )?;
    let [a, b] =
        [[2, 8, 8]; 2].map(|shape| self::nowhere(&queue, Type::Bf16, &[shape[0], 1 << 40]));
    let [a, b] = [a?, b?].map(|x| x.strided(0, [2, 8, 8], [1 << 40, 8, 1]));
    far(
        a?,
        b?,
        nowhere(&[2, 8, 8])?,
        "matmul: no tensor map: rows begin 2199023255552 bytes apart, 2^40 or more",
    )?;
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
    let case = |y: &mut Memory, choose: &str, sentence: &str| {
        let (mut q, mut k, mut v) = (x(&[2, 2, 64])?, x(&[2, 1, 64])?, x(&[2, 1, 64])?);
        let (mut of_q, mut of_k, mut scale) = (s(3)?, s(3)?, 1.0);
        let mut workspace = to(&queue, &mut y.u32, &[6])?;
        let mut o = queue.tensor_mut(&mut y.bf16, [N])?.strided(0, [2, 2, 64], [128, 64, 1])?;
        match choose {
            "q" => q = x(&[2, 128])?,
            "k" => k = x(&[128])?,
            "o" => o = o.narrowed(0, 0, 1)?,
            "v" => v = x(&[1, 1, 64])?,
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
                return refused(attention.launch(&queue), sentence);
            }
        }
        // SAFETY: nothing is launched.
        let attention = unsafe { Attention::packed(q, k, v, (of_q, of_k), 1, o, workspace) };
        refused(attention.scale(scale).launch(&queue), sentence)
    };
    case(y, "q", "attention: q, bf16 (2,128):(128,1), does not have the modes (tokens, heads, d)")?;
    case(y, "k", "attention: k, bf16 (128):(1), does not have the modes (tokens, heads, d)")?;
    case(y, "o", "attention: o has the shape (1,2,64), but q needs (2,2,64)")?;
    case(y, "v", "attention: v has the shape (1,1,64), but k needs (2,1,64)")?;
    case(y, "type of k", "attention: v is bf16, but k is f32")?;
    case(y, "type of v", "attention: v is f32, but k is bf16")?;
    let apart = |k: &str| {
        format!("attention: q is (2,2,64) and k is {k}: heads of q do not share those of k")
    };
    case(y, "d of k", &apart("(2,1,128)"))?;
    case(y, "heads", &apart("(2,3,64)"))?;
    case(y, "no heads", &apart("(2,0,64)"))?;
    let starts = |starts: &str| {
        format!(
            "attention: {starts}, is not a contiguous u32 tensor of one mode and one element or more"
        )
    };
    case(y, "type of starts", &starts("q_starts, bf16 (3):(1)"))?;
    case(y, "modes of starts", &starts("k_starts, u32 (2,1):(1,1)"))?;
    case(y, "no starts", &starts("k_starts, u32 (0):(1)"))?;
    case(y, "one start", &starts("k_starts, u32 (3):(0)"))?;
    case(y, "starts", "attention: q_starts has 3 elements, and k_starts 2")?;
    case(
        y,
        "workspace",
        "attention: the workspace, u32 (5):(1), does not have 6 contiguous elements of u32",
    )?;
    case(
        y,
        "strided workspace",
        "attention: the workspace, u32 (6):(2), does not have 6 contiguous elements of u32",
    )?;
    case(
        y,
        "heads apart",
        "attention: the heads of o, bf16 (2,2,64):(256,128,1), are not side by side",
    )?;
    case(
        y,
        "odd o",
        "attention: o, bf16 (2,2,64):(128,64,1), and its tokens do not begin at multiples of 16 bytes",
    )?;
    case(
        y,
        "odd tokens of o",
        "attention: o, bf16 (2,2,64):(132,64,1), and its tokens do not begin at multiples of 16 bytes",
    )?;
    case(y, "odd q", "attention: q does not begin at a multiple of 16 bytes")?;
    case(
        y,
        "odd tokens",
        "attention: k: no tensor map: rows begin 136 bytes apart, not a multiple of 16",
    )?;
    case(y, "one key", "attention: v: no tensor map: rows of 64 elements begin 0 apart")?;
    case(
        y,
        "q back",
        "attention: the heads of q, bf16 (2,2,64):(-128,64,1), are not side by side",
    )?;
    case(y, "scale", "attention: the scale is -1, and not larger than 0")?;
    case(y, "NaN", "attention: the scale is NaN, and not larger than 0")?;
    case(y, "d", "attention: d is 8, and the kernels are for 64, 128 and 256")?;
    case(y, "type", "attention: o has the shape (6), but q needs (2,2,64)")?;
    // Sizes that no test has the memory for.
    let far = |tokens: usize, heads: usize, keys: usize, sequences: usize, sentence: &str| {
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
        refused(attention.plan(ops), sentence)
    };
    far(1 << 31, 1, 1, 1, "attention: the number of tokens of q, 2147483648, is 2^31 or more")?;
    far(1, 1, 1 << 31, 1, "attention: the number of tokens of k, 2147483648, is 2^31 or more")?;
    far(1, 1 << 31, 1, 1, "attention: the number of heads, 2147483648, is 2^31 or more")?;
    far(1, 1, 1, 1 << 31, "attention: the number of sequences, 2147483648, is 2^31 or more")?;
    far(
        1 << 20,
        1 << 12,
        1,
        1,
        "attention: the workspace needs 4294967298 elements, 2^32 or more",
    )?;
    far(
        1 << 20,
        1 << 6,
        1,
        1 << 13,
        "attention: 8192 sequences of 1048576 queries and 64 heads are too many tiles",
    )?;
    y.unchanged()
}
