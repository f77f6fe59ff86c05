// Elements of no bits as bytes.
use zellige::{ops::*, prelude::*};

assert_layout!(RecastLayout<layout!((8, 32) : (1, 8)), int!(0), int!(8)>);

fn main() {}
