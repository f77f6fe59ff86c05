// A pair of shape and stride is not a layout.
use zellige::prelude::*;

assert_layout!((Int<64>, Int<8>));

fn main() {}
