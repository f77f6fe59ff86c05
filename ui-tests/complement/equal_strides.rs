// The same offsets twice: two modes of stride 2.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((4, 2) : (2, 2)), int!(16)>);

fn main() {}
