// Mode 0.1 of a layout whose mode 0 is one integer.
use zellige::{ops::*, prelude::*};

assert_layout!(Get<layout!((4, 4) : (1, 4)), coord!((0, 1))>);

fn main() {}
