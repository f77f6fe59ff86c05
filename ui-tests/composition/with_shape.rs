// The first 16 of 32 elements are not another shape of the layout.
use zellige::{ops::*, prelude::*};

assert_layout!(WithShape<layout!((4, 8) : (8, 1)), shape!((4, 4))>);

fn main() {}
