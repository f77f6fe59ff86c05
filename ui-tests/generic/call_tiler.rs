// A generic function is called with a tile of three modes for a matrix.
use zellige::prelude::*;

pub fn tile<L: Layout, T: TilerFor<L>>(l: L, t: T) -> L::ZippedDivide<T> {
    l.zipped_divide(t)
}

fn main() {
    let _ = tile(layout!((8, 6) : (6, 1)), shape!((4, 2, 1)));
}
