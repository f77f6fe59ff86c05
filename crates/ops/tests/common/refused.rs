//! What the tests of refusals share: operands, and the comparison of a sentence.

#![allow(dead_code)] // each test needs a part

use half::bf16;
use std::fmt::Debug;
use zellige_gpu::E4m3;
use zellige_launch::device::Buffer;
use zellige_ops::*;

/// A result that must be an error with a given sentence.
pub trait Refused {
    #[track_caller]
    fn refused(self, sentence: &str) -> Result<(), Error>;
}
impl<T: Debug> Refused for Result<T, Error> {
    fn refused(self, sentence: &str) -> Result<(), Error> {
        match self {
            Err(Error::Refused(words)) => assert_eq!(words, sentence),
            other => panic!("{other:?}, and not: {sentence}"),
        }
        Ok(())
    }
}
/// Takes the name of the operator from the sentence of its error, which begins with it.
pub fn named<T>(operator: &str, result: Result<T, Error>) -> Result<(), Error> {
    result.map(drop).map_err(|error| match error {
        Error::Refused(words) => match words.split_once(": ") {
            Some((name, words)) if name == operator => Error::Refused(words.into()),
            _ => panic!("{words}, without the name {operator}"),
        },
        other => other,
    })
}
/// The memory of a test: inputs of ones, and an output, which stays as it is.
pub struct Memory {
    pub ops: Ops,
    pub f32: Buffer<f32>,
    pub bf16: Buffer<bf16>,
    pub u32: Buffer<u32>,
    pub u8: Buffer<u8>,
    pub e4m3: Buffer<E4m3>,
}
/// The number of elements of each buffer.
pub const N: usize = 64 * 64;
impl Memory {
    pub fn new() -> Result<Self, Error> {
        let ops = Ops::emulator();
        let (f32, bf16) = (ops.buffer(&[1f32; N])?, ops.buffer(&[bf16::ONE; N])?);
        let (u32, u8) = (ops.buffer(&[0u32; N])?, ops.buffer(&[1u8; N])?);
        let e4m3 = ops.buffer(&[E4m3(0x38); N])?;
        Ok(Memory { ops, f32, bf16, u32, u8, e4m3 })
    }
    /// Checks that nothing was written.
    pub fn unchanged(&self) -> Result<(), Error> {
        assert!(self.f32.read()? == [1f32; N] && self.bf16.read()? == [bf16::ONE; N]);
        assert!(self.u32.read()? == [0u32; N] && self.u8.read()? == [1u8; N]);
        Ok(())
    }
}
/// Returns a tensor of this many elements or fewer at the begin of a buffer.
pub fn of<'a>(
    queue: &'a Queue<'_>,
    buffer: &'a Buffer<impl Element + zellige_launch::device::Plain>,
    shape: &[usize],
) -> Result<Tensor<'a>, Error> {
    queue.tensor(buffer, [N])?.narrowed(0, 0, shape.iter().product())?.reshaped(shape)
}
/// Does the same for an output.
pub fn to<'a>(
    queue: &'a Queue<'_>,
    buffer: &'a mut Buffer<impl Element + zellige_launch::device::Plain>,
    shape: &[usize],
) -> Result<TensorMut<'a>, Error> {
    queue.tensor_mut(buffer, [N])?.narrowed(0, 0, shape.iter().product())?.reshaped(shape)
}
/// Returns a tensor in memory that does not exist: no test launches anything with it.
pub fn nowhere<'a>(queue: &Queue<'_>, kind: Type, shape: &[usize]) -> Result<Tensor<'a>, Error> {
    // SAFETY: nothing uses the memory.
    unsafe { Tensor::from_raw(queue, 1 << 20, kind, shape, row_major(shape)) }
}
/// Returns the strides of a tensor without gaps.
pub fn row_major(shape: &[usize]) -> Vec<i64> {
    let stride = |i: usize| shape[i + 1..].iter().fold(1i64, |n, &m| n.saturating_mul(m as i64));
    (0..shape.len()).map(stride).collect()
}
pub fn nowhere_mut<'a>(
    queue: &Queue<'_>,
    kind: Type,
    shape: &[usize],
) -> Result<TensorMut<'a>, Error> {
    // SAFETY: nothing uses the memory.
    unsafe { TensorMut::from_raw(queue, 1 << 20, kind, shape, row_major(shape)) }
}
