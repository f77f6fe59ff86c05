// Vectors of 8 elements of 16 bits, in a tile whose swizzle keeps 4 together.
use zellige::{ops::*, prelude::*};

type Tile = layout!(Sw<3, 2, 3> o 0 o (8, 32) : (32, 1));

assert_layout!(RecastLayout<Tile, int!(16), int!(128)>);

fn main() {}
