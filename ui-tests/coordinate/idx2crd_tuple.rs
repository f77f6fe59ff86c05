// `idx2crd` takes one index.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.idx2crd((1u32, 2u32));
}
