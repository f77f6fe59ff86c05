// The element at the corner of each tile, some of which are cut off.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().outer_partition((int!(3), int!(2)), (0u32, 0u32));
}
