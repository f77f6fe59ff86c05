//! One complete launch of a kernel: the blocks, the values, the memory, and the expected result.
//!
//! A [`Case`] is stated once, for all kernels that take the same parameters: a kernel, its
//! hand-written baseline, and the same in CUDA C++. For a launch, its memory is
//! [`Placed`](crate::placed::Placed) on a device.
//!
//! ```
//! use zellige_bench::{case::Case, compare::Tolerance, data::Matrix, placed::Placed, reference};
//! use zellige_launch::device::Device;
//!
//! let (x, y) = (Matrix::<f32>::vector(1000).random(1), Matrix::vector(1000).random(2));
//! let expected = reference::saxpy(1.5, &x, &y);
//! let case = Case::new((4, 1))
//!     .u32(1000)
//!     .f32(1.5)
//!     .input(x)
//!     .output(y, expected, Tolerance::rounding::<f32>());
//!
//! let placed = Placed::new(&Device::emulator(), &case)?;
//! assert_eq!(placed.values().len(), 4);
//! let nobody_ran = placed.check(&case).unwrap_err().to_string();
//! assert!(nobody_ran.starts_with("1000 of 1256 elements are wrong: (0, 0) is "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{
    compare::{Difference, Tolerance, compare_by},
    data::{Element, Matrix},
};
use std::{fmt, slice};
use zellige_gpu::kernel::{Description, Value};
use zellige_launch::{tensor_map::Tensor, words};

/// A launch of a kernel.
pub struct Case {
    /// The number of blocks, in x and y.
    pub grid: (u32, u32),
    arguments: Vec<Argument>,
}

/// The argument of a launch for a parameter.
pub enum Argument {
    /// A number.
    Value(Value),
    /// The address of memory.
    Memory(Box<dyn Region>),
    /// The address of a tensor map of a matrix that begins where the memory does, or of 128 zeros
    /// if the matrix is empty.
    Map(Box<dyn Region>, Option<Tensor>),
}

/// Memory of a launch.
pub trait Region: Send + Sync {
    /// Returns the contents before the launch.
    fn before(&self) -> &[u8];
    /// Returns whether the kernel writes to it.
    fn written(&self) -> bool;
    /// Compares the contents after the launch with the expected ones, and returns the largest
    /// error.
    ///
    /// # Errors
    ///
    /// Returns the difference.
    fn check(&self, after: &[u8]) -> Result<f64, Difference>;
}

