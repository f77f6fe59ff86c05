// Integers of layouts have no operators in generic code: take the values first.
use zellige::prelude::*;

pub fn twice<N: Integer>(n: N) -> usize {
    n + n
}

fn main() {}
