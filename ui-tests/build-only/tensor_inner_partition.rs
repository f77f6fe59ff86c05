// The same operation by its other name.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().inner_partition((int!(3), int!(2)), (0u32, 0u32));
}
