//! Offsets of swizzled layouts, beside the shift, the mask and the exclusive or by hand.
#![no_std]

use zellige::atom::smem::LayoutKSw128Atom;
use zellige::ops::TileToShape;
use zellige::prelude::*;

/// `Sw<3,3,3> o 0 o (8,64):(64,1)`
type Atom = LayoutKSw128Atom<Int<16>>;
/// `Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))`
type Tile = TileToShape<Atom, shape!((128, 64))>;
/// A swizzle whose bits move up.
type Up = ComposedLayout<Swizzle<2, 0, -3>, int!(0), layout!((8, 8) : (8, 1))>;

#[unsafe(no_mangle)]
pub fn lib_swizzle(x: u32) -> u32 {
    Swizzle::<3, 4, 3>::new().apply(x)
}

#[unsafe(no_mangle)]
pub fn hand_swizzle(x: u32) -> u32 {
    x ^ ((x & 0x380) >> 3)
}

#[unsafe(no_mangle)]
pub fn lib_swizzle_usize(x: usize) -> usize {
    Swizzle::<3, 4, 3>::new().apply(x)
}

#[unsafe(no_mangle)]
pub fn hand_swizzle_usize(x: usize) -> usize {
    x ^ ((x & 0x380) >> 3)
}

#[unsafe(no_mangle)]
pub fn lib_swizzle_up(x: u32) -> u32 {
    Swizzle::<2, 0, -3>::new().apply(x)
}

#[unsafe(no_mangle)]
pub fn hand_swizzle_up(x: u32) -> u32 {
    x ^ ((x & 3) << 3)
}

#[unsafe(no_mangle)]
pub fn lib_atom(i: u32, j: u32) -> u32 {
    Atom::STATIC.crd2idx((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_atom(i: u32, j: u32) -> u32 {
    let x = i * 64 + j;
    x ^ ((x & 0x1c0) >> 3)
}

#[unsafe(no_mangle)]
pub fn lib_atom_up(i: u32, j: u32) -> u32 {
    Up::STATIC.crd2idx((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_atom_up(i: u32, j: u32) -> u32 {
    let x = i * 8 + j;
    x ^ ((x & 3) << 3)
}

#[unsafe(no_mangle)]
pub fn lib_tile(i: u32, j: u32) -> u32 {
    Tile::STATIC.crd2idx((i, (j, int!(0))))
}

#[unsafe(no_mangle)]
pub fn hand_tile(i: u32, j: u32) -> u32 {
    let x = i % 8 * 64 + i / 8 * 512 + j;
    x ^ ((x & 0x1c0) >> 3)
}

#[unsafe(no_mangle)]
pub fn lib_row(i: u32, j: u32) -> u32 {
    let (row, start) = Tile::STATIC.slice(((int!(3), i), ..));
    start.u32() + row.crd2idx((j,))
}

#[unsafe(no_mangle)]
pub fn hand_row(i: u32, j: u32) -> u32 {
    let x = 192 + (i * 512 + j % 64);
    x ^ ((x & 0x1c0) >> 3)
}

#[unsafe(no_mangle)]
pub fn lib_run_time_offset(offset: u32, i: u32, j: u32) -> u32 {
    ComposedLayout::new(Swizzle::<3, 3, 3>::new(), offset, layout!((8, 64) : (64, 1)))
        .crd2idx((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_run_time_offset(offset: u32, i: u32, j: u32) -> u32 {
    let x = offset + (i * 64 + j);
    x ^ ((x & 0x1c0) >> 3)
}
