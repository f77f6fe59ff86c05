// The type of a composition with one tile too many.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((8, 6) : (6, 1)), shape!((4, 2, 1))>);

fn main() {}
