// The modes 1 to 3 of a layout of rank 2.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Take<layout!((8, 4) : (4, 1)), Int<1>, Int<3>>);

fn main() {}
