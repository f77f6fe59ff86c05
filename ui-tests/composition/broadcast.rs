// A broadcast mode of A (stride 0) still has its extent.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((9, 7) : (0, 1)), layout!(4 : 3)>);

fn main() {}
