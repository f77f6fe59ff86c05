// A block with the same offsets twice.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalProduct<layout!((4, 2) : (2, 2)), int!(5)>);

fn main() {}
