// A composition is not known to have the type of its left side.
use zellige::prelude::*;

pub fn tile<L: Layout>(l: L) -> L {
    l.compose(int!(4))
}

fn main() {}
