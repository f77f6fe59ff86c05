// The tile of mode 1 does not fit: the mode is named.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalDivide<layout!((8, (3, 4)) : (1, (8, 48))), (int!(4), int!(5))>);

fn main() {}
