// A slice is a view; the tensor that owns its elements has to be viewed.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 6], layout!((2, 3) : (3, 1)));
    let _ = a.slice((1u32, ..));
}
