//! Blocks that compute parts of each other's tiles, and give their accumulators to the owners.

use zellige::prelude::*;
use zellige_gpu::Sm80;
use zellige_gpu::schedule::{Raster, Workspace};
use zellige_gpu::tensor::{gmem, rmem};
use zellige_gpu::transform::transform;

/// The number of tiles.
pub const TILES: u32 = 5;
/// The number of steps of each tile.
pub const STEPS: u32 = 7;
/// The count of numbers in each step.
pub const NUMBERS: u32 = 256;

/// Adds up the steps of each tile; `from` has rows of numbers, those of a tile one after the other.
///
/// # Safety
///
/// There are as many rows as steps in all, and as many sums as numbers for each tile. Each block
/// has a flag, which is 0, and as many shares as numbers. All blocks run on the GPU at the same
/// time.
#[zellige_gpu::kernel(threads = 64)]
pub unsafe fn STREAM_K<G: Sm80>(
    gpu: G,
    from: *const f32,
    to: *mut f32,
    shares: *mut f32,
    flags: *mut u32,
) {
    let from = gmem(from, layout!(((TILES * STEPS), (NUMBERS)) : ((NUMBERS), 1)));
    let to = gmem(to, layout!(((TILES), (NUMBERS)) : ((NUMBERS), 1)));
    let (row, threads) = (shape!((1, 256)), layout!((1, 64)));
    let workspace = Workspace::<f32, 64>::new(shares, flags);
    for part in Raster::<1>::new(1, TILES).stream_k(STEPS, gpu) {
        let tile = part.tile().number();
        let mut sums = [0.0; 4];
        let sums = rmem(&mut sums, layout!(4));
        for step in part.steps() {
            let step = from.local_tile(row, (STEPS * tile + step, 0u32));
            let mine = step.local_partition(threads, gpu.thread());
            transform((sums, mine), sums, |(sum, x)| sum + x);
        }
        if workspace.fix_up(gpu, gpu.thread(), &part, sums) {
            let mine = to.local_tile(row, (tile, 0u32)).local_partition(threads, gpu.thread());
            transform(sums, mine, |sum| sum);
        }
    }
}

zellige_gpu::kernel_list! { STREAM_K, }
