//! The 8 elements of a row that `stmatrix` writes are two elements apart.

use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::copy::copy;
use zellige_gpu::tensor::{packed, smem};
use zellige_gpu::{F16, Gpu};

type Store = MakeTiledCopy<
    CopyAtom<copies::SM90_U32x1_STSM_N, int!(16)>,
    layout!((8, 4) : (4, 1)),
    layout!((1, 2)),
>;

fn main() {
    let grid = Grid { x: 1, y: 1, threads: 32, shared: 512, cluster: 0 };
    launch(grid, |gpu| {
        let (mut registers, store) = ([0; 1], Store::STATIC);
        let from = packed::<F16, _, _>(&mut registers, layout!((2, 1, 1))).retile(store);
        let to = smem::<F16, _>(gpu, 0, layout!((8, 8) : (16, 2))).partition_d(store, gpu.thread());
        // SAFETY: the block's memory holds the tile.
        unsafe { copy(gpu, store, from, to) }
    });
}
