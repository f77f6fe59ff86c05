// Any type as extent: it must be bound to be an integer.
use zellige::prelude::*;

pub fn column<N: Copy>(n: N) {
    let _ = layout!((n, 8));
}

fn main() {}
