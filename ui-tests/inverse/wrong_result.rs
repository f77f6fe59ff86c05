// The left inverse was expected where the right inverse was asked for.
use zellige::{ops::*, prelude::*};

assert_layout!(RightInverse<layout!((4, 8) : (1, 10))> == (10, 8) : (1, 4));

fn main() {}
