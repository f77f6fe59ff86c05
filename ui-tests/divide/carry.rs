// Every third element, 4 of them, from overlapping columns of 5.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalDivide<layout!((5, 7) : (7, 1)), layout!(4 : 3)>);

fn main() {}
