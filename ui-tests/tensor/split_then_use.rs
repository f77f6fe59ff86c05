// The tensor is borrowed as long as its parts are.
use zellige::prelude::*;

fn main() {
    let mut a = Tensor::new([0; 48], layout!((8, 6) : (6, 1)));
    let parts = a.split_mut((int!(4), int!(3)));
    a.fill(7);
    parts.for_each(|mut part| part.fill(1));
}
