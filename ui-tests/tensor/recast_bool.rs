// Not every byte is a bool.
use zellige::prelude::*;

fn main() {
    let a = Tensor::new([0u8; 8], layout!(8 : 1));
    let _ = a.view().recast::<bool>();
}
