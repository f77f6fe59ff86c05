// Tiles of 3 by 3 do not fit 8 rows.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().local_tile((int!(3), int!(3)), (2u32, 0u32));
}
