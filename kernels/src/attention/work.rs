//! The work of a block: tiles of queries, and the keys that they see.

use super::Config;
use core::hint::assert_unchecked;
use core::marker::PhantomData;
use zellige::prelude::*;
use zellige::typenum::Unsigned;
use zellige_gpu::Gpu;
use zellige_gpu::schedule::{Persistent, Raster, Tile};

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
    /// Returns the number of keys, the sequence's first ones, that query i of the tile sees. If attention is causal, the last query and the last key belong
    /// together.
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
    /// Returns the number of steps: those whose keys some query sees.
    #[inline(always)]
    pub(super) fn steps(&self) -> u32 {
        self.seen(C::Queries::U32 - 1).div_ceil(C::Keys::U32)
    }
    /// Returns true if all queries see all keys of a step.
    #[inline(always)]
    pub(super) fn is_whole(&self, step: u32) -> bool {
        C::Keys::U32 * (step + 1) <= self.seen(0)
    }
}

/// The tiles of a block.
///
/// Blocks take them in turn, those of a head one after the other, so that what runs at the same time has its keys in common. Of causal attention a tile
/// has the more keys, the later it is, so a block takes two at a time, one from either end:
///
/// ```text
/// tile          0     1     2     3     4     5     6     7
/// steps         1     2     3     4     5     6     7     8
/// block         0     1     2     3     3     2     1     0        9 steps each
/// ```
pub(super) struct Works<C> {
    batch: Batch,
    /// (head and sequence, tile or pair of tiles)
    tiles: Persistent<1>,
    /// The pair of which the other tile is next.
    pair: Option<Tile<1>>,
    config: PhantomData<C>,
}
impl<C: Config> Works<C> {
    /// Returns those of this block.
    ///
    /// # Safety
    ///
    /// `heads` and `group` are not 0, and there are less than 2^32 tiles.
    #[inline(always)]
    pub(super) unsafe fn new(gpu: impl Gpu, batch: Batch) -> Self {
        assert_unchecked(batch.heads > 0 && batch.group > 0);
        let tiles = batch
            .longest
            .div_ceil(C::Queries::U32 * if C::CAUSAL { 2 } else { 1 });
        let raster = Raster::new_unchecked(batch.heads * batch.sequences, tiles);
        Works {
            batch,
            tiles: raster.persistent(gpu),
            pair: None,
            config: PhantomData,
        }
    }
    /// Returns the next tile that has queries, or `None` after the last one. `uniform` returns what it is given: where all threads of the warp are here,
    /// [`broadcast`](Gpu::broadcast) lets the compiler know that it is the same for all of them.
    ///
    /// # Safety
    ///
    /// The starts of the sequences are there.
    #[inline(always)]
    pub(super) unsafe fn next(&mut self, uniform: impl Fn(u32) -> u32) -> Option<Work<C>> {
        loop {
            let (is_other, tile) = match self.pair.take() {
                Some(pair) => (true, pair),
                None => (false, self.tiles.next()?),
            };
            if C::CAUSAL && !is_other {
                self.pair = Some(tile);
            }
            let (column, place) = tile.coordinate();
            let (head, sequence) =
                layout!((self.batch.heads, self.batch.sequences)).idx2crd(column);
            let extent = |starts: *const u32| {
                let first = uniform(*starts.add(sequence as usize));
                (first, uniform(*starts.add(sequence as usize + 1)) - first)
            };
            let (queries, keys) = (extent(self.batch.q_starts), extent(self.batch.k_starts));
            let tiles = queries.1.div_ceil(C::Queries::U32);
            let tile = if C::CAUSAL && !is_other {
                tiles.wrapping_sub(1 + place)
            } else {
                place
            };
            // The tile in the middle is its own pair.
            let is_there = if C::CAUSAL {
                2 * place + u32::from(is_other) < tiles
            } else {
                place < tiles
            };
            if is_there {
                return Some(Work {
                    head,
                    tile,
                    queries,
                    keys,
                    config: PhantomData,
                });
            }
        }
    }
}
