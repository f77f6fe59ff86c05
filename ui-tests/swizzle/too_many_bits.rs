// More bits than an offset has.
use zellige::{ops::*, prelude::*};

assert_layout!(Swizzled<Swizzle<25, 0, 24>, layout!((8, 64) : (64, 1))>);

fn main() {}
