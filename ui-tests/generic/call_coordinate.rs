// The bound of a generic function is not satisfied at its call.
use zellige::prelude::*;

pub fn at<L: Layout, C: CoordOf<L::Profile>>(l: L, c: C) -> usize {
    l.crd2idx(c).usize()
}

fn main() {
    let _ = at(layout!((8, 3) : (3, 1)), (1u32, 2u32, 3u32));
}
