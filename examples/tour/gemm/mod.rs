//! One blocked matrix product, written twice: its offsets come from layouts in [`zellige`], and
//! from arithmetic typed by hand in [`by_hand`]. Everything else is the same, line for line.
//!
//! `C += A * B`, all row-major `f32`. `A` and `B` are cut into tiles of 128 by 128. A tile is
//! copied ("packed") into strips, so that the innermost loop reads memory in order: strips of 4
//! rows of `A`, each column after column, and strips of 8 columns of `B`, each row after row. One
//! strip of `A` times one strip of `B` gives 4 by 8 numbers, which stay in registers meanwhile.
//!
//! The innermost loop is a function of its own, never inlined, so that the compiler sees the same
//! few lines both times and the machine code of the two can be compared.

mod by_hand;
mod zellige;

pub(crate) use by_hand::gemm_by_hand;
pub(crate) use zellige::{describe, gemm_zellige};

/// Rows and columns of a tile.
pub(crate) const TILE: usize = 128;
/// Rows in a strip of `A`.
const ROWS: usize = 4;
/// Columns in a strip of `B`.
const COLUMNS: usize = 8;
/// Strips in a tile of `A`: 32.
const STRIPS_A: usize = TILE / ROWS;
/// Strips in a tile of `B`: 16.
const STRIPS_B: usize = TILE / COLUMNS;
/// Numbers in a strip of `A`: 512.
const STRIP_A: usize = ROWS * TILE;
/// Numbers in a strip of `B`: 1024.
const STRIP_B: usize = TILE * COLUMNS;

/// The 4 by 8 numbers that one strip of `A` and one of `B` add to `C`.
type Registers = [[f32; COLUMNS]; ROWS];

/// A packed tile: 16384 numbers.
type Packed = [f32; TILE * TILE];

/// `C = A * B` for an `A` of `m` by `k` and a `B` of `k` by `n`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// Rows of `A` and `C`.
    pub(crate) m: usize,
    /// Columns of `B` and `C`.
    pub(crate) n: usize,
    /// Columns of `A`, rows of `B`.
    pub(crate) k: usize,
}

/// Computes the textbook product for comparison: adds `A[i, p] * B[p, ..]` to the row `C[i, ..]`.
pub(crate) fn gemm_naive(sizes: Sizes, a: &[f32], b: &[f32], c: &mut [f32]) {
    for (row_a, row_c) in a.chunks_exact(sizes.k).zip(c.chunks_exact_mut(sizes.n)) {
        for (&x, row_b) in row_a.iter().zip(b.chunks_exact(sizes.n)) {
            for (sum, &y) in row_c.iter_mut().zip(row_b) {
                *sum += x * y;
            }
        }
    }
}
