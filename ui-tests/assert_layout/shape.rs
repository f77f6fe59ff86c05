// A shape alone is no layout.
use zellige::prelude::*;

assert_layout!(shape!((64, 8)));

fn main() {}
