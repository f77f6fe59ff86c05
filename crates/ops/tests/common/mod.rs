//! Random tensors with gaps, and the numbers in them.

use cudarc::driver::CudaContext;
use half::{bf16, f16};
use std::fmt;
use zellige_gpu::E4m3;
use zellige_launch::device::{Buffer, Plain};
use zellige_ops::*;
pub use zellige_oracle::rng::Rng;

/// Returns the operators under test: emulated, or on the first GPU if the variable
/// `ZELLIGE_TEST_ON` is `gpu`, or `portable` for the kernels that every GPU executes.
pub fn ops() -> Ops {
    let context = || CudaContext::new(0).unwrap();
    match std::env::var("ZELLIGE_TEST_ON").as_deref() {
        Err(_) => Ops::emulator(),
        Ok("gpu") => Ops::new(&context()).unwrap(),
        Ok("portable") => Ops::portable(&context()).unwrap(),
        Ok(other) => panic!("ZELLIGE_TEST_ON is {other}, not `gpu` or `portable`"),
    }
}
/// Returns the same, unless they lack the operators that are for Hopper alone.
pub fn hopper() -> Option<Ops> {
    (std::env::var("ZELLIGE_TEST_ON").as_deref() != Ok("portable")).then(ops)
}

/// A type of elements, and its numbers as f64.
pub trait Number: Element + Plain + PartialEq + fmt::Debug {
    /// The largest relative error of rounding.
    const UNIT: f64;
    fn number(self) -> f64;
    /// Rounds to nearest, ties to even.
    fn round(x: f64) -> Self;
}
macro_rules! numbers {
    ($($T:ident $unit:literal: $number:expr, $round:expr;)*) => { $(
        impl Number for $T {
            const UNIT: f64 = $unit;
            fn number(self) -> f64 {
                $number(self)
            }
            fn round(x: f64) -> Self {
                $round(x)
            }
        }
    )* };
    ($($T:ident)*) => { numbers! { $($T 0.0: |x: $T| x as f64, |x| x as $T;)* } };
}
numbers! { f64 u8 u16 u32 u64 i8 i16 i32 i64 }
numbers! {
    f32 6e-8: f64::from, |x| x as f32;
    bf16 0.00390625: bf16::to_f64, bf16::from_f64;
    f16 0.00048828125: f16::to_f64, f16::from_f64;
}
impl Number for E4m3 {
    const UNIT: f64 = 0.0625;
    fn number(self) -> f64 {
        let (sign, rest) = (if self.0 < 128 { 1.0 } else { -1.0 }, self.0 & 127);
        let (exponent, fraction) = (i32::from(rest >> 3), f64::from(rest & 7));
        sign * match exponent {
            _ if rest == 127 => f64::NAN,
            0 => fraction * 2f64.powi(-9),
            _ => (8.0 + fraction) * 2f64.powi(exponent - 10),
        }
    }
    fn round(x: f64) -> Self {
        let sign = if x.is_sign_negative() { 128 } else { 0 };
        if x.is_nan() {
            return E4m3(sign | 127);
        }
        let away = |rest: &u8| ((E4m3(*rest).number() - x.abs().min(448.0)).abs(), rest & 1);
        let nearest = (0..127).min_by(|a, b| away(a).partial_cmp(&away(b)).unwrap());
        E4m3(sign | nearest.unwrap())
    }
}

/// The elements of a buffer that a tensor does not have.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Gaps {
    /// None.
    None,
    /// Before and behind a contiguous tensor.
    Outside,
    /// Also behind each row, the same for all rows.
    Rows,
    /// The last two modes in either order, or neither contiguous, with gaps between rows.
    Matrix,
    /// Whole heads beside those of a token.
    Heads,
    /// All modes but the last in any order, with gaps everywhere.
    Modes,
    /// All modes in any order, with gaps everywhere.
    Any,
}

