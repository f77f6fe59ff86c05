// The mode at fault is an inner one of B: its path is named.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, (4, 2)) : (0, (32, 1))), layout!((6, (5, 8)) : (2, (9, 1)))>);

fn main() {}