impl Case {
    /// Returns a launch of this many blocks, in x and y, without arguments.
    pub fn new(grid: (u32, u32)) -> Self {
        Case { grid, arguments: Vec::new() }
    }
    /// Appends this number as an argument.
    #[must_use]
    pub fn u32(self, value: u32) -> Self {
        self.argument(Argument::Value(Value::U32(value)))
    }
    /// Appends this number as an argument.
    #[must_use]
    pub fn i32(self, value: i32) -> Self {
        self.argument(Argument::Value(Value::I32(value)))
    }
    /// Appends this number as an argument.
    #[must_use]
    pub fn f32(self, value: f32) -> Self {
        self.argument(Argument::Value(Value::F32(value)))
    }
    /// Appends the address of this matrix, which the kernel only reads.
    #[must_use]
    pub fn input<T: Element>(self, matrix: Matrix<T>) -> Self {
        self.argument(Argument::Memory(Box::new(Input(matrix))))
    }
    /// Appends the address of a tensor map of this matrix, which the kernel only reads, in boxes of
    /// this many elements and rows, swizzled in blocks of this many bytes. An empty matrix has no
    /// map, and its address is that of 128 zeros: the kernel has nothing to read, and fails if it
    /// does.
    ///
    /// # Panics
    ///
    /// Panics if a matrix with elements has no map; [`Tensor::new`] says why.
    #[must_use]
    pub fn map<T: Element>(self, matrix: Matrix<T>, boxes: (u32, u32), swizzle: u32) -> Self {
        let size = |n: usize| u32::try_from(n).expect("an extent of 32 bits");
        let Matrix { rows, columns, strides, .. } = matrix;
        let (rows, columns, leading) = match strides {
            (leading, 1) => (rows, columns, leading),
            (_, leading) => (columns, rows, leading),
        };
        let tensor = (rows > 0 && columns > 0).then(|| {
            let tensor = Tensor::new(
                size(size_of::<T>()),
                (size(rows), size(columns)),
                size(leading),
                boxes,
                swizzle,
            );
            tensor.unwrap_or_else(|error| panic!("{error}"))
        });
        self.argument(Argument::Map(Box::new(Input(matrix)), tensor))
    }
    /// Appends the address of a map of this tensor with elements in the matrix, which the kernel
    /// only reads.
    #[must_use]
    pub fn input_map<T: Element>(self, elements: Matrix<T>, tensor: Tensor) -> Self {
        self.argument(Argument::Map(Box::new(Input(elements)), Some(tensor)))
    }
    /// Appends the address of a map of this tensor; the kernel must change its elements to the
    /// expected ones.
    #[must_use]
    pub fn output_map<T: Element>(
        self,
        before: Matrix<T>,
        expected: Matrix<f64>,
        tolerance: Tolerance,
        tensor: Tensor,
    ) -> Self {
        let rows = (0..before.rows).collect();
        let output = Output { before, rows, expected, bounds: None, tolerance };
        self.argument(Argument::Map(Box::new(output), Some(tensor)))
    }
    /// Appends the address of this matrix; the kernel must change it to the expected one, and leave
    /// the memory everywhere else unchanged.
    #[must_use]
    pub fn output<T: Element>(
        self,
        before: Matrix<T>,
        expected: Matrix<f64>,
        tolerance: Tolerance,
    ) -> Self {
        let rows = (0..before.rows).collect();
        self.result(Output { before, rows, expected, bounds: None, tolerance })
    }
    /// Does the same if some rows may be unknown.
    #[must_use]
    pub fn result<T: Element>(self, output: Output<T>) -> Self {
        self.argument(Argument::Memory(Box::new(output)))
    }
    fn argument(mut self, argument: Argument) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Returns the arguments, in the order of the parameters.
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }
    /// Returns the memory, in the order of the parameters.
    pub fn regions(&self) -> impl Iterator<Item = &dyn Region> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Memory(region) | Argument::Map(region, _) => Some(&**region),
            Argument::Value(_) => None,
        })
    }
    /// Returns the launch of this kernel as text, such as
    /// `saxpy<<<(4, 1), 256, 0>>>(n = 1000, a = 1.5, x, y)`.
    pub fn describe(&self, kernel: &Description) -> impl fmt::Display {
        let names = kernel.parameters.iter().zip(&self.arguments);
        let arguments: Vec<String> = names
            .map(|(parameter, argument)| match argument {
                Argument::Value(value) => words::argument(parameter.name, *value),
                Argument::Memory(_) | Argument::Map(..) => parameter.name.to_string(),
            })
            .collect();
        words::launch(kernel, self.grid, &arguments)
    }
}

/// A matrix that does not change.
struct Input<T>(Matrix<T>);
impl<T: Element> Region for Input<T> {
    fn written(&self) -> bool {
        false
    }
    fn before(&self) -> &[u8] {
        bytes(&self.0.elements)
    }
    fn check(&self, after: &[u8]) -> Result<f64, Difference> {
        if self.before() == after {
            return Ok(0.0);
        }
        let size = size_of::<T>();
        let changed = |place: &usize| {
            let range = place * size..(place + 1) * size;
            self.before()[range.clone()] != after[range]
        };
        let of = self.0.elements.len();
        let mut places = (0..of).filter(changed);
        let first = places.next().unwrap_or(of);
        let wrong = 1 + places.count();
        Err(Difference { wrong, of, first: format!("the one at {first} of an input was changed") })
    }
}

/// A matrix that a kernel must change.
pub struct Output<T> {
    /// The contents before the launch.
    pub before: Matrix<T>,
    /// The known rows, in this order; elements of all others have to be numbers.
    pub rows: Vec<usize>,
    /// The expected contents of these rows.
    pub expected: Matrix<f64>,
    /// The error that each of them may have beyond the tolerance.
    pub bounds: Option<Matrix<f64>>,
    /// The tolerance.
    pub tolerance: Tolerance,
}
impl<T: Element> Region for Output<T> {
    fn written(&self) -> bool {
        true
    }
    fn before(&self) -> &[u8] {
        bytes(&self.before.elements)
    }
    fn check(&self, after: &[u8]) -> Result<f64, Difference> {
        let size = size_of::<T>();
        assert_eq!(self.before.elements.len() * size, after.len(), "bytes");
        let after = |place: usize| T::of_bytes(&after[place * size..(place + 1) * size]);
        compare_by(
            &self.rows,
            &self.before,
            after,
            &self.expected,
            self.bounds.as_ref(),
            self.tolerance,
        )
    }
}

/// Returns the bytes of elements.
fn bytes<T: Element>(elements: &[T]) -> &[u8] {
    // SAFETY: an element has no padding.
    unsafe { slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}
