// Rows of 6 for four threads.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().local_partition(layout!((2, 4)), 0u32);
}
