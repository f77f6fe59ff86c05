// The offset of a refused tile is cast and added to: only the refusal of the tile is reported.
use zellige::atom::{CopyAtom, copy, make_tiled_copy};
use zellige::prelude::*;

fn start(block: (u32, u32), thread: u32) -> usize {
    type Atom = CopyAtom<copy::UniversalCopy<int!(128)>, int!(16)>;
    let copy = make_tiled_copy(Atom::default(), layout!((16, 8) : (8, 1)), layout!((1, 8)));
    let (tile, at) = layout!((64, 128) : (136, 1)).local_tile((int!(24), int!(64)), block);
    let (mine, mine_at) = copy.get_slice(thread).partition_s(tile);
    (at + mine_at + mine.crd2idx((0u32, 0u32, 0u32))) as usize
}

fn main() {
    println!("{}", start((0, 0), 0));
}
