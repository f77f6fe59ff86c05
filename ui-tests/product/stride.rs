// Every second copy of a block with holes of 3.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalProduct<layout!(6 : 3), layout!(5 : 2)>);

fn main() {}
