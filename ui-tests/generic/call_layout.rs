// A pair of shape and stride is passed for a layout.
use zellige::prelude::*;

pub fn tile<L: Layout, T: Layout>(l: L, t: T) -> L::ZippedDivide<T> {
    l.zipped_divide(t)
}

fn main() {
    let _ = tile(layout!((8, 6) : (6, 1)), ((int!(4), int!(2)), (int!(1), int!(4))));
}
