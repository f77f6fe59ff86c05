// Elements cut into 0 parts.
use zellige::{ops::*, prelude::*};

assert_layout!(Downcast<layout!((4, 4) : (1, 4)), int!(0)>);

fn main() {}
