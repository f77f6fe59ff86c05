// A tensor that runs backwards would begin before its memory.
use zellige::prelude::*;

fn main() {
    let _ = Tensor::new([0; 8], layout!(8 : -1));
}
