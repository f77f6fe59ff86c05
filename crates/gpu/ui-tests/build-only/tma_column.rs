//! A tile of a matrix with contiguous rows, in shared memory by columns.

use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::Gpu;
use zellige_gpu::copy::store_box;
use zellige_gpu::tensor::{smem, tma};

fn main() {
    let grid = Grid { x: 1, y: 1, threads: 1, shared: 8192, cluster: 0 };
    launch(grid, |gpu| {
        let to = tma(std::ptr::null(), (128u32, 128u32)).local_tile(shape!((64, 64)), (0u32, gpu.block_x()));
        let tile = smem::<u16, _>(gpu, 0, layout!((64, 64) : col));
        // SAFETY: does not hold, because there is no map; but this does not compile.
        unsafe { store_box(gpu, tile, to.settled()) }
    });
}
