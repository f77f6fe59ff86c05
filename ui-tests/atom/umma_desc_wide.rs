// The swizzle in units of 32 bytes, in rows that are contiguous along K.
use zellige::atom::umma_desc::UmmaDescriptor;
use zellige::prelude::*;

type Tile = layout!(Sw<2, 4, 2> o 0 o (64, 16) : (64, 1));

const _: u64 = UmmaDescriptor::<Tile, int!(16)>::zero();

fn main() {}
