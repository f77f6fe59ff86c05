//! Offsets of layouts that the algebra computed, beside the same index arithmetic by hand.
#![no_std]

use zellige::{ops::*, prelude::*};

type A = layout!((8, 16, 4) : (64, 1, 16));
type Matrix = layout!((128, 64) : (64, 1));

/// The thread and value layout of a copy: 32 threads of 4 values each.
type Composed = Compose<A, layout!((32, 4) : (4, 1))>;

#[unsafe(no_mangle)]
pub fn lib_composed(thread: u32, value: u32) -> u32 {
    Composed::STATIC.crd2idx((thread, value))
}

#[unsafe(no_mangle)]
pub fn hand_composed(thread: u32, value: u32) -> u32 {
    thread % 2 * 256 + thread / 2 + value * 64
}

/// A after its right inverse is the identity.
#[unsafe(no_mangle)]
pub fn lib_inverse(i: u32) -> u32 {
    A::STATIC.compose(A::STATIC.right_inverse()).crd2idx(i)
}

#[unsafe(no_mangle)]
pub fn hand_inverse(i: u32) -> u32 {
    i
}

#[unsafe(no_mangle)]
pub fn lib_tiled(i: u32, j: u32, ti: u32, tj: u32) -> u32 {
    Matrix::STATIC
        .zipped_divide((int!(32), int!(16)))
        .crd2idx(((i, j), (ti, tj)))
}

#[unsafe(no_mangle)]
pub fn hand_tiled(i: u32, j: u32, ti: u32, tj: u32) -> u32 {
    i * 64 + j + (ti * 2048 + tj * 16)
}

#[unsafe(no_mangle)]
pub fn lib_repeated(c: u32, copy: u32) -> u32 {
    type Tile = layout!((4, 8) : (8, 1));
    type Tiles = LogicalProduct<Tile, layout!((2, 3) : (3, 1))>;
    Tiles::STATIC.crd2idx((c, copy))
}

#[unsafe(no_mangle)]
pub fn hand_repeated(c: u32, copy: u32) -> u32 {
    c % 4 * 8 + (c / 4 + copy % 2 * 96 + copy / 2 * 32)
}

fn generic<L: Layout>(layout: L, c: u32) -> usize {
    layout.compose(layout.right_inverse()).crd2idx(c).usize()
}

#[unsafe(no_mangle)]
pub fn lib_generic(c: u32) -> usize {
    generic(A::STATIC, c)
}

#[unsafe(no_mangle)]
pub fn hand_generic(c: u32) -> usize {
    c as usize
}
