// A tile that overlaps itself.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalDivide<layout!(7 : 1), layout!((4, 4) : (1, 2))>);

fn main() {}
