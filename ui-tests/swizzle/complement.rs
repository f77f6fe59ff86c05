// Strides do not determine which offsets a swizzled layout leaves out.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>;
assert_layout!(Complement<Tile, int!(1024)>);

fn main() {}
