// A whole mode is not an element.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    let _ = a[(.., 1u32)];
}
