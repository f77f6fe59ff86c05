// Rows of 6 for four threads, to be written.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.partition_mut(layout!((2, 4)));
}
