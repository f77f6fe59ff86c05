// A profile of three modes for a matrix.
use zellige::{ops::*, prelude::*};

assert_layout!(FilterBy<layout!((4, 4) : (1, 4)), shape!((1, 1, 1))>);

fn main() {}
