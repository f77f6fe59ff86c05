// One layout as tiler of a matrix that is not contiguous.
use zellige::{ops::*, prelude::*};

assert_layout!(ZippedDivide<layout!((4, 3) : (0, 4)), layout!(5 : 1)>);

fn main() {}
