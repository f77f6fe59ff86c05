//! Two accumulators that do not fit in tensor memory together.
use zellige::atom::{TiledMma, umma::SM100_MMA_F16BF16_SS};
use zellige::prelude::*;
use zellige_gpu::Bf16;
use zellige_gpu::tmem::{Accumulator, Fragments};

type Mma = TiledMma<SM100_MMA_F16BF16_SS<Bf16, Bf16, f32, int!(128), int!(128)>>;
type Pair = (Accumulator<Mma, shape!((128, 256))>, Accumulator<Mma, shape!((128, 384))>);

fn main() {
    println!("{}", <Pair as Fragments>::ALLOCATED);
}
