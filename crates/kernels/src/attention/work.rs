//! The work of blocks: tiles of queries, and the keys that they see.

use super::Config;
use core::hint::assert_unchecked;
use core::marker::PhantomData;
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
pub(super) struct Works<C> {
    heads: u32,
    sequences: u32,
    /// The number of tiles of the longest sequence.
    tiles: u32,
    /// The first token of each sequence, and the total.
    starts: (*const u32, *const u32),
    config: PhantomData<C>,
}
impl<C: Config> Works<C> {
    /// Returns the work of `heads` heads of Q, in groups, and of `sequences` sequences, the longest
    /// with `longest` queries; `starts` are the first tokens of Q, and of K and V.
    ///
    /// # Safety
    ///
    /// The numbers of heads and of a group are not 0, and there are less than 2^32 tiles if 8 more
    /// heads are counted.
    #[inline(always)]
    pub(super) unsafe fn new(
        (heads, group): (u32, u32),
        (sequences, longest): (u32, u32),
        starts: (*const u32, *const u32),
    ) -> Self {
        assert_unchecked(heads > 0 && group > 0);
        Works {
            heads,
            sequences,
            tiles: longest.div_ceil(C::Queries::U32),
            starts,
            config: PhantomData,
        }
    }
    /// Returns the number of tiles if all sequences were as long as the longest one.
    #[inline(always)]
    pub(super) fn number(&self) -> u32 {
        self.heads * self.sequences * self.tiles
    }
    /// Returns the tile with this index, or `None` if its sequence is shorter. `uniform` returns
    /// its argument: where all threads of the warp are here,
    /// [`broadcast`](zellige_gpu::Gpu::broadcast) tells the compiler that it is the same for all of
    /// them.
    ///
    /// # Safety
    ///
    /// The index is less than the number of [tiles](Self::number), and the starts of the sequences
    /// are valid.
    #[inline(always)]
    pub(super) unsafe fn get(&self, number: u32, uniform: impl Fn(u32) -> u32) -> Option<Work> {
        // There is at least one tile.
        assert_unchecked(self.sequences > 0);
        assert_unchecked(self.tiles > 0);
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
    /// The index is less than the number of [tiles](Self::number).
    #[inline(always)]
    unsafe fn coordinate<const HEADS: u32>(&self, number: u32) -> (u32, u32) {
        let raster = <Raster<HEADS>>::new_unchecked(self.heads * self.sequences, self.tiles);
        raster.tile(number).unwrap_unchecked().coordinate()
    }
}
