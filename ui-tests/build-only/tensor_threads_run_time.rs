// The number of threads has to be known.
use zellige::prelude::*;

fn main() {
    let (n, a) = (2u32, Tensor::new([0; 48], layout!((8, 6) : (6, 1))));
    let _ = a.view().local_partition(layout!((4, n) : (1, 4)), 0u32);
}
