// Two rows of tiles have numbers 0 and 1.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().local_tile((int!(4), int!(3)), (int!(2), int!(0)));
}
