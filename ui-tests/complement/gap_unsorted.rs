// The strides are sorted first: 2 spans 8, and 9 is not a multiple of it.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((4, 4) : (9, 2)), int!(18)>);

fn main() {}
