// Pairs of elements with stride 3: no pair is contiguous.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Upcast<layout!((4, 4) : (3, 12)), Int<2>>);

fn main() {}
