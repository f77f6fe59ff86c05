// Rows of 5 every 3 elements: the element at 3 has two coordinates.
use zellige::{ops::*, prelude::*};

assert_layout!(LeftInverse<layout!((5, 6) : (1, 3))>);

fn main() {}
