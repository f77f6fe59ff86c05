// A pair of coordinates for mode 0, which is one integer.
use zellige::prelude::*;

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.crd2idx(((1u32, 2u32), 2u32));
}
