// An expression that consists of constants, without braces.
use zellige::prelude::*;

const BM: usize = 128;
const PAD: usize = 8;

fn main() {
    let _ = layout!((BM, 64) : (64 + PAD, 1));
}
