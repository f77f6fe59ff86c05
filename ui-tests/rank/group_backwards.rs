// The end is before the beginning.
use zellige::{ops::*, prelude::*};

assert_layout!(Group<layout!((2, 3, 5) : (1, 2, 6)), int!(2), int!(1)>);

fn main() {}
