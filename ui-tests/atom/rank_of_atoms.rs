// Atoms side by side along four modes.
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    let _ = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2, 1, 1)));
}
