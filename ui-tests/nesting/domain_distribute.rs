// A shape where the number of elements is asked for.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(DomainDistribute<shape!((4, 4)), shape!((2, 2))>);

fn main() {}