/// Calls a test with each of these lists of types.
#[macro_export]
macro_rules! with {
    ($test:ident $arguments:tt $(<$($T:ty),+>)+) => { $($test::<$($T),+> $arguments?;)+ };
}

/// A buffer of random numbers with a tensor in it.
pub struct Operand<T> {
    buffer: Buffer<T>,
    before: Vec<T>,
    /// The extents in the buffer, and the mode of the tensor of each.
    extents: Vec<usize>,
    order: Vec<usize>,
    /// The first coordinate in each mode of the tensor, its extent and its stride.
    starts: Vec<usize>,
    pub shape: Vec<usize>,
    strides: Vec<i64>,
    first: usize,
    /// Whether `strided` makes the tensor, and not `narrowed` and `permuted`.
    at_once: bool,
}
macro_rules! tensor {
    ($operand:ident, $of_queue:expr) => {{
        let (mut tensor, modes) = ($of_queue, $operand.shape.len());
        if $operand.at_once {
            return tensor.strided($operand.first as i64, &$operand.shape, &$operand.strides);
        }
        // The place of each mode of the tensor in the buffer.
        let place = |i: usize| $operand.order.iter().position(|&mode| mode == i).unwrap();
        for i in 0..modes {
            tensor = tensor.narrowed(place(i), $operand.starts[i], $operand.shape[i])?;
        }
        tensor.permuted((0..modes).map(place).collect::<Vec<_>>())
    }};
}
impl<T: Number> Operand<T> {
    pub fn new(ops: &Ops, rng: &mut Rng, shape: &[usize], gaps: Gaps) -> Result<Self, Error> {
        let modes = shape.len();
        let mut order: Vec<usize> = (0..modes).collect();
        match gaps {
            Gaps::Modes if modes > 0 => rng.shuffle(&mut order[..modes - 1]),
            Gaps::Any => rng.shuffle(&mut order),
            Gaps::Matrix if modes > 1 && rng.chance(50) => order.swap(modes - 2, modes - 1),
            _ => {}
        }
        let (mut starts, mut around) = (vec![0; modes], vec![0; modes]);
        for (place, &mode) in order.iter().enumerate() {
            let last = place + 1 == modes;
            let has_gap = match gaps {
                Gaps::None => false,
                Gaps::Outside => place == 0,
                Gaps::Rows => place == 0 || last,
                Gaps::Matrix => place == 0 || place + 2 >= modes,
                Gaps::Heads => place < 2,
                Gaps::Modes | Gaps::Any => true,
            };
            if has_gap && rng.chance(60) {
                around[mode] =
                    if last { rng.pick(&[8, 8, 16, 1, 3, 4]) } else { rng.pick(&[1, 2]) };
                let odd = rng.index(around[mode] + 1);
                starts[mode] = if rng.chance(50) { odd } else { odd / 8 * 8 };
            }
        }
        let extent = |&mode: &usize| shape[mode] + around[mode];
        let extents: Vec<usize> = order.iter().map(extent).collect();
        let mut operand = Operand {
            buffer: ops.buffer(&[])?,
            before: Vec::new(),
            strides: vec![0; modes],
            shape: shape.to_vec(),
            at_once: rng.chance(40),
            extents,
            order,
            starts,
            first: 0,
        };
        let mut step = 1;
        if operand.at_once && (gaps == Gaps::Any || gaps == Gaps::Matrix) && rng.chance(20) {
            step = 2; // no mode is contiguous
        }
        let mut stride = step;
        for (&mode, &extent) in operand.order.iter().zip(&operand.extents).rev() {
            operand.strides[mode] = stride as i64;
            operand.first += operand.starts[mode] * stride;
            stride *= extent;
        }
        if step == 2 {
            operand.extents.push(2);
        }
        let elements: usize = operand.extents.iter().product();
        let numbers: Vec<T> = (0..257).map(|i| T::round(f64::from(i) / 64.0 - 2.0)).collect();
        operand.before = (0..elements).map(|_| rng.pick(&numbers)).collect();
        operand.buffer = ops.buffer(&operand.before)?;
        Ok(operand)
    }
    /// Returns two operands of one shape.
    pub fn two<U: Number>(
        ops: &Ops,
        rng: &mut Rng,
        shape: &[usize],
        gaps: Gaps,
    ) -> Result<(Self, Operand<U>), Error> {
        Ok((Operand::new(ops, rng, shape, gaps)?, Operand::new(ops, rng, shape, gaps)?))
    }
    pub fn rank(&self) -> usize {
        self.shape.len()
    }
    /// Returns the tensor for reading.
    pub fn tensor<'a>(&'a self, queue: &'a Queue<'_>) -> Result<Tensor<'a>, Error> {
        tensor!(self, queue.tensor(&self.buffer, &self.extents)?)
    }
    /// Returns the tensor for writing.
    pub fn tensor_mut<'a>(&'a mut self, queue: &'a Queue<'_>) -> Result<TensorMut<'a>, Error> {
        tensor!(self, queue.tensor_mut(&mut self.buffer, &self.extents)?)
    }
    /// Repeats the first element along a mode: a stride of 0.
    pub fn repeat(&mut self, mode: usize) {
        (self.strides[mode], self.at_once) = (0, true);
    }
    /// Returns the offsets of the elements, in row-major order.
    fn offsets(&self) -> Vec<usize> {
        let mut offsets = vec![self.first];
        for (&extent, &stride) in self.shape.iter().zip(&self.strides) {
            let next = |&at: &usize| (0..extent).map(move |i| at + i * stride as usize);
            offsets = offsets.iter().flat_map(next).collect();
        }
        offsets
    }
    /// Returns the numbers, in row-major order, as they were before the operator.
    pub fn numbers(&self) -> Vec<f64> {
        self.offsets().into_iter().map(|at| self.before[at].number()).collect()
    }
    /// Replaces the numbers of the tensor, in row-major order.
    pub fn overwrite(&mut self, ops: &Ops, mut f: impl FnMut(usize) -> f64) -> Result<(), Error> {
        for (i, at) in self.offsets().into_iter().enumerate() {
            self.before[at] = T::round(f(i));
        }
        self.buffer = ops.buffer(&self.before)?;
        Ok(())
    }
    /// Checks the elements of the tensor, with an error of 1/2 ulp and of this size relative to 1
    /// or to a larger number, and that no others changed.
    pub fn check(&self, expected: &[f64], error: f64, words: &str) -> Result<(), Error> {
        let after = self.buffer.read()?;
        let mut left = self.before.clone();
        let offsets = self.offsets();
        assert_eq!(offsets.len(), expected.len(), "{words}");
        for (i, (at, &expected)) in offsets.into_iter().zip(expected).enumerate() {
            let y = after[at].number();
            let error = T::UNIT * 1.01 * expected.abs() * f64::from(error != 0.0)
                + error * expected.abs().max(1.0);
            let same = y == expected || y.is_nan() && expected.is_nan();
            assert!(
                same || (y - expected).abs() <= error,
                "{words}, to {self}: element {i} is {y}, but should be {expected}"
            );
            left[at] = after[at];
        }
        assert!(bytes(&left) == bytes(&after), "{words}, to {self}: elements outside changed");
        Ok(())
    }
    /// Checks that no element changed.
    pub fn unchanged(&self, words: &str) -> Result<(), Error> {
        assert!(bytes(&self.buffer.read()?) == bytes(&self.before), "{words}: an input changed");
        Ok(())
    }
}
/// Returns the bits of the numbers.
fn bytes<T: Number>(elements: &[T]) -> Vec<u64> {
    elements.iter().map(|x| x.number().to_bits()).collect()
}
impl<T: Number> fmt::Display for Operand<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shape, strides, first) = (&self.shape, &self.strides, self.first);
        write!(f, "{} {shape:?}:{strides:?} from {first} on", T::TYPE)
    }
}
