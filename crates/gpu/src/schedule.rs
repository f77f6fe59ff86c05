//! Schedules: the tiles of a result that a block computes, and their order.
//!
//! Tiles are numbered, and a [`Raster`] maps their numbers to coordinates. A schedule is an
//! iterator over the work of one block; [`Dynamic`] and [`LaunchControl`] hand out the numbers at
//! run time:
//!
//! | schedule | what a block gets | use |
//! |---|---|---|
//! | [`Raster::one`] | the tile with the block's number | the grid has a block per tile |
//! | [`Raster::persistent`] | the tile with the block's number, and further ones at a distance of the block count | resident blocks keep their pipeline running from tile to tile |
//! | [`Dynamic`] | the next number, whenever the block is ready for one | tiles take unequal times |
//! | [`LaunchControl`] | its own number, and then those of clusters that have not begun | the same, on Blackwell: the grid has a block, or a cluster, per tile |
//! | [`Split`] | a share of the steps along K of one tile | there are fewer tiles than the GPU has room for blocks |
//! | [`Raster::stream_k`] | an equal share of the steps along K, which may begin and end inside tiles | the last round of tiles would leave many blocks idle |
//!
//! Nine tiles of four steps each, on four blocks, step by step; each step shows the number of its
//! tile:
//!
//! ```text
//!             persistent       stream-K
//! block 0     000044448888     000011112      begins tile 2, and waits for block 1 to add the rest
//! block 1     11115555....     222333344
//! block 2     22226666....     445555666
//! block 3     33337777....     677778888
//! ```
//!
//! A block that computes a part of a stream-K tile that another block owns passes its sums to the
//! owner through a [`Workspace`]. The blocks that [`Split`] a tile pass theirs to the last of them
//! to finish in the same way.
//!
//! All schedules except [`Dynamic`] and [`LaunchControl`], which have slots in shared memory, are
//! arithmetic on a few numbers. They take the block's number and the block count from the machine,
//! or as arguments.
//!
//! ```
//! use zellige_gpu::schedule::Raster;
//! // Block 1 of 4, with 3 x 3 tiles, row by row.
//! let tiles = Raster::<1>::new(3, 3).persistent_of(1, 4);
//! assert!(tiles.map(|tile| tile.coordinate()).eq([(0, 1), (1, 2)]));
//! ```
//!
//! Source: CUTLASS's `PersistentTileSchedulerSm90`, `PersistentTileSchedulerSm90StreamK` and
//! `PersistentTileSchedulerSm100`; Osama, Merrill, Cecka, Garland and Owens, *Stream-K:
//! Work-centric Parallel Decomposition for Dense Matrix-Matrix Multiplication on the GPU*, 2023.

mod dynamic;
mod fix_up;
mod launch_control;
mod split_k;
mod stream_k;
pub use dynamic::{Draw, Drawn, Dynamic};
pub use fix_up::Workspace;
pub use launch_control::{Cancel, Cancelled, LaunchControl};
pub use split_k::Split;
pub use stream_k::{Part, StreamK};

use crate::Gpu;
use core::hint::assert_unchecked;
use zellige::prelude::*;

/// The order of the tiles of a matrix with a given tile count along M and along N: down a group of
/// ROWS rows of tiles, then on to the next column, through the whole group, and then the next
/// group.
///
/// ```text
/// Raster<2> of 5 x 3 tiles          0  2  4
///                                   1  3  5
///                                   6  8 10
///                                   7  9 11
///                                  12 13 14       the last group has the rows that are left
/// ```
///
/// Tiles that are computed at the same time should be close together, because the tiles of a row
/// read the same part of A, and the tiles of a column the same part of B: 128 tiles in 16 rows and
/// 8 columns need 24 such parts, and 128 tiles in one row need 129. ROWS = 1 goes row by row; ROWS
/// equal to the tile count along M goes column by column.
///
/// ```
/// use zellige_gpu::schedule::Raster;
/// let raster = Raster::<2>::new(5, 3);
/// assert_eq!(raster.tiles(), 15);
/// assert_eq!(raster.tile(7).unwrap().coordinate(), (3, 0));
/// assert_eq!(raster.tile(14).unwrap().coordinate(), (4, 2));
/// assert!(raster.tile(15).is_none());
/// ```
///
/// CUTLASS: `RasterOrder` and the swizzle of `PersistentTileSchedulerSm90Params`; Triton:
/// `GROUP_SIZE_M`.
#[doc(alias("PersistentTileSchedulerSm90", "StaticPersistentTileScheduler"))]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Raster<const ROWS: u32> {
    /// `tiles_m tiles_n` and `ROWS tiles_n` are less than [`MOST`].
    tiles_m: u32,
    tiles_n: u32,
    /// The number of tiles in a group of ROWS rows.
    group: u32,
}
/// A tile of a raster.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Tile<const ROWS: u32> {
    raster: Raster<ROWS>,
    /// The number of the tile, less than the raster's tile count.
    number: u32,
}

