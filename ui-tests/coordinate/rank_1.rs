// One coordinate in a tuple for a matrix: `1u32` alone would be an index of the whole.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.crd2idx((1u32,));
}
