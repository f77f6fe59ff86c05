// Modes of different ranks, transposed.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(Zip<layout!(((4, 4), (5, 4, 2)) : ((1, 4), (16, 80, 320)))>);

fn main() {}
