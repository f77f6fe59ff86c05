//! The blocked product with every offset taken from a layout.

use super::{COLUMNS, Packed, ROWS, Registers, STRIPS_A, STRIPS_B, Sizes, TILE};
use zellige::ops::{ColMajor, LogicalProduct, RowMajor};
use zellige::prelude::*;

/// The extents as static integers.
type Tile = Int<TILE>;
/// See [`Tile`].
type Rows = Int<ROWS>;
/// See [`Tile`].
type Columns = Int<COLUMNS>;
/// One strip of `A`, column after column: `(_4,_128):(_1,_4)`.
type StripA = ColMajor<(Rows, Tile)>;
/// One strip of `B`, row after row: `(_128,_8):(_8,_1)`.
type StripB = RowMajor<(Tile, Columns)>;
/// A packed tile of `A`, 32 strips one after another.
type PackedA = LogicalProduct<StripA, Int<STRIPS_A>>;
/// A packed tile of `B`, 16 strips one after another.
type PackedB = LogicalProduct<StripB, Int<STRIPS_B>>;
/// A tile at its place in its matrix, whose rows are `n` numbers apart: `(_128,_128):(n,_1)`.
type TileInPlace = Strided<(Tile, Tile), (usize, Int<1>)>;

assert_layout!(PackedA == ((4, 128), 32) : ((1, 4), 512));
assert_layout!(PackedB == ((128, 8), 16) : ((8, 1), 1024));

/// Adds `A * B` to `C`.
#[inline(never)]
pub(crate) fn gemm_zellige(sizes: Sizes, a: &[f32], b: &[f32], c: &mut [f32]) {
    let Sizes { m, n, k } = sizes;
    let tile = (Tile::default(), Tile::default());
    let tiles_a = layout!((m, k) : (k, 1)).zipped_divide(tile);
    let tiles_b = layout!((k, n) : (n, 1)).zipped_divide(tile);
    let tiles_c = layout!((m, n) : (n, 1)).zipped_divide(tile);
    let mut packed_a: Packed = [0.0; TILE * TILE];
    let mut packed_b: Packed = [0.0; TILE * TILE];
    for j in 0..n / TILE {
        for p in 0..k / TILE {
            let (tile_b, start) = tiles_b.slice(((.., ..), (p, j)));
            pack_b(tile_b, &b[start..], &mut packed_b);
            for i in 0..m / TILE {
                let (tile_a, start) = tiles_a.slice(((.., ..), (i, p)));
                pack_a(tile_a, &a[start..], &mut packed_a);
                let (tile_c, start) = tiles_c.slice(((.., ..), (i, j)));
                multiply_tiles(tile_c, &packed_a, &packed_b, &mut c[start..]);
            }
        }
    }
}

/// Copies one tile of `A` into strips of 4 rows: the same coordinate in two layouts.
#[inline(always)]
fn pack_a(tile: TileInPlace, a: &[f32], packed: &mut Packed) {
    let from = tile.zipped_divide((Rows::default(), Tile::default()));
    let to = PackedA::STATIC;
    for strip in 0..STRIPS_A {
        for column in 0..TILE {
            for row in 0..ROWS {
                let at = ((row, column), strip);
                packed[to.crd2idx(at)] = a[from.crd2idx(at)];
            }
        }
    }
}

/// Copies one tile of `B` into strips of 8 columns: the same coordinate in two layouts.
#[inline(always)]
fn pack_b(tile: TileInPlace, b: &[f32], packed: &mut Packed) {
    let from = tile.zipped_divide((Tile::default(), Columns::default()));
    let to = PackedB::STATIC;
    for strip in 0..STRIPS_B {
        for row in 0..TILE {
            for column in 0..COLUMNS {
                let at = ((row, column), strip);
                packed[to.crd2idx(at)] = b[from.crd2idx(at)];
            }
        }
    }
}

/// Adds the product of two packed tiles to a tile of `C`.
#[inline(always)]
fn multiply_tiles(tile: TileInPlace, packed_a: &Packed, packed_b: &Packed, c: &mut [f32]) {
    let blocks = tile.zipped_divide((Rows::default(), Columns::default()));
    for strip_b in 0..STRIPS_B {
        for strip_a in 0..STRIPS_A {
            let (a, start_a) = PackedA::STATIC.slice((.., strip_a));
            let (b, start_b) = PackedB::STATIC.slice((.., strip_b));
            let sums = multiply_strips(
                &packed_a[start_a..][..a.size().usize()],
                &packed_b[start_b..][..b.size().usize()],
            );
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    c[blocks.crd2idx(((row, column), (strip_a, strip_b)))] += sums[row][column];
                }
            }
        }
    }
}

/// Multiplies 4 rows of `A` by 8 columns of `B`: the innermost loop.
#[inline(never)]
fn multiply_strips(a: &[f32], b: &[f32]) -> Registers {
    let (of_a, of_b) = (StripA::STATIC, StripB::STATIC);
    assert!(a.len() == of_a.size().usize() && b.len() == of_b.size().usize());
    let mut sums = Registers::default();
    for p in 0..TILE {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                sums[row][column] += a[of_a.crd2idx((row, p))] * b[of_b.crd2idx((p, column))];
            }
        }
    }
    sums
}

/// Prints the layouts of a product of this size, in CuTe's notation.
pub(crate) fn describe(sizes: Sizes) {
    let Sizes { m, k, .. } = sizes;
    let tile = (Tile::default(), Tile::default());
    let whole = layout!((m, k) : (k, 1));
    let tiles = whole.zipped_divide(tile);
    let (first, _) = tiles.slice(((.., ..), (0usize, 0usize)));
    let rows = first.zipped_divide((Rows::default(), Tile::default()));
    let blocks = first.zipped_divide((Rows::default(), Columns::default()));
    println!("  A                    {whole}");
    println!("  A in tiles           {tiles}");
    println!("  one tile of A        {first}");
    println!("  in strips of 4 rows  {rows}");
    println!("  the same, packed     {}", PackedA::STATIC);
    println!("  a tile of B, packed  {}", PackedB::STATIC);
    println!("  a tile of C          {blocks}");
}
