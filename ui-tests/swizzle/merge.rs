// Two swizzles that move by different distances.
use zellige::{ops::*, prelude::*};

assert_layout!(Swizzled<Merge<Swizzle<2, 3, 5>, Swizzle<1, 2, 4>>, layout!((8, 64) : (64, 1))>);

fn main() {}
