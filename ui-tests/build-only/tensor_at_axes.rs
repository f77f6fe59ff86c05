// A tensor from an element on, for a layout of coordinates, which are not offsets in memory.
use zellige::prelude::*;

fn main() {
    let data = [0; 8];
    let a = Tensor::new_at(&data, make_identity_layout(shape!((2, 4))), 3);
    println!("{}", a.size());
}
