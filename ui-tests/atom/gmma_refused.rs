// The tile itself was refused: the error reports that.
use zellige::atom::gmma::GmmaDescriptor;
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::ops::*;
use zellige::prelude::*;

type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((60, 64))>;
const _: u64 = GmmaDescriptor::<Tile, Int<16>>::zero();

fn main() {}
