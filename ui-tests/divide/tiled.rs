// Tiles of 4 rows by 4 elements of a row-major tile of 6.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(TiledDivide<layout!((6, 4) : (4, 1)), layout!(4 : 1)>);

fn main() {}
