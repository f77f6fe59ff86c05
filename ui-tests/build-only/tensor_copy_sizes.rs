// Six elements instead of eight.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    let mut b = Tensor::new([0; 8], layout!((2, 4) : (4, 1)));
    b.copy_from(&a);
}
