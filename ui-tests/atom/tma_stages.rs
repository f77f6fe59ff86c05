// The layout of all stages of a pipeline, where a box is one of them.
use zellige::atom::{smem::LayoutKSw128Atom, tma::TmaBox};
use zellige::ops::TileToShape;
use zellige::prelude::*;

type Stages = TileToShape<LayoutKSw128Atom<int!(16)>, shape!((128, 64, 3))>;

const _: u32 = TmaBox::<Stages, int!(16)>::bytes();

fn main() {}
