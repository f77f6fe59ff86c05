//! The work of blocks: tiles of queries, and the keys that they see.

use super::Config;
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::schedule::Raster;

/// The sequences of a batch, packed one after the other, and the heads of each.
#[derive(Copy, Clone)]
pub(super) struct Batch {
    /// The number of heads of Q.
    pub(super) heads: u32,
    /// The number of heads of Q that have a head of K and V in common.
    pub(super) group: u32,
    /// The number of sequences.
    pub(super) sequences: u32,
    /// The largest number of queries of a sequence.
    pub(super) longest: u32,
    /// The first token of each sequence of Q, and the number of all.
    pub(super) q_starts: *const u32,
    /// The first token of each sequence of K and V, and the number of all.
    pub(super) k_starts: *const u32,
}

impl Batch {
    /// Returns the number of queries of all sequences.
    ///
    /// # Safety
    ///
    /// The starts of the sequences are there.
    #[inline(always)]
    pub(super) unsafe fn tokens(self) -> u32 {
        *self.q_starts.add(self.sequences as usize)
    }
}

/// Consecutive queries of a head in a sequence.
pub(super) struct Work<C> {
    pub(super) head: u32,
    /// The number of the tile among those of its sequence.
    pub(super) tile: u32,
    /// The sequence's first query, and the number of its queries.
    pub(super) queries: (u32, u32),
    /// The sequence's first key, and the number of its keys.
    pub(super) keys: (u32, u32),
    config: PhantomData<C>,
}
impl<C: Config> Work<C> {
    /// Returns the number of keys, the sequence's first ones, that query i of the tile sees. If
    /// attention is causal, the last query and the last key belong together.
    #[inline(always)]
    pub(super) fn seen(&self, i: u32) -> u32 {
        let ((_, queries), (_, keys)) = (self.queries, self.keys);
        if C::CAUSAL {
            (C::Queries::U32 * self.tile + i + 1 + keys)
                .saturating_sub(queries)
                .min(keys)
        } else {
            keys
        }
    }
    /// Returns where, from the first key of a step on, the keys end that are seen: of all attention
    /// the number of keys that are left, of causal attention the number of those that query 0 of
    /// the tile sees; query i sees i more.
    #[inline(always)]
    pub(super) fn end(&self, step: u32) -> i32 {
        let ((_, queries), (_, keys)) = (self.queries, self.keys);
        let end = if C::CAUSAL {
            (C::Queries::U32 * self.tile + 1 + keys).wrapping_sub(queries)
        } else {
            keys
        };
        end.wrapping_sub(C::Keys::U32 * step) as i32
    }
    /// Returns the number of steps: those whose keys some query sees.
    #[inline(always)]
    pub(super) fn steps(&self) -> u32 {
        self.seen(C::Queries::U32 - 1).div_ceil(C::Keys::U32)
    }
    /// Returns the number of steps, the first ones, of which all queries see all keys.
    #[inline(always)]
    pub(super) fn whole_steps(&self) -> u32 {
        self.seen(0) / C::Keys::U32
    }
}

/// All tiles, by their numbers.
///
/// Those of a head follow one another, so that what runs at the same time has its keys in common.
/// Of causal attention a tile has the more keys, the later it is in its sequence; so of 8 heads the
/// tiles that are last come first, and all blocks end with tiles of few steps.
///
/// ```text
/// number       0   1   2   3   4   5   6   7   8   9  ..           of 4 tiles of 128 queries and keys
/// head         0   1   2   3   4   5   6   7   0   1  ..
/// tile         3   3   3   3   3   3   3   3   2   2  ..
/// steps        4   4   4   4   4   4   4   4   3   3  ..
/// ```
pub(super) struct Works<C> {
    batch: Batch,
    /// The number of heads of all sequences, and that of the tiles of the longest one.
    extents: (u32, u32),
    config: PhantomData<C>,
}
impl<C: Config> Works<C> {
    /// Returns those of a batch.
    ///
    /// # Safety
    ///
    /// `heads` and `group` are not 0, and there are less than 2^32 tiles of 8 heads more.
    #[inline(always)]
    pub(super) unsafe fn new(batch: Batch) -> Self {
        assert_unchecked(batch.heads > 0 && batch.group > 0);
        let tiles = batch.longest.div_ceil(C::Queries::U32);
        Works {
            batch,
            extents: (batch.heads * batch.sequences, tiles),
            config: PhantomData,
        }
    }
    /// Returns the number of tiles, if all sequences were as long as the longest one.
    #[inline(always)]
    pub(super) fn tiles(&self) -> u32 {
        self.extents.0 * self.extents.1
    }
    /// Returns the tile with this number, or `None` if its sequence is shorter. `uniform` returns
    /// what it is given: where all threads of the warp are here,
    /// [`broadcast`](zellige_gpu::Gpu::broadcast) lets the compiler know that it is the same for
    /// all of them.
    ///
    /// # Safety
    ///
    /// The number is less than that of the [`tiles`](Self::tiles), and the starts of the sequences
    /// are there.
    #[inline(always)]
    pub(super) unsafe fn get(&self, number: u32, uniform: impl Fn(u32) -> u32) -> Option<Work<C>> {
        // There is a tile.
        assert_unchecked(self.batch.sequences > 0);
        assert_unchecked(self.extents.1 > 0);
        let (column, place) = if C::CAUSAL {
            self.coordinate::<8>(number)
        } else {
            self.coordinate::<1>(number)
        };
        let (head, sequence) = layout!((self.batch.heads, self.batch.sequences)).idx2crd(column);
        let extent = |starts: *const u32| {
            let first = uniform(*starts.add(sequence as usize));
            (first, uniform(*starts.add(sequence as usize + 1)) - first)
        };
        let (queries, keys) = (extent(self.batch.q_starts), extent(self.batch.k_starts));
        let tiles = queries.1.div_ceil(C::Queries::U32);
        let tile = if C::CAUSAL {
            tiles.wrapping_sub(1 + place)
        } else {
            place
        };
        (place < tiles).then_some(Work {
            head,
            tile,
            queries,
            keys,
            config: PhantomData,
        })
    }
    /// Returns the coordinate of a tile: its head among those of all sequences, and its place
    /// there.
    ///
    /// # Safety
    ///
    /// The number is less than that of the [`tiles`](Self::tiles), of which there are some.
    #[inline(always)]
    unsafe fn coordinate<const HEADS: u32>(&self, number: u32) -> (u32, u32) {
        let raster = <Raster<HEADS>>::new_unchecked(self.extents.0, self.extents.1);
        raster.tile(number).unwrap_unchecked().coordinate()
    }
}
