// A tile of 3 overhangs columns of 4: tile by mode instead.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalDivide<layout!((4, 2) : (2, 1)), layout!(3 : 1)>);

fn main() {}
