// The composition would continue past the last column.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().compose(layout!((8, 7) : (1, 8)));
}
