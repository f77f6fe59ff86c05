// Copies of a block without elements.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((0, 4) : (1, 2)), int!(8)>);

fn main() {}
