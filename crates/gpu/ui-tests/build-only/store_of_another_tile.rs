//! A thread has accumulators of 128 by 64, but the tile of C has 128 columns.

use zellige::atom::{MmaTiling, OperandC, TiledMma, mma};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::epilogue::store_rows;
use zellige_gpu::tensor::{gmem, registers, rmem};
use zellige_gpu::{Bf16, Store};

type Mma = TiledMma<mma::SM90_64x64x16_F32BF16BF16_SS, layout!((2, 1))>;

unsafe fn store<G: Store>(gpu: G, c: *mut Bf16) {
    let fragment = Mma::STATIC.partition_fragment::<OperandC, _>(layout!((128, 64)));
    let mut acc = registers(fragment);
    let tile = gmem(c, layout!((256u32, 256u32) : (256u32, 1)))
        .local_tile(shape!((128, 128)), (0u32, 0u32));
    let acc = rmem(&mut acc, fragment);
    unsafe { store_rows(gpu, Mma::STATIC, acc, tile, gpu.thread(), |_, x| x) }
}
fn main() {
    let grid = Grid { x: 1, y: 1, threads: 256, shared: 0, cluster: 0 };
    // SAFETY: this does not compile.
    launch(grid, |gpu| unsafe { store(gpu, core::ptr::null_mut()) });
}
