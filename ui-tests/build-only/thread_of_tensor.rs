// The eighth of eight threads is thread 7.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 64], layout!((8, 8) : (8, 1)));
    let _ = a.view().local_partition(layout!((4, 2) : (2, 1)), int!(8));
}
