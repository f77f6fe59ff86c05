// Columns of 6, cut by 4 across their ends: this is not a layout, and no second error follows.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 24], layout!((6, 4) : (4, 1)));
    let _ = a.view().zipped_divide(layout!(4 : 1));
}
