// There are six columns; the row is known at run time.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    for row in 0..8u32 {
        a[(row, int!(6))] = 1;
    }
}
