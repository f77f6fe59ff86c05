// Twice as many elements as in the swizzled tile.
use zellige::{ops::*, prelude::*};

assert_layout!(WithShape<layout!(Sw<3, 4, 3> o 0 o (8, 64) : (64, 1)), shape!((16, 64))>);

fn main() {}
