// A block of three modes in a tile of two.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(TileToShape<layout!((8, 4, 2) : (4, 1, 32)), shape!((16, 8))>);

fn main() {}
