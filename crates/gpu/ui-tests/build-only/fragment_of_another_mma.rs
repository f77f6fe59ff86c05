//! The accumulators of a scalar MMA are not rows of two columns.

use zellige::atom::{MmaTiling, OperandC, TiledMma, mma};
use zellige::prelude::*;
use zellige_gpu::gemm::transform_rows;
use zellige_gpu::tensor::{registers, rmem};

type Mma = TiledMma<mma::UniversalFMA<int!(32)>, layout!((16, 16))>;

fn main() {
    let fragment = Mma::STATIC.partition_fragment::<OperandC, _>(layout!((64, 64)));
    let mut acc = registers::<f32, _>(fragment);
    unsafe { transform_rows(rmem(&mut acc, fragment), |_, x| 2.0 * x) };
}
