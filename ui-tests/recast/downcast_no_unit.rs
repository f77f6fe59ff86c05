// Halves of elements, where no element is adjacent to the next.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Downcast<layout!((4, 4) : (2, 8)), Int<2>>);

fn main() {}