impl<const ROWS: u32> Raster<ROWS> {
    /// Creates the order of `tiles_m` by `tiles_n` tiles.
    ///
    /// # Panics
    ///
    /// Panics if there are 2^31 or more tiles, or would be with ROWS rows:
    /// `there are 2^31 or more tiles`. The sum of a tile number and a grid's block count, which is
    /// also less than 2^31, then fits in 32 bits.
    #[inline(always)]
    pub const fn new(tiles_m: u32, tiles_n: u32) -> Self {
        let most = if tiles_m > ROWS { tiles_m } else { ROWS };
        let tiles = most as u64 * tiles_n as u64;
        assert!(tiles < MOST, "there are 2^31 or more tiles");
        // SAFETY: this was checked.
        unsafe { Self::new_unchecked(tiles_m, tiles_n) }
    }
    /// Creates the same order without the check.
    ///
    /// # Safety
    ///
    /// `tiles_m tiles_n` and `ROWS tiles_n` are less than 2^31.
    #[inline(always)]
    pub const unsafe fn new_unchecked(tiles_m: u32, tiles_n: u32) -> Self {
        const { assert!(ROWS > 0, "a group of tiles has at least one row") }
        Raster { tiles_m, tiles_n, group: ROWS * tiles_n }
    }
    /// Returns the tile count, which is a valid block count for a grid.
    #[inline(always)]
    pub const fn tiles(self) -> u32 {
        self.tiles_m * self.tiles_n
    }
    /// Returns the tile with this number, or `None` if it does not exist.
    #[inline(always)]
    pub fn tile(self, number: u32) -> Option<Tile<ROWS>> {
        (number < self.tiles()).then_some(Tile { raster: self, number })
    }

    /// Returns the tile of this block, in a grid with one block per tile.
    #[inline(always)]
    pub fn one(self, gpu: impl Gpu) -> Option<Tile<ROWS>> {
        self.tile(gpu.block_x())
    }
    /// Returns the tiles of this block. Each block has as many tiles as the others, or one more.
    /// CUTLASS: `PersistentTileSchedulerSm90`.
    #[inline(always)]
    pub fn persistent(self, gpu: impl Gpu) -> Persistent<ROWS> {
        // A grid has at least one block, and fewer than 2^31.
        self.persistent_in_grid(gpu.block_x(), gpu.grid_x())
    }
    /// Returns the tiles of this block's cluster of `blocks` blocks, which compute each of them
    /// together: [`persistent`](Self::persistent) for clusters along x.
    ///
    /// ```
    /// use zellige_gpu::{Gpu, Sm90, schedule::Raster};
    /// /// Calls `half` with each tile of 256 rows, and whether this block of a pair has the lower
    /// /// ones.
    /// fn halves<G: Sm90>(gpu: G, raster: Raster<16>, half: impl Fn((u32, u32), bool)) {
    ///     for tile in raster.persistent_of_clusters(gpu, 2) {
    ///         half(tile.coordinate(), gpu.cluster_rank() == 1)
    ///     }
    /// }
    /// ```
    #[inline(always)]
    pub fn persistent_of_clusters(self, gpu: impl Gpu, blocks: u32) -> Persistent<ROWS> {
        // A grid has at least one cluster.
        self.persistent_in_grid(gpu.block_x() / blocks, gpu.grid_x() / blocks)
    }
    /// Returns the tiles of block `block` of `blocks`; none if `block` is not less than `blocks`.
    ///
    /// # Panics
    ///
    /// Panics if `blocks` is 0, or 2^31 or more: `a schedule has 1 to 2^31 - 1 blocks`.
    #[inline(always)]
    pub fn persistent_of(self, block: u32, blocks: u32) -> Persistent<ROWS> {
        check_blocks(blocks);
        let mut tiles = self.persistent_in_grid(block, blocks);
        if block >= blocks {
            tiles.end = 0;
        }
        tiles
    }
    #[inline(always)]
    fn persistent_in_grid(self, block: u32, blocks: u32) -> Persistent<ROWS> {
        Persistent { raster: self, number: block.wrapping_sub(blocks), end: self.tiles(), blocks }
    }
}
/// The least count of tiles or blocks that is too large: the sum of two smaller ones fits in 32
/// bits.
const MOST: u64 = 1 << 31;
/// Panics if a grid cannot have that many blocks.
#[inline(always)]
fn check_blocks(blocks: u32) {
    assert!(0 < blocks && (blocks as u64) < MOST, "a schedule has 1 to 2^31 - 1 blocks");
}
impl<const ROWS: u32> Tile<ROWS> {
    /// Returns the number of the tile.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.number
    }
    /// Returns the tile's coordinate, (row, column), in tiles.
    #[inline(always)]
    pub fn coordinate(self) -> (u32, u32) {
        let Raster { tiles_m, tiles_n, group } = self.raster;
        // SAFETY: the tile exists, so neither extent is 0; and a group has fewer than 2^31 tiles.
        unsafe { assert_unchecked(self.number < tiles_m * tiles_n && tiles_n > 0 && group > 0) }
        let (rest, number) = layout!((group, tiles_m)).idx2crd(self.number);
        let first = layout!(((ROWS), tiles_m)).crd2idx((0u32, number));
        let rows = (tiles_m - first).min(ROWS);
        // SAFETY: the tile's group begins above the end.
        unsafe { assert_unchecked(rows > 0) }
        let (i, j) = layout!((rows, tiles_n)).idx2crd(rest);
        (first + i, j)
    }
}

