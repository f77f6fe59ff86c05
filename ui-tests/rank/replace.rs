// Mode 2 of a layout of rank 2.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Replace<layout!((8, 4) : (4, 1)), Int<2>, layout!(2 : 1)>);

fn main() {}
