// Copies that meet: 2 and 4 of them, both at distance one.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalProduct<layout!(2 : 2), layout!((2, 4) : (1, 1))>);

fn main() {}
