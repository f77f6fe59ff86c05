// Stride 9 is not a multiple of the span of the inner two modes.
use zellige::{ops::*, prelude::*};

assert_layout!(Complement<layout!((2, 5) : (3, 15)), int!(256)>);

fn main() {}
