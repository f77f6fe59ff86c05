//! Stream-K: equal shares of all steps along K.

use super::{Raster, Tile};
use crate::Gpu;
use core::ops::Range;

/// The parts of tiles that a block computes, one after the other, if all blocks get equally many
/// steps along K, or one more.
///
/// With T tiles of S steps and B blocks, all steps are numbered from 0 to T S - 1, and block b gets
/// the steps from b T S / B on (the first blocks take the remainder). At most the first of a
/// block's parts thus begins inside a tile, and at most the last ends inside one.
///
/// A tile that several blocks compute in parts is the sum of their results. The block that has the
/// tile's first step [owns](Part::is_owned) it and writes it. The other parts belong to the blocks
/// that follow, which pass their accumulators to the owner through a
/// [`Workspace`](super::Workspace). Only the first part of a block can be one that it does not own,
/// and only its last part can be one for which it waits for others.
///
/// ```
/// use zellige_gpu::schedule::Raster;
/// // Three tiles of four steps, on two blocks with six steps each.
/// let parts = |block| {
///     let parts = Raster::<1>::new(1, 3).stream_k_of(4, block, 2);
///     parts.map(|part| (part.tile().number(), part.steps(), part.is_owned(), part.others()))
/// };
/// assert!(parts(0).eq([(0, 0..4, true, 0), (1, 0..2, true, 1)]));
/// assert!(parts(1).eq([(1, 2..4, false, 0), (2, 0..4, true, 0)]));
/// ```
///
/// CUTLASS: `PersistentTileSchedulerSm90StreamK`.
#[doc(alias = "PersistentTileSchedulerSm90StreamK")]
#[derive(Clone, Debug)]
pub struct StreamK<const ROWS: u32> {
    raster: Raster<ROWS>,
    /// The number of steps per tile.
    steps: u32,
    /// The least number of steps per block, and the number of blocks with one more.
    each: u32,
    more: u32,
    block: u32,
    /// The next tile, the first of its steps, and the number of steps that the block still has.
    tile: u32,
    step: u32,
    left: u32,
}
/// The steps of a tile that one block computes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part<const ROWS: u32> {
    tile: Tile<ROWS>,
    steps: Range<u32>,
    block: u32,
    others: u32,
}

