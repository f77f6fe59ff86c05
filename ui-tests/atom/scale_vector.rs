// A scale factor for 8 elements.
use zellige::atom::block_scaled::TileAtomToShapeSfa;
use zellige::prelude::*;

assert_layout!(TileAtomToShapeSfa<int!(8), (u32, u32, u32)>);

fn main() {}
