// Along M, under a swizzle, the elements of a unit are not adjacent.
use zellige::atom::gmma::GmmaDescriptor;
use zellige::prelude::*;

type Tile = layout!(Sw<3, 3, 3> o 0 o (((2, 4), 8), (8, 2)) : (((4, 1), 8), (64, 512)));
const _: u64 = GmmaDescriptor::<Tile, int!(16)>::zero();

fn main() {}
