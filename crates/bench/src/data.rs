//! Matrices in memory: random data, poison, and elements of every type that kernels compute with.
//!
//! A [`Matrix`] has its own strides and lies in more memory than it needs. The memory between its
//! rows and behind its end is poison, a NaN: a kernel that reads it computes a NaN, and
//! [`compare`](crate::compare) detects one that writes it.

use crate::threads;
use fastrand::Rng;
use std::{fmt::Debug, mem};
use zellige_emulator::number::value;
use zellige_gpu::{Bf16, E4m3, E5m2, F16, Tf32, number::Format};

/// A number in its representation in memory.
///
/// # Safety
///
/// It has no padding.
pub unsafe trait Element: Copy + Debug + Send + Sync + 'static {
    /// The name in tables.
    const NAME: &'static str;
    /// The distance from 1 to the next larger number.
    const EPSILON: f64;
    /// A NaN with bits that no computation produces.
    const POISON: Self;
    /// Returns the nearest number of this type.
    fn nearest(value: f64) -> Self;
    /// Returns the number as an `f64`.
    fn value(self) -> f64;
    /// Returns the bits, which tell poison from another NaN.
    fn bits(self) -> u64;
    /// Returns the number with these bytes.
    ///
    /// # Panics
    ///
    /// Panics if there are more or fewer bytes than the number has.
    fn of_bytes(bytes: &[u8]) -> Self;
}

/// A row for each type: name, distance from 1 to the next number, poison; then the functions from
/// and to an `f64`, and to and from bits.
macro_rules! elements {
    ($(
        $type:ty: $name:literal, $epsilon:expr, $poison:expr;
        $nearest:expr, $value:expr, $bits:expr, $of_bits:expr;
    )*) => { $(
        // SAFETY: a number, or its bits.
        unsafe impl Element for $type {
            const NAME: &'static str = $name;
            const EPSILON: f64 = $epsilon;
            const POISON: Self = $poison;
            fn nearest(value: f64) -> Self {
                $nearest(value)
            }
            fn value(self) -> f64 {
                $value(self)
            }
            fn bits(self) -> u64 {
                $bits(self) as u64
            }
            fn of_bytes(bytes: &[u8]) -> Self {
                $of_bits(bytes.try_into().expect("the bytes of one element"))
            }
        }
    )* };
}
elements! {
    f64: "f64", f64::EPSILON, f64::from_bits(0x7ff8_dead_dead_dead);
        |x: f64| x, |x: f64| x, f64::to_bits, f64::from_ne_bytes;
    f32: "f32", f32::EPSILON as f64, f32::from_bits(0x7fc0_dead);
        |x: f64| x as f32, f64::from, f32::to_bits, f32::from_ne_bytes;
    Bf16: "bf16", 1.0 / 128.0, Bf16(0x7fed);
        |x: f64| Bf16(half::bf16::from_f64(x).to_bits()),
        |x: Bf16| half::bf16::from_bits(x.0).to_f64(),
        |x: Bf16| x.0, |bytes| Bf16(u16::from_ne_bytes(bytes));
    F16: "f16", 1.0 / 1024.0, F16(0x7eed);
        |x: f64| F16(half::f16::from_f64(x).to_bits()),
        |x: F16| half::f16::from_bits(x.0).to_f64(),
        |x: F16| x.0, |bytes| F16(u16::from_ne_bytes(bytes));
    Tf32: "tf32", 1.0 / 1024.0, Tf32(0x7fc0_dead);
        |x: f64| Tf32((x as f32).to_bits()), |x: Tf32| f32::from_bits(x.0).into(),
        |x: Tf32| x.0, |bytes| Tf32(u32::from_ne_bytes(bytes));
    E4m3: "e4m3", 1.0 / 8.0, E4m3(0x7f);
        |x| E4m3(nearest_byte(x, E4m3)), |x: E4m3| value(Format::E4m3, x.0.into()),
        |x: E4m3| x.0, |[byte]: [u8; 1]| E4m3(byte);
    E5m2: "e5m2", 1.0 / 4.0, E5m2(0x7d);
        |x| E5m2(nearest_byte(x, E5m2)), |x: E5m2| value(Format::E5m2, x.0.into()),
        |x: E5m2| x.0, |[byte]: [u8; 1]| E5m2(byte);
    // Integers have no NaN: their poison is a number that computations seldom produce.
    i8: "s8", 1.0, -107; |x: f64| x as i8, f64::from, |x: i8| x as u8, i8::from_ne_bytes;
    u8: "u8", 1.0, 0xad; |x: f64| x as u8, f64::from, |x: u8| x, u8::from_ne_bytes;
    i32: "s32", 1.0, 0x5eed_dead; |x: f64| x as i32, f64::from, |x: i32| x as u32, i32::from_ne_bytes;
}

/// Returns the bits of the 8-bit number that is nearest to `x`; of two equally near ones, the even
/// one.
fn nearest_byte<T: Element>(x: f64, of: fn(u8) -> T) -> u8 {
    let (size, sign) = (x.abs(), u8::from(x.is_sign_negative()) << 7);
    // Without its sign, a larger number has larger bits, up to the largest; behind it are NaNs and
    // infinities.
    let (mut below, mut above) = (0, 0x80);
    while above - below > 1 {
        let middle = (below + above) / 2;
        match of(middle).value() <= size && of(middle).value().is_finite() {
            true => below = middle,
            false => above = middle,
        }
    }
    let distance = |bits: u8| of(bits).value() - size;
    let is_nearer = above < 0x80
        && of(above).value().is_finite()
        && (distance(above), above % 2) < (-distance(below), below % 2);
    sign | if is_nearer { above } else { below }
}

