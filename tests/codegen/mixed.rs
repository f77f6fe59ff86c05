//! Offsets of layouts with run-time extents and strides, beside the same index arithmetic by hand.
#![no_std]

use zellige::prelude::*;

#[unsafe(no_mangle)]
pub fn lib_row_major(m: u32, i: u32, j: u32) -> u32 {
    layout!((m, 64) : (64, 1)).crd2idx((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_row_major(_m: u32, i: u32, j: u32) -> u32 {
    i * 64 + j
}

#[unsafe(no_mangle)]
pub fn lib_column_major(m: u32, n: u32, i: u32, j: u32) -> u32 {
    layout!((m, n)).crd2idx((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_column_major(m: u32, _n: u32, i: u32, j: u32) -> u32 {
    i + j * m
}

/// The matrix in static tiles of 32 by 32.
#[unsafe(no_mangle)]
pub fn lib_tiled(m: u32, i: u32, j: u32, ti: u32, tj: u32) -> u32 {
    let tiles = layout!((m, 64) : (64, 1)).zipped_divide((int!(32), int!(32)));
    tiles.crd2idx(((i, j), (ti, tj)))
}

#[unsafe(no_mangle)]
pub fn hand_tiled(_m: u32, i: u32, j: u32, ti: u32, tj: u32) -> u32 {
    i * 64 + j + (ti * 2048 + tj * 32)
}

/// A run-time leading dimension: the offset has its width, the coordinates keep theirs.
#[unsafe(no_mangle)]
pub fn lib_leading_dimension(m: u32, ld: usize, i: u32, j: u32) -> usize {
    layout!((m, 64) : (ld, 1)).crd2idx((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_leading_dimension(_m: u32, ld: usize, i: u32, j: u32) -> usize {
    i as usize * ld + j as usize
}

/// One tile of that matrix, and an element of the tile.
#[unsafe(no_mangle)]
pub fn lib_tile_slice(m: u32, ld: usize, i: u32, j: u32, ti: u32, tj: u32) -> usize {
    let tiles = layout!((m, 64) : (ld, 1)).zipped_divide((int!(32), int!(32)));
    let (tile, start) = tiles.slice((.., (ti, tj)));
    start + tile.crd2idx(((i, j),))
}

#[unsafe(no_mangle)]
pub fn hand_tile_slice(_m: u32, ld: usize, i: u32, j: u32, ti: u32, tj: u32) -> usize {
    ti as usize * (32 * ld) + (tj * 32) as usize + i as usize * ld + j as usize
}

/// An element number within the tile and a tile number, where the number of tiles is known only at
/// run time.
#[unsafe(no_mangle)]
pub fn lib_tile_number(m: u32, element: u32, tile: u32) -> u32 {
    let tiles = layout!((m, 64) : (64, 1)).zipped_divide((int!(32), int!(32)));
    tiles.crd2idx((element, tile))
}

#[unsafe(no_mangle)]
pub fn hand_tile_number(m: u32, element: u32, tile: u32) -> u32 {
    let rows = m / 32 + (m % 32 != 0) as u32; // `(m + 31) / 32` wraps for the largest m
    element % 32 * 64 + (element / 32 + tile % rows * 2048 + tile / rows * 32)
}
