// Columns of 8 that begin every 6 elements: they overlap.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((8, 4) : (1, 6)), int!(36)>);

fn main() {}
