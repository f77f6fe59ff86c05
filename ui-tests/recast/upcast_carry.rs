// Two modes that both step inside a pair.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Upcast<layout!((2, 2) : (1, 1)), Int<2>>);

fn main() {}
