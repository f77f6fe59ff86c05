// A coordinate with too many modes.
use zellige::{ops::*, prelude::*};

type Tile = Swizzled<Swizzle<3, 3, 3>, layout!((8, 64) : (64, 1))>;

fn main() {
    let _ = Tile::STATIC.crd2idx((1u32, 2u32, 3u32));
}