/// The tiles of a persistent block: its own number, and then further ones at a distance of the
/// block count.
#[derive(Clone, Debug)]
pub struct Persistent<const ROWS: u32> {
    raster: Raster<ROWS>,
    /// The number of the previous tile, so that only this number is kept while the tile is
    /// computed.
    number: u32,
    /// The tile count of the raster.
    end: u32,
    blocks: u32,
}
impl<const ROWS: u32> Persistent<ROWS> {
    /// Returns whether no tile follows: while a tile is computed, this tells whether it is the last
    /// one.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.number.wrapping_add(self.blocks) >= self.end
    }
}
impl<const ROWS: u32> Iterator for Persistent<ROWS> {
    type Item = Tile<ROWS>;
    #[inline(always)]
    fn next(&mut self) -> Option<Tile<ROWS>> {
        let (raster, number) = (self.raster, self.number.wrapping_add(self.blocks));
        if number >= self.end {
            return None;
        }
        self.number = number;
        Some(Tile { raster, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::{vec, vec::Vec};

    /// Rasters of many forms, by their tile counts.
    const FORMS: [(u32, u32); 9] =
        [(0, 0), (0, 3), (4, 0), (1, 1), (3, 5), (16, 2), (17, 3), (35, 4), (7, 40)];

    fn check_raster<const ROWS: u32>() {
        for (tiles_m, tiles_n) in FORMS {
            let raster = Raster::<ROWS>::new(tiles_m, tiles_n);
            let mut times = vec![0; raster.tiles() as usize];
            let mut before = None;
            for number in 0..raster.tiles() {
                let (i, j) = raster.tile(number).unwrap().coordinate();
                assert!(i < tiles_m && j < tiles_n);
                times[(i * tiles_n + j) as usize] += 1;
                if let Some((above, left)) = before {
                    let down = (i, j) == (above + 1, left) && i / ROWS == above / ROWS;
                    let right = (i % ROWS, j) == (0, left + 1) && i / ROWS == above / ROWS;
                    let group = (i % ROWS, j) == (0, 0) && left + 1 == tiles_n;
                    assert!(down || right || group);
                }
                before = Some((i, j));
            }
            assert!(times.iter().all(|&times| times == 1));
            assert_eq!(raster.tile(raster.tiles()), None);
        }
    }
    #[test]
    fn rasters_have_each_tile_once() {
        check_raster::<1>();
        check_raster::<2>();
        check_raster::<16>();
        check_raster::<100>();
    }
    #[test]
    fn persistent_blocks_have_each_tile_once() {
        for (tiles_m, tiles_n) in FORMS {
            let raster = Raster::<4>::new(tiles_m, tiles_n);
            for blocks in [1, 2, 7, 132] {
                let mut all = Vec::new();
                for block in 0..blocks {
                    let mut tiles = raster.persistent_of(block, blocks);
                    let mut count = 0;
                    while let Some(tile) = tiles.next() {
                        all.push(tile.number());
                        count += 1;
                        assert_eq!(tiles.is_empty(), tile.number() + blocks >= raster.tiles());
                    }
                    assert!(tiles.next().is_none());
                    assert!(raster.persistent_of(block + blocks, blocks).next().is_none());
                    assert!(
                        raster.tiles() / blocks <= count
                            && count <= raster.tiles().div_ceil(blocks)
                    );
                }
                all.sort_unstable();
                assert!(all.into_iter().eq(0..raster.tiles()));
            }
        }
    }
    #[test]
    #[should_panic(expected = "there are 2^31 or more tiles")]
    fn too_many_tiles() {
        Raster::<1>::new(1 << 16, 1 << 15);
    }
    #[test]
    #[should_panic(expected = "there are 2^31 or more tiles")]
    fn too_many_in_a_group() {
        Raster::<{ 1 << 16 }>::new(1, 1 << 16);
    }
    #[test]
    #[should_panic(expected = "a schedule has 1 to 2^31 - 1 blocks")]
    fn no_blocks() {
        Raster::<1>::new(3, 3).persistent_of(0, 0);
    }
    #[test]
    #[should_panic(expected = "a schedule has 1 to 2^31 - 1 blocks")]
    fn too_many_blocks() {
        Raster::<1>::new(3, 3).persistent_of(5, u32::MAX);
    }
    #[test]
    fn the_last_of_many_tiles_is_the_last() {
        let raster = Raster::<1>::new(1, (1 << 31) - 1);
        for (block, blocks) in [(0, (1 << 31) - 1), (7, 1 << 30), ((1 << 31) - 2, (1 << 31) - 1)] {
            let numbers = raster.persistent_of(block, blocks).take(4);
            let numbers: Vec<u32> = numbers.map(|tile| tile.number()).collect();
            let expected: Vec<u32> = (block..raster.tiles()).step_by(blocks as usize).collect();
            assert_eq!(numbers, expected);
        }
    }
}
