//! The blocked product with every offset typed by hand.

use super::{COLUMNS, Packed, ROWS, Registers, STRIP_A, STRIP_B, STRIPS_A, STRIPS_B, Sizes, TILE};

/// Adds `A * B` to `C`.
#[inline(never)]
pub(crate) fn gemm_by_hand(sizes: Sizes, a: &[f32], b: &[f32], c: &mut [f32]) {
    let Sizes { m, n, k } = sizes;
    let mut packed_a: Packed = [0.0; TILE * TILE];
    let mut packed_b: Packed = [0.0; TILE * TILE];
    for j in 0..n / TILE {
        for p in 0..k / TILE {
            pack_b(n, &b[p * TILE * n + j * TILE..], &mut packed_b);
            for i in 0..m / TILE {
                pack_a(k, &a[i * TILE * k + p * TILE..], &mut packed_a);
                multiply_tiles(n, &packed_a, &packed_b, &mut c[i * TILE * n + j * TILE..]);
            }
        }
    }
}

/// Copies one tile of `A`, whose rows are `k` numbers apart, into strips of 4 rows.
#[inline(always)]
fn pack_a(k: usize, a: &[f32], packed: &mut Packed) {
    for strip in 0..STRIPS_A {
        for column in 0..TILE {
            for row in 0..ROWS {
                packed[strip * STRIP_A + column * ROWS + row] =
                    a[(strip * ROWS + row) * k + column];
            }
        }
    }
}

/// Copies one tile of `B`, whose rows are `n` numbers apart, into strips of 8 columns.
#[inline(always)]
fn pack_b(n: usize, b: &[f32], packed: &mut Packed) {
    for strip in 0..STRIPS_B {
        for row in 0..TILE {
            for column in 0..COLUMNS {
                packed[strip * STRIP_B + row * COLUMNS + column] =
                    b[row * n + strip * COLUMNS + column];
            }
        }
    }
}

/// Adds the product of two packed tiles to a tile of `C`, whose rows are `n` numbers apart.
#[inline(always)]
fn multiply_tiles(n: usize, packed_a: &Packed, packed_b: &Packed, c: &mut [f32]) {
    for strip_b in 0..STRIPS_B {
        for strip_a in 0..STRIPS_A {
            let sums = multiply_strips(
                &packed_a[strip_a * STRIP_A..][..STRIP_A],
                &packed_b[strip_b * STRIP_B..][..STRIP_B],
            );
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    c[(strip_a * ROWS + row) * n + strip_b * COLUMNS + column] += sums[row][column];
                }
            }
        }
    }
}

/// Multiplies 4 rows of `A` by 8 columns of `B`: the innermost loop.
#[inline(never)]
fn multiply_strips(a: &[f32], b: &[f32]) -> Registers {
    assert!(a.len() == STRIP_A && b.len() == STRIP_B);
    let mut sums = Registers::default();
    for p in 0..TILE {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                sums[row][column] += a[p * ROWS + row] * b[p * COLUMNS + column];
            }
        }
    }
    sums
}
