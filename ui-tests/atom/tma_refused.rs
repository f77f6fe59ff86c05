// The tile itself was refused: the error reports that.
use zellige::atom::tma::TmaBox;
use zellige::atom::smem::LayoutKSw128Atom;
use zellige::ops::*;
use zellige::prelude::*;

type Tile = TileToShape<LayoutKSw128Atom<Int<16>>, shape!((60, 64))>;
const _: u32 = TmaBox::<Tile, Int<16>>::bytes();

fn main() {}
