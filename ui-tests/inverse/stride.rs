// Padding that is not a multiple of the stride before.
use zellige::{ops::*, prelude::*};

assert_layout!(LeftInverse<layout!((4, 2) : (6, 8))>);

fn main() {}
