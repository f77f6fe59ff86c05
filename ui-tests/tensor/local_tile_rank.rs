// The coordinate of a tile has as many numbers as the tensor has modes.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().local_tile((int!(4), int!(3)), (0u32, 1u32, 0u32));
}
