// Each element of a broadcast would be borrowed six times.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0; 8], layout!((8, 6) : (1, 0)));
    for x in a.iter_mut() {
        *x += 1;
    }
}
