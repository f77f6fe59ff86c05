// Both modes of B reach far into columns of 8.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((8, 2) : (4, 8)), layout!((2, 2) : (5, 7))>);

fn main() {}
