// Tiles of 3 rows of 8.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.split_mut((int!(3), int!(2)));
}
