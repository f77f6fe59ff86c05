// The 8 elements of a 16-byte unit are in another order, which the form of the units does not say.
use zellige::atom::gmma::GmmaDescriptor;
use zellige::prelude::*;

type Tile = layout!(((8, 8), ((2, 2, 2), 2)) : ((8, 128), ((4, 2, 1), 64)));
const _: u64 = GmmaDescriptor::<Tile, int!(16)>::zero();

fn main() {}
