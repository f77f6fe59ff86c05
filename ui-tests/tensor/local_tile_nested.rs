//! A tiler nested deeper than the tensor, and the use of the tile: one error, not two.
use zellige::prelude::*;

fn main() {
    let data = [0f32; 64];
    let a = Tensor::new(&data, layout!((8, 8) : (8, 1)));
    let tile = a.local_tile(((int!(2), int!(2)), int!(4)), (0u32, 0u32));
    println!("{}", tile[(1u32, 1u32)]);
}
