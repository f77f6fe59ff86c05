// The 100 rows of A are to be cut into tiles of 32.
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    let mma = make_tiled_mma(mma::SM80_16x8x16_F32F16F16F32_TN, layout!((2, 2)));
    let _ = mma.get_slice(0u32).partition_a(layout!((100, 32)));
}
