// The width of the elements is known only at run time.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>;
assert_layout!(Upcast<Tile, u32>);

fn main() {}
