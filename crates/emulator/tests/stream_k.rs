//! Blocks that pass their sums to the owners of the tiles, compared with plain evaluation.

use std::iter;
use zellige::prelude::*;
use zellige_emulator::{Fault, Grid, Memory, Thread, launch, try_launch};
use zellige_gpu::Gpu;
use zellige_gpu::schedule::{Raster, Split, Workspace};
use zellige_gpu::storage::{Allocate, SmemTensor};
use zellige_gpu::tensor::{gmem, rmem};

/// The number of threads of a block that have sums: its last two warps.
const THREADS: u32 = 64;
/// The number of sums per thread.
const SUMS: u32 = 4;

/// Returns the number that a thread adds to its sum `i` in a step of a tile: the order of additions
/// makes a difference.
fn number(tile: u32, step: u32, thread: u32, i: u32) -> f32 {
    1.0 / (1 + 31 * tile + 7 * step + 3 * thread + i) as f32
}

/// The shares and the flags of all blocks.
struct Memories(Vec<f32>, Vec<u32>);
impl Memories {
    fn new(blocks: u32) -> Self {
        let shares = blocks * THREADS * SUMS;
        Memories(vec![f32::NAN; shares as usize], vec![0; blocks as usize])
    }
    /// Returns the sums of all tiles, computed by blocks with threads that call `first` with the
    /// number of each part.
    fn sums(
        &mut self,
        (tiles, steps, blocks): (u32, u32, u32),
        first: impl Fn(Thread<'_>, u32) + Sync,
    ) -> Result<Vec<f32>, Fault> {
        let mut results = vec![f32::NAN; (tiles * THREADS * SUMS) as usize];
        let to = Memory::write(&mut results);
        let (shares, flags) = (Memory::write(&mut self.0), Memory::write(&mut self.1));
        let grid = Grid { x: blocks, y: 1, threads: 32 + THREADS, shared: 0, cluster: 0 };
        let place = layout!(((THREADS), (SUMS), tiles));
        try_launch(grid, |gpu| {
            let Some(thread) = gpu.thread().checked_sub(32) else {
                return;
            };
            let (shares, flags) = (shares.pointer_mut(), flags.pointer_mut());
            let workspace = Workspace::<f32, THREADS, 1>::new(shares, flags);
            let parts = Raster::<1>::new(tiles, 1).stream_k(steps, gpu);
            for (number_of_part, part) in (0..).zip(parts) {
                first(gpu, number_of_part);
                let (tile, mut registers) = (part.tile().number(), [0.0; 5]);
                let sums = layout!((2, 2) : (3, 1)); // one of the registers is unused
                for (step, i) in part.steps().flat_map(|step| (0..SUMS).map(move |i| (step, i))) {
                    registers[sums.crd2idx(i) as usize] += number(tile, step, thread, i);
                }
                // SAFETY: there is memory for all blocks, and all threads of the last two warps
                // execute this. The emulator begins blocks in order, and runs two at the same time.
                if unsafe { workspace.fix_up(gpu, thread, &part, rmem(&mut registers, sums)) } {
                    for i in 0..SUMS {
                        let sum = registers[sums.crd2idx(i) as usize];
                        // SAFETY: there is an element for each sum of each thread in each tile.
                        unsafe {
                            *to.pointer_mut().add(place.crd2idx((thread, i, tile)) as usize) = sum
                        }
                    }
                }
            }
        })?;
        Ok(results)
    }
}
/// Returns the same sums, computed sequentially: the sums of parts, added up from the first part
/// on.
fn expected((tiles, steps, blocks): (u32, u32, u32)) -> Vec<f32> {
    let all = tiles * steps;
    let block_of = (0..blocks).flat_map(|block| {
        let count = all / blocks + u32::from(block < all % blocks);
        iter::repeat_n(block, count as usize)
    });
    let block_of: Vec<u32> = block_of.collect();
    let mut results = Vec::new();
    for (tile, i) in (0..tiles).flat_map(|tile| (0..SUMS).map(move |i| (tile, i))) {
        results.extend((0..THREADS).map(|thread| {
            let blocks = &block_of[(tile * steps) as usize..][..steps as usize];
            let (mut sums, mut step) = (Vec::new(), 0);
            for part in blocks.chunk_by(|a, b| a == b) {
                let part = (0..part.len()).map(|_| {
                    step += 1;
                    number(tile, step - 1, thread, i)
                });
                sums.push(part.fold(0.0, |sum, x| sum + x));
            }
            sums.into_iter().reduce(|sum, part| sum + part).unwrap()
        }));
    }
    results
}

#[test]
fn tiles_of_several_blocks_are_added_up_in_order() {
    for (tiles, steps) in [(1, 1), (1, 9), (4, 5), (3, 16), (1, 70)] {
        for blocks in [1, 2, 3, 4, 7, 12, 70] {
            let sizes = (tiles, steps, blocks);
            let mut memories = Memories::new(blocks);
            // The second launch finds the flags in the same state as the first one.
            for _ in 0..2 {
                let sums = memories.sums(sizes, |_, _| ()).unwrap();
                assert!(sums == expected(sizes), "{sizes:?}");
                assert!(memories.1.iter().all(|&flag| flag == 0), "{sizes:?}");
            }
        }
    }
}

/// Blocks that split tiles, three times with the same flags; a block may have no step.
#[test]
fn tiles_are_split() {
    for (tiles, steps, splits) in [(1, 1, 1), (1, 9, 4), (3, 5, 2), (2, 2, 7)] {
        let size = (tiles * splits * THREADS * SUMS) as usize;
        let (mut shares, mut flags) = (vec![f32::NAN; size], vec![0; tiles as usize]);
        for _ in 0..3 {
            let mut results = vec![f32::NAN; (tiles * THREADS * SUMS) as usize];
            let to = Memory::write(&mut results);
            let (shares, counters) = (Memory::write(&mut shares), Memory::write(&mut flags));
            let grid = Grid { x: tiles, y: splits, threads: THREADS, shared: 4, cluster: 0 };
            let place = layout!(((THREADS), (SUMS), tiles));
            launch(grid, |gpu| {
                let split = Split::new(gpu.block_y(), gpu.grid_y());
                let (tile, thread, mut registers) = (gpu.block_x(), gpu.thread(), [0.0; 4]);
                for step in split.steps(steps) {
                    for i in 0..SUMS {
                        registers[i as usize] += number(tile, step, thread, i);
                    }
                }
                let workspace =
                    Workspace::<f32, THREADS>::new(shares.pointer_mut(), counters.pointer_mut());
                let to = gmem(to.pointer_mut(), place);
                // SAFETY: there is memory for all blocks, and all threads execute this.
                unsafe {
                    let shown = <SmemTensor<u32, layout!(1)>>::allocate(gpu);
                    let sums = rmem(&mut registers, layout!(4));
                    if workspace.reduce(gpu, tile, split, sums, shown) {
                        for i in 0..SUMS {
                            to.write((thread, i, tile), registers[i as usize]);
                        }
                    }
                }
            });
            assert!(flags.iter().all(|&flag| flag == 0));
            for (at, &result) in (0u32..).zip(&results) {
                let (thread, i, tile) = place.idx2crd(at);
                let part = |split| {
                    let steps = Split::new(split, splits).steps(steps);
                    steps.fold(0.0, |sum, step| sum + number(tile, step, thread, i))
                };
                let expected = (0..splits).map(part).reduce(|sum, part| sum + part);
                assert_eq!(Some(result), expected);
            }
        }
    }
}

#[test]
fn a_block_that_fails_before_it_gives() {
    // Block 1 completes the tile of block 0, which waits for it.
    let sizes = (2, 6, 4);
    for _ in 0..20 {
        let fault = Memories::new(4).sums(sizes, |gpu, part| {
            assert!((gpu.block_x(), part) != (1, 0), "no sums");
        });
        assert_eq!(fault.unwrap_err().to_string(), "block (1, 0), thread 32: no sums");
    }
}
