// A block that overlaps itself cannot be repeated.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalProduct<layout!((6, 5) : (8, 3)), layout!(3 : 3)>);

fn main() {}
