// What kernels do with layouts alone, as functions that a GPU backend compiles: `cargo xtask mir` looks at all that they call.
#![no_std]

use zellige::prelude::*;

/// Static layouts.
pub fn fixed(i: u32, j: u32, k: u32) -> u32 {
    layout!((8, (4, 2), 16) : (64, (1, 8), 512)).crd2idx((i, j, k))
}
/// A matrix whose extents and pitch are known when it runs.
pub fn matrix(m: u32, n: u32, pitch: u32, i: u32, j: u32) -> u32 {
    layout!((m, n) : (pitch, 1)).crd2idx((i, j))
}
/// The same in 64 bits.
pub fn wide(m: usize, n: usize, i: usize, j: usize) -> usize {
    layout!((m, n) : (n, 1)).crd2idx((i, j))
}
/// Coordinates of another nesting than the layout's: an index is divided by the extents.
pub fn nested(m: u32, i: u32, j: u32) -> u32 {
    layout!(((4, m), 8) : ((1, 32), 4)).crd2idx((i, j))
}
/// A swizzled tile.
pub fn swizzled(i: u32, j: u32) -> u32 {
    layout!(Sw<3, 3, 3> o 0 o (64, 64) : (64, 1)).crd2idx((i, j))
}
/// The coordinate of a thread.
pub fn coordinate(thread: u32) -> (u32, u32) {
    layout!((16, 8)).idx2crd(thread)
}
/// The tile of a block, of a static layout.
pub fn tile(row: u32, column: u32, i: u32, j: u32) -> u32 {
    let matrix = layout!((256, 128) : (128, 1));
    matrix.zipped_divide((int!(32), int!(32))).crd2idx(((i, j), (row, column)))
}
