//! 8 by 16 threads partition tiles of 60 rows, with a tile count known only at run time: the last
//! four of 64 rows would belong to another tile.

use zellige::prelude::*;
use zellige_gpu::tensor::gmem;

/// Returns where thread 0 begins, in tiles of `Rows` rows.
fn first<Rows: Integer>(memory: &[f32]) -> (u32, u32) {
    let matrix = gmem(memory.as_ptr(), layout!((100u32, 16u32) : (16u32, 1)));
    let tiles = matrix.local_tile((Rows::STATIC, int!(16)), (.., 0u32));
    let mine = tiles.local_partition(layout!((8, 16) : (16, 1)), 0);
    mine.engine().coordinate()
}

fn main() {
    let memory = [0.0; 1600];
    first::<int!(64)>(&memory);
    first::<int!(60)>(&memory);
}
