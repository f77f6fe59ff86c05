// A profile of two modes for a layout of one.
use zellige::{ops::*, prelude::*};

assert_layout!(CoalesceBy<layout!(16 : 1), shape!((1, 1))>);

fn main() {}
