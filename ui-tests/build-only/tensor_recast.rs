// Rows of 6 bytes do not begin at word boundaries.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u8; 24], layout!((4, 6) : (6, 1)));
    let _ = a.view().recast::<u32>();
}
