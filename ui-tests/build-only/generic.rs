// The refusal appears where the generic function is instantiated.
use zellige::prelude::*;

fn tile<L: Layout, T: TilerFor<L>>(l: L, t: T) -> L::LogicalDivide<T> {
    l.logical_divide(t)
}

fn main() {
    println!("{}", tile(layout!((6, 4) : (4, 1)), int!(4)));
}
