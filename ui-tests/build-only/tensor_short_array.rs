// An array of 63 elements instead of 64.
use zellige::prelude::*;

fn main() {
    let _ = Tensor::new([0; 63], layout!((8, 8) : (8, 1)));
}
