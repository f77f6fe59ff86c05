// Backwards from the first element of a layout with two modes.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, 8) : (1, 8)), layout!(3 : -1)>);

fn main() {}
