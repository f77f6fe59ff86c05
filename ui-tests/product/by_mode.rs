// The block of mode 1 overlaps itself.
use zellige::{ops::*, prelude::*};

assert_layout!(LogicalProduct<layout!((4, (4, 2)) : (1, (4, 4))), (int!(2), int!(2))>);

fn main() {}
