//! Offsets and coordinates of fully static layouts, beside the same index arithmetic by hand.
//!
//! Sums are grouped from the last mode on, as in the library: the compiler keeps the grouping.
#![no_std]

use zellige::prelude::*;

type Flat = layout!((8, 16, 4) : (64, 1, 16));
type Nested = layout!(((2, 4), (8, 16)) : ((512, 16), (64, 1)));
type Odd = layout!((12, 10) : (10, 1));

#[unsafe(no_mangle)]
pub fn lib_tuple(i: u32, j: u32, k: u32) -> u32 {
    Flat::STATIC.crd2idx((i, j, k))
}

#[unsafe(no_mangle)]
pub fn hand_tuple(i: u32, j: u32, k: u32) -> u32 {
    i * 64 + (j + k * 16)
}

#[unsafe(no_mangle)]
pub fn lib_tuple_usize(i: usize, j: usize, k: usize) -> usize {
    Flat::STATIC.crd2idx((i, j, k))
}

#[unsafe(no_mangle)]
pub fn hand_tuple_usize(i: usize, j: usize, k: usize) -> usize {
    i * 64 + (j + k * 16)
}

#[unsafe(no_mangle)]
pub fn lib_partly_static(j: u32, k: u32) -> u32 {
    Flat::STATIC.crd2idx((int!(3), j, k))
}

#[unsafe(no_mangle)]
pub fn hand_partly_static(j: u32, k: u32) -> u32 {
    192 + (j + k * 16)
}

#[unsafe(no_mangle)]
pub fn lib_integer(c: u32) -> u32 {
    Flat::STATIC.crd2idx(c)
}

#[unsafe(no_mangle)]
pub fn hand_integer(c: u32) -> u32 {
    c % 8 * 64 + (c / 8 % 16 + c / 8 / 16 * 16)
}

#[unsafe(no_mangle)]
pub fn lib_integer_usize(c: usize) -> usize {
    Flat::STATIC.crd2idx(c)
}

#[unsafe(no_mangle)]
pub fn hand_integer_usize(c: usize) -> usize {
    c % 8 * 64 + (c / 8 % 16 + c / 8 / 16 * 16)
}

/// The division uses 32 bits, though the index has 64.
#[unsafe(no_mangle)]
pub fn lib_offset_as(c: usize) -> u32 {
    Odd::STATIC.offset_as::<u32>(c)
}

#[unsafe(no_mangle)]
pub fn hand_offset_as(c: usize) -> u32 {
    c as u32 % 12 * 10 + c as u32 / 12
}

#[unsafe(no_mangle)]
pub fn lib_odd_extent(c: u32) -> u32 {
    Odd::STATIC.crd2idx(c)
}

#[unsafe(no_mangle)]
pub fn hand_odd_extent(c: u32) -> u32 {
    c % 12 * 10 + c / 12
}

#[unsafe(no_mangle)]
pub fn lib_nested(a: u32, b: u32, c: u32, d: u32) -> u32 {
    Nested::STATIC.crd2idx(((a, b), (c, d)))
}

#[unsafe(no_mangle)]
pub fn hand_nested(a: u32, b: u32, c: u32, d: u32) -> u32 {
    a * 512 + b * 16 + (c * 64 + d)
}

#[unsafe(no_mangle)]
pub fn lib_partly_nested(i: u32, j: u32) -> u32 {
    Nested::STATIC.crd2idx((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_partly_nested(i: u32, j: u32) -> u32 {
    i % 2 * 512 + i / 2 * 16 + (j % 8 * 64 + j / 8)
}

#[unsafe(no_mangle)]
pub fn lib_idx2crd(i: u32) -> [u32; 4] {
    let ((a, b), (c, d)) = Nested::STATIC.idx2crd(i);
    [a, b, c, d]
}

#[unsafe(no_mangle)]
pub fn hand_idx2crd(i: u32) -> [u32; 4] {
    let (d, c) = (i / 8 / 8, i / 8 % 8);
    let (b, a) = (i % 8 / 2, i % 8 % 2);
    [a, b, c, d]
}

#[unsafe(no_mangle)]
pub fn lib_slice(i: u32, j: u32, k: u32) -> u32 {
    let (fibre, start) = Flat::STATIC.slice((.., j, ..));
    start + fibre.crd2idx((i, k))
}

#[unsafe(no_mangle)]
pub fn hand_slice(i: u32, j: u32, k: u32) -> u32 {
    j + (i * 64 + k * 16)
}

/// Sums a row: the offsets stay simple enough for the loop to be vectorised.
#[unsafe(no_mangle)]
pub fn lib_row_sum(tile: &[u32; 512], i: u32) -> u32 {
    let mut sum = 0;
    for k in 0..16_u32 {
        sum += tile[Flat::STATIC.crd2idx((i & 7, k, 0_u32)) as usize];
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_row_sum(tile: &[u32; 512], i: u32) -> u32 {
    let mut sum = 0;
    for k in 0..16_u32 {
        sum += tile[((i & 7) * 64 + k) as usize];
    }
    sum
}

/// Returns an offset of the tile by its position: the iterator computes the same as `crd2idx`.
#[unsafe(no_mangle)]
pub fn lib_nth_offset(i: usize) -> usize {
    Flat::STATIC.offsets().nth(i).unwrap_or(512)
}

#[unsafe(no_mangle)]
pub fn hand_nth_offset(i: usize) -> usize {
    if i < 512 {
        i % 8 * 64 + (i / 8 % 16 + i / 8 / 16 * 16)
    } else {
        512
    }
}

/// Returns a coordinate of the tile by its position: the iterator computes the same as `idx2crd`.
#[unsafe(no_mangle)]
pub fn lib_nth_coord(i: usize) -> [usize; 3] {
    match Flat::STATIC.coords().nth(i) {
        Some((a, b, c)) => [a, b, c],
        None => [0; 3],
    }
}

#[unsafe(no_mangle)]
pub fn hand_nth_coord(i: usize) -> [usize; 3] {
    if i < 512 {
        [i % 8, i / 8 % 16, i / 8 / 16]
    } else {
        [0; 3]
    }
}
