// Without a cotarget the complement is taken in the layout's own cosize.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((2, 2) : (2, 3))>);

fn main() {}
