// Five steps in a mode of four.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((4, 8) : (1, 8)), layout!((5, 8) : (1@0, 1@1))>);

fn main() {}
