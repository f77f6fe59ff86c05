// A tile for a matrix instruction, with rows padded against bank conflicts.
use zellige::atom::gmma::GmmaDescriptor;
use zellige::prelude::*;

type Tile = layout!((64, 16) : (24, 1));

const _: u64 = GmmaDescriptor::<Tile, int!(16)>::zero();

fn main() {}
