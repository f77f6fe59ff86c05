// A (3,2) tile that walks A by (2,3): its two modes together run out of A's mode 0.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((6, 2) : (1, 7)), layout!((3, 2) : (2, 3))>);

fn main() {}
