// Three coordinates for two modes.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    let _ = a[(0u32, 1u32, 2u32)];
}
