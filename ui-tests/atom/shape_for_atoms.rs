// The shape of the atoms instead of their layout.
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    let _ = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, shape!((2, 2)));
}
