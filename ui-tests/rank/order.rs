// An order for three modes of a shape with two.
use zellige::{ops::*, prelude::*};

assert_layout!(Ordered<shape!((4, 4)), coord!((0, 1, 2))>);

fn main() {}
