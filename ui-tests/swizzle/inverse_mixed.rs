// The inverse does not map bits to bits.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<1, 0, 2>, layout!((12, 4) : (4, 1))>;
assert_layout!(RightInverse<Tile>);

fn main() {}
