// A copy instead of an MMA.
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    let _ = make_tiled_mma(copy::SM75_U32x4_LDSM_N, layout!((2, 2)));
}
