// The strides are sorted: 3 comes before 4.
use zellige::{ops::*, prelude::*};

assert_layout!(LeftInverse<layout!((3, 3, 7, 2) : (16, 4, 3, 0))>);

fn main() {}
