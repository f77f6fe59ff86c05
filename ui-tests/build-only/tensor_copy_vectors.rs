// Six elements instead of eight, several at once.
use zellige::prelude::*;

fn main() {
    let x = Tensor::new([1u32; 6], layout!((2, 3) : (3, 1)));
    let mut y = Tensor::new([1u32; 8], layout!((2, 4) : (4, 1)));
    y.copy_vectors_from(&x);
}
