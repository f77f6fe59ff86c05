// Masks of different lengths.
use zellige::{ops::*, prelude::*};

assert_layout!(Swizzled<MakeSwizzle<int!(0b1110000), int!(0b110)>, layout!((8, 64) : (64, 1))>);

fn main() {}
