//! The work of blocks: tiles of queries, and the keys that they see.

use super::Config;
use core::hint::assert_unchecked;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::schedule::Raster;
use zellige_gpu::softmax::Mask;

/// Consecutive queries of a head in a sequence.
pub(super) struct Work {
    /// The head of Q.
    pub(super) head: u32,
    /// The index of the tile within its sequence.
    pub(super) tile: u32,
    /// The sequence's first query, and the number of its queries.
    pub(super) queries: (u32, u32),
    /// The sequence's first key, and the number of its keys.
    pub(super) keys: (u32, u32),
}
impl Work {
    /// Returns the keys that the queries see.
    #[inline(always)]
    pub(super) fn mask<C: Config>(&self, (left, right): (u32, u32)) -> Mask {
        let extents = (self.queries.1, self.keys.1);
        let mask = Mask::new(C::CAUSAL, C::Queries::U32 * self.tile, extents);
        if C::WINDOW { mask.window(left, right) } else { mask }
    }
}

/// All tiles, by their indices.
///
/// The tiles of a head follow one another, so that blocks that run at the same time share keys. In
/// causal attention, a tile that is later in its sequence has more keys; so the last tiles of 8
/// heads come first, and all blocks end with tiles of few steps.
///
/// ```text
/// number       0   1   2   3   4   5   6   7   8   9  ..           of 4 tiles of 128 queries and keys
/// head         0   1   2   3   4   5   6   7   0   1  ..
/// tile         3   3   3   3   3   3   3   3   2   2  ..
/// steps        4   4   4   4   4   4   4   4   3   3  ..
/// ```
pub(super) struct Works {
    /// The number of heads of Q.
    pub(super) heads: u32,
    pub(super) sequences: u32,
    /// The number of tiles of the longest sequence.
    pub(super) tiles: u32,
    /// The first token of each sequence, and the total: of Q, and of K and V.
    pub(super) starts: (*const u32, *const u32),
}
impl Works {
    /// Returns the tile with this index, or `None` if its sequence is shorter. `uniform` returns
    /// its argument: where all threads of the warp are here,
    /// [`broadcast`](zellige_gpu::Gpu::broadcast) tells the compiler that it is the same for all of
    /// them.
    ///
    /// # Safety
    ///
    /// The index is less than `heads sequences tiles`, which is less than 2^32 even with 8 more
    /// heads, and the starts of the sequences are valid.
    #[inline(always)]
    pub(super) unsafe fn get<C: Config>(
        &self,
        number: u32,
        uniform: impl Fn(u32) -> u32,
    ) -> Option<Work> {
        // There is at least one tile.
        assert_unchecked(self.sequences > 0 && self.tiles > 0);
        let (column, place) =
            if C::CAUSAL { self.coordinate::<8>(number) } else { self.coordinate::<1>(number) };
        let (head, sequence) = layout!((self.heads, self.sequences)).idx2crd(column);
        let extent = |starts: *const u32| {
            let first = uniform(*starts.add(sequence as usize));
            (first, uniform(*starts.add(sequence as usize + 1)) - first)
        };
        let (queries, keys) = (extent(self.starts.0), extent(self.starts.1));
        let tiles = queries.1.div_ceil(C::Queries::U32);
        let tile = if C::CAUSAL { tiles.wrapping_sub(1 + place) } else { place };
        (place < tiles).then_some(Work { head, tile, queries, keys })
    }
    /// Returns the coordinate of a tile: its head among those of all sequences, and its position in
    /// the sequence.
    ///
    /// # Safety
    ///
    /// The index is less than `heads sequences tiles`.
    #[inline(always)]
    unsafe fn coordinate<const HEADS: u32>(&self, number: u32) -> (u32, u32) {
        let raster = <Raster<HEADS>>::new_unchecked(self.heads * self.sequences, self.tiles);
        raster.tile(number).unwrap_unchecked().coordinate()
    }
}
