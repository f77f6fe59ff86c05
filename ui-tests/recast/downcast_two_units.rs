// Halves of elements that two modes step through.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Downcast<layout!((2, 2) : (1, 1)), Int<2>>);

fn main() {}
