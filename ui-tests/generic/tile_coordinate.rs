// The coordinate of a tile of any size has as many modes as the tile.
use zellige::prelude::*;

pub fn at<M: Integer>(m: M, rows: usize, columns: usize) -> usize {
    let (tile, _) = layout!((rows, columns) : (columns, 1)).local_tile((m, int!(4)), (1usize, 2usize));
    tile.crd2idx((1u32, 1u32, 0u32)).usize()
}

fn main() {}
