// Each element of a broadcast, written with its coordinates, would be borrowed four times.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0; 8], layout!((4, 8) : (0, 1)));
    for ((i, j), x) in a.indexed_iter_mut() {
        *x = i + j;
    }
}
