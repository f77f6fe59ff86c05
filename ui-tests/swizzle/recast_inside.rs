// The bits that move would be inside one wide element.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<2, 0, -3>, layout!((8, 8) : (8, 1))>;
assert_layout!(Upcast<Tile, Int<2>>);

fn main() {}
