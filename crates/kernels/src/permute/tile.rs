//! The tile of a thread: the index of a tile becomes its coordinate, and the coordinate a position
//! in both memories.

use zellige::prelude::*;
use zellige_gpu::engine::Pointer;

/// The extents of the six modes, those of a tile first.
pub type Extents = (u32, u32, u32, u32, u32, u32);
/// A coordinate in the four other modes, or their strides.
pub type Others = (u32, u32, u32, u32);

/// The position of a tile in the tensor.
#[derive(Copy, Clone)]
pub struct Place {
    /// The index of the tile along each of its two modes.
    pub tile: (u32, u32),
    /// The extents of the two modes: the first is 0 if there is no tile with this index.
    pub plane: (u32, u32),
    /// The coordinate in the other modes.
    pub others: Others,
}
impl Place {
    /// Returns the position of the tile with this index among tiles of `i` by `j` elements. Tiles
    /// are counted along their two modes first.
    ///
    /// ```text
    /// 5 by 3 by 2 elements in tiles of 4 by 2:    (2, 2, 2) tiles    tile 6 = (0, 1, 1)
    /// ```
    ///
    /// No extent is 0, and there are less than 2^32 tiles.
    #[inline(always)]
    pub fn new((e0, e1, e2, e3, e4, e5): Extents, (i, j): (u32, u32), number: u32) -> Self {
        let tiles = layout!((e0.div_ceil(i), e1.div_ceil(j), e2, e3, e4, e5));
        let (t0, t1, c2, c3, c4, c5) = tiles.idx2crd(number);
        // Past the last tile, only the last coordinate increases.
        Place {
            tile: (t0, t1),
            plane: (if c5 < e5 { e0 } else { 0 }, e1),
            others: (c2, c3, c4, c5),
        }
    }
    /// Returns the pointer to the plane of the tile, in a tensor with these strides of the other
    /// modes.
    #[inline(always)]
    pub fn plane_of<P: Pointer>(self, tensor: P, (d2, d3, d4, d5): Others) -> P {
        let (c2, c3, c4, c5) = self.others;
        // Each product has 64 bits, and is added to the pointer separately.
        let along = |pointer: P, c: u32, d: u32| pointer.forward(c as usize * d as usize);
        along(along(along(along(tensor, c2, d2), c3, d3), c4, d4), c5, d5)
    }
}
/// Returns whether the tensor has elements.
#[inline(always)]
pub fn has_elements((e0, e1, e2, e3, e4, e5): Extents) -> bool {
    (e0 != 0) & (e1 != 0) & (e2 != 0) & (e3 != 0) & (e4 != 0) & (e5 != 0)
}
