// The same for the zipped divide, tiles first.
use zellige::{ops::*, prelude::*};

assert_layout!(ZippedDivide<layout!((8, (3, 4)) : (1, (8, 48))), (int!(4), int!(5))>);

fn main() {}
