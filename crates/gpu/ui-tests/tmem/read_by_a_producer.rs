// Warps that copy cannot read sums: a warp reaches a quarter of the lanes, a warpgroup all of them.
use zellige::atom::{TiledMma, umma::SM100_MMA_F16BF16_SS};
use zellige::prelude::*;
use zellige_gpu::registers::ProducerWarpgroup;
use zellige_gpu::tmem::{Accumulator, Allocation};
use zellige_gpu::{Bf16, Sm100};

type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(64)>>;
type Sums = Accumulator<Mma, shape!((128, 64))>;

pub unsafe fn kernel<G: Sm100>(gpu: G, role: &ProducerWarpgroup, mut memory: Allocation<Sums>) {
    let (_, pending) = unsafe { memory.accumulate(role) };
    unsafe { pending.wait(gpu) }.tile(0);
    unsafe { memory.free(gpu) }
}

fn main() {}
