// A shape where the number of elements is expected.
use zellige::ops::*;
use zellige::prelude::*;

assert_layout!(DomainDistribute<shape!((4, 4)), shape!((2, 2))>);

fn main() {}
