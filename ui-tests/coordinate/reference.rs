// A reference to an index.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    for i in [1u32, 2].iter() {
        let _ = a.crd2idx((i, 0u32));
    }
}
