// Elements 0 times as wide.
use zellige::{ops::*, prelude::*};

assert_layout!(Upcast<layout!((8, 4) : (1, 8)), int!(0)>);

fn main() {}
