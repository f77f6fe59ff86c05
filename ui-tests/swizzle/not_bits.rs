// A swizzle spelled with numbers that are not powers of two.
use zellige::{Sw, ops::*, prelude::*};

assert_layout!(Swizzled<Sw<Int<8>, Int<100>, Int<16>>, layout!((8, 64) : (64, 1))>);

fn main() {}
