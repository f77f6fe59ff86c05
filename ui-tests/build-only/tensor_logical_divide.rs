// Columns of 8, cut by 3.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().logical_divide((int!(3), int!(2)));
}
