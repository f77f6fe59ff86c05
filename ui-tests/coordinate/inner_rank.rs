// Three inner coordinates for the two modes of mode 1.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, (3, 4)) : (3, (1, 24)));
    let _ = a.crd2idx((1u32, (2u32, 1u32, 3u32)));
}
