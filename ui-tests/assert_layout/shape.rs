// A shape alone is not a layout.
use zellige::prelude::*;

assert_layout!(shape!((64, 8)));

fn main() {}
