// The user expected tiles in column-major order.
use zellige::{ops::*, prelude::*};

assert_layout!(ZippedDivide<layout!((8, 6) : (6, 1)), (int!(4), int!(3))> == ((4, 3), (2, 2)) : ((1, 4), (12, 24)));

fn main() {}
