//! The swizzle of a stage keeps fewer elements together than a `cp.async` copies.

use zellige::atom::{CopyAtom, CopyTiling, MakeTiledCopy, copy as copies};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::Gpu;
use zellige_gpu::copy::copy_if;
use zellige_gpu::tensor::{gmem, smem};

type Copy = MakeTiledCopy<
    CopyAtom<copies::SM80_CP_ASYNC_CACHEGLOBAL<int!(128)>, int!(16)>,
    layout!((4, 8) : (8, 1)),
    layout!((1, 8)),
>;
type Stage = layout!(Sw<3, 2, 3> o 0 o (4, 64) : (64, 1));

fn main() {
    let memory = [0u16; 256];
    let grid = Grid { x: 1, y: 1, threads: 32, shared: 512, cluster: 0 };
    launch(grid, |gpu| {
        let copy = Copy::STATIC;
        let from = gmem(memory.as_ptr(), layout!((4u32, 64u32) : (64u32, 1)));
        let from = from.local_tile(shape!((4, 64)), (0u32, 0u32)).partition_s(copy, gpu.thread());
        let to = smem::<u16, _>(gpu, 0, Stage::STATIC).partition_d(copy, gpu.thread());
        // SAFETY: the memory has all elements, and the block's memory holds the stage.
        unsafe { copy_if(gpu, copy, from, to) }
    });
}
