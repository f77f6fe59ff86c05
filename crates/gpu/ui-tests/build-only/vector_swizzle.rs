//! The swizzle of a tile keeps fewer elements together than a vector has.

use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::Gpu;
use zellige_gpu::copy::copy;
use zellige_gpu::tensor::{rmem, smem};

type Copy = MakeTiledCopy<
    CopyAtom<copies::UniversalCopy<int!(128)>, int!(16)>,
    layout!((4, 8) : (8, 1)),
    layout!((1, 8)),
>;
type Tile = layout!(Sw<3, 2, 3> o 0 o (4, 64) : (64, 1));

fn main() {
    let grid = Grid { x: 1, y: 1, threads: 32, shared: 512, cluster: 0 };
    launch(grid, |gpu| {
        let (mut values, copy_tile) = ([0u16; 8], Copy::STATIC);
        let from = smem::<u16, _>(gpu, 0, Tile::STATIC).partition_s(copy_tile, gpu.thread());
        // SAFETY: the block's memory holds the tile.
        unsafe { copy(gpu, copy_tile, from, rmem(&mut values, layout!((8, 1, 1)))) }
    });
}
