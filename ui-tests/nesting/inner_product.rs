// An inner product of tuples of different rank.
use zellige::{prelude::*, tuple::arithmetic::inner_product};

fn main() {
    let _ = inner_product(shape!((1, 2)), shape!((1, 2, 3)));
}
