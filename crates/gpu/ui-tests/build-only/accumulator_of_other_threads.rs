//! A thread has columns 0 and 1 of a row of accumulators; the next product needs columns 0 and 4.

use zellige::atom::{TiledMma, mma};
use zellige::prelude::*;
use zellige_gpu::gemm::accumulator_as_a;

type Accumulators = TiledMma<mma::SM80_16x8x16_F32F16F16F32_TN>;
type Next = TiledMma<mma::SM80_16x8x8_F32TF32TF32F32_TN>;
fn main() {
    accumulator_as_a::<Accumulators, Next, shape!((16, 8))>();
}
