// The cotarget is a shape, (6,9), which means 54.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((6, 2) : (3, 2)), shape!((6, 9))>);

fn main() {}
