// A tile whose rows are wider than the swizzle.
use zellige::atom::smem::LayoutKSw64Atom;
use zellige::atom::tma::TmaBox;
use zellige::ops::TileToShape;
use zellige::prelude::*;

type Tile = TileToShape<LayoutKSw64Atom<int!(16)>, shape!((128, 64))>;

const _: u32 = TmaBox::<Tile, int!(16)>::bytes();

fn main() {}
