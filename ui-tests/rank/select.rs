// Modes 0 and 3 of a layout of rank 3.
use zellige::{ops::*, prelude::*};

assert_layout!(Select<layout!((2, 3, 5) : (1, 2, 6)), coord!((0, 3))>);

fn main() {}
