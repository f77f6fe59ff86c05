// Wider elements in a layout that runs backwards.
use zellige::{ops::*, prelude::*};

assert_layout!(Upcast<layout!((4, 8) : (-8, 1)), Int<2>>);

fn main() {}
