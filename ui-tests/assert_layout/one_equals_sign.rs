// `=` instead of `==`.
use zellige::prelude::*;

type A = layout!((64, 8) : (8, 1));
assert_layout!(A = (64, 8) : (8, 1));

fn main() {}
