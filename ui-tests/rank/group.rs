// Modes 1 to 3 (exclusive) of a matrix.
use zellige::{ops::*, prelude::*};

assert_layout!(Group<layout!((4, 4) : (1, 4)), int!(1), int!(3)>);

fn main() {}
