// A profile that nests deeper than the layout.
use zellige::{ops::*, prelude::*};

assert_layout!(FilterZerosBy<layout!((2, 4) : (1, 2)), shape!((1, (0, 0)))>);

fn main() {}
