//! Tensor memory that a kernel does not free if it returns early, as it is built for a GPU.

use zellige::atom::{TiledMma, umma::SM100_MMA_F16BF16_SS};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::storage::Allocate;
use zellige_gpu::tmem::{Accumulator, TmemStorage};
use zellige_gpu::{Bf16, Gpu};

type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
type Sums = Accumulator<Mma, shape!((128, 64))>;

fn main() {
    let grid = Grid { x: 2, y: 1, threads: 128, shared: 1024, cluster: 0 };
    launch(grid, |gpu| unsafe {
        let memory = <TmemStorage<Sums>>::allocate(gpu).alloc(gpu);
        if gpu.block_x() == 1 {
            return;
        }
        memory.free(gpu);
    });
}
