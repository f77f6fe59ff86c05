// Two modes of stride 6.
use zellige::{ops::*, prelude::*};

assert_layout!(LeftInverse<layout!((4, 3) : (6, 6))>);

fn main() {}
