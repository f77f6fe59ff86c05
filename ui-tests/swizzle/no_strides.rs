// A swizzled layout as a mode of one with strides.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>;
assert_layout!(Concat<(Tile, layout!(2 : 512))>);

fn main() {}
