// A swizzle of units of 16 bytes, applied to elements of 16 bits: it moves units of 32 bytes.
use zellige::atom::gmma::GmmaDescriptor;
use zellige::prelude::*;

type Tile = layout!(Sw<3, 4, 3> o 0 o (64, 16) : (64, 1));

const _: u64 = GmmaDescriptor::<Tile, int!(16)>::zero();

fn main() {}
