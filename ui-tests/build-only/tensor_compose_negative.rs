// The elements in reverse order are before the first.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0; 8], layout!(8 : 1));
    let _ = a.view().compose(layout!(8 : -1));
}
