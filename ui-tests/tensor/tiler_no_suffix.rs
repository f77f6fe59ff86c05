// Literals without a suffix as tiles of a tensor: the advice is the same as for a layout.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u32; 48], layout!((8, 6) : (6, 1)));
    let _ = a.view().zipped_divide((4, 3));
}
