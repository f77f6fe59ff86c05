// A block of 8 by 4 in a tile of 16 by 6.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(TileToShape<layout!((8, 4) : (4, 1)), shape!((16, 6))>);

fn main() {}
