//! Two instructions one below the other give a thread four rows of scores.

use zellige::atom::{MmaTiling, OperandC, TiledMma, mma};
use zellige::prelude::*;
use zellige_emulator::{Grid, launch};
use zellige_gpu::Gpu;
use zellige_gpu::softmax::OnlineSoftmax;
use zellige_gpu::tensor::{registers, rmem};

type Mma = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN>;

unsafe fn softmax<G: Gpu>(gpu: G) {
    let fragment = Mma::STATIC.partition_fragment::<OperandC, _>(layout!((32, 64)));
    let mut scores = registers(fragment);
    let scores = rmem(&mut scores, fragment);
    unsafe { OnlineSoftmax::new(1.0).grow(gpu, scores) };
}
fn main() {
    let grid = Grid { x: 1, y: 1, threads: 256, shared: 0, cluster: 0 };
    // SAFETY: this does not compile.
    launch(grid, |gpu| unsafe { softmax(gpu) });
}
