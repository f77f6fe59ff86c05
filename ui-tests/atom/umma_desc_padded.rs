// Rows padded by a unit of 16 bytes.
use zellige::atom::umma_desc::UmmaDescriptor;
use zellige::prelude::*;

type Tile = layout!((64, 16) : (24, 1));

const _: u64 = UmmaDescriptor::<Tile, int!(16)>::zero();

fn main() {}
