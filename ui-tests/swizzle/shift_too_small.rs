// Three bits that move by two places would meet themselves.
use zellige::{ops::*, prelude::*};

assert_layout!(Swizzled<Swizzle<3, 4, 2>, layout!((8, 64) : (64, 1))>);

fn main() {}
