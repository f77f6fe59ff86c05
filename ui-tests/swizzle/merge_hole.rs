// Two swizzles with bits that are not adjacent.
use zellige::{ops::*, prelude::*};

assert_layout!(Swizzled<Merge<Swizzle<2, 3, 3>, Swizzle<1, 1, 3>>, layout!((8, 64) : (64, 1))>);

fn main() {}
