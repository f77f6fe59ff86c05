// A negative stride from a constant, without braces.
use zellige::prelude::*;

const BN: usize = 64;

fn main() {
    let _ = layout!((8, 64) : (-BN, 1));
}
