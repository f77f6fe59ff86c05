// The complement of points, which have no order.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((4, 8) : (1@0, 1@1)), Int<64>>);

fn main() {}
