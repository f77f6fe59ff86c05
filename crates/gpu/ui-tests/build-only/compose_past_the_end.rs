// The layout that transposes a tile of 8 x 16, for one of 8 x 8.
use zellige::prelude::*;
use zellige_gpu::tensor::rmem;

fn main() {
    let mut tile = [0; 64];
    let _ = rmem(&mut tile, layout!((8, 8))).compose(layout!((16, 8) : (8, 1)));
}
