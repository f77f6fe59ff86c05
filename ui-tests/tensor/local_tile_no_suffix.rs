// Literals without a suffix as the number of a tile.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().local_tile((int!(4), int!(3)), (1, 0));
}