/// A matrix with strides, and its memory.
///
/// ```
/// use zellige_bench::data::{self, Element, Matrix};
///
/// // Three rows of five, seven apart.
/// let a: Matrix<f32> = Matrix::new(3, 5, (7, 1)).random(1);
/// assert_eq!(a.elements.len(), 2 * 7 + 5 + data::GUARD);
/// assert!(a.at(2, 4).abs() <= 1.0);
/// assert_eq!(a.elements[5].bits(), f32::POISON.bits()); // between the rows
/// ```
#[derive(Clone, Debug)]
pub struct Matrix<T> {
    /// The memory: the elements, poison between them, and [`GUARD`] elements of poison at the end.
    pub elements: Vec<T>,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The distance of two rows, and of two columns.
    pub strides: (usize, usize),
}

/// The number of elements of poison behind a matrix.
pub const GUARD: usize = 256;

impl<T: Element> Matrix<T> {
    /// Returns a matrix of poison. Strides are those of the rows and of the columns: `(ld, 1)` if
    /// the elements of a row are adjacent, `(1, ld)` if those of a column are.
    ///
    /// # Panics
    ///
    /// Panics if two elements would have the same offset: one stride has to be 1, and the other not
    /// less than the extent along the first.
    pub fn new(rows: usize, columns: usize, strides: (usize, usize)) -> Self {
        let by_rows = strides.1 == 1 && (strides.0 >= columns || rows <= 1);
        let by_columns = strides.0 == 1 && (strides.1 >= rows || columns <= 1);
        assert!(
            by_rows || by_columns,
            "{rows} by {columns} elements with strides {strides:?} overlap"
        );
        let size = match (rows, columns) {
            (0, _) | (_, 0) => 0,
            _ => (rows - 1) * strides.0 + (columns - 1) * strides.1 + 1,
        };
        let elements = vec![T::POISON; size + GUARD];
        Matrix { elements, rows, columns, strides }
    }
    /// Returns a matrix of one column without gaps, of poison.
    pub fn vector(size: usize) -> Self {
        Matrix::new(size, 1, (1, size))
    }
    /// Returns the same matrix with these elements, row by row.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many as the matrix has.
    #[must_use]
    pub fn fill(mut self, elements: &[T]) -> Self {
        assert_eq!(elements.len(), self.rows * self.columns, "the size of the matrix");
        for i in 0..self.rows {
            for j in 0..self.columns {
                let place = self.index(i, j);
                self.elements[place] = elements[i * self.columns + j];
            }
        }
        self
    }
    /// Returns the same matrix with random numbers from -1 to 1.
    #[must_use]
    pub fn random(self, seed: u64) -> Self {
        self.random_up_to(1.0, seed)
    }
    /// Returns the same matrix with random numbers from -most to most.
    #[must_use]
    pub fn random_up_to(self, most: f64, seed: u64) -> Self {
        self.generate(seed, |random| most * (2.0 * random.f64() - 1.0))
    }
    /// Returns the same matrix with random integers from -4 to 4: sums of products of up to 10^6 of
    /// them are exact in an `f32`, in any order.
    #[must_use]
    pub fn integers(self, seed: u64) -> Self {
        self.generate(seed, |random| random.i32(-4..=4).into())
    }
    fn generate(mut self, seed: u64, number: impl Fn(&mut Rng) -> f64 + Sync) -> Self {
        const CHUNK: usize = 1 << 14;
        let mut elements = mem::take(&mut self.elements);
        threads::chunks(&mut elements, CHUNK, |chunk, elements| {
            let mut random = Rng::with_seed(scatter(seed << 32 | chunk as u64));
            for (place, element) in (chunk * CHUNK..).zip(elements) {
                if self.coordinates(place).is_some() {
                    *element = T::nearest(number(&mut random));
                }
            }
        });
        Matrix { elements, ..self }
    }
    /// Returns the offset of an element.
    pub fn index(&self, row: usize, column: usize) -> usize {
        debug_assert!(row < self.rows && column < self.columns);
        row * self.strides.0 + column * self.strides.1
    }
    /// Returns the row and the column of the element at an offset, or `None` if there is no
    /// element.
    ///
    /// ```
    /// # use zellige_bench::data::Matrix;
    /// let a: Matrix<f32> = Matrix::new(3, 5, (7, 1));
    /// assert_eq!((a.coordinates(9), a.coordinates(12)), (Some((1, 2)), None));
    /// ```
    pub fn coordinates(&self, place: usize) -> Option<(usize, usize)> {
        let (row, column) = self.strides;
        // For a single row or column, the stride means nothing.
        let (row, column) = if column == 1 {
            let stride = if self.rows > 1 { row.max(1) } else { usize::MAX };
            (place / stride, place % stride)
        } else {
            let stride = if self.columns > 1 { column.max(1) } else { usize::MAX };
            (place % stride, place / stride)
        };
        (row < self.rows && column < self.columns).then_some((row, column))
    }
    /// Returns an element.
    pub fn at(&self, row: usize, column: usize) -> T {
        self.elements[self.index(row, column)]
    }
}

/// Maps each number to another, far from those of its neighbours: generators with seeds that differ
/// in a bit or two produce similar numbers. (The finaliser of SplitMix64.)
fn scatter(seed: u64) -> u64 {
    let x = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
