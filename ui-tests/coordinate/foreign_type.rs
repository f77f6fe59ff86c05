// A user-defined type as coordinate.
use zellige::prelude::*;

struct ThreadIdx {
    x: u32,
    y: u32,
}

fn main() {
    let a = layout!((8, 3) : (3, 1));
    let _ = a.crd2idx(ThreadIdx { x: 1, y: 2 });
}
