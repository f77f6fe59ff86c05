// Five copies of a block with holes of 2: pairs of copies interlock.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalProduct<layout!(4 : 2), int!(5)>);

fn main() {}