impl<const ROWS: u32> Raster<ROWS> {
    /// Returns the parts of this block, for tiles of `steps` steps along K each.
    ///
    /// # Panics
    ///
    /// Panics if there are 2^32 or more steps in all: `there are 2^32 or more steps`.
    #[inline(always)]
    pub fn stream_k(self, steps: u32, gpu: impl Gpu) -> StreamK<ROWS> {
        self.stream_k_of(steps, gpu.block_x(), gpu.grid_x())
    }
    /// Returns the parts of block `block` of `blocks`.
    ///
    /// # Panics
    ///
    /// Panics if there are 2^32 or more steps in all, `there are 2^32 or more steps`, or no blocks,
    /// `a schedule has 1 to 2^31 - 1 blocks`.
    #[inline(always)]
    pub fn stream_k_of(self, steps: u32, block: u32, blocks: u32) -> StreamK<ROWS> {
        let all = self.tiles().checked_mul(steps);
        let all = all.expect("there are 2^32 or more steps");
        assert!(blocks > 0, "a schedule has 1 to 2^31 - 1 blocks");
        let (each, more) = (all / blocks, all % blocks);
        let left = match block < blocks {
            true => each + u32::from(block < more),
            false => 0,
        };
        // A block with steps has a tile, and the tile has steps.
        let first = if left == 0 { 0 } else { block * each + block.min(more) };
        let (tile, step) = (first / steps.max(1), first % steps.max(1));
        StreamK { raster: self, steps, each, more, block, tile, step, left }
    }
}
impl<const ROWS: u32> StreamK<ROWS> {
    /// Returns the block that computes step `step` of all steps.
    #[inline(always)]
    fn block_of(&self, step: u32) -> u32 {
        // The blocks with one more step come first.
        let longer = self.more * (self.each + 1);
        if step < longer {
            step / (self.each + 1)
        } else {
            self.more + (step - longer) / self.each.max(1)
        }
    }
}
impl<const ROWS: u32> Iterator for StreamK<ROWS> {
    type Item = Part<ROWS>;
    #[inline(always)]
    fn next(&mut self) -> Option<Part<ROWS>> {
        if self.left == 0 {
            return None;
        }
        let tile = self.raster.tile(self.tile)?;
        let count = self.left.min(self.steps - self.step);
        let steps = self.step..self.step + count;
        let others = match steps.start == 0 && steps.end < self.steps {
            true => self.block_of(self.steps * (self.tile + 1) - 1) - self.block,
            false => 0,
        };
        (self.tile, self.step, self.left) = (self.tile + 1, 0, self.left - count);
        Some(Part { tile, steps, block: self.block, others })
    }
}
impl<const ROWS: u32> Part<ROWS> {
    /// Returns the tile.
    #[inline(always)]
    pub fn tile(&self) -> Tile<ROWS> {
        self.tile
    }
    /// Returns the steps along K.
    #[inline(always)]
    pub fn steps(&self) -> Range<u32> {
        self.steps.clone()
    }
    /// Returns the block that computes the part.
    #[inline(always)]
    pub fn block(&self) -> u32 {
        self.block
    }
    /// Returns whether this block writes the tile, because it has the tile's first step.
    #[inline(always)]
    pub fn is_owned(&self) -> bool {
        self.steps.start == 0
    }
    /// Returns the number of following blocks that compute other steps of the tile, for which its
    /// owner waits; 0 if this block does not own it.
    #[inline(always)]
    pub fn others(&self) -> u32 {
        self.others
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::vec;

    #[test]
    fn each_step_of_each_tile_once() {
        for (tiles_m, tiles_n) in [(0, 3), (1, 1), (3, 3), (17, 2), (8, 16)] {
            let raster = Raster::<2>::new(tiles_m, tiles_n);
            for steps in [0, 1, 4, 7, 64] {
                for blocks in [1, 2, 4, 13, 132] {
                    check(raster, steps, blocks);
                }
            }
        }
    }
    fn check(raster: Raster<2>, steps: u32, blocks: u32) {
        let all = raster.tiles() * steps;
        // The owner of each step; and for each tile, the number of parts for which its owner waits,
        // and the number of parts passed to it.
        let mut times = vec![0; all as usize];
        let mut parts = vec![(0, 0); raster.tiles() as usize];
        for block in 0..blocks {
            let (mut count, mut number) = (0, 0);
            for part in raster.stream_k_of(steps, block, blocks) {
                let tile = part.tile().number();
                assert!(!part.steps().is_empty() && part.steps().end <= steps);
                assert!(part.is_owned() || number == 0, "a part of others comes first");
                for step in part.steps() {
                    times[(tile * steps + step) as usize] += 1;
                }
                let (waited_for, there) = &mut parts[tile as usize];
                if part.is_owned() {
                    *waited_for = part.others();
                } else {
                    *there += 1;
                    assert_eq!(part.others(), 0);
                }
                (count, number) = (count + part.steps().len() as u32, number + 1);
            }
            assert!(all / blocks <= count && count <= all.div_ceil(blocks));
        }
        assert!(times.iter().all(|&times| times == 1));
        assert!(parts.iter().all(|(waited_for, there)| waited_for == there));
    }
    #[test]
    #[should_panic(expected = "a schedule has 1 to 2^31 - 1 blocks")]
    fn no_blocks() {
        let _ = Raster::<1>::new(3, 3).stream_k_of(4, 0, 0);
    }
    #[test]
    fn blocks_that_are_not_there() {
        assert!(Raster::<1>::new(3, 3).stream_k_of(4, 5, 4).next().is_none());
    }
    #[test]
    #[should_panic(expected = "there are 2^32 or more steps")]
    fn too_many_steps() {
        Raster::<1>::new(1 << 16, 1).stream_k_of(1 << 16, 0, 1);
    }
}
