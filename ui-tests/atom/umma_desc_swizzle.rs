// Units of 64 bytes are swizzled.
use zellige::atom::umma_desc::UmmaDescriptor;
use zellige::prelude::*;

type Tile = layout!(Sw<1, 5, 1> o 0 o (64, 8) : (1, 64));

const _: u64 = UmmaDescriptor::<Tile, int!(16)>::zero();

fn main() {}
