// A tiler with too many modes.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>;

fn main() {
    let _ = Tile::STATIC.zipped_divide((int!(4), int!(8), int!(2)));
}
