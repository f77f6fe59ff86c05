// Two types that differ in the stride.
use zellige::prelude::*;

type A = layout!((64, 8) : (8, 1));
type B = layout!((64, 8));
assert_layout!(A == B);

fn main() {}
