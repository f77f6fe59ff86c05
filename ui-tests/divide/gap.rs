// A tile with a hole that no second tile fills.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalDivide<layout!(12 : 1), layout!((2, 3) : (8, 2))>);

fn main() {}
