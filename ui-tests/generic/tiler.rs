// Any tiler for any layout: it must be bound to fit.
use zellige::prelude::*;

pub fn tile<L: Layout, T: Tiler>(l: L, t: T) -> L::ZippedDivide<T> {
    l.zipped_divide(t)
}

fn main() {}
