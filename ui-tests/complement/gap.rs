// Two blocks of 4, 6 apart, cannot tile 64 elements without a hole.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((4, 4) : (1, 6)), int!(64)>);

fn main() {}
