// A borrowed Vec is not yet a slice.
use zellige::prelude::*;

fn main() {
    let data = vec![0; 6];
    let _ = Tensor::new(&data, layout!((2, 3) : (3, 1)));
}
