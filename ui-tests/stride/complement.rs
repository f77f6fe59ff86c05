// The complement of a layout with a negative stride.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((4, 8) : (-8, 1)), Int<64>>);

fn main() {}
