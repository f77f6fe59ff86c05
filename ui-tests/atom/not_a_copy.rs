// An operation without the width of an element.
use zellige::atom::*;
use zellige::prelude::*;

fn main() {
    let _ = make_tiled_copy(copy::SM75_U32x4_LDSM_N, layout!((32, 1)), layout!((1, 8)));
}
