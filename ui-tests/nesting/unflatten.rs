// Three modes in a profile of two.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Unflatten<layout!((3, 2, 5) : (1, 3, 6)), shape!((0, 0))>);

fn main() {}
