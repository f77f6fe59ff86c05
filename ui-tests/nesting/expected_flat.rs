// The result is nested, the expectation flat: they are different layouts.
use zellige::{ops::*, prelude::*};

assert_layout!(Compose<layout!((8, 16, 4) : (64, 1, 16)), layout!((4, 32) : (1, 4))> == (4, 2, 16) : (64, 256, 1));

fn main() {}
