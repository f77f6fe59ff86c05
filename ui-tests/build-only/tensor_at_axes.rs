// A tensor from an element on, of a layout of coordinates, which are no places in memory.
use zellige::prelude::*;

fn main() {
    let data = [0; 8];
    let a = Tensor::new_at(&data, make_identity_layout(shape!((2, 4))), 3);
    println!("{}", a.size());
}
