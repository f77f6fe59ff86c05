// Three bits that move by two positions would overlap.
use zellige::{ops::*, prelude::*};

assert_layout!(Swizzled<Swizzle<3, 4, 2>, layout!((8, 64) : (64, 1))>);

fn main() {}
