//! What the tests of the kernels for rows share: numbers of each element type, and sizes of rows.
#![allow(dead_code)] // each test uses a part of it

use std::ptr::null_mut;
use zellige::tensor::Plain;
use zellige_gpu::{Bf16, F16};
use zellige_launch::device::Buffer;
use zellige_ops_kernels::row::{WARP_COLUMNS, block_columns};

/// The type of an element.
pub trait Number: Plain {
    /// Half the distance from 1 to the next number.
    const ROUNDING: f64;
    fn of(x: f64) -> Self;
    fn f64(self) -> f64;
}
impl Number for f32 {
    const ROUNDING: f64 = 1.0 / (1 << 24) as f64;
    fn of(x: f64) -> Self {
        x as f32
    }
    fn f64(self) -> f64 {
        self.into()
    }
}
macro_rules! halves {
    ($($T:ident $bits:literal)*) => { $(
        impl Number for $T {
            const ROUNDING: f64 = 1.0 / (1 << $bits) as f64;
            fn of(x: f64) -> Self {
                $T::from_f32(x as f32)
            }
            fn f64(self) -> f64 {
                f32::from(self).into()
            }
        }
    )* };
}
halves!(Bf16 8 F16 11);

/// Who computes a row.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Class {
    Warp,
    Block,
    /// A cluster of so many blocks.
    Cluster(u32),
    /// Two clusters of so many blocks, each with every other row.
    Clusters(u32),
    /// Two such clusters, which draw the numbers of their rows.
    Drawn(u32),
    Any,
}
impl Class {
    /// The numbers of columns to test: the shortest and the longest row, and those at the edges of
    /// vectors, warps and tiles, and beside them.
    pub fn columns<T>(self) -> Vec<u32> {
        let vector = 16 / size_of::<T>() as u32;
        let (tile, longest) = match self {
            Class::Warp => (32 * vector, WARP_COLUMNS),
            Class::Block => (256 * vector, block_columns(8, size_of::<T>() as u32)),
            _ => return vec![1, 2, 7, 31, 257, 2047, 2048, 2049, 4099],
        };
        vec![
            1,
            vector,
            2 * vector + 1,
            3 * vector,
            tile - vector,
            tile,
            tile + vector,
            2 * tile - 1,
            2 * tile,
            longest - vector,
            longest - 1,
            longest,
        ]
    }
    /// Whether rows of so many columns begin at any element: unless they are whole vectors.
    pub fn has_ends<T>(self, columns: u32) -> bool {
        columns % (16 / size_of::<T>() as u32) != 0
    }
    /// The distance between rows of a matrix that has padding.
    pub fn ld<T>(self, columns: u32) -> u32 {
        let any = self == Class::Any || self.has_ends::<T>(columns);
        columns + if any { 3 + columns % 2 } else { 16 / size_of::<T>() as u32 }
    }
    /// The same of another matrix, beside one with this distance: its rows begin at the same bytes
    /// of 16, but for [`Any`](Self::Any).
    pub fn other_ld(self, ld: u32) -> u32 {
        ld + if self == Class::Any { 3 } else { 16 }
    }
    /// The number of blocks for this number of rows, with one block or cluster too many, but for
    /// two clusters.
    pub fn grid(self, rows: u32) -> (u32, u32) {
        let blocks = match self {
            Class::Warp => rows.div_ceil(8) + 1,
            Class::Cluster(blocks) => blocks * (rows + 1),
            Class::Clusters(blocks) | Class::Drawn(blocks) => 2 * blocks,
            _ => rows + 1,
        };
        (blocks, 1)
    }
    /// The counter from which the kernel draws: null for most.
    pub fn counter(self, of: &mut Buffer<u32>) -> *mut u32 {
        if matches!(self, Class::Drawn(_)) { of.pointer_mut() } else { null_mut() }
    }
    /// The number of elements before the first row.
    pub fn before<T>(self, columns: u32) -> usize {
        (self == Class::Any || self.has_ends::<T>(columns)).into()
    }
}

/// The numbers of a matrix with the leading dimension: `seed` chooses them, between -2 and 2.
pub fn matrix<T: Number>(before: usize, rows: u32, ld: u32, seed: u32) -> Vec<T> {
    (0..before as u32 + rows * ld)
        .map(|i| T::of(f64::from((i * 31 + seed * 17) % 127) / 32.0 - 2.0))
        .collect()
}

/// Asserts that the numbers differ by a rounding to T and a small relative and absolute error, or
/// are both NaN or the same infinity.
#[track_caller]
pub fn assert_close<T: Number>(number: T, expected: f64, absolute: f64, what: impl Fn() -> String) {
    let number = number.f64();
    let close =
        (number - expected).abs() <= expected.abs() * (1.02 * T::ROUNDING + 4e-6) + absolute;
    let same = number == expected || number.is_nan() && expected.is_nan();
    assert!(close || same, "{}: {number}, not {expected}", what());
}
