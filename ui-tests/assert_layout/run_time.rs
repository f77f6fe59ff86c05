// A run-time extent in the expected layout.
use zellige::prelude::*;

type A = layout!((64, 8) : (8, 1));
assert_layout!(A == (m, 8) : (8, 1));

fn main() {}
