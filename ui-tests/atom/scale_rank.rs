// The problem lacks K.
use zellige::atom::block_scaled::TileAtomToShapeSfb;
use zellige::prelude::*;

assert_layout!(TileAtomToShapeSfb<int!(32), shape!((256, 128))>);

fn main() {}
