// The tensor of a shared slice cannot be written.
use zellige::prelude::*;

fn main() {
    let data = [0; 6];
    let a = Tensor::new(&data, layout!((2, 3) : (3, 1)));
    a[(0u32, 1u32)] = 7;
}
