// The composition exists, but is not what the user wrote down.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((6, 2) : (8, 2)), layout!((4, 3) : (3, 1))> == (4, 3) : (24, 8));

fn main() {}
