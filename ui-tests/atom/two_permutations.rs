// Permutations of M and N, but not of K.
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let _ = mma.permuted((.., int!(32)));
}
