// Elements of 16 bits as elements of none.
use zellige::{ops::*, prelude::*};

assert_layout!(RecastLayout<layout!((8, 32) : (1, 8)), int!(16), int!(0)>);

fn main() {}
